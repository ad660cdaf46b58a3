/*
 * Coefficients by ridge least squares over many rows, from sums over the rows of blocks that have been taken in: a row
 * has the kernel values k with the n supports and the label y.
 *
 *     W = sum of weights,  u = sum k,  G = sum k k^T,  c = sum k y,  v = sum y,  q = sum y^2
 *     (G - u u^T / W + lambda W I) alpha = c - u v / W,     beta = (v - u^T alpha) / W
 *
 * Several targets have c, v, q, alpha and beta each; their arrays follow each other, n_max values apart. A row of
 * weight w is taken in as if k, y and the 1 of the constant were multiplied by sqrt(w).
 *
 * The constant beta is not shrunk. Older blocks may weigh less and less: a window on the recent ones, which follows
 * kernels that change from step to step.
 */
#ifndef LAB_STATISTICS_H
#define LAB_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/codec.h"
#include "base/par.h"

typedef struct lab_statistics {
    size_t n, n_max, n_targets;
    double weight;                  /* W */
    double count;                   /* of rows, those of older blocks for less: W if no row has a weight */
    double *labels, *label_squares; /* v, q of each target */
    double *gram;                   /* G, n x n: the upper triangle */
    double *sums, *right;           /* u; c of each target */
    double *system, *vectors;       /* n x n, for solving */
    double *values, *work;
    int *iwork;
    size_t block_max;                /* rows in a block at most, if they have weights */
    double *roots, *weighted_labels; /* of the rows that were added last: square roots of weights, y times these */
} lab_statistics;

/* block_max: rows that are added at once at most, if they may have weights; 0 if not. */
void lab_statistics_layout(lab_statistics *statistics, lab_arena *arena, size_t n_max, size_t n_targets,
                           size_t block_max);

/* No rows, for n supports. */
void lab_statistics_clear(lab_statistics *statistics, size_t n);

/* Rows by their kernels: k is n x the number of supports, the labels of target c are at y + c * y_stride. weights is
 * NULL if every row counts once. */
typedef struct lab_observations {
    double *k;
    const double *y, *weights;
    size_t n, y_stride;
} lab_observations;

/* Adds them, with the threads of a pool if it is not NULL; the weights of those before are multiplied by `keep`. Where
 * rows have weights, k is then multiplied by their roots. */
void lab_statistics_add(lab_statistics *statistics, lab_par *par, const lab_observations *rows, double keep);

/* The trace of the centred G: no eigenvalue of it is larger. */
double lab_statistics_trace(const lab_statistics *statistics);

/* alpha (n_max values for each target) and beta for a given lambda. False if the system is singular. */
bool lab_statistics_solve(lab_statistics *statistics, double lambda, double *alpha, double *beta);

/* alpha and beta for the lambda, a power of 10^(1/2), with the least generalised cross-validation error
 *     (|y - f|^2 / W) / (1 - (1 + trace) / W)^2,    trace = sum of w_i / (w_i + lambda W), w_i the eigenvalues
 * summed over the targets, which estimates the mean squared error of a row that was not taken in. False if that cannot
 * be worked out. */
bool lab_statistics_choose(lab_statistics *statistics, double *lambda, double *alpha, double *beta);

/* Lists the sums. */
void lab_statistics_visit(lab_statistics *statistics, lab_codec *bytes);

#endif
