/*
 * Gradient methods on a matrix of parameters (rows x columns, row stride given).
 *     sgd:   p -= rate g
 *     adam:  m = b1 m + (1 - b1) g,  v = b2 v + (1 - b2) g^2
 *            p -= rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps)
 */
#ifndef LAB_OPTIM_H
#define LAB_OPTIM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/codec.h"

typedef struct lab_optim {
    bool adam;
    double rate;
    size_t step;            /* steps since the start */
    double *first, *second; /* Adam's moments, same layout as the parameters */
} lab_optim;

void lab_optim_layout(lab_optim *optim, lab_arena *arena, size_t rows, size_t stride);

/* Forgets the moments and sets method and rate. */
void lab_optim_start(lab_optim *optim, bool adam, double rate, size_t rows, size_t stride);

void lab_optim_step(lab_optim *optim, double *p, const double *g, size_t rows, size_t columns, size_t stride);

/* Shortens the gradient to `limit` if it is longer (limit 0: never). False if it is not finite. */
bool lab_optim_clip(double *g, size_t rows, size_t columns, size_t stride, double limit);

/* Lists the state of a matrix of so many values. */
void lab_optim_visit(lab_optim *optim, lab_codec *bytes, size_t values);

#endif
