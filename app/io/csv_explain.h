/* What is wrong with a record of a CSV table, in words. */
#ifndef LAB_IO_CSV_EXPLAIN_H
#define LAB_IO_CSV_EXPLAIN_H

#include "csv_cells.h"
#include "format.h"

static inline bool io_csv_is_number(io_csv_kind kind) { return kind == IO_CSV_NUMBER || kind == IO_CSV_MISSING; }

/* Looks again at a record that could not be read, and always fails. */
bool io_csv_explain(io_source *source, io_csv_span record, uint64_t line, char delimiter, io_error *error);

/* At the end of the table: fails if there is a column whose first value is text, but which is of numbers otherwise. */
bool io_csv_check_roles(io_source *source, io_error *error);

#endif
