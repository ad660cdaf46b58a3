/* Kernel regression by plain loops in long double, from the formulas. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "baselines/method.h"
#include "oracle.h"

enum { PLAIN_L1 = 1, PLAIN_L2 = 2 };

/* |a - b|_p */
long double plain_distance(const double *a, const double *b, size_t m, int p);

/* A kernel of the distance of two rows. */
typedef struct plain_kernel {
    long double (*of_distance)(long double d, long double width);
    int norm;
    long double width;
} plain_kernel;

long double plain_rbf(long double d, long double width);       /* exp(-width d^2) */
long double plain_laplacian(long double d, long double width); /* exp(-width d) */
long double plain_tl1(long double d, long double width);       /* max(width - d, 0) */

/* k(a_i, b_j) for n_a x n_b rows; free() it. */
long double *plain_matrix(const plain_kernel *k, const double *a, size_t n_a, const double *b, size_t n_b, size_t m);

/* Rows in [-1, 1] and labels, a smooth function of them plus noise. Everything is freed by plain_release. */
problem plain_problem(uint64_t seed, size_t n, size_t m);
void plain_release(problem *p);

/* Fits with the defaults and these settings ("key=value key=value"); fails the test if that fails. */
void *plain_fit(const method *m, const char *settings, const problem *p);
/* The same where a failure is wanted: its words. */
failure plain_failure(const method *m, const char *settings, const problem *p);

/* Fails the test unless the model predicts sum_j alpha_j k(t, z_j) at n rows t, to the tolerance. */
void plain_expect(const method *m, const void *model, const plain_kernel *k, const double *z, const long double *alpha,
                  size_t n_z, const double *t, size_t n, size_t features, double tolerance);

#endif
