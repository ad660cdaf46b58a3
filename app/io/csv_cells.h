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
#define IO_CSV_DELIMITERS ",;\t|"

/* The content, without the blanks around it and without the quotes; doubled quotes stay doubled. */
typedef struct io_csv_cell {
    const char *begin, *end;
    bool quoted;
} io_csv_cell;

/* A record without its line end. */
typedef struct io_csv_span {
    const char *begin, *end;
} io_csv_span;

/* The end of the record at `begin`: its LF, NULL if [begin, end) does not reach it; then *open says that the text ends
 * inside quotes. `delimiters` is a string: before the delimiter is known, all the candidates. *inner counts the line
 * ends inside quotes. */
const char *io_csv_record_end(const char *begin, const char *end, const char *delimiters, size_t *inner, bool *open);

/* The cell that begins at p. Returns where its delimiter stands, `end` for the last cell; NULL if other text follows
 * a closing quote, or the quote is not closed. The next cell begins after the delimiter. */
const char *io_csv_next_cell(const char *p, const char *end, char delimiter, io_csv_cell *cell);

/* Counts the cells of a record. False if a cell's quotes are wrong: *cells then is its number, from 1. */
bool io_csv_count_cells(io_csv_span record, char delimiter, size_t *cells);

/* The delimiter that occurs most often outside quotes. A comma between two digits beside other candidates is a decimal
 * comma and does not count. A comma if there is none. */
char io_csv_detect_delimiter(io_csv_span record);

/* "comma", for messages. */
const char *io_csv_delimiter_name(char delimiter);

/* What a cell, blanks removed, says. Missing (*value is NaN): nothing, NA, NaN, nan, ?. */
typedef enum io_csv_kind { IO_CSV_NUMBER, IO_CSV_MISSING, IO_CSV_INFINITE, IO_CSV_TEXT } io_csv_kind;
io_csv_kind io_csv_cell_kind(const char *begin, const char *end, double *value);

/* Copies the content with single quotes for doubled ones to `out`, which has room for all of it; returns its length. */
size_t io_csv_cell_text(io_csv_cell cell, char *out);

/* A number but for its decimal comma: 1,5. */
bool io_csv_decimal_comma(const char *begin, const char *end);

/* Two numbers or more with blanks between them: a table delimited by spaces. */
bool io_csv_several_numbers(const char *begin, const char *end);

static inline bool io_csv_blank(char c) { return c == ' ' || c == '\t'; }

#endif
