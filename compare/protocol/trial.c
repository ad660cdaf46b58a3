#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "baselines/memory.h"
#include "labrbf/labrbf.h"
#include "minmax_scaling.h"

double trial_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The model keeps no pointer to what it was fitted to: that is freed. */
static void fit(const method *m, const value *settings, const data *d, const scaling *s, const size_t *rows, size_t n,
                uint64_t seed, void **model, double *seconds, failure *why) {
    double *x = memory_doubles(n, d->m), *y = memory_doubles(n, 1);
    scaling_features(s, d->x, rows, n, x);
    scaling_labels(s, d->y, rows, n, y);
    problem p = {.x = x, .y = y, .n = n, .m = d->m, .seed = seed};
    double start = trial_clock();
    *model = m->fit(settings, &p, why);
    *seconds = trial_clock() - start;
    free(x);
    free(y);
}

/* Predictions of the rows, in the label's own units. */
static double *predict(const method *m, const void *model, const data *d, const scaling *s, const size_t *rows,
                       size_t n, double *seconds) {
    double *x = memory_doubles(n, d->m), *prediction = memory_doubles(n, 1);
    scaling_features(s, d->x, rows, n, x);
    double start = trial_clock();
    m->predict(model, x, n, prediction);
    *seconds = trial_clock() - start;
    scaling_back(s, prediction, n);
    free(x);
    return prediction;
}

static bool score(const data *d, const size_t *rows, size_t n, const double *prediction, trial *result, failure *why) {
    double *truth = memory_doubles(n, 1);
    labrbf_metrics scores = {0};
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        truth[i] = d->y[rows[i]];
        wrong += isfinite(prediction[i]) ? 0 : 1;
    }
    bool ok = wrong == 0 && labrbf_metrics_compute(truth, prediction, n, &scores) >= 0;
    if (wrong > 0)
        snprintf(why->text, sizeof why->text, "%zu of %zu predictions are not finite numbers", wrong, n);
    else if (!ok)
        snprintf(why->text, sizeof why->text, "%s", labrbf_last_error());
    result->r2 = scores.r2;
    result->rmse = scores.rmse;
    result->mae = scores.mae;
    free(truth);
    return ok;
}

bool trial_run(const method *m, const value *settings, const data *d, const size_t *rows, size_t n_train, size_t n_test,
               uint64_t seed, trial *result, failure *why) {
    *result = (trial){0};
    scaling s = scaling_from(d->x, d->y, d->m, rows, n_train);
    void *model = NULL;
    fit(m, settings, d, &s, rows, n_train, seed, &model, &result->fit_seconds, why);
    bool ok = model != NULL;
    if (ok) {
        result->size = m->size(model);
        double *prediction = predict(m, model, d, &s, rows + n_train, n_test, &result->predict_seconds);
        ok = score(d, rows + n_train, n_test, prediction, result, why);
        free(prediction);
        m->destroy(model);
    }
    scaling_free(&s);
    return ok;
}
