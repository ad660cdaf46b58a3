/* Tables in: finds the format, keeps the selection of columns, and reads whole tables; the formats do the rest. */
#include "source.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "report.h"

/* ---- which format ---- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool ends(const char *text, size_t length, const char *extension) {
    const size_t count = strlen(extension);
    if (length < count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (lower(text[length - count + i]) != extension[i])
            return false;
    return true;
}

bool io_path_packed(const char *path) { return ends(path, strlen(path), ".gz"); }

bool io_path_ends(const char *path, const char *extension) {
    size_t length = strlen(path);
    if (io_path_packed(path))
        length -= 3;
    return ends(path, length, extension);
}

/* What people mistake for a table of text, by its first bytes. */
static const struct {
    const char *magic;
    size_t length;
    const char *what;
    const char *advice;
} foreign[] = {
    {"\xff\xfe", 2, "UTF-16 text", "save it as UTF-8"},
    {"\xfe\xff", 2, "UTF-16 text", "save it as UTF-8"},
    {"PK\x03\x04", 4, "a zip archive or a spreadsheet (.xlsx, .ods, .npz)", "save the table as CSV or NPY"},
    {"\xd0\xcf\x11\xe0", 4, "an old Excel file (.xls)", "save the table as CSV"},
    {"PAR1\x15", 5, "a Parquet file", "save the table as CSV or NPY"},
    {"ARROW1\0\0", 8, "an Arrow file", "save the table as CSV or NPY"},
    {"\x89HDF", 4, "an HDF5 file", "save the table as CSV or NPY"},
    {"MATLAB 5.0 MAT-file", 19, "a MATLAB file", "save the table as CSV or NPY"},
    {"\xfd\x37zXZ", 5, "compressed with xz", "unpack it first; only gzip is unpacked on the way"},
    {"BZh91AY&SY", 10, "compressed with bzip2", "unpack it first; only gzip is unpacked on the way"},
    {"\x28\xb5\x2f\xfd", 4, "compressed with zstd", "unpack it first; only gzip is unpacked on the way"},
    {"\x1f\x8b", 2, "gzip inside gzip, or damaged", "unpack it first"},
};

static bool check_foreign(const char *name, const char *bytes, size_t count, io_error *error) {
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (count >= foreign[i].length && memcmp(bytes, foreign[i].magic, foreign[i].length) == 0)
            return io_fail(error, "%s is %s, not a table that can be read here; %s", name, foreign[i].what,
                           foreign[i].advice);
    return true;
}

static bool is_npy(const char *bytes, size_t count) { return count >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0; }

static bool choose_format(io_source *source, const char *path, io_error *error) {
    const char *bytes;
    size_t count;
    const char *name = io_stream_name(source->stream);
    if (!io_stream_peek(source->stream, &bytes, &count, error))
        return false;
    if (count == 0)
        return io_fail(error, "%s is empty", name);
    if (is_npy(bytes, count)) {
        source->format = &io_format_npy;
        return true;
    }
    if (io_path_ends(path, ".npy"))
        return io_fail(error, "%s is not an NPY file: it does not begin with \\x93NUMPY", name);
    if (!check_foreign(name, bytes, count, error))
        return false;
    const bool named_libsvm =
        io_path_ends(path, ".libsvm") || io_path_ends(path, ".svm") || io_path_ends(path, ".svmlight");
    const bool named_text = io_path_ends(path, ".csv") || io_path_ends(path, ".tsv");
    const bool libsvm = named_libsvm || (!named_text && io_libsvm_looks(bytes, count));
    source->format = libsvm ? &io_format_libsvm : &io_format_csv;
    return true;
}

/* ---- open and close ---- */

void io_close(io_source *source) {
    if (source == NULL)
        return;
    if (source->format != NULL)
        source->format->close(source);
    io_stream_close(source->stream);
    for (size_t column = 0; source->roles != NULL && column < source->names.count; column++)
        io_role_free(&source->roles[column]);
    free(source->roles);
    io_names_free(&source->names);
    io_keep_free(&source->keeping);
    free(source->slot);
    free(source->copies);
    free(source);
}

static bool select_all(io_source *source, io_error *error) {
    const size_t columns = source->names.count;
    source->slot = calloc(columns, sizeof *source->slot);
    if (source->slot == NULL)
        return io_fail_memory(error);
    for (size_t column = 0; column < columns; column++)
        source->slot[column] = column;
    source->width = columns;
    return true;
}

/* Takes over the stream, also when it fails. */
static bool open_stream(io_stream *stream, const char *path, const io_options *options, io_source **result,
                        io_error *error) {
    static const io_options defaults = {.header = IO_HEADER_AUTO};
    io_source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        io_stream_close(stream);
        return io_fail_memory(error);
    }
    source->stream = stream;
    if (!choose_format(source, path, error) ||
        !source->format->open(source, path, options != NULL ? options : &defaults, error) ||
        !select_all(source, error)) {
        io_close(source);
        return false;
    }
    *result = source;
    return true;
}

bool io_open(const char *path, const io_options *options, io_source **source, io_error *error) {
    io_stream *stream;
    *source = NULL;
    return io_stream_open(path, &stream, error) && open_stream(stream, path, options, source, error);
}

bool io_open_memory(const void *bytes, size_t size, const char *path, const io_options *options, io_source **source,
                    io_error *error) {
    io_stream *stream;
    *source = NULL;
    return io_stream_open_memory(bytes, size, path, &stream, error) &&
           open_stream(stream, path, options, source, error);
}

/* ---- columns ---- */

size_t io_columns(const io_source *source) { return source->names.count; }

bool io_has_header(const io_source *source) { return source->has_header; }

bool io_header_is_guessed(const io_source *source) { return source->header_guessed; }

const char *io_column_name(const io_source *source, size_t column) { return io_names_get(&source->names, column); }

bool io_select(io_source *source, const size_t *columns, size_t count, io_error *error) {
    const size_t all = source->names.count;
    const char *name = io_stream_name(source->stream);
    if (source->started)
        return io_fail(error, "%s: columns are selected before the first row is read", name);
    if (count == 0)
        return io_fail(error, "%s: no column is selected", name);
    for (size_t i = 0; i < count; i++)
        if (columns[i] >= all)
            return io_fail(error, "%s has %zu columns, there is no column %zu", name, all, columns[i] + 1);
    io_copy *copies = count <= SIZE_MAX / sizeof *copies ? malloc(count * sizeof *copies) : NULL;
    if (copies == NULL)
        return io_fail_memory(error);
    free(source->copies);
    source->copies = copies;
    source->copies_count = 0;
    source->width = count;
    for (size_t column = 0; column < all; column++)
        source->slot[column] = io_unselected;
    for (size_t i = 0; i < count; i++) {
        size_t *slot = &source->slot[columns[i]];
        if (*slot == io_unselected)
            *slot = i;
        else
            copies[source->copies_count++] = (io_copy){.from = *slot, .to = i};
    }
    return true;
}

const char *io_quote_column(io_quote *quote, const io_source *source, size_t column) {
    const char *name = io_names_get(&source->names, column);
    return io_quote_cell(quote, name, strlen(name));
}

/* ---- rows ---- */

bool io_read(io_source *source, double *cells, size_t capacity, size_t *rows, io_error *error) {
    *rows = 0;
    source->started = true;
    if (source->failed)
        return io_fail(error, "%s: reading has already failed", io_stream_name(source->stream));
    if (!source->format->read(source, cells, capacity, rows, error)) {
        source->failed = true;
        *rows = 0;
        return false;
    }
    for (size_t row = 0; row < *rows; row++)
        for (size_t i = 0; i < source->copies_count; i++)
            cells[row * source->width + source->copies[i].to] = cells[row * source->width + source->copies[i].from];
    return true;
}

bool io_failed_column(const io_source *source, size_t *column) {
    *column = source->refused - 1;
    return source->refused > 0;
}

static bool resize(io_table *table, size_t rows, io_error *error) {
    const size_t row_bytes = table->columns * sizeof *table->cells;
    double *cells = rows <= SIZE_MAX / row_bytes ? realloc(table->cells, rows * row_bytes) : NULL;
    if (cells == NULL)
        return io_fail(error, "out of memory: the table has at least %zu rows of %zu columns", table->rows,
                       table->columns);
    table->cells = cells;
    return true;
}

/* Rows to make room for first: all of them and one to see the end, if they are known; else about 64 KiB. */
static size_t first_capacity(const io_source *source) {
    if (source->rows_known > 0 && source->rows_known < SIZE_MAX)
        return (size_t)source->rows_known + 1;
    return 1 + 8192 / source->width;
}

bool io_read_all(io_source *source, io_table *table, io_error *error) {
    *table = (io_table){.columns = source->width};
    size_t capacity = first_capacity(source);
    if (!resize(table, capacity, error))
        return false;
    for (size_t got = 1; got > 0; table->rows += got) {
        if (table->rows == capacity) {
            const size_t larger = capacity <= SIZE_MAX / 2 ? 2 * capacity : SIZE_MAX;
            if (!resize(table, larger, error))
                goto fail;
            capacity = larger;
        }
        double *fresh = table->cells + table->rows * table->columns;
        if (!io_read(source, fresh, capacity - table->rows, &got, error))
            goto fail;
    }
    if (table->rows == 0)
        io_table_free(table);
    else if (table->rows < capacity && !resize(table, table->rows, error))
        goto fail;
    return true;
fail:
    io_table_free(table);
    return false;
}

void io_table_free(io_table *table) {
    free(table->cells);
    table->cells = NULL;
    table->rows = 0;
}
