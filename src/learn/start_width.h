/* The first bandwidths: every one is sqrt(sigma0 / M). If sigma0 is auto, it is found from the training rows. */
#ifndef LAB_START_WIDTH_H
#define LAB_START_WIDTH_H

#include "learn/rule.h"

/* Sets every bandwidth of the present supports. */
void lab_start_width_fill(lab_expansion *expansion, double sigma0);

/* For rules that interpolate: sigma0 on a grid, the coefficients of the present supports for each, and the mean squared
 * error on n of the rows, with the numbers `sample`. The bandwidths are left changed. */
double lab_start_width_tune(const lab_rule *rule, void *state, const lab_expansion *expansion, const lab_rows *rows,
                            double lambda, const uint32_t *sample, size_t n);

/* For least squares over rows, which widens kernels sooner than it narrows them: so narrow that D of two rows is 6 on
 * average. */
double lab_start_width_of_spread(const lab_rows *rows);

#endif
