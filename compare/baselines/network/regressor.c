#include "regressor.h"

#include <stdio.h>
#include <stdlib.h>

#include "baselines/blas.h"
#include "baselines/memory.h"
#include "training.h"

enum { SEED_SPLIT, SEED_WEIGHTS, SEED_BATCHES };

static plan plan_of(const value *settings) {
    return (plan){.squared = settings[NETWORK_LOSS].number == 1.0, /* rmse|mse */
                  .rate = settings[NETWORK_RATE].number,
                  .rate_descent = settings[NETWORK_RATE_SGD].number,
                  .batch = (size_t)settings[NETWORK_BATCH].number,
                  .steps_adam = (size_t)settings[NETWORK_STEPS_ADAM].number,
                  .steps_descent = (size_t)settings[NETWORK_STEPS_SGD].number};
}

/* A batch normalisation needs two training rows beside those for validation. */
static bool possible(const problem *data, double share, failure *why) {
    if (data->n < samples_for_validation(data->n, share) + 2) {
        snprintf(why->text, sizeof why->text,
                 "there are %zu rows: a network needs two to train on, beside those for validation", data->n);
        return false;
    }
    if (!dense_fits(data->n, data->m)) {
        snprintf(why->text, sizeof why->text, "%zu x %zu is too large a table for BLAS", data->n, data->m);
        return false;
    }
    return true;
}

void *regressor_fit(const value *settings, const problem *data, regressor_build *build, failure *why) {
    const double share = settings[NETWORK_VALIDATION].number;
    if (!possible(data, share, why))
        return NULL;
    samples training, validation;
    samples_split(data, share, random_derive(data->seed, SEED_SPLIT), &training, &validation);
    network *net = network_create(data->m);
    build(settings, net);
    network_draw(net, random_derive(data->seed, SEED_WEIGHTS));
    const plan how = plan_of(settings);
    history h = training_run(net, &how, &training, &validation, random_derive(data->seed, SEED_BATCHES));
    free(h.losses);
    samples_destroy(&training);
    samples_destroy(&validation);
    return net;
}

void regressor_predict(const void *model, const double *x, size_t n, double *out) {
    const network *net = model;
    workspace *work = workspace_create(net, NETWORK_ROWS);
    float *batch = memory_floats(NETWORK_ROWS, net->in);
    for (size_t start = 0; start < n; start += NETWORK_ROWS) {
        size_t rows = n - start < NETWORK_ROWS ? n - start : NETWORK_ROWS;
        for (size_t i = 0; i < rows * net->in; i++)
            batch[i] = (float)x[start * net->in + i];
        const float *predicted = network_evaluate(net, work, batch, rows);
        for (size_t i = 0; i < rows; i++)
            out[start + i] = (double)predicted[i];
    }
    free(batch);
    workspace_destroy(work);
}

size_t regressor_size(const void *model) { return ((const network *)model)->n_parameters; }

void regressor_destroy(void *model) { network_destroy(model); }
