/*
 * Tables out, as CSV, TSV or NPY: a cell after the other, row by row, to an io_output.
 *
 * NPY is version 1.0, '<f8', in C order: rows x columns, and of one dimension if there is a single column. It has no
 * names, and its header says how many rows follow: numbers wait in a temporary file until that is known.
 */
#ifndef LAB_IO_WRITER_H
#define LAB_IO_WRITER_H

#include "names.h"

typedef enum io_kind { IO_KIND_CSV, IO_KIND_TSV, IO_KIND_NPY, IO_KINDS } io_kind;

/* "csv", "tsv", "npy". */
const char *io_kind_word(io_kind kind);
/* The kind that the ending of a name says, before a final .gz; IO_KINDS if it says none. */
io_kind io_kind_of_path(const char *path);

typedef struct io_writer io_writer;

/* Begins a table with these columns, not none; the names are borrowed. */
bool io_writer_open(const char *path, io_kind kind, const io_names *names, io_writer **writer, io_error *error);

/* The next cell; after the last of a row follows the first of the next. NaN is missing. A text in an NPY table has to
 * be a number, or missing as in a CSV table. */
bool io_writer_number(io_writer *writer, double value, io_error *error);
bool io_writer_text(io_writer *writer, const char *text, io_error *error);

/* As io_output_commit and io_output_discard. */
bool io_writer_commit(io_writer *writer, io_error *error);
void io_writer_discard(io_writer *writer);

#endif
