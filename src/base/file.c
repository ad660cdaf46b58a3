#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/replace.h"
#include "base/status.h"

enum { FIRST_PIECE = 65536 };

/* Leaves the reason in errno, too. */
static labrbf_status io_failure(const char *what, const char *path, int code) {
    char reason[128];
    if (strerror_r(code, reason, sizeof reason) != 0)
        (void)snprintf(reason, sizeof reason, "error %d", code);
    (void)lab_fail(LABRBF_E_IO, "cannot %s '%.700s': %s", what, path, reason);
    errno = code;
    return LABRBF_E_IO;
}

/* Doubles the buffer: whole files are small here, and the file's size need not be known (a pipe has none). */
static labrbf_status grow(const lab_allocator *allocator, unsigned char **bytes, size_t used, size_t *capacity) {
    size_t larger = FIRST_PIECE;
    if (*capacity > 0 && !lab_size_mul(*capacity, 2, &larger))
        return lab_fail(LABRBF_E_MEMORY, "out of memory: the file is larger than can be addressed");
    unsigned char *moved = lab_alloc(allocator, larger, 1);
    if (!moved)
        return LABRBF_E_MEMORY;
    if (used > 0)
        memcpy(moved, *bytes, used);
    lab_free(allocator, *bytes);
    *bytes = moved;
    *capacity = larger;
    return LABRBF_OK;
}

labrbf_status lab_file_read(const char *path, const lab_allocator *allocator, lab_file_length *length,
                            unsigned char **out, size_t *size) {
    *out = NULL;
    *size = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return io_failure("read", path, errno);
    unsigned char *bytes = NULL;
    size_t used = 0, capacity = 0;
    labrbf_status status = LABRBF_OK;
    for (;;) {
        if (used == capacity)
            LAB_TRY(grow(allocator, &bytes, used, &capacity));
        ssize_t got = read(file, bytes + used, capacity - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            LAB_TRY(io_failure("read", path, errno));
        used += (size_t)got;
        if (got == 0 || (length && used > length(bytes, used)))
            break;
    }
    close(file);
    *out = bytes;
    *size = used;
    return LABRBF_OK;
fail:
    close(file);
    lab_free(allocator, bytes);
    return status;
}

static int write_all(int file, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = write(file, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        bytes += put;
        size -= (size_t)put;
    }
    return 0;
}

labrbf_status lab_file_write(const char *path, const unsigned char *bytes, size_t size) {
    lab_replace replace;
    int failure = lab_replace_open(&replace, path);
    if (failure == 0)
        failure = lab_replace_close(&replace, write_all(replace.file, bytes, size));
    return failure ? io_failure("write", path, failure) : LABRBF_OK;
}
