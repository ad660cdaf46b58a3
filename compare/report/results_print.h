/* The results of an experiment as a table, as CSV and as JSON. */
#ifndef COMPARE_RESULTS_PRINT_H
#define COMPARE_RESULTS_PRINT_H

#include "io/output.h"
#include "protocol/results.h"

/* A table for people. */
void results_text(const results *r, io_output *output);
/* One object. */
void results_json(const results *r, io_output *output);
/* One line per job; what is measured rather than computed (seconds, memory) is in the last four columns. */
void results_csv(const results *r, io_output *output);

#endif
