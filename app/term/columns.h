/* Which columns of a table are the features and the targets: chosen by the user. */
#ifndef LAB_TERM_COLUMNS_H
#define LAB_TERM_COLUMNS_H

#include "io/source.h"

/* Columns from 0. Freed by term_columns_free, also after a failure. */
typedef struct term_columns {
    size_t *features;
    size_t n_features;
    size_t *targets;
    size_t n_targets; /* 0: there is none */
    bool has_weights; /* a column that says how much each row counts */
    size_t weights;
    bool has_apart; /* a column that is none of these, such as one that says which rows belong together */
    size_t apart;
} term_columns;
void term_columns_free(term_columns *columns);

/* The column called `text`, or with that number (from 1). Fails if two are called so. */
bool term_column_find(const io_source *source, const char *path, const char *text, size_t length, size_t *column,
                      io_error *error);

/* For fit. What the user typed, or NULL; the lists are separated by commas, and 3-7 in them is a range of numbers. The
 * target is one column or such a list. The default target is the last column that is neither dropped nor used for
 * something else; the default features are all the others. A name in `drop` stands for every column called so; the
 * features and targets that are left must have different names. */
typedef struct term_choice {
    const char *target;
    const char *weights;
    const char *features;
    const char *drop;
    const char *apart;
} term_choice;
bool term_columns_choose(const io_source *source, const char *path, const term_choice *choice, term_columns *columns,
                         io_error *error);

/* The columns that were typed for --target or --keep: one of that name or number, or a list; each once. `columns` has
 * room for all columns of the table. */
bool term_columns_find(const io_source *source, const char *path, const char *text, size_t *columns, size_t *count,
                       io_error *error);

/* All rows, with the features first, then the targets, then the weights and the column apart, if there are such. */
bool term_columns_read(io_source *source, const term_columns *columns, io_table *table, io_error *error);

#endif
