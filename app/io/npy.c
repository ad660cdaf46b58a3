/*
 * NPY, the array format of numpy: versions 1, 2 and 3, one or two dimensions, float32 and float64 of either byte order.
 *
 *     bytes 0-5    \x93NUMPY
 *     bytes 6-7    version: major, minor
 *     then         length of the header, little endian: 2 bytes in version 1, 4 bytes later
 *     then         the header (npy_header.c), then the numbers
 *
 * In C order rows come one after another and are read as they come. In Fortran order columns do: a block of rows is
 * gathered by jumping from column to column, so that memory does not grow with the table.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "npy_header.h"
#include "report.h"

enum {
    PREFIX = 8,         /* magic and version */
    HEADER_MAX = 65535, /* numpy itself writes about 128 bytes */
    BLOCK_BYTES = 65536
};

typedef struct npy {
    uint64_t rows, columns, row; /* `row` is the next one */
    size_t number_bytes;         /* 4 or 8 */
    bool swap;                   /* big endian */
    bool fortran;
    unsigned char *block;
    size_t block_bytes;
} npy;

/* ---- numbers ---- */

static double number_at(const npy *reader, const unsigned char *bytes) {
    uint64_t bits = 0;
    for (size_t i = 0; i < reader->number_bytes; i++)
        bits |= (uint64_t)bytes[reader->swap ? reader->number_bytes - 1 - i : i] << (8 * i);
    if (reader->number_bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static bool fail_infinite(const io_source *source, uint64_t row, size_t column, io_error *error) {
    io_quote name;
    return io_fail(error,
                   "%s, row %" PRIu64 ", column %s: infinity is not a finite number; correct it, or store NaN if the "
                   "value is missing",
                   io_stream_name(source->stream), row + 1, io_quote_column(&name, source, column));
}

static bool fail_short(const io_source *source, io_error *error) {
    const npy *reader = source->state;
    return io_fail(error, "%s is cut short: its header promises %" PRIu64 " rows and %" PRIu64 " columns",
                   io_stream_name(source->stream), reader->rows, reader->columns);
}

static bool fail_long(const io_source *source, io_error *error) {
    return io_fail(error, "%s is damaged: there are bytes after the table (one array to a file)",
                   io_stream_name(source->stream));
}

static bool read_exactly(io_source *source, void *bytes, size_t count, io_error *error) {
    size_t got;
    if (!io_stream_read_full(source->stream, bytes, count, &got, error))
        return false;
    return got == count || fail_short(source, error);
}

/* ---- rows ---- */

static bool read_c_order(io_source *source, double *cells, size_t rows, io_error *error) {
    npy *reader = source->state;
    const size_t columns = (size_t)reader->columns;
    const size_t row_bytes = columns * reader->number_bytes;
    const size_t block_rows = reader->block_bytes / row_bytes;
    for (size_t done = 0, count; done < rows; done += count) {
        count = rows - done < block_rows ? rows - done : block_rows;
        if (!read_exactly(source, reader->block, count * row_bytes, error))
            return false;
        const unsigned char *bytes = reader->block;
        for (size_t row = done; row < done + count; row++)
            for (size_t column = 0; column < columns; column++, bytes += reader->number_bytes) {
                const size_t slot = source->slot[column];
                if (slot == io_unselected)
                    continue;
                const double value = number_at(reader, bytes);
                if (isinf(value))
                    return fail_infinite(source, reader->row + row, column, error);
                cells[row * source->width + slot] = value;
            }
    }
    return true;
}

static bool read_fortran_order(io_source *source, double *cells, size_t rows, io_error *error) {
    npy *reader = source->state;
    const size_t block_rows = reader->block_bytes / reader->number_bytes;
    for (size_t column = 0; column < reader->columns; column++) {
        const size_t slot = source->slot[column];
        if (slot == io_unselected)
            continue;
        io_stream_seek(source->stream, (column * reader->rows + reader->row) * reader->number_bytes);
        for (size_t done = 0, count; done < rows; done += count) {
            count = rows - done < block_rows ? rows - done : block_rows;
            if (!read_exactly(source, reader->block, count * reader->number_bytes, error))
                return false;
            for (size_t i = 0; i < count; i++) {
                const double value = number_at(reader, reader->block + i * reader->number_bytes);
                if (isinf(value))
                    return fail_infinite(source, reader->row + done + i, column, error);
                cells[(done + i) * source->width + slot] = value;
            }
        }
    }
    return true;
}

/* In Fortran order the file's size was checked at the beginning. */
static bool check_end(io_source *source, io_error *error) {
    const npy *reader = source->state;
    char byte;
    size_t got;
    if (reader->fortran)
        return true;
    if (!io_stream_read(source->stream, &byte, 1, &got, error))
        return false;
    return got == 0 || fail_long(source, error);
}

static bool npy_read(io_source *source, double *cells, size_t capacity, size_t *rows, io_error *error) {
    npy *reader = source->state;
    const uint64_t left = reader->rows - reader->row;
    const size_t count = left < capacity ? (size_t)left : capacity;
    *rows = 0;
    if (count == 0)
        return capacity == 0 || check_end(source, error);
    if (!(reader->fortran ? read_fortran_order : read_c_order)(source, cells, count, error))
        return false;
    reader->row += count;
    *rows = count;
    return true;
}

/* ---- open ---- */

static bool read_header_bytes(io_source *source, void *bytes, size_t count, io_error *error) {
    size_t got;
    if (!io_stream_read_full(source->stream, bytes, count, &got, error))
        return false;
    return got == count || io_fail(error, "%s is cut short in its header", io_stream_name(source->stream));
}

static bool read_header_length(io_source *source, size_t *length, io_error *error) {
    const char *name = io_stream_name(source->stream);
    unsigned char prefix[PREFIX], bytes[4];
    if (!read_header_bytes(source, prefix, PREFIX, error))
        return false;
    const int version = prefix[6];
    if (version < 1 || version > 3)
        return io_fail(error, "%s: NPY version %d is not known; versions 1, 2 and 3 are", name, version);
    const size_t count = version == 1 ? 2 : 4;
    if (!read_header_bytes(source, bytes, count, error))
        return false;
    *length = 0;
    for (size_t i = 0; i < count; i++)
        *length |= (size_t)bytes[i] << (8 * i);
    return *length <= HEADER_MAX ||
           io_fail(error, "%s: its NPY header is damaged: no header is %zu bytes long", name, *length);
}

static bool read_header(io_source *source, io_npy_header *header, io_error *error) {
    size_t length;
    if (!read_header_length(source, &length, error))
        return false;
    char *text = malloc(length + 1);
    if (text == NULL)
        return io_fail_memory(error);
    bool good = read_header_bytes(source, text, length, error);
    if (good && !io_npy_header_parse(text, length, header))
        good = io_fail(error, "%s: its NPY header is damaged", io_stream_name(source->stream));
    free(text);
    return good;
}

static bool check_type(io_source *source, const io_npy_header *header, io_error *error) {
    npy *reader = source->state;
    const char *type = header->type;
    if ((type[0] == '<' || type[0] == '>') && type[1] == 'f' && (type[2] == '4' || type[2] == '8') && type[3] == '\0') {
        reader->swap = type[0] == '>';
        reader->number_bytes = type[2] == '4' ? 4 : 8;
        return true;
    }
    io_quote quote;
    const char *shown = type[0] != '\0' ? io_quote_cell(&quote, type, strlen(type)) : "not a simple one";
    return io_fail(error, "%s: its type is %s; save it as floating point: numpy.save(file, array.astype('float64'))",
                   io_stream_name(source->stream), shown);
}

static bool check_shape(io_source *source, const io_npy_header *header, io_error *error) {
    npy *reader = source->state;
    const char *name = io_stream_name(source->stream);
    if (header->dimensions < 1 || header->dimensions > 2)
        return io_fail(error, "%s: an array of %zu dimensions; a table has two (rows and columns), or one", name,
                       header->dimensions);
    reader->rows = header->shape[0];
    reader->columns = header->dimensions == 2 ? header->shape[1] : 1;
    reader->fortran = header->fortran && reader->columns > 1;
    if (reader->columns == 0)
        return io_fail(error, "%s: the table has no columns", name);
    if (reader->columns > IO_COLUMNS_MAX)
        return io_fail(error, "%s: %" PRIu64 " columns; at most %d can be read", name, reader->columns, IO_COLUMNS_MAX);
    if (reader->rows > UINT64_MAX / 2 / (reader->columns * reader->number_bytes))
        return fail_short(source, error); /* no file is that long */
    return true;
}

/* What the header promises against what is there, if that can be known: in Fortran order it always can. */
static bool check_size(io_source *source, io_error *error) {
    const npy *reader = source->state;
    const uint64_t promised = reader->rows * reader->columns * reader->number_bytes;
    uint64_t left;
    if (reader->fortran && !io_stream_keep(source->stream, true, error))
        return false;
    if (!io_stream_left(source->stream, &left))
        return true;
    if (left < promised)
        return fail_short(source, error);
    source->rows_known = reader->rows;
    return left == promised || fail_long(source, error);
}

static bool npy_open(io_source *source, const char *path, const io_options *options, io_error *error) {
    (void)path, (void)options;
    io_npy_header header = {0};
    npy *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return io_fail_memory(error);
    source->state = reader;
    if (!read_header(source, &header, error) || !check_type(source, &header, error) ||
        !check_shape(source, &header, error) || !check_size(source, error))
        return false;
    const size_t row_bytes = (size_t)reader->columns * reader->number_bytes;
    reader->block_bytes = row_bytes > BLOCK_BYTES ? row_bytes : BLOCK_BYTES;
    reader->block = malloc(reader->block_bytes);
    if (reader->block == NULL)
        return io_fail_memory(error);
    return io_names_generate(&source->names, (size_t)reader->columns, error);
}

static void npy_close(io_source *source) {
    npy *reader = source->state;
    if (reader != NULL)
        free(reader->block);
    free(reader);
}

const io_format io_format_npy = {.open = npy_open, .read = npy_read, .close = npy_close};
