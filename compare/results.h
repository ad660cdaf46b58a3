/* The results of an experiment: summed up per method, and printed as a table, as CSV or as JSON. */
#ifndef COMPARE_RESULTS_H
#define COMPARE_RESULTS_H

#include "experiment.h"
#include "outcome.h"
#include "output.h"
#include "paper.h"

typedef struct results {
    const experiment *experiment;
    const outcome *outcomes; /* one per job */
    const char *paper;       /* the paper's set to print beside ours, or NULL */
} results;

/* Mean and standard deviation (with n - 1; NaN for fewer than two) of what is done. */
typedef struct spread {
    double mean, sd;
} spread;

typedef struct tally {
    size_t done, failed;
    spread r2, rmse, mae, size, tune_seconds, fit_seconds, predict_seconds, peak_mb;
} tally;

/* Of contender `at`. */
tally results_tally(const results *r, size_t at);

/* A table for people. */
void results_text(const results *r, io_output *output);
/* One object. */
void results_json(const results *r, io_output *output);
/* One line per job; what is measured rather than computed (seconds, memory) is in the last four columns. */
void results_csv(const results *r, io_output *output);

#endif
