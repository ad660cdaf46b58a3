/*
 * Settings by five-fold cross-validation, on training rows only: every combination of the grids of a method's settings
 * is fitted on four fifths of the rows, scaled by those, and scored on the other fifth. The combination with the best
 * mean R² wins, the first of several that are equal. To save time, fewer of the five folds can be scored.
 */
#ifndef COMPARE_GRID_SEARCH_H
#define COMPARE_GRID_SEARCH_H

#include <stdbool.h>

#include "baselines/method.h"
#include "data.h"

enum { TUNE_FOLDS = 5 };

/* Is setting i of the method chosen by tuning: it has a grid, and the user has not fixed it? */
bool tune_applies(const method *m, const bool *fixed, size_t i);

/* How many fits tuning takes: the combinations, times the folds. */
size_t tune_fits(const method *m, const bool *fixed, bool one_fold);

/* Replaces what is not fixed in `values` by the best combination on the first `folds` of the five. False if none could
 * be fitted, with the reason. */
bool tune_settings(const method *m, value *values, const bool *fixed, const data *d, const size_t *rows, size_t n,
                   size_t folds, uint64_t fold_seed, uint64_t method_seed, failure *why);

#endif
