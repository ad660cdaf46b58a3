/* fit --start: a model to go on from, and whether it is one of the same columns. */
#ifndef LAB_CLI_START_H
#define LAB_CLI_START_H

#include "dataset.h"

/* Loads the model, which the caller destroys; *model is NULL if none was asked for. On failure says why and returns the
 * exit code. */
int cli_start_load(const term_args *args, labrbf_model **model);

/* Is it of the features and targets of these rows, in the same order? Says so if not and returns the exit code. */
int cli_start_check(const cli_dataset *dataset, const cli_encoding *encoding, const char *path,
                    const labrbf_model *model);

#endif
