/*
 * The batch loss as a function of the bandwidths, and its exact gradient.
 *
 *     A = K(X,X) + lambda I,  alpha = A^-1 (y - beta),  r = K(X_b,X) alpha + beta - y_b,  L = |r|^2 / B
 *
 * One LU serves the forward and the adjoint solve:
 *     g = 2 r / B,  v = A^-T K_b^T g
 *     rows z = [supports; batch], weights w = [-v; g]
 *     dL/dtheta_im = -2 theta_im alpha_i sum_t w_t kappa_ti (z_tm - x_im)^2
 * The sum runs in registers; nothing of size S x M x B exists. beta does not depend on theta.
 *
 * Rows of the batch may have weights, which come into L and g: L = sum_t weight_t r_t^2 / sum_t weight_t. With T
 * targets L is the mean of theirs; they share A, K and kappa (targets.h).
 */
#ifndef LAB_OBJECTIVE_H
#define LAB_OBJECTIVE_H

#include <stddef.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/par.h"
#include "learn/solver.h"
#include "model/kernel.h"

enum { LAB_OBJECTIVE_PARTS = 4 };
enum { LAB_OBJECTIVE_ROWS = 256 }; /* k has room for so many rows, whatever the supports and the batch */

/* What there is of every target follows target by target: for supports s_max values apart, for the batch b_max. */
typedef struct lab_objective {
    size_t profile, n_features, n_targets;
    size_t s_max, b_max; /* largest numbers of supports and batch rows */
    bool weighted;       /* the rows of the batch have weights */
    lab_par *par;
    const lab_log *log;

    /* The supports: s in use; x, theta and gradient are n_features x s_max, feature by feature. */
    size_t s;
    double *x, *theta, *gradient;
    double *y;    /* scaled labels, of every target */
    double *beta; /* of every target */
    double lambda;

    /* The batch: b in use. */
    size_t b;
    double *target, *residual; /* of every target */
    double *batch_weights;     /* NULL if not weighted */

    double *rows;       /* (s_max + b_max) x n_features: supports first, then the batch */
    double *packed;     /* the supports, for lab_kernel_pairs */
    double *k;          /* (s + b) x s, or LAB_OBJECTIVE_ROWS x s */
    double *slopes;     /* kappa of the supports among themselves, as lab_kernel_pairs leaves it */
    double *kappa;      /* b x s; with several targets (s + b) x s */
    double *parts;      /* LAB_OBJECTIVE_PARTS of the supports' own share in the gradient's sums, each like gradient */
    double *alpha;      /* of every target */
    double *weights;    /* likewise, s_max + b_max values apart: w */
    double *ones;       /* s_max + b_max, with several targets */
    double *last_alpha; /* of the last gradient step, with one target */
    double *rhs;
    lab_solver solver;
} lab_objective;

/* Work space; n_features, n_targets, s_max, b_max and weighted must be set. */
void lab_objective_layout(lab_objective *objective, lab_arena *arena);

/* No supports, and nothing remembered of those that there were. */
void lab_objective_clear(lab_objective *objective);

/* Puts a row in place as support i (x and y; theta is the caller's) or as batch row i (its weight is the caller's). Its
 * label for target c is y[c * y_stride]. */
void lab_objective_set_support(lab_objective *objective, size_t i, const double *row, const double *y, size_t y_stride);
void lab_objective_set_batch(lab_objective *objective, size_t i, const double *row, const double *y, size_t y_stride);

/* The sum of the batch's weights. */
double lab_objective_batch_weight(const lab_objective *objective);

lab_supports lab_objective_supports(const lab_objective *objective);

/* alpha for the present supports and bandwidths; may raise objective->lambda. Codes: E_SINGULAR. */
labrbf_status lab_objective_solve(lab_objective *objective);

/* f(t) of a target at a scaled row with the alpha of the last solve. Any number of threads may ask at once. */
double lab_objective_value(const lab_objective *objective, size_t target, const double *row);

/* Solves, then the loss of the batch. Codes: E_SINGULAR. */
labrbf_status lab_objective_loss(lab_objective *objective, double *loss);

/* The loss and its gradient. Codes: E_SINGULAR. */
labrbf_status lab_objective_gradient(lab_objective *objective, double *loss);

#endif
