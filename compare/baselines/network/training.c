#include "training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "optimiser.h"

/* ---- losses */

/* MSE = sum e^2 / n has the derivative 2 e / n; its root, e / (n root), and 0 where the root is 0. */
double training_loss(bool squared, const float *predicted, const float *y, size_t n, float *d) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        double error = (double)predicted[i] - (double)y[i];
        sum += error * error;
    }
    const double mean = sum / (double)n, root = sqrt(mean);
    const double factor = squared ? 2.0 / (double)n : root > 0.0 ? 1.0 / ((double)n * root) : 0.0;
    if (d)
        for (size_t i = 0; i < n; i++)
            d[i] = (float)(factor * ((double)predicted[i] - (double)y[i]));
    return squared ? mean : root;
}

double training_loss_of(const network *net, workspace *work, bool squared, const samples *s) {
    double sum = 0.0;
    for (size_t start = 0; start < s->n; start += NETWORK_ROWS) {
        size_t rows = s->n - start < NETWORK_ROWS ? s->n - start : NETWORK_ROWS;
        const float *out = network_evaluate(net, work, s->x + start * s->m, rows);
        sum += (double)rows * training_loss(true, out, s->y + start, rows, NULL);
    }
    const double mean = sum / (double)s->n;
    return squared ? mean : sqrt(mean);
}

/* ---- the run */

typedef struct state {
    float *parameters, *statistics;
} state;

typedef struct run {
    network *net;
    const plan *how;
    const samples *validation;
    workspace *work;
    batches batches;
    adam adam;
    float *d_out, *gradient;
    state best;
    history history;
} run;

static void copy_state(const network *net, float *parameters, float *statistics, const float *from_parameters,
                       const float *from_statistics) {
    memcpy(parameters, from_parameters, net->n_parameters * sizeof *parameters);
    memcpy(statistics, from_statistics, net->n_statistics * sizeof *statistics);
}

static void restore_best(run *r) {
    copy_state(r->net, r->net->parameters, r->net->statistics, r->best.parameters, r->best.statistics);
}

static void validate(run *r) {
    history *h = &r->history;
    double loss = training_loss_of(r->net, r->work, r->how->squared, r->validation);
    h->losses[h->count] = loss;
    if (h->count == 0 || loss < h->losses[h->best] || !isfinite(h->losses[h->best])) {
        h->best = h->count;
        copy_state(r->net, r->best.parameters, r->best.statistics, r->net->parameters, r->net->statistics);
    }
    h->count++;
}

/* The gradient of the next batch; false if its loss is not finite. */
static bool next_gradient(run *r) {
    batches *b = &r->batches;
    batches_next(b);
    const float *out = network_train(r->net, r->work, b->x, b->size);
    double loss = training_loss(r->how->squared, out, b->y, b->size, r->d_out);
    if (!isfinite(loss))
        return false;
    network_back(r->net, r->work, b->x, b->size, r->d_out, r->gradient);
    return true;
}

static size_t steps_of_an_epoch(size_t rows, size_t batch) { return (rows + batch - 1) / batch; }

static void phase(run *r, bool by_adam, size_t steps) {
    const size_t epoch = steps_of_an_epoch(r->batches.from->n, r->batches.size);
    for (size_t i = 1; i <= steps; i++) {
        if (!next_gradient(r))
            break;
        if (by_adam)
            adam_step(&r->adam, r->how->rate, r->gradient, r->net->parameters);
        else
            descent_step(r->net->n_parameters, r->how->rate_descent, r->gradient, r->net->parameters);
        if (i % epoch == 0 || i == steps)
            validate(r);
    }
    restore_best(r);
}

static run start(network *net, const plan *how, const samples *training, const samples *validation, uint64_t seed) {
    const size_t batch = how->batch < training->n ? how->batch : training->n;
    const size_t epochs = 3 + (how->steps_adam + how->steps_descent) / steps_of_an_epoch(training->n, batch);
    return (run){.net = net,
                 .how = how,
                 .validation = validation,
                 .work = workspace_create(net, batch),
                 .batches = batches_create(training, batch, seed),
                 .adam = adam_create(net->n_parameters),
                 .d_out = memory_floats(batch, 1),
                 .gradient = memory_floats(net->n_parameters, 1),
                 .best = {memory_floats(net->n_parameters, 1), memory_floats(net->n_statistics, 1)},
                 .history = {.losses = memory_doubles(epochs, 1)}};
}

static void finish(run *r) {
    workspace_destroy(r->work);
    batches_destroy(&r->batches);
    adam_destroy(&r->adam);
    free(r->d_out);
    free(r->gradient);
    free(r->best.parameters);
    free(r->best.statistics);
}

history training_run(network *net, const plan *how, const samples *training, const samples *validation, uint64_t seed) {
    run r = start(net, how, training, validation, seed);
    validate(&r);
    phase(&r, true, how->steps_adam);
    phase(&r, false, how->steps_descent);
    finish(&r);
    return r.history;
}
