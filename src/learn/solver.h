/*
 * The two solves of a gradient step, A x = b and A^T x = b with A = K + lambda I, without a factorisation at every
 * step.
 *
 * Bandwidths move little from step to step, so an inverse P of a recent A, in single precision, nearly solves the
 * present system. The correction is looked for among moves d whose images A d are known (generalised conjugate
 * residuals, GCR, with P as preconditioner), a new move for every two products, and iterative refinement (the residual
 * in double) makes the result as exact as asked for. The pairs of move and image are kept for the next step, whose
 * system is nearly the same: they mend P where A has moved most, and so keep it useful for many more steps. How many
 * products a step takes tells when to factor anew. If it does not converge, the present A is factored and solved
 * directly: the result never depends on luck.
 *
 * What is held small is the residual b - A x, as LU does, not the error of x: the error of a prediction is the
 * interpolant of the residual, while errors of x that A hardly sees do not matter.
 *
 * Wide kernels make all entries of K alike, one eigenvalue far larger than the others, and single precision would lose
 * these. So the part mu 1 1^T of A, mu the mean of K, is kept apart: A = (A - mu 1 1^T) + mu 1 1^T, and the products
 * A^-1 1 and A^-T 1 that it needs come from the factors in double.
 */
#ifndef LAB_SOLVER_H
#define LAB_SOLVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/codec.h"
#include "base/log.h"
#include "base/par.h"
#include "learn/krr.h"

/* Moves and their images under A, one a row; the images are orthonormal. */
typedef struct lab_pairs {
    size_t n;
    float *moves, *images;
    float *sums; /* of a move's entries */
} lab_pairs;

typedef struct lab_solver {
    lab_krr krr; /* the last direct factorisation */
    lab_par *par;
    const lab_log *log;

    const double *k; /* the present system: K, n, lambda */
    size_t n;
    double lambda;
    bool direct; /* krr is that of the present system */

    float *system;  /* A - mu 1 1^T in single precision: with P it stays in the second-level cache, as K would not. It
                       lies where krr has the factors: only one of the two is needed in a step. */
    float *inverse; /* P: the inverse of an earlier system, row-major; there if inverse_n is not 0 */
    float *ones[2]; /* P 1 and P^T 1 */
    double mu;      /* the mean of the K that P is of */
    double largest_row; /* the largest row sum of |A - mu 1 1^T| then */
    double noise;       /* what single precision does to a residual */
    size_t inverse_n;
    double inverse_lambda;
    size_t failures, wait; /* P could not be made so often in a row; steps until the next try */
    size_t steps;          /* steps that P has served */
    size_t products;       /* and the products that they took: one in double counts as two */
    size_t latest;         /* those of the last step */

    lab_pairs now;     /* of this solve */
    lab_pairs kept[2]; /* of the last step: for A and for A^T */
    float *rest;       /* what is still to be reached by an image */
    float *target;     /* what the next image is meant to be */
    float *vector;
    float *one; /* 1, n times */
    double *residual;
    float *work;
} lab_solver;

/* Zeroed is empty. Work space for systems of up to n_max unknowns. */
void lab_solver_layout(lab_solver *solver, lab_arena *arena, size_t n_max);

/* The system of a new step. Factors it only if P is missing or has grown too old. solver->lambda is raised if A is
 * singular. Codes: E_SINGULAR. */
labrbf_status lab_solver_begin(lab_solver *solver, const double *k, size_t n, double lambda);

/* Likewise, but always factors it: the solves that follow are direct. */
labrbf_status lab_solver_begin_direct(lab_solver *solver, const double *k, size_t n, double lambda);

/* Solves A x = b, or A^T x = b: x holds a first guess and becomes the solution, with |b - A x| <= tolerance |b|, as far
 * as single precision can tell. Codes: E_SINGULAR. */
labrbf_status lab_solver_solve(lab_solver *solver, bool transposed, const double *b, double tolerance, double *x);

/* Lists what is kept for later steps, of systems of up to n_max unknowns. */
void lab_solver_visit(lab_solver *solver, lab_codec *bytes, size_t n_max);

#endif
