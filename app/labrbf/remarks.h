/* Remarks on a table or a score that a person should think about. Nothing is wrong: --quiet silences them. */
#ifndef LAB_CLI_REMARKS_H
#define LAB_CLI_REMARKS_H

#include "dataset.h"

/* Fewer rows than features; a target of two values. */
void cli_remark_table(const cli_dataset *dataset, bool quiet);

/* An R2 below zero, on the rows named: "validation rows". */
void cli_remark_score(double r2, const char *rows, bool quiet);

/* The same for the search that the model comes from, if there was one. */
void cli_remark_search(const labrbf_model *model, bool quiet);

#endif
