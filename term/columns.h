/* Which columns of a table are the features and the target: chosen by the user. */
#ifndef LAB_CLI_COLUMNS_H
#define LAB_CLI_COLUMNS_H

#include "table.h"

/* Columns from 0. Freed by cli_columns_free, also after a failure. */
typedef struct cli_columns {
    size_t *features;
    size_t n_features;
    bool has_target;
    size_t target;
} cli_columns;
void cli_columns_free(cli_columns *columns);

/* The column called `text`, or with that number (from 1). */
bool cli_column_find(const io_source *source, const char *path, const char *text, size_t length, size_t *column,
                     io_error *error);

/* For fit. `target`, `features` and `drop` are what the user typed, or NULL; the lists are separated by commas, and
 * 3-7 in them is a range of numbers. The default target is the last column that is not dropped; the default features
 * are all the others. */
bool cli_columns_choose(const io_source *source, const char *path, const char *target, const char *features,
                        const char *drop, cli_columns *columns, io_error *error);

/* All rows, with the features first and the target last. */
bool cli_columns_read(io_source *source, const cli_columns *columns, io_table *table, io_error *error);

#endif
