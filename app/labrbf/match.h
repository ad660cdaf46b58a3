/* Finds the columns of a table that a model needs. */
#ifndef LAB_CLI_MATCH_H
#define LAB_CLI_MATCH_H

#include "encode.h"
#include "term/columns.h"

/* For predict and eval: matches by name if both have names, by position otherwise; with `want_target` also the targets:
 * `target` as typed, or (if NULL) the model's. `note` gets a guess that the user should know about, otherwise "". */
bool cli_columns_match(const io_source *source, const char *path, const labrbf_model *model,
                       const cli_encoding *encoding, bool want_target, const char *target, term_columns *columns,
                       io_error *note, io_error *error);

#endif
