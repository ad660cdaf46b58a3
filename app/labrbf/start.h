/* fit --start: the model to start from, and the check that it has the same columns. */
#ifndef LAB_CLI_START_H
#define LAB_CLI_START_H

#include "dataset.h"

/* Loads the model, which the caller destroys; *model is NULL if not asked for. On failure prints why and returns the
 * exit code. */
int cli_start_load(const term_args *args, labrbf_model **model);

/* Does it have the features and targets of these rows, in the same order? If not, prints so and returns the exit code.
 * */
int cli_start_check(const cli_dataset *dataset, const cli_encoding *encoding, const char *path,
                    const labrbf_model *model);

#endif
