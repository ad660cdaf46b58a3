/* Cells that are carried along as text. */
#include "keep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "format.h"
#include "report.h"

void io_keep_free(io_keeping *keeping) {
    free(keeping->columns);
    free(keeping->place);
    free(keeping->cells);
    free(keeping->numbers);
    *keeping = (io_keeping){0};
}

bool io_keep(io_source *source, const size_t *columns, size_t count, io_error *error) {
    const size_t all = source->names.count;
    io_keeping *keeping = &source->keeping;
    io_keep_free(keeping);
    *keeping = (io_keeping){.count = count,
                            .columns = calloc(count + 1, sizeof *keeping->columns),
                            .place = calloc(all, sizeof *keeping->place),
                            .cells = calloc(count + 1, sizeof *keeping->cells)};
    if (keeping->columns == NULL || keeping->place == NULL || keeping->cells == NULL) {
        io_keep_free(keeping);
        return io_fail_memory(error);
    }
    for (size_t column = 0; column < all; column++)
        keeping->place[column] = io_unselected;
    for (size_t i = 0; i < count; i++) {
        keeping->columns[i] = columns[i];
        keeping->place[columns[i]] = i;
    }
    return true;
}

/* ---- tables of text ---- */

/* Single quotes for the doubled ones of the last text. */
static void undouble(io_names *names) {
    char *out = names->text + names->at[names->count - 1];
    for (const char *p = out; *p != '\0'; p++) {
        *out++ = *p;
        if (*p == '"')
            p++;
    }
    *out++ = '\0';
    names->used = (size_t)(out - names->text);
}

static bool put_cell(io_names *names, io_csv_cell cell, io_error *error) {
    while (cell.quoted && cell.begin[-1] != '"') /* blanks inside quotes are the user's */
        cell.begin--;
    while (cell.quoted && *cell.end != '"')
        cell.end++;
    if (!io_names_put(names, cell.begin, (size_t)(cell.end - cell.begin), error))
        return false;
    if (cell.quoted)
        undouble(names);
    return true;
}

bool io_keep_record(io_source *source, io_csv_span record, char delimiter, io_error *error) {
    const io_keeping *keeping = &source->keeping;
    const char *p = record.begin;
    for (size_t column = 0; column < source->names.count; column++) {
        io_csv_cell cell;
        p = io_csv_next_cell(p, record.end, delimiter, &cell);
        if (keeping->place[column] != io_unselected)
            keeping->cells[keeping->place[column]] = cell;
        p += p != record.end;
    }
    for (size_t i = 0; i < keeping->count; i++)
        if (!put_cell(keeping->into, keeping->cells[i], error))
            return false;
    return true;
}

/* ---- tables of numbers ---- */

static bool put_number(io_names *names, double value, io_error *error) {
    char text[LAB_NUMBER_TEXT];
    return io_names_put(names, text, isnan(value) ? 0 : lab_number_format(value, text), error);
}

/* Selects the kept columns that are not selected, at the end of a row. */
static void widen(io_source *source) {
    const io_keeping *keeping = &source->keeping;
    for (size_t i = 0; i < keeping->count; i++) {
        size_t *slot = &source->slot[keeping->columns[i]];
        if (*slot == io_unselected)
            *slot = source->width++;
    }
}

static void narrow(io_source *source, size_t width) {
    const io_keeping *keeping = &source->keeping;
    for (size_t i = 0; i < keeping->count; i++) {
        size_t *slot = &source->slot[keeping->columns[i]];
        if (*slot >= width)
            *slot = io_unselected;
    }
    source->width = width;
}

static bool make_room(io_keeping *keeping, size_t rows, size_t width, io_error *error) {
    if (rows <= keeping->room)
        return true;
    free(keeping->numbers);
    keeping->room = 0;
    keeping->numbers = calloc(rows, width * sizeof *keeping->numbers);
    if (keeping->numbers == NULL)
        return io_fail_memory(error);
    keeping->room = rows;
    return true;
}

static bool part_numbers(const io_source *source, double *cells, size_t width, size_t rows, io_names *kept,
                         io_error *error) {
    const io_keeping *keeping = &source->keeping;
    const double *row = keeping->numbers;
    for (size_t i = 0; i < rows; i++, row += source->width) {
        memcpy(cells + i * width, row, width * sizeof *cells);
        for (size_t k = 0; k < keeping->count; k++)
            if (!put_number(kept, row[source->slot[keeping->columns[k]]], error))
                return false;
    }
    return true;
}

static bool read_numbers(io_source *source, double *cells, size_t capacity, size_t *rows, io_names *kept,
                         io_error *error) {
    const size_t width = source->width;
    widen(source);
    const bool good = make_room(&source->keeping, capacity, source->width, error) &&
                      io_read(source, source->keeping.numbers, capacity, rows, error) &&
                      part_numbers(source, cells, width, *rows, kept, error);
    narrow(source, width);
    return good;
}

/* ---- both ---- */

bool io_read_kept(io_source *source, double *cells, size_t capacity, size_t *rows, io_names *kept, io_error *error) {
    *rows = 0;
    io_names_clear(kept);
    if (source->keeping.count > 0 && !source->format->has_text)
        return read_numbers(source, cells, capacity, rows, kept, error);
    source->keeping.into = source->keeping.count > 0 ? kept : NULL;
    const bool good = io_read(source, cells, capacity, rows, error);
    source->keeping.into = NULL;
    return good;
}
