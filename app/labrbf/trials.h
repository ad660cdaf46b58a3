/* The table of what was tried on validation rows: in labrbf info and labrbf tune. */
#ifndef LAB_CLI_TRIALS_H
#define LAB_CLI_TRIALS_H

#include "io/output.h"
#include "labrbf/labrbf.h"
#include "term/json.h"

/* All trials of the model, the choice first; every line begins with the indent. */
void cli_trials_text(const labrbf_model *model, const char *indent, io_output *output);
void cli_trials_csv(const labrbf_model *model, io_output *output);

/* An array "trials". */
void cli_trials_json(const labrbf_model *model, term_json *json);

#endif
