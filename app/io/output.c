/* Text files out, whole or not at all. The first error is kept, nothing is written after it, and the commit fails. */
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
#include "report.h"

enum { BUFFER_CAPACITY = 65536 };

struct io_output {
    io_quote name; /* for messages */
    lab_replace replace;
    bool borrowed; /* replace.file is standard output, and not ours to close */
    int failure;   /* errno of the first error, 0 if there is none */
    size_t used;
    char buffer[BUFFER_CAPACITY];
};

/* ---- open ---- */

bool io_output_open(const char *path, io_output **result, io_error *error) {
    *result = NULL;
    io_output *output = malloc(sizeof *output);
    if (output == NULL)
        return io_fail_memory(error);
    output->failure = 0;
    output->used = 0;
    output->borrowed = strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
    if (output->borrowed) {
        snprintf(output->name.text, sizeof output->name.text, "standard output");
        output->replace.file = STDOUT_FILENO;
    } else {
        io_quote_path(&output->name, path);
        const int failure = lab_replace_open(&output->replace, path);
        if (failure != 0) {
            io_report_system(error, "cannot write", output->name.text, failure);
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
static void end_unread(void) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static void flush(io_output *output) {
    const char *bytes = output->buffer;
    while (output->used > 0 && output->failure == 0) {
        const ssize_t written = write(output->replace.file, bytes, output->used);
        if (written >= 0) {
            bytes += written;
            output->used -= (size_t)written;
        } else if (errno == EPIPE && output->borrowed) {
            end_unread();
        } else if (errno != EINTR) {
            output->failure = errno;
        }
    }
    output->used = 0;
}

static void put(io_output *output, const char *bytes, size_t count) {
    while (count > 0) {
        if (output->used == BUFFER_CAPACITY)
            flush(output);
        const size_t room = BUFFER_CAPACITY - output->used;
        const size_t piece = count < room ? count : room;
        memcpy(output->buffer + output->used, bytes, piece);
        output->used += piece;
        bytes += piece;
        count -= piece;
    }
}

void io_output_text(io_output *output, const char *text) { put(output, text, strlen(text)); }

static void put_doubling_quotes(io_output *output, const char *text) {
    for (; *text != '\0'; text++)
        put(output, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
}

void io_output_joined(io_output *output, const char *const *texts) {
    bool quoted = false;
    for (size_t i = 0; texts[i] != NULL; i++)
        quoted = quoted || strpbrk(texts[i], ",\"\n\r") != NULL;
    io_output_text(output, quoted ? "\"" : "");
    for (size_t i = 0; texts[i] != NULL; i++)
        put_doubling_quotes(output, texts[i]);
    io_output_text(output, quoted ? "\"" : "");
}

void io_output_cell(io_output *output, const char *text) {
    io_output_joined(output, (const char *const[]){text, NULL});
}

void io_output_number(io_output *output, double value) {
    char text[LAB_NUMBER_TEXT];
    if (!isnan(value))
        put(output, text, lab_number_format(value, text));
}

/* ---- end ---- */

bool io_output_commit(io_output *output, io_error *error) {
    flush(output);
    if (!output->borrowed)
        output->failure = lab_replace_close(&output->replace, output->failure);
    const bool good = output->failure == 0 || io_fail_system(error, "cannot write", output->name.text, output->failure);
    free(output);
    return good;
}

void io_output_discard(io_output *output) {
    if (output != NULL && !output->borrowed)
        (void)lab_replace_close(&output->replace, ECANCELED);
    free(output);
}
