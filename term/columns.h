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
    bool has_apart; /* a column that is neither, such as one that says which rows belong together */
    size_t apart;
} cli_columns;
void cli_columns_free(cli_columns *columns);

/* The column called `text`, or with that number (from 1). */
bool cli_column_find(const io_source *source, const char *path, const char *text, size_t length, size_t *column,
                     io_error *error);

/* For fit. What the user typed, or NULL; the lists are separated by commas, and 3-7 in them is a range of numbers. The
 * default target is the last column that is neither dropped nor apart; the default features are all the others. */
typedef struct cli_choice {
    const char *target;
    const char *features;
    const char *drop;
    const char *apart;
} cli_choice;
bool cli_columns_choose(const io_source *source, const char *path, const cli_choice *choice, cli_columns *columns,
                        io_error *error);

/* All rows, with the features first, then the target, then the column that is apart if there is one. */
bool cli_columns_read(io_source *source, const cli_columns *columns, io_table *table, io_error *error);

#endif
