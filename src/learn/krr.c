#include "learn/krr.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/dense.h"
#include "base/status.h"

enum { MOST_RAISES = 40 };

void lab_krr_layout(lab_krr *krr, lab_arena *arena, size_t n_max) {
    krr->lu = lab_arena_doubles(arena, n_max, n_max);
    krr->pivots = lab_arena_ints(arena, n_max);
    krr->work = lab_arena_doubles(arena, n_max, 4);
    krr->iwork = lab_arena_ints(arena, n_max);
}

/* A into lu, and its infinity norm (NaN if any value is). */
static void assemble(lab_krr *krr, const double *k) {
    size_t n = krr->n;
    memcpy(krr->lu, k, n * n * sizeof *k);
    krr->norm = 0.0;
    for (size_t i = 0; i < n; i++) {
        krr->lu[i * n + i] += krr->lambda;
        double sum = 0.0;
        for (size_t j = 0; j < n; j++)
            sum += fabs(krr->lu[i * n + j]);
        if (!(sum <= krr->norm)) /* larger, or NaN, which stays */
            krr->norm = isnan(krr->norm) ? krr->norm : sum;
    }
}

/* A condition estimate costs several solves, so it is asked for only when the pivots look suspicious. */
static bool singular(lab_krr *krr) {
    size_t n = krr->n;
    double smallest = INFINITY, largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        double pivot = fabs(krr->lu[i * n + i]);
        smallest = fmin(smallest, pivot);
        largest = fmax(largest, pivot);
    }
    if (smallest > largest * (double)n * 1e3 * DBL_EPSILON)
        return false;
    return lab_krr_rcond(krr) < DBL_EPSILON;
}

labrbf_status lab_krr_factor(lab_krr *krr, const double *k, size_t n, double lambda, const lab_log *log) {
    krr->n = n;
    krr->lambda = lambda;
    for (int raise = 0; raise <= MOST_RAISES; raise++) {
        assemble(krr, k);
        if (!isfinite(krr->norm))
            break;
        if (lab_dense_factor(krr->lu, n, krr->pivots) && !singular(krr)) {
            if (raise > 0)
                lab_say(
                    log, LABRBF_LOG_WARNING,
                    "the kernel matrix of %zu supports is singular to working precision: lambda raised from %g to %g",
                    n, lambda, krr->lambda);
            return LABRBF_OK;
        }
        krr->lambda = fmax(10.0 * krr->lambda, (double)n * DBL_EPSILON * (krr->norm > 0.0 ? krr->norm : 1.0));
    }
    return lab_fail(LABRBF_E_SINGULAR, "the kernel system of %zu supports is singular, and raising lambda did not help",
                    n);
}

void lab_krr_solve(const lab_krr *krr, double *x) { lab_dense_solve(krr->lu, krr->n, krr->pivots, x); }

void lab_krr_solve_adjoint(const lab_krr *krr, double *x) {
    lab_dense_solve_transposed(krr->lu, krr->n, krr->pivots, x);
}

double lab_krr_rcond(lab_krr *krr) { return lab_dense_rcond(krr->lu, krr->n, krr->norm, krr->work, krr->iwork); }

int lab_krr_better(const double *alpha, const double *alpha2, size_t n) {
    double first = 0.0, second = 0.0;
    for (size_t i = 0; i < n; i++) {
        first += alpha[i] * alpha[i];
        second += alpha2[i] * alpha2[i];
    }
    return second < first ? 2 : 1;
}
