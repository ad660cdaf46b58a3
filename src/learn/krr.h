/*
 * Asymmetric kernel ridge regression (Theorem 1): A = K + lambda I, factored once.
 *
 *     alpha  = A^-1 y      first regressor,  f1(t) = K(t,X) alpha
 *     alpha2 = A^-T y      second regressor, f2(t) = K(X,t)^T alpha2
 *     residuals on the supports are lambda alpha and lambda alpha2 (Theorem 2)
 *
 * If A is singular to working precision, lambda is raised tenfold until it is not.
 */
#ifndef LAB_KRR_H
#define LAB_KRR_H

#include <stddef.h>

#include "base/alloc.h"
#include "base/log.h"

typedef struct lab_krr {
    size_t n;
    double lambda; /* in A */
    double norm;   /* largest row sum of |A| */
    double *lu;    /* n x n */
    int *pivots;
    double *work; /* 4 n */
    int *iwork;
} lab_krr;

/* Work space for systems of up to n_max unknowns. */
void lab_krr_layout(lab_krr *krr, lab_arena *arena, size_t n_max);

/* Factors the row-major n x n matrix K plus lambda I. Says so when it had to raise lambda (krr->lambda has the value
 * used). Codes: E_SINGULAR. */
labrbf_status lab_krr_factor(lab_krr *krr, const double *k, size_t n, double lambda, const lab_log *log);

/* x := A^-1 x and x := A^-T x. */
void lab_krr_solve(const lab_krr *krr, double *x);
void lab_krr_solve_adjoint(const lab_krr *krr, double *x);

/* Reciprocal condition estimate of A. */
double lab_krr_rcond(lab_krr *krr);

/* 1 or 2: the regressor with the smaller residual, which is the one with the smaller coefficients. */
int lab_krr_better(const double *alpha, const double *alpha2, size_t n);

#endif
