/*
 * Tables in: CSV and TSV, NPY and LIBSVM files, plain or gzipped, or from standard input ("-").
 *
 * A source is read once, from top to bottom, a block of rows at a time, in constant memory. Before the first block the
 * caller says which columns it wants; text in the others is never looked at. A missing value is NaN, infinity is an
 * error. Every failure leaves a message that names the file, the line, the column, the value and what to do.
 *
 * CSV: cells are separated by comma, semicolon, tab or bar, whichever the first line has most of; quoted as in RFC
 * 4180; blanks around a cell do not count; nothing, NA, NaN, nan and ? mean missing. Blank lines are skipped, wherever
 * they are (in a table of one column write a missing value as NA or ""). Lines end with LF or CR LF. Delimiters at the
 * end of the header make no column if there is nothing below them; rows may then end with them or without.
 */
#ifndef LAB_IO_SOURCE_H
#define LAB_IO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct io_error {
    char text[1024];
} io_error;

typedef enum io_header { IO_HEADER_AUTO, IO_HEADER_YES, IO_HEADER_NO } io_header;

typedef struct io_options {
    io_header header; /* CSV/TSV: is the first line a header? AUTO: if any of its cells is text, or all are years */
    size_t libsvm_features; /* LIBSVM: number of features if known (0: the largest index in the file) */
} io_options;

typedef struct io_source io_source;

/* A signal that comes while a source waits for input ends the reading, with an error, if this function says so. */
void io_stop_when(bool (*asked)(void));

/* Opens a table; the format is taken from the content (NPY magic, gzip magic) and the name (.npy .csv .tsv .libsvm .svm
 * and the same with .gz). Options may be NULL. Returns false and fills `error` on failure, *source is then NULL. */
bool io_open(const char *path, const io_options *options, io_source **source, io_error *error);
void io_close(io_source *source);

/* Columns of the table. Without a header the names are column_1, column_2, …; a LIBSVM table has its features first
 * (column_1 …) and the label last, named "label". Names are valid UTF-8 and not empty; a header may repeat one. */
size_t io_columns(const io_source *source);
bool io_has_header(const io_source *source);
/* AUTO has taken a line of years for the header, because a row below has other numbers. */
bool io_header_is_guessed(const io_source *source);
const char *io_column_name(const io_source *source, size_t column);

/* Reads only these columns, in this order (may repeat). Default: all. Call before the first io_read. */
bool io_select(io_source *source, const size_t *columns, size_t count, io_error *error);

/* What the cells of a column say: numbers, unless the caller asks otherwise before the first io_read. A label becomes
 * its number, counted from 0 in the order of first appearance; a missing one is NaN as ever. NPY and LIBSVM tables have
 * nothing but numbers, whatever is asked. */
typedef enum io_meaning {
    IO_NUMBERS,
    IO_NUMBERS_OR_TEXT, /* labels if the column's first value is text, numbers if it is one; at most IO_LABELS_MAX */
    IO_LABELS,          /* every value is a label, a number too */
    IO_TIMES            /* numbers, or ISO dates with or without a time: seconds since 1970-01-01 */
} io_meaning;
enum { IO_LABELS_MAX = 50 };
static const double io_no_label = -1; /* a label that is not known, or was one too many */
bool io_set_meaning(io_source *source, size_t column, io_meaning meaning, io_error *error);
/* A column of labels that are known before: they have the numbers 0 to count - 1, all others are io_no_label. */
bool io_set_labels(io_source *source, size_t column, const char *const *labels, size_t count, io_error *error);

/* What has been found in a column up to now. */
typedef struct io_finding {
    bool labels;      /* its cells are numbers of labels */
    bool dates;       /* IO_NUMBERS_OR_TEXT: its first value is a date, which is no label; every cell is io_no_label */
    size_t count;     /* labels there are */
    size_t present;   /* cells that were not missing */
    size_t strange;   /* cells that became io_no_label */
    size_t different; /* how many of the first cells are all different, as far as labels are kept */
    const char *example; /* in quotes: the first value; of known labels, the first that is none of them; else "" */
} io_finding;
io_finding io_found(const io_source *source, size_t column);
/* A label's text. */
const char *io_label(const io_source *source, size_t column, size_t label);

/* Reads up to `capacity` rows of the selected columns into cells (row-major); *rows becomes 0 at the end. After a
 * failure the source can only be closed. */
bool io_read(io_source *source, double *cells, size_t capacity, size_t *rows, io_error *error);

/* After a failure: the column with a cell that is not a number. False if something else was wrong. */
bool io_failed_column(const io_source *source, size_t *column);

/* Everything that is left, in memory: rows x columns, row-major. Free with io_table_free. No rows (a header alone) is
 * no failure here; cells is then NULL. */
typedef struct io_table {
    size_t rows;
    size_t columns;
    double *cells;
} io_table;
bool io_read_all(io_source *source, io_table *table, io_error *error);
void io_table_free(io_table *table);

#endif
