/* Columns that are not useful as features: dates, identifiers, text without categories. */
#ifndef LAB_CLI_SUSPECTS_H
#define LAB_CLI_SUSPECTS_H

#include "dataset.h"

/* Fails with a message that names every column of dates or text that cannot be used, and suggests --drop. Returns the
 * exit code. */
int cli_suspects_refuse(const cli_dataset *dataset);

/* Warns of columns of numbers that look like identifiers. */
void cli_suspects_warn(const cli_dataset *dataset);

/* Adds the column to a list for --drop: its name, or its number if the name would need quotes. */
void cli_append_drop(char *list, size_t capacity, const io_source *source, size_t column);

#endif
