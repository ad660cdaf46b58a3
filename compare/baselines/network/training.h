/*
 * How both networks learn: Adam, then gradient descent from the best state so far; after every epoch the loss of the
 * validation rows; the state with the smallest is what remains, parameters and running statistics together.
 */
#ifndef COMPARE_NETWORK_TRAINING_H
#define COMPARE_NETWORK_TRAINING_H

#include <stdbool.h>

#include "network.h"
#include "samples.h"

typedef struct plan {
    bool squared; /* the loss: the mean squared error, else its root */
    double rate, rate_descent;
    size_t batch, steps_adam, steps_descent;
} plan;

/* Losses of the validation rows: before the first step, then at the end of every epoch and of both phases. */
typedef struct history {
    double *losses;
    size_t count, best;
} history;

/* A batch is cut to the number of training rows, which is two or more; free history.losses. A loss that is not finite
 * ends its phase, and the state it came from is never kept. */
history training_run(network *net, const plan *how, const samples *training, const samples *validation, uint64_t seed);

/* The loss of n predictions; d, unless NULL, gets its derivative by each of them. */
double training_loss(bool squared, const float *predicted, const float *y, size_t n, float *d);
/* The loss of all samples, evaluated NETWORK_ROWS at a time. */
double training_loss_of(const network *net, workspace *work, bool squared, const samples *s);

#endif
