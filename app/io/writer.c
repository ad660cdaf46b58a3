/* Tables out. */
#define _XOPEN_SOURCE 700 /* pread */
#include "writer.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv_cells.h"
#include "format.h"
#include "output.h"
#include "report.h"
#include "spool.h"

enum { WAITING = 8192, NUMBER_BYTES = 8, NPY_HEADER = 128, NPY_PREFIX = 10 };

struct io_writer {
    io_output *output;
    io_kind kind;
    const io_names *names;
    size_t column; /* of the next cell */
    uint64_t rows; /* finished */

    /* NPY */
    int spool; /* -1: none */
    size_t waiting;
    unsigned char numbers[WAITING * NUMBER_BYTES];
};

/* ---- which kind ---- */

static const char *const words[] = {[IO_KIND_CSV] = "csv", [IO_KIND_TSV] = "tsv", [IO_KIND_NPY] = "npy"};

const char *io_kind_word(io_kind kind) { return words[kind]; }

io_kind io_kind_of_path(const char *path) {
    static const char *const endings[] = {[IO_KIND_CSV] = ".csv", [IO_KIND_TSV] = ".tsv", [IO_KIND_NPY] = ".npy"};
    io_kind kind = IO_KIND_CSV;
    while (kind < IO_KINDS && !io_path_ends(path, endings[kind]))
        kind++;
    return kind;
}

/* ---- NPY ---- */

static bool flush_numbers(io_writer *writer, io_error *error) {
    const size_t bytes = writer->waiting * NUMBER_BYTES;
    writer->waiting = 0;
    return io_spool_write(writer->spool, writer->numbers, bytes, error);
}

static bool wait_number(io_writer *writer, double value, io_error *error) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (writer->waiting == WAITING && !flush_numbers(writer, error))
        return false;
    unsigned char *out = writer->numbers + NUMBER_BYTES * writer->waiting++;
    for (size_t i = 0; i < NUMBER_BYTES; i++)
        out[i] = (unsigned char)(bits >> 8 * i);
    return true;
}

static void put_npy_header(io_writer *writer) {
    char header[NPY_HEADER + 1], second[32] = "";
    if (writer->names->count > 1)
        snprintf(second, sizeof second, " %zu", writer->names->count);
    const int length =
        snprintf(header, sizeof header,
                 "\x93NUMPY\x01%c%c%c{'descr': '<f8', 'fortran_order': False, 'shape': (%" PRIu64 ",%s), }", 0,
                 NPY_HEADER - NPY_PREFIX, 0, writer->rows, second);
    memset(header + length, ' ', (size_t)(NPY_HEADER - length));
    header[NPY_HEADER - 1] = '\n';
    io_output_bytes(writer->output, header, NPY_HEADER);
}

/* The header, now that the number of rows is known, and what has waited. */
static bool finish_npy(io_writer *writer, io_error *error) {
    if (!flush_numbers(writer, error))
        return false;
    put_npy_header(writer);
    for (off_t at = 0;;) {
        const ssize_t got = pread(writer->spool, writer->numbers, sizeof writer->numbers, at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return io_fail_system(error, "cannot read", "a temporary file (TMPDIR says where)", errno);
        if (got == 0)
            return true;
        io_output_bytes(writer->output, writer->numbers, (size_t)got);
        at += got;
    }
}

/* ---- cells ---- */

/* What stands before a cell of text, and after the last of a row. */
static void before_cell(io_writer *writer) {
    if (writer->kind != IO_KIND_NPY && writer->column > 0)
        io_output_text(writer->output, writer->kind == IO_KIND_TSV ? "\t" : ",");
}

static void after_cell(io_writer *writer) {
    if (++writer->column < writer->names->count)
        return;
    writer->column = 0;
    writer->rows++;
    if (writer->kind != IO_KIND_NPY)
        io_output_text(writer->output, "\n");
}

bool io_writer_number(io_writer *writer, double value, io_error *error) {
    before_cell(writer);
    if (writer->kind != IO_KIND_NPY)
        io_output_number(writer->output, value);
    else if (!wait_number(writer, value, error))
        return false;
    after_cell(writer);
    return true;
}

static bool fail_text(const io_writer *writer, const char *text, io_error *error) {
    const char *name = io_names_get(writer->names, writer->column);
    io_quote column, cell;
    return io_fail(
        error,
        "column %s, data row %" PRIu64 ": %s is text, but an NPY file has only numbers; leave the column out, "
        "or write a CSV file",
        io_quote_cell(&column, name, strlen(name)), writer->rows + 1, io_quote_cell(&cell, text, strlen(text)));
}

bool io_writer_text(io_writer *writer, const char *text, io_error *error) {
    double value;
    if (writer->kind == IO_KIND_NPY) {
        if (io_csv_cell_kind(text, text + strlen(text), &value) == IO_CSV_TEXT)
            return fail_text(writer, text, error);
        return io_writer_number(writer, value, error);
    }
    before_cell(writer);
    io_output_cell(writer->output, text);
    after_cell(writer);
    return true;
}

/* ---- begin and end ---- */

bool io_writer_open(const char *path, io_kind kind, const io_names *names, io_writer **result, io_error *error) {
    *result = NULL;
    io_writer *writer = malloc(sizeof *writer);
    if (writer == NULL)
        return io_fail_memory(error);
    writer->output = NULL;
    writer->kind = kind;
    writer->names = names;
    writer->column = writer->waiting = 0;
    writer->rows = 0;
    writer->spool = -1;
    bool good = io_output_open(path, &writer->output, error);
    if (good && kind == IO_KIND_NPY)
        good = (writer->spool = io_spool_open(error)) >= 0;
    if (!good) {
        io_writer_discard(writer);
        return false;
    }
    for (size_t i = 0; i < names->count && kind != IO_KIND_NPY; i++)
        (void)io_writer_text(writer, io_names_get(names, i), error); /* an output keeps its failure to the end */
    writer->rows = 0;
    *result = writer;
    return true;
}

static void forget(io_writer *writer) {
    if (writer->spool >= 0)
        close(writer->spool);
    free(writer);
}

bool io_writer_commit(io_writer *writer, io_error *error) {
    if (writer->kind == IO_KIND_NPY && !finish_npy(writer, error)) {
        io_writer_discard(writer);
        return false;
    }
    const bool good = io_output_commit(writer->output, error);
    forget(writer);
    return good;
}

void io_writer_discard(io_writer *writer) {
    if (writer == NULL)
        return;
    io_output_discard(writer->output);
    forget(writer);
}
