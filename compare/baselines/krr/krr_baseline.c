/*
 * Kernel ridge regression without bias: alpha = (K + lambda I)^-1 y, f(t) = sum_i alpha_i k(t, x_i). With the Gaussian
 * kernel K is positive definite; with the truncated l1 kernel ("TL1") it need not be.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/blas.h"
#include "baselines/memory.h"
#include "baselines/row_kernels.h"

/* K + lambda I */
static double *regularised(const expansion *e, const problem *p, double lambda) {
    double *a = memory_doubles(p->n, p->n);
    kernel_rows(&e->kernel, &e->points, p->x, p->n, a);
    for (size_t i = 0; i < p->n; i++)
        a[i * p->n + i] += lambda;
    return a;
}

static bool solve_definite(double *a, size_t n, double *x) {
    if (!dense_cholesky(a, n))
        return false;
    dense_cholesky_solve(a, n, x);
    return true;
}

static bool all_finite(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* `solve` puts A^-1 x into x, may overwrite A, and returns false if it cannot. */
static void *fit(const kernel *k, double lambda, bool (*solve)(double *a, size_t n, double *x), const problem *p,
                 failure *why) {
    if (!dense_fits(p->n, p->m)) {
        snprintf(why->text, sizeof why->text, "%zu x %zu numbers are too many", p->n, p->m);
        return NULL;
    }
    expansion *e = expansion_make(k, p->x, p->n, p->m);
    memcpy(e->alpha, p->y, p->n * sizeof *p->y);
    double *a = regularised(e, p, lambda);
    bool solved = solve(a, p->n, e->alpha) && all_finite(e->alpha, p->n);
    free(a);
    if (solved)
        return e;
    expansion_destroy(e);
    snprintf(why->text, sizeof why->text,
             "the kernel matrix of %zu rows plus lambda = %g cannot be solved to working precision: raise lambda", p->n,
             lambda);
    return NULL;
}

/* ---- RBF KRR: exp(-(sigma / M) |x - x'|^2) */

enum { KRR_SIGMA, KRR_LAMBDA, KRR_OPTIONS };
static const option krr_options[] = {
    [KRR_SIGMA] = {"sigma", OPTION_NUMBER, "5", 1e-9, 1e9, NULL, "0.1 1 5 20 80",
                   "width: the kernel is exp(-(sigma / features) |x - x'|^2)"},
    [KRR_LAMBDA] = {"lambda", OPTION_NUMBER, "0.001", 0, 1e9, NULL, "1e-5 1e-4 1e-3 1e-2 1e-1",
                    "added to the diagonal of the kernel matrix"},
};

static void *krr_fit(const value *settings, const problem *p, failure *why) {
    kernel k = {KERNEL_RBF, KERNEL_L2, settings[KRR_SIGMA].number / (double)p->m};
    return fit(&k, settings[KRR_LAMBDA].number, solve_definite, p, why);
}

const method krr_method = {.name = "krr",
                           .title = "RBF KRR",
                           .unit = "support vectors",
                           .options = krr_options,
                           .n_options = KRR_OPTIONS,
                           .fit = krr_fit,
                           .predict = expansion_predict,
                           .size = expansion_size,
                           .destroy = expansion_destroy};

/* ---- TL1 KRR: max(rho M - |x - x'|, 0) or max(rho - |x - x'|, 0) */

enum { TL1_RHO, TL1_LAMBDA, TL1_NORM, TL1_SCALE, TL1_OPTIONS };
static const option tl1_options[] = {
    [TL1_RHO] = {"rho", OPTION_NUMBER, "5", 1e-9, 1e9, NULL, "0.1 0.3 1 3 10",
                 "width: the kernel is max(rho features - |x - x'|, 0); see scale"},
    [TL1_LAMBDA] = {"lambda", OPTION_NUMBER, "0.001", 0, 1e9, NULL, "1e-4 1e-3 1e-2 1e-1",
                    "added to the diagonal of the kernel matrix"},
    /* As in the published code of the paper's authors; the paper prints l1 and none. */
    [TL1_NORM] = {"norm", OPTION_WORD, "l2", 0, 0, "l1|l2", NULL, "norm of the distance |x - x'|"},
    [TL1_SCALE] = {"scale", OPTION_WORD, "features", 0, 0, "features|none", NULL,
                   "whether rho is multiplied by the number of features"},
};

static void *tl1_fit(const value *settings, const problem *p, failure *why) {
    bool l1 = settings[TL1_NORM].number == 0.0, scaled = settings[TL1_SCALE].number == 0.0;
    kernel k = {KERNEL_TL1, l1 ? KERNEL_L1 : KERNEL_L2, settings[TL1_RHO].number * (scaled ? (double)p->m : 1.0)};
    return fit(&k, settings[TL1_LAMBDA].number, dense_symmetric_solve, p, why);
}

const method tl1_method = {.name = "tl1",
                           .title = "TL1 KRR",
                           .unit = "support vectors",
                           .options = tl1_options,
                           .n_options = TL1_OPTIONS,
                           .fit = tl1_fit,
                           .predict = expansion_predict,
                           .size = expansion_size,
                           .destroy = expansion_destroy};
