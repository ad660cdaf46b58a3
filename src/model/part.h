/*
 * A part: one complete predictor. A model is a weighted sum of parts (model.h).
 *
 *     f(t) = beta + s . t + sum_i alpha_i K(t, x_i)      t: the scaled features; for each target
 *
 * It has all that prediction needs (scaler, kernel profile, supports with their bandwidths and coefficients, linear
 * term, label form) and predicts in label units.
 */
#ifndef LAB_PART_H
#define LAB_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "model/kernel.h"
#include "model/scaler.h"

typedef struct lab_part {
    lab_allocator allocator;
    void *block; /* the memory of all arrays below */

    size_t n_support, n_features, n_targets;
    size_t profile;    /* of the kernel */
    bool clips;        /* predictions stay within the range of the training labels */
    double *x, *theta; /* n_features x n_support, scaled: feature by feature, see kernel.h */
    double *y, *alpha; /* n_targets x n_support: scaled labels of the supports and coefficients, target by target */
    double *alpha2;    /* likewise: A^-T (y - beta); NULL if coefficients come from least squares over rows */
    double *slopes;    /* of the linear term: n_targets x n_features, scaled; all 0 without one */
    double *beta;      /* n_targets */
    size_t *rows;      /* the supports' row numbers in the training data */
    lab_scaler scaler;

    double lambda, rcond; /* of the system that alpha solves: its ridge parameter and reciprocal condition estimate */
    size_t candidate;     /* number of the trial that its settings come from */
    size_t fold;          /* fold of the search, counted from 1, that it was not trained on; 0: it was trained on all
                           * rows */
} lab_part;

typedef struct lab_part_size {
    size_t n_support, n_features, n_targets;
    size_t n_knots; /* of all features (knots.h) */
    bool second;    /* with alpha2 */
} lab_part_size;

/* A part of this size, all zero. Codes: E_MEMORY. */
labrbf_status lab_part_create(const lab_allocator *allocator, const lab_part_size *size, lab_part **part);
labrbf_status lab_part_copy(const lab_part *part, lab_part **copy);
void lab_part_destroy(lab_part *part);

lab_supports lab_part_supports(const lab_part *part);
bool lab_part_is_linear(const lab_part *part);

/* From a scaled label of a target to label units, clipped to the range of the training labels if the part clips. */
double lab_part_finish(const lab_part *part, size_t target, double scaled);

/* The linear term of a target over the scaled features [first, first + count); and over a whole row in data units. */
double lab_part_linear(const lab_part *part, size_t target, const double *t, size_t first, size_t count);
double lab_part_linear_long(const lab_part *part, size_t target, const double *row);

/* D of a row in data units, of any length, to the supports [begin, end). */
void lab_part_long_distances(const lab_part *part, const lab_supports *supports, size_t begin, size_t end,
                             const double *row, double *d);

/* predict.c: f of the rows [begin, end) of x, in data units, stored in the same rows of out (n_targets columns). */
void lab_part_predict_rows(const lab_part *part, const double *x, size_t begin, size_t end, double *out);
/* The second regressor, with a bandwidth vector for every row; only with alpha2. */
void lab_part_predict_second(const lab_part *part, const double *x, const double *theta, size_t n, double *out);

#endif
