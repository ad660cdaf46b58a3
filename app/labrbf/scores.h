/* Scores as text lines or JSON members. With several targets: one line or object for each, and the mean of their r2. */
#ifndef LAB_CLI_SCORES_H
#define LAB_CLI_SCORES_H

#include "labrbf/labrbf.h"
#include "term/json.h"

/* Of each target by itself; truth and prediction are rows x targets. E_MEMORY, and the codes of the library. */
labrbf_status cli_scores_compute(const double *truth, const double *prediction, size_t rows, size_t targets,
                                 labrbf_metrics *scores);

/* The mean of r2 over the targets. */
double cli_scores_mean(const labrbf_metrics *scores, size_t targets);

/* The names of the targets are only looked at if there are several. */
void cli_scores_text(io_output *output, const labrbf_metrics *scores, const char *const *names, size_t targets);
void cli_scores_json(term_json *json, const labrbf_metrics *scores, const char *const *names, size_t targets);

#endif
