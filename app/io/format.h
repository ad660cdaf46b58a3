/* Inside of a table source: what the readers of the formats share. Users of source.h do not need it. */
#ifndef LAB_IO_FORMAT_H
#define LAB_IO_FORMAT_H

#include <stdint.h>

#include "names.h"
#include "report.h"
#include "role.h"
#include "source.h"
#include "stream.h"

enum { IO_COLUMNS_MAX = 1000000 }; /* a wider table is taken for a mistake, or for hostile */

/* A column that nobody asked for. */
static const size_t io_unselected = SIZE_MAX;

/* One reader. `open` finds the stream at its beginning and sets names, has_header and, if known, rows; it keeps what it
 * needs in `state`. `read` writes column c of a row to cells[row * width + slot[c]], unless slot[c] is io_unselected.
 * `close` is called also after a failed open. */
typedef struct io_format {
    bool (*open)(io_source *source, const char *path, const io_options *options, io_error *error);
    bool (*read)(io_source *source, double *cells, size_t capacity, size_t *rows, io_error *error);
    void (*close)(io_source *source);
    bool has_text; /* cells can be other than numbers */
} io_format;

extern const io_format io_format_csv, io_format_npy, io_format_libsvm;

typedef struct io_copy {
    size_t from, to;
} io_copy;

/* Cells that are carried along as text (keep.h). */
typedef struct io_keeping {
    size_t count;
    size_t *columns;    /* [count] in the order of the caller */
    size_t *place;      /* [columns of the table] where a column is in that order, or io_unselected */
    io_csv_cell *cells; /* [count] of one record */
    io_names *into;     /* where they go now; NULL: nowhere */
    double *numbers;    /* a block of rows with the kept columns, for formats without text */
    size_t room;        /* rows that it can take */
} io_keeping;

struct io_source {
    const io_format *format;
    io_stream *stream;
    void *state;
    io_names names;
    bool has_header;
    bool header_guessed; /* the header is nothing but years, and could be a row */
    io_role *roles;      /* [columns] what cells say; NULL: all are numbers */
    uint64_t rows_known; /* rows of the table, if the file's size proves them; else 0 */

    size_t width;    /* selected columns, repeated ones counted each time */
    size_t *slot;    /* [columns] where a column goes in a row, or io_unselected */
    io_copy *copies; /* columns selected more than once: cell `from` of a row is copied to `to` */
    size_t copies_count;
    bool started, failed;
    size_t refused; /* number of the column, from 1, of which a cell was refused; 0: none */
    io_keeping keeping;
};

/* Is it a column of numbers, as far as is known? */
static inline bool io_is_plain(const io_source *source, size_t column) {
    return source->roles == NULL || source->roles[column].kind == IO_ROLE_NUMBERS;
}

/* Adds the kept cells of a CSV record, a sound one, to keeping.into. */
bool io_keep_record(io_source *source, io_csv_span record, char delimiter, io_error *error);
void io_keep_free(io_keeping *keeping);

/* As io_open, from memory (borrowed until io_close); `path` is what the name says. */
bool io_open_memory(const void *bytes, size_t size, const char *path, const io_options *options, io_source **source,
                    io_error *error);

/* Does the path end like this, leaving out a final .gz? Upper and lower case are the same. */
bool io_path_ends(const char *path, const char *extension);
/* Does it end with .gz? */
bool io_path_packed(const char *path);

/* Is this the first part of a LIBSVM file: a number, then index:value? */
bool io_libsvm_looks(const char *bytes, size_t count);

/* A column's name in quotes, for messages. */
const char *io_quote_column(io_quote *quote, const io_source *source, size_t column);

#endif
