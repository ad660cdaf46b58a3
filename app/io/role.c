/* What the cells of a column say when they need not be numbers. */
#include "role.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dates.h"
#include "source.h"

void io_role_free(io_role *role) { io_dictionary_free(&role->labels); }

static size_t length_of(csv_cell cell) { return (size_t)(cell.end - cell.begin); }

static bool is_text(csv_kind kind, csv_cell cell) {
    return kind == CSV_TEXT && !csv_decimal_comma(cell.begin, cell.end) && !csv_several_numbers(cell.begin, cell.end);
}

static void decide(io_role *role, csv_kind kind, csv_cell cell) {
    if (!is_text(kind, cell))
        role->kind = ROLE_NUMBERS;
    else
        role->kind = io_date_looks(cell.begin, length_of(cell)) ? ROLE_DATES : ROLE_TEXT;
}

static bool find_label(io_role *role, csv_cell cell, size_t *number) {
    static const size_t unlimited = SIZE_MAX;
    const size_t limit = role->kind == ROLE_KNOWN ? 0 : role->kind == ROLE_TEXT ? IO_LABELS_MAX : unlimited;
    size_t length = length_of(cell);
    if (!cell.quoted || memchr(cell.begin, '"', length) == NULL)
        return io_dictionary_find(&role->labels, cell.begin, length, limit, number, NULL);
    char *text = malloc(length);
    if (text == NULL)
        return false;
    length = csv_cell_text(cell, text);
    const bool good = io_dictionary_find(&role->labels, text, length, limit, number, NULL);
    free(text);
    return good;
}

/* A label. Where labels are known before, the first one that is not is the example; elsewhere the first of all. */
static io_role_answer read_label(io_role *role, csv_cell cell, uint64_t line, double *value) {
    size_t number = IO_DICTIONARY_NONE;
    if (role->kind != ROLE_DATES && !find_label(role, cell, &number))
        return ROLE_NO_MEMORY;
    const bool strange = number == IO_DICTIONARY_NONE;
    if (role->different + 1 == role->present && (strange || number == role->different))
        role->different++;
    if (role->text_line == 0)
        role->text_line = line;
    if (role->example.text[0] == '\0' && (strange || role->kind != ROLE_KNOWN))
        io_quote_cell(&role->example, cell.begin, length_of(cell));
    role->strange += strange;
    *value = strange ? io_no_label : (double)number;
    return ROLE_GOOD;
}

static bool is_date(csv_cell cell, double *seconds) { return io_date_parse(cell.begin, length_of(cell), seconds); }

static io_role_answer read_time(io_role *role, csv_kind kind, csv_cell cell, double *value) {
    if (role->kind == ROLE_TIMES)
        role->kind = kind == CSV_NUMBER ? ROLE_TIME_NUMBERS : ROLE_TIME_DATES;
    const bool good = role->kind == ROLE_TIME_NUMBERS ? kind == CSV_NUMBER : is_date(cell, value);
    return good ? ROLE_GOOD : ROLE_BAD;
}

io_role_answer io_role_read(io_role *role, csv_cell cell, uint64_t line, double *value) {
    const csv_kind kind = csv_cell_kind(cell.begin, cell.end, value);
    if (kind == CSV_MISSING)
        return ROLE_GOOD;
    role->present++;
    role->numbers += kind == CSV_NUMBER;
    if (role->kind == ROLE_UNDECIDED)
        decide(role, kind, cell);
    switch (role->kind) {
    case ROLE_TIMES:
    case ROLE_TIME_DATES:
    case ROLE_TIME_NUMBERS:
        return read_time(role, kind, cell, value);
    case ROLE_UNDECIDED:
    case ROLE_NUMBERS:
        return kind == CSV_NUMBER ? ROLE_GOOD : ROLE_BAD;
    default:
        return read_label(role, cell, line, value);
    }
}

bool io_role_refuses(const io_role *role, csv_cell cell) {
    double value;
    const csv_kind kind = csv_cell_kind(cell.begin, cell.end, &value);
    if (kind == CSV_MISSING)
        return false;
    switch (role->kind) {
    case ROLE_TIME_DATES:
        return !is_date(cell, &value);
    case ROLE_NUMBERS:
    case ROLE_TIME_NUMBERS:
        return kind != CSV_NUMBER;
    default:
        return false;
    }
}

bool io_role_is_mixed(const io_role *role) {
    return (role->kind == ROLE_TEXT || role->kind == ROLE_DATES) && role->numbers > role->present / 2;
}
