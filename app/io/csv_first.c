/* The first line of a CSV table. */
#include "csv_first.h"

#include <math.h>

enum { YEAR_FIRST = 1900, YEAR_LAST = 2100, YEARS_LEAST = 3 };

/* The next cell of a record, from *p on; false after the last one, and where quotes are wrong. Begin with *p at the
 * record's begin; it is NULL at the end. */
static bool next_cell(io_csv_span record, char delimiter, const char **p, io_csv_cell *cell) {
    const char *stop = *p != NULL ? io_csv_next_cell(*p, record.end, delimiter, cell) : NULL;
    *p = stop != NULL && stop != record.end ? stop + 1 : NULL;
    return stop != NULL;
}

bool io_csv_has_text(io_csv_span record, char delimiter) {
    io_csv_cell cell;
    double value;
    for (const char *p = record.begin; next_cell(record, delimiter, &p, &cell);)
        if (io_csv_cell_kind(cell.begin, cell.end, &value) == IO_CSV_TEXT &&
            !io_csv_decimal_comma(cell.begin, cell.end))
            return true;
    return false;
}

static bool is_year(double value) { return value >= YEAR_FIRST && value <= YEAR_LAST && value == floor(value); }

bool io_csv_are_years(io_csv_span record, char delimiter) {
    io_csv_cell cell;
    double value, before = 0, sign = 0;
    size_t count = 0;
    for (const char *p = record.begin; next_cell(record, delimiter, &p, &cell); count++) {
        if (io_csv_cell_kind(cell.begin, cell.end, &value) != IO_CSV_NUMBER || !is_year(value))
            return false;
        if (count == 1)
            sign = value > before ? 1 : -1;
        if (count > 0 && !(sign * (value - before) > 0))
            return false;
        before = value;
    }
    return count >= YEARS_LEAST;
}

bool io_csv_has_value(io_csv_span record, char delimiter) {
    io_csv_cell cell;
    double value;
    for (const char *p = record.begin; next_cell(record, delimiter, &p, &cell);)
        if (io_csv_cell_kind(cell.begin, cell.end, &value) == IO_CSV_NUMBER && !is_year(value))
            return true;
    return false;
}

size_t io_csv_count_spare(io_csv_span record, char delimiter) {
    io_csv_cell cell;
    size_t spare = 0;
    for (const char *p = record.begin; next_cell(record, delimiter, &p, &cell);)
        spare = cell.begin == cell.end ? spare + 1 : 0;
    return spare;
}

io_csv_span io_csv_cut(io_csv_span record, char delimiter, size_t cells) {
    io_csv_cell cell;
    const char *p = record.begin;
    for (size_t i = 0; i < cells; i++)
        if (!next_cell(record, delimiter, &p, &cell))
            return record;
    const io_csv_span cut = {record.begin, p != NULL ? p - 1 : record.end};
    while (next_cell(record, delimiter, &p, &cell))
        if (cell.begin != cell.end)
            return record;
    return cut;
}
