/* --sigma0 auto: the global bandwidth of an ordinary RBF kernel, tuned on training rows; or, where coefficients come
 * from least squares over rows, from the spread of the rows. */
#ifndef LAB_SIGMA_H
#define LAB_SIGMA_H

#include <stddef.h>

#include "learn/objective.h"

/* Sets every bandwidth of the present supports to sqrt(sigma0 / M). */
void lab_sigma_fill(lab_objective *objective, double sigma0);

/* Rows to judge by: x is n_rows x n_features, the labels lie target by target, y_stride values apart, weights is NULL
 * or of n_rows. */
typedef struct lab_sigma_rows {
    const double *x, *y, *weights;
    size_t n_rows, y_stride, n_features;
} lab_sigma_rows;

/* Tries sigma0 on a grid: kernel ridge regression on the present supports, mean squared error on `n` of the rows, with
 * the numbers `sample`. The bandwidths are left changed. */
double lab_sigma_tune(lab_objective *objective, const lab_sigma_rows *rows, const uint32_t *sample, size_t n);

/* So narrow that two rows are, on average, at D = SPREAD: least squares widens kernels sooner than it narrows them. */
double lab_sigma_of_spread(const lab_sigma_rows *rows);

#endif
