/* Files out, whole or not at all. The first error is kept, nothing is written after it, and the commit fails. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "csv_cells.h"
#include "format.h"
#include "pack.h"
#include "report.h"

enum { BUFFER_CAPACITY = 65536, NAME_ATTEMPTS = 100 };

struct io_output {
    io_quote name;   /* for messages */
    char *target;    /* where the finished file goes; NULL: written directly */
    char *temporary; /* where it is until then */
    int fd;
    bool borrowed; /* the descriptor is not ours to close */
    io_pack *pack; /* NULL: not packed */
    int failure;   /* errno of the first error, 0 if there is none */
    size_t used;
    char buffer[BUFFER_CAPACITY];
};

/* ---- open ---- */

/* Opens a file of our own beside the target; returns 0 or an errno. Not mkstemp: its file would be private, this one
 * gets the mode that any new file gets. A file that is to be replaced passes its mode on. */
static int create_beside(io_output *output, const struct stat *replaced) {
    const size_t room = strlen(output->target) + 48;
    const char *slash = strrchr(output->target, '/');
    const char *base = slash != NULL ? slash + 1 : output->target;
    output->temporary = malloc(room);
    if (output->temporary == NULL)
        return ENOMEM;
    for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
        snprintf(output->temporary, room, "%.*s.%.200s.%ld-%d", (int)(base - output->target), output->target, base,
                 (long)getpid(), attempt);
        output->fd = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (output->fd < 0 && errno == EEXIST)
            continue;
        if (output->fd < 0)
            break;
        return replaced == NULL || fchmod(output->fd, replaced->st_mode & 0777) == 0 ? 0 : errno;
    }
    const int failure = errno;
    free(output->temporary); /* it is not ours: nothing to remove */
    output->temporary = NULL;
    return failure;
}

/* Opens the path in the way that suits what stands there; returns 0 or an errno. */
static int open_path(io_output *output, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        if (errno != ENOENT)
            return errno;
        output->target = strdup(path);
        return output->target != NULL ? create_beside(output, NULL) : ENOMEM;
    }
    if (!S_ISREG(status.st_mode)) {
        output->fd = open(path, O_WRONLY | O_CLOEXEC);
        return output->fd >= 0 ? 0 : errno;
    }
    if (access(path, W_OK) != 0) /* a rename would not ask */
        return errno;
    output->target = realpath(path, NULL); /* replaces what a link points to, not the link */
    return output->target != NULL ? create_beside(output, &status) : errno;
}

bool io_output_is_standard(const char *path) { return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0; }

/* Returns 0 or an errno. */
static int open_packed(io_output *output, const char *path) {
    if (io_path_packed(path)) {
        output->pack = io_pack_open();
        if (output->pack == NULL)
            return ENOMEM;
    }
    return open_path(output, path);
}

bool io_output_open(const char *path, io_output **result, io_error *error) {
    *result = NULL;
    io_output *output = malloc(sizeof *output);
    if (output == NULL)
        return io_fail_memory(error);
    output->target = output->temporary = NULL;
    output->fd = -1;
    output->pack = NULL;
    output->failure = 0;
    output->used = 0;
    output->borrowed = io_output_is_standard(path);
    if (output->borrowed) {
        snprintf(output->name.text, sizeof output->name.text, "standard output");
        output->fd = STDOUT_FILENO;
    } else {
        io_quote_path(&output->name, path);
        const int failure = open_packed(output, path);
        if (failure != 0) {
            io_report_system(error, "cannot write", output->name.text, failure);
            io_output_discard(output);
            return false;
        }
    }
    *result = output;
    return true;
}

/* ---- write ---- */

static void write_all(void *context, const char *bytes, size_t count) {
    io_output *output = context;
    while (count > 0 && output->failure == 0) {
        const ssize_t written = write(output->fd, bytes, count);
        if (written >= 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno != EINTR) {
            output->failure = errno;
        }
    }
}

static void flush(io_output *output, bool end) {
    if (output->pack != NULL)
        io_pack_put(output->pack, output->buffer, output->used, end, write_all, output);
    else
        write_all(output, output->buffer, output->used);
    output->used = 0;
}

void io_output_bytes(io_output *output, const void *bytes, size_t count) {
    const char *rest = bytes;
    while (count > 0) {
        if (output->used == BUFFER_CAPACITY)
            flush(output, false);
        const size_t room = BUFFER_CAPACITY - output->used;
        const size_t piece = count < room ? count : room;
        memcpy(output->buffer + output->used, rest, piece);
        output->used += piece;
        rest += piece;
        count -= piece;
    }
}

void io_output_text(io_output *output, const char *text) { io_output_bytes(output, text, strlen(text)); }

/* Blanks at its ends would not count, either. */
static bool needs_quotes(const char *text) {
    const size_t length = strlen(text);
    return strpbrk(text, IO_CSV_DELIMITERS "\"\n\r") != NULL ||
           (length > 0 && (io_csv_blank(text[0]) || io_csv_blank(text[length - 1])));
}

void io_output_cell(io_output *output, const char *text) {
    if (!needs_quotes(text)) {
        io_output_text(output, text);
        return;
    }
    io_output_text(output, "\"");
    for (; *text != '\0'; text++)
        io_output_bytes(output, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    io_output_text(output, "\"");
}

void io_output_number(io_output *output, double value) {
    char text[LAB_NUMBER_TEXT];
    if (!isnan(value))
        io_output_bytes(output, text, lab_number_format(value, text));
}

/* ---- end ---- */

/* Closes the descriptor and forgets it; a failing close is a failure to write. */
static void finish(io_output *output) {
    if (output->fd >= 0 && !output->borrowed && close(output->fd) != 0 && output->failure == 0)
        output->failure = errno;
    output->fd = -1;
}

bool io_output_commit(io_output *output, io_error *error) {
    flush(output, true);
    finish(output);
    if (output->failure == 0 && output->temporary != NULL) {
        if (rename(output->temporary, output->target) != 0) {
            output->failure = errno;
        } else {
            free(output->temporary);
            output->temporary = NULL;
        }
    }
    const bool good = output->failure == 0 || io_fail_system(error, "cannot write", output->name.text, output->failure);
    io_output_discard(output);
    return good;
}

void io_output_discard(io_output *output) {
    if (output == NULL)
        return;
    finish(output);
    if (output->temporary != NULL)
        unlink(output->temporary);
    io_pack_close(output->pack);
    free(output->target);
    free(output->temporary);
    free(output);
}
