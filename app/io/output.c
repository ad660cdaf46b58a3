/* Files out, whole or not at all. The first error is kept, nothing is written after it, and the commit fails. */
#include "output.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/replace.h"
#include "csv_cells.h"
#include "format.h"
#include "pack.h"
#include "report.h"

enum { BUFFER_CAPACITY = 65536 };

struct io_output {
    io_quote name; /* for messages */
    lab_replace replace;
    bool borrowed; /* replace.file is standard output, and not ours to close */
    io_pack *pack; /* NULL: not packed */
    int failure;   /* errno of the first error, 0 if there is none */
    size_t used;
    char buffer[BUFFER_CAPACITY];
};

/* ---- open ---- */

bool io_output_is_standard(const char *path) { return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0; }

/* Returns 0 or an errno. */
static int open_packed(io_output *output, const char *path) {
    if (io_path_packed(path)) {
        output->pack = io_pack_open();
        if (output->pack == NULL)
            return ENOMEM;
    }
    return lab_replace_open(&output->replace, path);
}

bool io_output_open(const char *path, io_output **result, io_error *error) {
    *result = NULL;
    io_output *output = malloc(sizeof *output);
    if (output == NULL)
        return io_fail_memory(error);
    output->pack = NULL;
    output->failure = 0;
    output->used = 0;
    output->borrowed = io_output_is_standard(path);
    if (output->borrowed) {
        snprintf(output->name.text, sizeof output->name.text, "standard output");
        output->replace.file = STDOUT_FILENO;
    } else {
        io_quote_path(&output->name, path);
        const int failure = open_packed(output, path);
        if (failure != 0) {
            io_report_system(error, "cannot write", output->name.text, failure);
            io_pack_close(output->pack);
            free(output);
            return false;
        }
    }
    *result = output;
    return true;
}

int io_output_try(const char *path) {
    static const char block[4096];
    lab_replace trial;
    const int failure = lab_replace_open(&trial, path);
    if (failure != 0)
        return failure;
    const ssize_t written = write(trial.file, block, sizeof block);
    const int full = written < 0 ? errno : (size_t)written < sizeof block ? ENOSPC : ECANCELED;
    const int end = lab_replace_close(&trial, full);
    return end == ECANCELED ? 0 : end;
}

/* ---- write ---- */

/* Whoever read standard output has seen enough (… | head): that ends the program, and quietly, as it does programs that
 * do not ignore SIGPIPE. */
static _Noreturn void end_unread(void) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    _exit(128 + SIGPIPE); /* the signal is blocked */
}

static void write_all(void *context, const char *bytes, size_t count) {
    io_output *output = context;
    while (count > 0 && output->failure == 0) {
        const ssize_t written = write(output->replace.file, bytes, count);
        if (written >= 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno == EPIPE && output->borrowed) {
            end_unread();
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

bool io_output_commit(io_output *output, io_error *error) {
    flush(output, true);
    if (!output->borrowed)
        output->failure = lab_replace_close(&output->replace, output->failure);
    const bool good = output->failure == 0 || io_fail_system(error, "cannot write", output->name.text, output->failure);
    io_pack_close(output->pack);
    free(output);
    return good;
}

void io_output_discard(io_output *output) {
    if (output == NULL)
        return;
    if (!output->borrowed)
        (void)lab_replace_close(&output->replace, ECANCELED);
    io_pack_close(output->pack);
    free(output);
}
