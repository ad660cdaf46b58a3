/* The results of an experiment: summed up per method. */
#ifndef COMPARE_RESULTS_H
#define COMPARE_RESULTS_H

#include "experiment.h"
#include "outcome.h"

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

#endif
