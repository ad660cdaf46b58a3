/* --sigma0 auto: the global bandwidth of an ordinary RBF kernel, tuned on training rows; or, where coefficients come
 * from least squares over rows, from the spread of the rows. */
#ifndef LAB_SIGMA_H
#define LAB_SIGMA_H

#include <stddef.h>

#include "learn/objective.h"

/* Sets every bandwidth of the present supports to sqrt(sigma0 / M). */
void lab_sigma_fill(lab_objective *objective, double sigma0);

/* Tries sigma0 on a grid: kernel ridge regression on the present supports, mean squared error on the given rows of x.
 * The bandwidths are left changed. */
double lab_sigma_tune(lab_objective *objective, const double *x, const double *y, const uint32_t *rows, size_t n);

/* So narrow that two rows are, on average, at D = SPREAD: least squares widens kernels sooner than it narrows them. */
double lab_sigma_of_spread(const double *x, size_t n_rows, size_t n_features);

#endif
