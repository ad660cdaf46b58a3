/*
 * The LAB RBF kernel. The bandwidth belongs to the support, so the kernel is not symmetric:
 *
 *     D(t,i) = sum_m theta_im^2 (t_m - x_im)^2
 *     gaussian:     K = exp(-D)          kappa = -dK/dD = K
 *     exponential:  K = exp(-sqrt(D))    kappa = -dK/dD = K / (2 sqrt(D)), taken as 0 at D = 0
 *
 * kernel_ref.c is the plain version: one pair at a time, always built, the oracle of the tests. kernel.c is what
 * training and prediction use. Supports are kept feature by feature (x[m * stride + i]) so that its inner loops run
 * over supports. D is summed over differences, never expanded: a support's own entry is exactly 0.
 */
#ifndef LAB_KERNEL_H
#define LAB_KERNEL_H

#include <stddef.h>

/* A view of supports: x and theta are n_features x stride, the first n columns in use. */
typedef struct lab_supports {
    size_t profile; /* LAB_GAUSSIAN or LAB_EXPONENTIAL */
    size_t n;
    size_t n_features;
    size_t stride;
    const double *x;
    const double *theta;
} lab_supports;

/* Plain: one pair. t, x and theta have n_features values; kappa may be NULL. */
double lab_kernel_ref(size_t profile, const double *t, const double *x, const double *theta, size_t n_features,
                      double *kappa);

/* K and kappa (may be NULL) of n_rows rows, the r-th at rows + r * row_stride, with every support: n_rows x n. */
void lab_kernel_block(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                      double *kappa);

/* Pieces of it, for callers that keep no kernel matrix: add the part of features [first, first + count) to D of the
 * supports [begin, end), t holding those features; turn D into K. */
void lab_kernel_add_distance(const lab_supports *supports, size_t begin, size_t end, const double *t, size_t first,
                             size_t count, double *d);
void lab_kernel_profile(size_t profile, double *d, size_t n);

#endif
