/*
 * What a table reader must do with any bytes at all: read them or refuse them, with a message that can be printed. A
 * table that is read is read twice, in blocks of different sizes and with the columns in opposite orders: the cells
 * must be the same, and both must come to the same end. The second time all columns are kept as well, and the text of a
 * number must say the same.
 */
#ifndef LAB_FUZZ_TABLE_H
#define LAB_FUZZ_TABLE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/format.h"
#include "io/keep.h"

#define FUZZ_REQUIRE(condition) ((condition) ? (void)0 : abort())

enum { FUZZ_CELLS = 1 << 14, FUZZ_ROWS = 64 }; /* as much of a table as is looked at */

static inline void fuzz_kept(const io_names *kept, const double *cells, size_t count) {
    FUZZ_REQUIRE(kept->count == 0 || kept->count == count);
    for (size_t i = 0; i < kept->count; i++) {
        const char *text = io_names_get(kept, i);
        double value;
        for (size_t taken; *text != '\0'; text += taken)
            FUZZ_REQUIRE((taken = io_utf8_character(text, strlen(text))) > 0);
        text = io_names_get(kept, i);
        if (io_csv_cell_kind(text, text + strlen(text), &value) == IO_CSV_NUMBER)
            FUZZ_REQUIRE(!isnan(cells[i]));
    }
}

typedef struct fuzz_rows {
    double *cells;
    size_t rows;
    bool good;
} fuzz_rows;

static inline void fuzz_message(const io_error *error) {
    FUZZ_REQUIRE(memchr(error->text, '\0', sizeof error->text) != NULL && error->text[0] != '\0');
    for (const char *p = error->text; *p != '\0'; p++)
        FUZZ_REQUIRE((unsigned char)*p >= 0x20 && *p != 0x7f);
}

/* Reads the first `limit` rows, `block` at a time. */
static inline fuzz_rows fuzz_read(io_source *source, size_t width, size_t limit, size_t block) {
    io_error error = {""};
    io_names kept = {0};
    fuzz_rows result = {.cells = malloc(limit * width * sizeof(double)), .good = true};
    FUZZ_REQUIRE(result.cells != NULL);
    while (result.rows < limit) {
        const size_t capacity = limit - result.rows < block ? limit - result.rows : block;
        size_t got;
        result.good = io_read_kept(source, result.cells + result.rows * width, capacity, &got, &kept, &error);
        FUZZ_REQUIRE(got <= capacity);
        if (result.good)
            fuzz_kept(&kept, result.cells + result.rows * width, got * width);
        result.rows += got;
        if (!result.good)
            fuzz_message(&error);
        if (got == 0)
            break;
    }
    for (size_t i = 0; i < result.rows * width; i++)
        FUZZ_REQUIRE(!isinf(result.cells[i]));
    io_names_free(&kept);
    return result;
}

static inline io_source *fuzz_open(const uint8_t *data, size_t size, const char *name, const io_options *options,
                                   io_meaning meaning) {
    io_error error = {""};
    io_source *source;
    if (!io_open_memory(data, size, name, options, &source, &error)) {
        FUZZ_REQUIRE(source == NULL);
        fuzz_message(&error);
    }
    for (size_t i = 0; source != NULL && i < io_columns(source); i++)
        FUZZ_REQUIRE(io_set_meaning(source, i, meaning, &error));
    return source;
}

static inline void fuzz_compare(const fuzz_rows *a, const fuzz_rows *reversed, size_t width) {
    const size_t rows = a->rows < reversed->rows ? a->rows : reversed->rows; /* blocks before an error differ */
    FUZZ_REQUIRE(a->good == reversed->good && (!a->good || a->rows == reversed->rows));
    for (size_t i = 0; i < rows * width; i++) {
        const double x = a->cells[i], y = reversed->cells[i / width * width + (width - 1 - i % width)];
        FUZZ_REQUIRE(memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y)));
    }
}

static inline void fuzz_table(const uint8_t *data, size_t size, const char *name, const io_options *options,
                              io_meaning meaning) {
    io_source *source = fuzz_open(data, size, name, options, meaning);
    if (source == NULL)
        return;
    const size_t width = io_columns(source);
    FUZZ_REQUIRE(width > 0 && width <= IO_COLUMNS_MAX + 1);
    const size_t fit = FUZZ_CELLS / width, limit = fit < 1 ? 1 : fit < FUZZ_ROWS ? fit : FUZZ_ROWS;
    size_t *backwards = malloc(width * sizeof *backwards);
    FUZZ_REQUIRE(backwards != NULL);
    for (size_t i = 0; i < width; i++) {
        FUZZ_REQUIRE(io_column_name(source, i)[0] != '\0');
        backwards[i] = width - 1 - i;
    }
    const fuzz_rows all = fuzz_read(source, width, limit, 5);
    io_close(source);

    io_error error;
    source = fuzz_open(data, size, name, options, meaning);
    FUZZ_REQUIRE(source != NULL && io_select(source, backwards, width, &error) &&
                 io_keep(source, backwards, width, &error));
    const fuzz_rows again = fuzz_read(source, width, limit, 1);
    io_close(source);
    fuzz_compare(&all, &again, width);
    free(all.cells);
    free(again.cells);
    free(backwards);
}

#endif
