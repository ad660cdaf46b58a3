/*
 * Multiple kernel learning for support vector regression, the weights as in EasyMKL: solve with equal weights; a
 * kernel's new weight is a^T K_k a, scaled to sum one; solve again.
 */
#ifndef COMPARE_MKL_H
#define COMPARE_MKL_H

#include "kernel_dictionary.h"
#include "svr.h"

/* f(t) = sum_i a_i K(t, x_i) - rho over the support vectors x_i, K the weighted sum of the dictionary. */
typedef struct mkl_model {
    mkl_dictionary dictionary;
    mkl_points support;
    double *a;
    double rho;
} mkl_model;

/* Learns the dictionary's weights in `rounds` reweightings, by the coefficients a of the machine before or, unless it
 * is NULL, by `by`; and a (n values) and rho for the last weights. */
bool mkl_learn(const svr_settings *settings, size_t rounds, const double *by, const mkl_points *points, const double *y,
               mkl_dictionary *dictionary, double *a, double *rho, failure *why);

#endif
