/* Scores as text lines or JSON members. */
#ifndef LAB_CLI_SCORES_H
#define LAB_CLI_SCORES_H

#include "json.h"
#include "labrbf/labrbf.h"

void cli_scores_text(io_output *output, const labrbf_metrics *scores);
void cli_scores_json(cli_json *json, const labrbf_metrics *scores);

#endif
