/*
 * The function that is being learnt, and the work space of a gradient step:
 *
 *     f(t) = beta + sum_i alpha_i K(t, x_i)        for each target; t and the centres x_i in scaled units
 *
 * A step takes a batch of rows, finds alpha and beta by a rule (rule.h), and the gradient of the batch's loss by the
 * bandwidths and, if they move, by the centres.
 */
#ifndef LAB_EXPANSION_H
#define LAB_EXPANSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/par.h"
#include "model/kernel.h"

enum { LAB_ROWS_AT_ONCE = 256 }; /* k has room for so many rows, whatever the supports and the batch */

/* What there is of every target follows target by target: for supports s_max values apart, for the batch b_max. */
typedef struct lab_expansion {
    size_t profile, n_features, n_targets;
    size_t s_max, b_max; /* largest numbers of supports and batch rows */
    bool weighted;       /* the rows of the batch have weights */
    bool moves_centres;  /* steps need the gradient by the centres, too */
    lab_par *par;
    const lab_log *log;

    /* The supports: s in use; x and theta are n_features x s_max, feature by feature. */
    size_t s;
    double *x, *theta;
    double *y; /* scaled labels of the supports' rows */
    double *alpha, *beta;

    /* The batch: b in use. */
    size_t b;
    double *target;        /* scaled labels */
    double *batch_weights; /* NULL if not weighted */

    double *points;                     /* (s_max + b_max) x n_features: the supports' rows, then the batch */
    double *gradient, *centre_gradient; /* like theta and x; the second is NULL if centres stay */

    /* Work space. */
    double *k;        /* (s + b) x s, or LAB_ROWS_AT_ONCE x s */
    double *kappa;    /* b x s; with several targets (s + b) x s */
    double *residual; /* of the batch */
    double *weights;  /* of the rows of kappa in the gradient, s_max + b_max values apart */
    double *ones;     /* s_max + b_max, with several targets */
} lab_expansion;

/* Arrays; the fields up to moves_centres must be set. */
void lab_expansion_layout(lab_expansion *expansion, lab_arena *arena);

/* Puts a row in place as support i (x and y; theta is the caller's) or as batch row i (its weight is the caller's). Its
 * label for target c is y[c * y_stride]. */
void lab_expansion_set_support(lab_expansion *expansion, size_t i, const double *row, const double *y, size_t y_stride);
void lab_expansion_set_batch(lab_expansion *expansion, size_t i, const double *row, const double *y, size_t y_stride);

/* The sum of the batch's weights, and the weight of one of its rows. */
double lab_expansion_batch_weight(const lab_expansion *expansion);
double lab_expansion_row_weight(const lab_expansion *expansion, size_t t);

lab_supports lab_expansion_supports(const lab_expansion *expansion);

/* f(t) of a target at a scaled row with the present alpha. Any number of threads may ask at once. */
double lab_expansion_value(const lab_expansion *expansion, size_t target, const double *row);

/* Several targets share supports and bandwidths, and so K and kappa; each has coefficients alpha_c of its own. The
 * gradient of a loss that has the weights w_c on the kernel's rows is, as for one target,
 *
 *     dL/dtheta_im = -2 theta_im sum_t Q_ti (z_tm - x_im)^2,      Q_ti = (sum_c w_tc alpha_ic) kappa_ti
 *
 * so that one pull-back of Q serves them all. The first n_rows rows of kappa become those of Q. */
void lab_expansion_mix_targets(lab_expansion *expansion, size_t n_rows);

#endif
