/* One fit and its score: scale by the training rows, fit, predict the test rows, compare in the label's own units. */
#ifndef COMPARE_TRIAL_H
#define COMPARE_TRIAL_H

#include <stdbool.h>

#include "baselines/method.h"
#include "data.h"

typedef struct trial {
    double r2, rmse, mae;
    size_t size; /* support vectors or parameters, see method.h */
    double fit_seconds, predict_seconds;
} trial;

/* rows: n_train rows to learn from, then n_test rows to predict. False with the reason. */
bool trial_run(const method *m, const value *settings, const data *d, const size_t *rows, size_t n_train, size_t n_test,
               uint64_t seed, trial *result, failure *why);

/* Seconds of a steady clock. */
double trial_clock(void);

#endif
