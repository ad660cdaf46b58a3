/* What the cells of a column say when they need not be numbers. */
#include "role.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dates.h"
#include "source.h"

void io_role_free(io_role *role) { io_dictionary_free(&role->labels); }

static size_t length_of(io_csv_cell cell) { return (size_t)(cell.end - cell.begin); }

static bool is_text(io_csv_kind kind, io_csv_cell cell) {
    return kind == IO_CSV_TEXT && !io_csv_decimal_comma(cell.begin, cell.end) &&
           !io_csv_several_numbers(cell.begin, cell.end);
}

static void decide(io_role *role, io_csv_kind kind, io_csv_cell cell) {
    if (!is_text(kind, cell))
        role->kind = IO_ROLE_NUMBERS;
    else
        role->kind = io_date_looks(cell.begin, length_of(cell)) ? IO_ROLE_DATES : IO_ROLE_TEXT;
}

static bool find_label(io_role *role, io_csv_cell cell, size_t *number) {
    static const size_t unlimited = SIZE_MAX;
    const size_t limit = role->kind == IO_ROLE_KNOWN ? 0 : role->kind == IO_ROLE_TEXT ? IO_LABELS_MAX : unlimited;
    size_t length = length_of(cell);
    if (!cell.quoted || memchr(cell.begin, '"', length) == NULL)
        return io_dictionary_find(&role->labels, cell.begin, length, limit, number, NULL);
    char *text = malloc(length);
    if (text == NULL)
        return false;
    length = io_csv_cell_text(cell, text);
    const bool good = io_dictionary_find(&role->labels, text, length, limit, number, NULL);
    free(text);
    return good;
}

/* A label. Where labels are known before, the first one that is not is the example; elsewhere the first of all. */
static io_role_answer read_label(io_role *role, io_csv_cell cell, uint64_t line, double *value) {
    size_t number = IO_DICTIONARY_NONE;
    if (role->kind != IO_ROLE_DATES && !find_label(role, cell, &number))
        return IO_ROLE_NO_MEMORY;
    const bool strange = number == IO_DICTIONARY_NONE;
    if (role->different + 1 == role->present && (strange || number == role->different))
        role->different++;
    if (role->text_line == 0)
        role->text_line = line;
    if (role->example.text[0] == '\0' && (strange || role->kind != IO_ROLE_KNOWN))
        io_quote_cell(&role->example, cell.begin, length_of(cell));
    role->strange += strange;
    *value = strange ? io_no_label : (double)number;
    return IO_ROLE_GOOD;
}

static bool is_date(io_csv_cell cell, double *seconds) { return io_date_parse(cell.begin, length_of(cell), seconds); }

static io_role_answer read_time(io_role *role, io_csv_kind kind, io_csv_cell cell, double *value) {
    if (role->kind == IO_ROLE_TIMES)
        role->kind = kind == IO_CSV_NUMBER ? IO_ROLE_TIME_NUMBERS : IO_ROLE_TIME_DATES;
    const bool good = role->kind == IO_ROLE_TIME_NUMBERS ? kind == IO_CSV_NUMBER : is_date(cell, value);
    return good ? IO_ROLE_GOOD : IO_ROLE_BAD;
}

io_role_answer io_role_read(io_role *role, io_csv_cell cell, uint64_t line, double *value) {
    const io_csv_kind kind = io_csv_cell_kind(cell.begin, cell.end, value);
    if (kind == IO_CSV_MISSING)
        return IO_ROLE_GOOD;
    role->present++;
    role->numbers += kind == IO_CSV_NUMBER;
    if (role->kind == IO_ROLE_UNDECIDED)
        decide(role, kind, cell);
    switch (role->kind) {
    case IO_ROLE_TIMES:
    case IO_ROLE_TIME_DATES:
    case IO_ROLE_TIME_NUMBERS:
        return read_time(role, kind, cell, value);
    case IO_ROLE_UNDECIDED:
    case IO_ROLE_NUMBERS:
        return kind == IO_CSV_NUMBER ? IO_ROLE_GOOD : IO_ROLE_BAD;
    default:
        return read_label(role, cell, line, value);
    }
}

bool io_role_refuses(const io_role *role, io_csv_cell cell) {
    double value;
    const io_csv_kind kind = io_csv_cell_kind(cell.begin, cell.end, &value);
    if (kind == IO_CSV_MISSING)
        return false;
    switch (role->kind) {
    case IO_ROLE_TIME_DATES:
        return !is_date(cell, &value);
    case IO_ROLE_NUMBERS:
    case IO_ROLE_TIME_NUMBERS:
        return kind != IO_CSV_NUMBER;
    default:
        return false;
    }
}

bool io_role_is_mixed(const io_role *role) {
    return (role->kind == IO_ROLE_TEXT || role->kind == IO_ROLE_DATES) && role->numbers > role->present / 2;
}
