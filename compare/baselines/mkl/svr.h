/*
 * Epsilon-insensitive regression on a kernel matrix, solved by LIBSVM; only svr.c sees its header.
 *
 *     minimise  a^T K a / 2 - y^T a + epsilon |a|_1     subject to  |a_i| <= C,  sum a_i = 0
 *     f(x_j) = sum_i a_i K_ij - rho
 */
#ifndef COMPARE_MKL_SVR_H
#define COMPARE_MKL_SVR_H

#include <stdbool.h>

#include "baselines/method.h"

typedef struct svr_settings {
    double c, epsilon;
    double tolerance; /* LIBSVM's eps: two residuals may miss the optimality conditions by this much together */
    double cache_mb;
} svr_settings;

/* An n x n kernel matrix as LIBSVM wants it: 16 n^2 bytes. */
typedef struct svr_kernel svr_kernel;

svr_kernel *svr_kernel_make(size_t n);
void svr_kernel_set_row(svr_kernel *kernel, size_t row, const double *values);
void svr_kernel_free(svr_kernel *kernel);

/* Finds a (n values, zero but for support vectors) and rho. False with the reason if LIBSVM refuses the settings. */
bool svr_solve(const svr_settings *settings, const svr_kernel *kernel, const double *y, double *a, double *rho,
               failure *why);

#endif
