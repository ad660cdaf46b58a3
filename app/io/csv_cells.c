/* The grammar of a CSV record. */
#include "csv_cells.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* The closing quote of the quoted cell that opens at p; NULL if it is not closed. */
static const char *closing_quote(const char *p, const char *end) {
    for (p++; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p += 2) {
        if (p + 1 == end || p[1] != '"')
            return p;
        if (p + 2 == end)
            return NULL;
    }
    return NULL;
}

static bool is_delimiter(char c, const char *delimiters) { return c != '\0' && strchr(delimiters, c) != NULL; }

/* Does the quote at p open a cell? Only if nothing but blanks stands between it and the cell's beginning. */
static bool opens_cell(const char *begin, const char *p, const char *delimiters) {
    while (p > begin && io_csv_blank(p[-1]) && !is_delimiter(p[-1], delimiters))
        p--;
    return p == begin || is_delimiter(p[-1], delimiters);
}

static size_t count_lines(const char *p, const char *end) {
    size_t lines = 0;
    while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        lines++;
        p++;
    }
    return lines;
}

const char *io_csv_record_end(const char *begin, const char *end, const char *delimiters, size_t *inner, bool *open) {
    const char *line_end = NULL;
    *inner = 0;
    *open = false;
    for (const char *p = begin;;) {
        if (line_end == NULL || line_end < p)
            line_end = memchr(p, '\n', (size_t)(end - p));
        const char *stop = line_end != NULL ? line_end : end;
        const char *quote = memchr(p, '"', (size_t)(stop - p));
        if (quote == NULL)
            return line_end;
        p = quote + 1;
        if (!opens_cell(begin, quote, delimiters))
            continue;
        const char *close = closing_quote(quote, end);
        if (close == NULL) {
            *open = true;
            return NULL;
        }
        *inner += count_lines(quote, close);
        p = close + 1;
    }
}

const char *io_csv_next_cell(const char *p, const char *end, char delimiter, io_csv_cell *cell) {
    while (p != end && io_csv_blank(*p) && *p != delimiter)
        p++;
    cell->begin = p;
    cell->quoted = p != end && *p == '"';
    const char *stop;
    if (cell->quoted) {
        cell->begin++;
        cell->end = closing_quote(p, end);
        if (cell->end == NULL)
            return NULL;
        for (stop = cell->end + 1; stop != end && io_csv_blank(*stop) && *stop != delimiter;)
            stop++;
        if (stop != end && *stop != delimiter)
            return NULL;
        while (cell->begin != cell->end && io_csv_blank(*cell->begin))
            cell->begin++;
    } else {
        stop = p == end ? NULL : memchr(p, delimiter, (size_t)(end - p));
        if (stop == NULL)
            stop = end;
        cell->end = stop;
    }
    while (cell->end != cell->begin && io_csv_blank(cell->end[-1]))
        cell->end--;
    return stop;
}

bool io_csv_count_cells(io_csv_span record, char delimiter, size_t *cells) {
    io_csv_cell cell;
    *cells = 1;
    for (const char *p = record.begin; (p = io_csv_next_cell(p, record.end, delimiter, &cell)) != NULL; p++, ++*cells)
        if (p == record.end)
            return true;
    return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

char io_csv_detect_delimiter(io_csv_span record) {
    static const char order[] = {'\t', ';', ',', '|'}; /* the first wins a tie */
    enum { COMMA = 2, COUNT = 4 };
    size_t count[COUNT] = {0}, decimal = 0;
    for (const char *p = record.begin; p < record.end; p++) {
        if (*p == '"' && opens_cell(record.begin, p, IO_CSV_DELIMITERS)) {
            p = closing_quote(p, record.end);
            if (p == NULL)
                break;
            continue;
        }
        const char *found = memchr(order, *p, COUNT);
        if (found == NULL)
            continue;
        count[found - order]++;
        if (*p == ',' && p > record.begin && p + 1 < record.end && is_digit(p[-1]) && is_digit(p[1]))
            decimal++;
    }
    if (count[0] + count[1] + count[3] > 0)
        count[COMMA] -= decimal;
    size_t best = COMMA;
    for (size_t i = 0; i < COUNT; i++)
        if (count[i] > count[best] || (count[i] == count[best] && count[i] > 0 && i < best))
            best = i;
    return order[best];
}

const char *io_csv_delimiter_name(char delimiter) {
    return delimiter == ',' ? "comma" : delimiter == ';' ? "semicolon" : delimiter == '\t' ? "tab" : "bar";
}

static bool is_word(const char *begin, const char *end, const char *word) {
    const size_t length = strlen(word);
    return (size_t)(end - begin) == length && memcmp(begin, word, length) == 0;
}

io_csv_kind io_csv_cell_kind(const char *begin, const char *end, double *value) {
    double number = NAN;
    const bool missing = begin == end || is_word(begin, end, "NA") || is_word(begin, end, "?");
    if (!missing && !lab_number_parse(begin, (size_t)(end - begin), &number))
        return IO_CSV_TEXT;
    *value = number;
    return isnan(number) ? IO_CSV_MISSING : isinf(number) ? IO_CSV_INFINITE : IO_CSV_NUMBER;
}

bool io_csv_decimal_comma(const char *begin, const char *end) {
    char text[64];
    const size_t length = (size_t)(end - begin);
    if (length >= sizeof text || memchr(begin, '.', length) != NULL)
        return false;
    memcpy(text, begin, length);
    char *comma = memchr(text, ',', length);
    if (comma == NULL)
        return false;
    *comma = '.';
    double value;
    return lab_number_parse(text, length, &value);
}

bool io_csv_several_numbers(const char *begin, const char *end) {
    size_t numbers = 0;
    for (const char *p = begin; p != end; numbers++) {
        double value;
        p = lab_number_scan(p, end, &value);
        if (p == NULL || (p != end && !io_csv_blank(*p)))
            return false;
        while (p != end && io_csv_blank(*p))
            p++;
    }
    return numbers > 1;
}

size_t io_csv_cell_text(io_csv_cell cell, char *out) {
    size_t length = 0;
    for (const char *p = cell.begin; p != cell.end; p++) {
        out[length++] = *p;
        if (cell.quoted && *p == '"')
            p++; /* the second of a doubled quote */
    }
    return length;
}
