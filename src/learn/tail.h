/*
 * The linear part of a model: the labels' ridge regression on the scaled features,
 *
 *     y_t = s . x_t + constant + rest,
 *
 * with the ridge of least generalised cross-validation error (window.h). The supports then learn the rest, so that a
 * trend goes on beyond their reach and costs none of them, and a table that has nothing else to tell is not taken for
 * more. The constant is left in the rest.
 */
#ifndef LAB_TAIL_H
#define LAB_TAIL_H

#include "base/alloc.h"

/* Rows as a trainer has them: x is n x n_features, scaled, y target by target; weights may be NULL. The slopes are
 * fitted to the first n_learnt. */
typedef struct lab_tail_rows {
    const double *x, *weights;
    double *y;
    size_t n_learnt, n, n_features, n_targets;
} lab_tail_rows;

/* The slopes (n_targets x n_features) of the rows, and the rest of their labels in the place of these. Tables with very
 * many features have slopes of 0. Codes: E_MEMORY. */
labrbf_status lab_tail_take(const lab_allocator *allocator, const lab_tail_rows *rows, double *slopes);

#endif
