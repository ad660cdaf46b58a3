/* The target of fit, tune and cv: which column it is, and whether it holds numbers. */
#ifndef LAB_CLI_TARGET_H
#define LAB_CLI_TARGET_H

#include "dataset.h"

/* Says which column the target is if no --target was given and the last column was dropped. */
void cli_target_tell(const term_args *args, const cli_dataset *dataset);

/* Fails if a target is text or dates, or has no value at all. Returns the exit code. */
int cli_target_check(const cli_dataset *dataset);

#endif
