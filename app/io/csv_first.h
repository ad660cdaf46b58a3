/* The first line of a CSV table: names or a row, and delimiters too many at its end. */
#ifndef LAB_IO_CSV_FIRST_H
#define LAB_IO_CSV_FIRST_H

#include "csv_cells.h"

/* Names, because one of the cells is text? Numbers with a decimal comma are data, to be complained about as such. */
bool io_csv_has_text(io_csv_span record, char delimiter);

/* Three whole numbers from 1900 to 2100 or more, each above the one before, or each below? */
bool io_csv_are_years(io_csv_span record, char delimiter);

/* Is one of the cells a number that is no such year? */
bool io_csv_has_value(io_csv_span record, char delimiter);

/* How many cells at the end are empty. */
size_t io_csv_count_spare(io_csv_span record, char delimiter);

/* The record without what follows so many cells, if nothing but empty cells does. */
io_csv_span io_csv_cut(io_csv_span record, char delimiter, size_t cells);

#endif
