/* What is compared, on what, how often. Job r * contenders + c is repeat r (from 0) of contender c. */
#ifndef COMPARE_EXPERIMENT_H
#define COMPARE_EXPERIMENT_H

#include "contender.h"
#include "data.h"
#include "split.h"

typedef struct experiment {
    const data *data;
    const contenders *contenders;
    size_t repeats;
    size_t n_train; /* rows of the training part */
    uint64_t seed;
    bool tune;
    bool one_fold; /* tuning scores one fold of the five instead of all: a fifth of the cost */
} experiment;

static inline size_t experiment_jobs(const experiment *e) { return e->repeats * e->contenders->count; }
static inline size_t experiment_repeat(const experiment *e, size_t job) { return job / e->contenders->count; }
static inline const contender *experiment_contender(const experiment *e, size_t job) {
    return &e->contenders->list[job % e->contenders->count];
}
static inline split experiment_split(const experiment *e, size_t repeat) {
    if (e->data->rows_per_repeat > 0)
        return split_block(repeat * e->data->rows_per_repeat, e->data->rows_per_repeat, e->n_train);
    if (e->data->fixed_train_rows > 0)
        return split_given(e->data->n, e->n_train);
    return split_random(e->data->n, e->n_train, e->seed, repeat);
}

#endif
