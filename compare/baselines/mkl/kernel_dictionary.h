/*
 * A dictionary of kernels and their weighted sum. On M features every kernel has K(x, x) = 1:
 *
 *     RBF         exp(-(sigma / M) |t - x|^2)
 *     Laplace     exp(-(sigma / M) |t - x|)
 *     polynomial  c^d,   c = (t.x + 1) / sqrt((t.t + 1) (x.x + 1))
 *
 * A row of any of them follows from the row's distances and cosines, so rows are made when they are needed: no matrix
 * of a single kernel is ever stored.
 */
#ifndef COMPARE_MKL_KERNEL_DICTIONARY_H
#define COMPARE_MKL_KERNEL_DICTIONARY_H

#include <stdbool.h>

#include "baselines/method.h"

typedef enum mkl_family { MKL_RBF, MKL_LAPLACE, MKL_POLYNOMIAL } mkl_family;

enum { MKL_FAMILIES = 3, MKL_KERNELS_MOST = MKL_FAMILIES * OPTION_MOST };

typedef struct mkl_kernel {
    mkl_family family;
    double parameter; /* sigma / M, or the degree */
    double weight;
} mkl_kernel;

typedef struct mkl_dictionary {
    size_t count;
    mkl_kernel kernels[MKL_KERNELS_MOST];
} mkl_dictionary;

/* Points x_i, as rows and as columns (one feature of all points): loops over points then run along memory. */
typedef struct mkl_points {
    size_t n, m;
    double *rows, *columns;
    double *lengths; /* x.x + 1 */
} mkl_points;

/* The points rows[which[i]], or the first n rows if `which` is NULL. */
mkl_points mkl_points_make(const double *rows, const size_t *which, size_t n, size_t m);
void mkl_points_free(mkl_points *points);

/* Adds the kernels of a family, one for each of the values (sigmas or degrees); m features. */
void mkl_dictionary_add(mkl_dictionary *dictionary, mkl_family family, const double *values, size_t count, size_t m);
void mkl_dictionary_weigh_equally(mkl_dictionary *dictionary);

/* What every kernel value at t and x_i follows from, i = 0 .. n - 1. */
typedef struct mkl_relation {
    size_t n;
    double *squared; /* |t - x_i|^2 */
    double *cosine;  /* c */
    double *values;  /* room for one kernel's row */
} mkl_relation;

mkl_relation mkl_relation_make(size_t n);
void mkl_relation_free(mkl_relation *relation);
void mkl_relate(mkl_relation *relation, const mkl_points *points, const double *t);

/* out_i = K(t, x_i) of one kernel, without its weight; and the weighted sum of them all. */
void mkl_kernel_row(const mkl_kernel *kernel, const mkl_relation *relation, double *out);
void mkl_sum_row(const mkl_dictionary *dictionary, const mkl_relation *relation, double *out);

/* Weight of kernel k: a^T K_k a, then scaled to sum one. If all of a is zero the weights stay. */
void mkl_dictionary_weigh(mkl_dictionary *dictionary, const mkl_points *points, const double *a);

#endif
