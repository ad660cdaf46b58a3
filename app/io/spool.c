/* Bytes that have to wait. */
#define _XOPEN_SOURCE 700 /* mkstemp */
#include "spool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report.h"

int io_spool_open(io_error *error) {
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0')
        folder = "/tmp";
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/labrbf-XXXXXX", folder);
    const int fd = length < (int)sizeof path ? mkstemp(path) : -1;
    if (fd < 0) {
        io_quote name;
        io_report_system(error, "cannot create a temporary file in", io_quote_path(&name, folder),
                         length < (int)sizeof path ? errno : ENAMETOOLONG);
    } else {
        unlink(path);
    }
    return fd;
}

bool io_spool_write(int fd, const void *bytes, size_t count, io_error *error) {
    const char *rest = bytes;
    while (count > 0) {
        const ssize_t written = write(fd, rest, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return io_fail_system(error, "cannot write to", "a temporary file (TMPDIR says where)", errno);
        rest += written;
        count -= (size_t)written;
    }
    return true;
}
