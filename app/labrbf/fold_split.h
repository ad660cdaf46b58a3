/*
 * Which rows are learnt from and which are tested on: at random, by groups that stay together, or in the order of time.
 */
#ifndef LAB_CLI_FOLD_SPLIT_H
#define LAB_CLI_FOLD_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_split_kind {
    CLI_SPLIT_RANDOM,
    CLI_SPLIT_GROUPS, /* rows with the same key are in the same fold */
    CLI_SPLIT_TIME    /* a fold is tested by what has a smaller key; rows with the same key are in the same fold */
} cli_split_kind;

typedef struct cli_split {
    cli_split_kind kind;
    size_t rows;
    size_t *fold; /* [rows] the fold in which a row is tested, from 1; 0: in none */
} cli_split;

/* Is the row learnt from when fold `number` is tested? */
bool cli_split_trains(const cli_split *split, size_t row, size_t number);

/* Folds of about equal size. Keys have no missing values; they are not looked at if the split is at random. In time
 * there is one block more than there are folds: the first one is never tested. On failure (too few rows, groups or
 * times; memory) says why and returns the exit code; cli_split_free is due in every case. */
int cli_split_folds(const char *command, cli_split_kind kind, const double *keys, size_t rows, size_t folds,
                    uint64_t seed, cli_split *split);

/* One fold of about this share of the rows; of time, the last. A share of 0 tests nothing. */
int cli_split_holdout(const char *command, cli_split_kind kind, const double *keys, size_t rows, double share,
                      uint64_t seed, cli_split *split);

/* One fold of about a fifth of the rows, as above, to choose settings by; of groups at least the smallest, of time at
 * least the last. There is none (no row is in a fold) if all rows are of one group or time, or too few are left. */
int cli_split_validation(const char *command, cli_split_kind kind, const double *keys, size_t rows, uint64_t seed,
                         cli_split *split);
void cli_split_free(cli_split *split);

#endif
