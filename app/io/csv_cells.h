/*
 * The grammar of a CSV record: where it ends, its cells, what a cell says.
 *
 * A cell whose first character, after blanks, is a double quote is quoted: it ends at the next quote that is not
 * doubled and may contain delimiters, line ends and doubled quotes. A quote elsewhere is a character like any other.
 */
#ifndef LAB_IO_CSV_CELLS_H
#define LAB_IO_CSV_CELLS_H

#include <stdbool.h>
#include <stddef.h>

/* Every delimiter that can be detected. */
#define CSV_DELIMITERS ",;\t|"

/* The content, without the blanks around it and without the quotes; doubled quotes stay doubled. */
typedef struct csv_cell {
    const char *begin, *end;
    bool quoted;
} csv_cell;

/* A record without its line end. */
typedef struct csv_span {
    const char *begin, *end;
} csv_span;

/* The end of the record at `begin`: its LF, NULL if [begin, end) does not reach it; then *open says that the text ends
 * inside quotes. `delimiters` is a string: before the delimiter is known, all the candidates. *inner counts the line
 * ends inside quotes. */
const char *csv_record_end(const char *begin, const char *end, const char *delimiters, size_t *inner, bool *open);

/* The cell that begins at p. Returns where its delimiter stands, `end` for the last cell; NULL if other text follows
 * a closing quote, or the quote is not closed. The next cell begins after the delimiter. */
const char *csv_next_cell(const char *p, const char *end, char delimiter, csv_cell *cell);

/* Counts the cells of a record. False if a cell's quotes are wrong: *cells then is its number, from 1. */
bool csv_count_cells(csv_span record, char delimiter, size_t *cells);

/* The delimiter that occurs most often outside quotes. A comma between two digits beside other candidates is a decimal
 * comma and does not count. A comma if there is none. */
char csv_detect_delimiter(csv_span record);

/* "comma", for messages. */
const char *csv_delimiter_name(char delimiter);

/* What a cell, blanks removed, says. Missing (*value is NaN): nothing, NA, NaN, nan, ?. */
typedef enum csv_kind { CSV_NUMBER, CSV_MISSING, CSV_INFINITE, CSV_TEXT } csv_kind;
csv_kind csv_cell_kind(const char *begin, const char *end, double *value);

/* Copies the content with single quotes for doubled ones to `out`, which has room for all of it; returns its length. */
size_t csv_cell_text(csv_cell cell, char *out);

/* A number but for its decimal comma: 1,5. */
bool csv_decimal_comma(const char *begin, const char *end);

/* Two numbers or more with blanks between them: a table delimited by spaces. */
bool csv_several_numbers(const char *begin, const char *end);

static inline bool csv_blank(char c) { return c == ' ' || c == '\t'; }

#endif
