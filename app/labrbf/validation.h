/* The validation rows of the search, if rows belong together or are ordered in time. */
#ifndef LAB_CLI_VALIDATION_H
#define LAB_CLI_VALIDATION_H

#include "dataset.h"

/* Marks about a fifth of the training rows of the fold: whole groups with --group, the last rows with --time, nothing
 * without either. If that is not possible, prints so and leaves the choice to the library. On failure prints why and
 * returns the exit code. */
int cli_validation_mark(const cli_dataset *dataset, const cli_split *split, size_t number, uint64_t seed, bool quiet,
                        cli_fold *fold);

#endif
