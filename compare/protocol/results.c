#include "results.h"

#include <math.h>

/* The quantities of an outcome, by number, so that one loop serves them all. */
enum { R2, RMSE, MAE, SIZE, TUNE, FIT, PREDICT, PEAK, QUANTITIES };

static double quantity(const outcome *o, int which) {
    switch (which) {
    case R2:
        return o->trial.r2;
    case RMSE:
        return o->trial.rmse;
    case MAE:
        return o->trial.mae;
    case SIZE:
        return (double)o->trial.size;
    case TUNE:
        return o->tune_seconds;
    case FIT:
        return o->trial.fit_seconds;
    case PREDICT:
        return o->trial.predict_seconds;
    default:
        return o->peak_mb;
    }
}

static const outcome *outcome_of(const results *r, size_t repeat, size_t at) {
    return &r->outcomes[repeat * r->experiment->contenders->count + at];
}

static spread spread_of(const results *r, size_t at, int which, size_t done) {
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < r->experiment->repeats; i++)
        if (outcome_of(r, i, at)->state == OUTCOME_DONE)
            sum += quantity(outcome_of(r, i, at), which);
    spread s = {.mean = done > 0 ? sum / (double)done : (double)NAN, .sd = (double)NAN};
    for (size_t i = 0; i < r->experiment->repeats; i++)
        if (outcome_of(r, i, at)->state == OUTCOME_DONE) {
            double d = quantity(outcome_of(r, i, at), which) - s.mean;
            squares += d * d;
        }
    if (done > 1)
        s.sd = sqrt(squares / (double)(done - 1));
    return s;
}

tally results_tally(const results *r, size_t at) {
    tally t = {0};
    spread *const all[QUANTITIES] = {[R2] = &t.r2,
                                     [RMSE] = &t.rmse,
                                     [MAE] = &t.mae,
                                     [SIZE] = &t.size,
                                     [TUNE] = &t.tune_seconds,
                                     [FIT] = &t.fit_seconds,
                                     [PREDICT] = &t.predict_seconds,
                                     [PEAK] = &t.peak_mb};
    for (size_t i = 0; i < r->experiment->repeats; i++) {
        t.done += outcome_of(r, i, at)->state == OUTCOME_DONE;
        t.failed += outcome_of(r, i, at)->state == OUTCOME_FAILED;
    }
    for (int which = 0; which < QUANTITIES; which++)
        *all[which] = spread_of(r, at, which, t.done);
    return t;
}
