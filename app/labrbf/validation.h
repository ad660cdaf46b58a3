/* Which of the rows that are learnt from settings are chosen by, if rows belong together or follow in time. */
#ifndef LAB_CLI_VALIDATION_H
#define LAB_CLI_VALIDATION_H

#include "dataset.h"

/* Marks about a fifth of the fold's training rows: whole groups with --group, the last rows with --time, nothing
 * without either. If there is no such part, says so and leaves the choice to the library. On failure says why and
 * returns the exit code. */
int cli_validation_mark(const cli_dataset *dataset, const cli_split *split, size_t number, uint64_t seed, bool quiet,
                        cli_fold *fold);

#endif
