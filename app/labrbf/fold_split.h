/*
 * Training and test rows: at random, by groups that stay together, or in the order of time.
 */
#ifndef LAB_CLI_FOLD_SPLIT_H
#define LAB_CLI_FOLD_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_split_kind {
    CLI_SPLIT_RANDOM,
    CLI_SPLIT_GROUPS, /* rows with the same key are in the same fold */
    CLI_SPLIT_TIME    /* a fold is predicted from rows with smaller keys; rows with the same key are in the same fold */
} cli_split_kind;

typedef struct cli_split {
    cli_split_kind kind;
    size_t rows;
    size_t *fold; /* the fold that tests the row, from 1; 0: none */
} cli_split;

/* Is it a training row when fold `number` is tested? */
bool cli_split_trains(const cli_split *split, size_t row, size_t number);

/* Folds of about equal size. Keys have no missing values; a random split ignores them. In time the first of folds + 1
 * blocks is never tested. On failure (too few rows, groups or times; memory) prints why and returns the exit code; call
 * cli_split_free in every case. */
int cli_split_folds(const char *command, cli_split_kind kind, const double *keys, size_t rows, size_t folds,
                    uint64_t seed, cli_split *split);

/* One fold of about this share of the rows; in time the last ones. A share of 0 tests nothing. */
int cli_split_holdout(const char *command, cli_split_kind kind, const double *keys, size_t rows, double share,
                      uint64_t seed, cli_split *split);

/* Validation rows: one fold of about a fifth of the rows, at least one group or time. Empty if all rows are of one
 * group or time, or too few training rows are left. */
int cli_split_validation(const char *command, cli_split_kind kind, const double *keys, size_t rows, uint64_t seed,
                         cli_split *split);
void cli_split_free(cli_split *split);

/* Draws `want` of the rows; taken has a mark for each. */
void cli_split_draw(size_t rows, size_t want, uint64_t seed, bool *taken);

#endif
