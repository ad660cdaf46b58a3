/*
 * Training by least squares over rows instead of interpolation of the supports' labels: alpha and beta are the ridge
 * regression of the labels on the kernels of a window of recent rows (window.h), and in the end of all rows.
 *
 *     r = K_b alpha + beta - y_b,   L = |r|^2 / B,   g = 2 r / B
 *     dL/dtheta_im = -2 theta_im   alpha_i sum_t g_t kappa_ti (z_tm - x_im)^2
 *     dL/dx_im     =  2 theta_im^2 alpha_i sum_t g_t kappa_ti (z_tm - x_im)        (if places move)
 *
 * with alpha and beta held: they are optimal for the window, the batch among it, so for the window's own loss these are
 * all of the gradient (the envelope theorem), and no adjoint has to be solved for. Supports, bandwidths and the batch
 * are those of an objective, and so are the weights of rows and the loss of several targets (objective.h).
 */
#ifndef LAB_ROWS_H
#define LAB_ROWS_H

#include "learn/objective.h"
#include "learn/window.h"

typedef struct lab_rows {
    const double *x, *y;   /* the rows to learn from, scaled; y target by target */
    const double *weights; /* of the rows; NULL if every one counts once */
    size_t n, y_stride;    /* how many there are; from the labels of a target to those of the next */
    double ridge;          /* 0: auto */
    size_t window_rows;    /* how many rows the window holds, older ones counting for less */
    lab_window window;
    double rcond;           /* of the last solve of all rows: its reciprocal condition, at least */
    double *place_gradient; /* n_features x s_max, as the objective's gradient */
    double *roots, *labels; /* if weighted: roots of the weights of rows at work, and their labels times these */
} lab_rows;

/* Work space for an objective of these sizes. */
void lab_rows_layout(lab_rows *rows, lab_arena *arena, const lab_objective *objective);

/* alpha and beta of the objective from all rows. The window goes on from there. Codes: E_SINGULAR. */
labrbf_status lab_rows_solve(lab_rows *rows, lab_objective *objective);

/* The loss of the batch and its gradients, those of the places only if asked for. Codes: E_SINGULAR. */
labrbf_status lab_rows_gradient(lab_rows *rows, lab_objective *objective, bool with_places, double *loss);

#endif
