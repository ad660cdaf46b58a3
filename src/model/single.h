/*
 * Prediction in single precision: f(t) = sum_i alpha_i K(t, x_i) of scaled rows, somewhat faster, with an error bound.
 * One source, compiled for every instruction set (single_isa.h).
 */
#ifndef LAB_SINGLE_H
#define LAB_SINGLE_H

#include <stddef.h>

#include "base/alloc.h"
#include "model/kernel.h"

/* Supports in single precision, feature by feature, padded with supports of alpha 0. */
typedef struct lab_single {
    size_t profile;
    size_t n_features;
    size_t stride;            /* supports, padded to a multiple of LAB_SINGLE_LANES */
    float *x, *theta, *alpha; /* the coefficients of further targets follow, stride apart */
} lab_single;

enum { LAB_SINGLE_LANES = 16 };

/* Lays out n supports; fills them, with the coefficients of n_targets targets, one after the other. */
void lab_single_layout(lab_single *single, lab_arena *arena, size_t n, size_t n_features, size_t n_targets);
void lab_single_fill(lab_single *single, const lab_supports *supports, const double *alpha, size_t n_targets);

/* The same supports with the coefficients of another target. */
lab_single lab_single_target(const lab_single *single, size_t target);

/* The sum of the first target for each of n_rows rows of n_features values. The same bits for a row alone or among
 * others. The best for the machine; by number, best first, NULL past the end. */
typedef void lab_single_proc(const lab_single *single, const float *rows, size_t n_rows, float *out);
lab_single_proc *lab_single_dot(void);
lab_single_proc *lab_single_dot_variant(size_t index);
lab_single_proc lab_single_dot_avx512, lab_single_dot_avx2, lab_single_dot_portable;

/* A bound for the error of that sum, for rows whose feature m lies in [-reach_m, reach_m]. */
double lab_single_bound(const lab_supports *supports, const double *alpha, const double *reach);

#endif
