#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "blas.h"

#include <cblas.h>
#include <lapacke.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "memory.h"

bool dense_ready(void) {
    const size_t buffer = (size_t)130 << 20; /* 128 MiB, and a little for what else a call may need */
    void *probe = mmap(NULL, buffer, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return probe != MAP_FAILED && munmap(probe, buffer) == 0;
}

bool dense_fits(size_t rows, size_t columns) { return rows <= INT_MAX && columns <= INT_MAX; }

static CBLAS_TRANSPOSE op(bool transposed) { return transposed ? CblasTrans : CblasNoTrans; }

void dense_multiply(bool a_transposed, bool b_transposed, size_t rows, size_t columns, size_t inner, double scale,
                    const double *a, const double *b, double keep, double *c) {
    cblas_dgemm(CblasRowMajor, op(a_transposed), op(b_transposed), (int)rows, (int)columns, (int)inner, scale, a,
                (int)(a_transposed ? rows : inner), b, (int)(b_transposed ? inner : columns), keep, c, (int)columns);
}

void dense_multiply_single(bool a_transposed, bool b_transposed, size_t rows, size_t columns, size_t inner, float scale,
                           const float *a, const float *b, float keep, float *c) {
    cblas_sgemm(CblasRowMajor, op(a_transposed), op(b_transposed), (int)rows, (int)columns, (int)inner, scale, a,
                (int)(a_transposed ? rows : inner), b, (int)(b_transposed ? inner : columns), keep, c, (int)columns);
}

void dense_times_vector(bool transposed, size_t rows, size_t columns, double scale, const double *a, const double *x,
                        double keep, double *y) {
    cblas_dgemv(CblasRowMajor, op(transposed), (int)rows, (int)columns, scale, a, (int)columns, x, 1, keep, y, 1);
}

double dense_dot(const double *a, const double *b, size_t n) { return cblas_ddot((int)n, a, 1, b, 1); }

void dense_square(bool transposed, size_t rows, size_t inner, double scale, const double *a, double keep, double *c) {
    cblas_dsyrk(CblasRowMajor, CblasUpper, op(transposed), (int)rows, (int)inner, scale, a,
                (int)(transposed ? rows : inner), keep, c, (int)rows);
}

/* LAPACK is column-major: the upper triangle of a row-major matrix is its lower one, and U^T U is its L L^T. */
bool dense_cholesky(double *a, size_t n) {
    lapack_int order = (lapack_int)n, info = 0;
    char lower = 'L';
    LAPACK_dpotrf(&lower, &order, a, &order, &info);
    return info == 0;
}

void dense_cholesky_solve(const double *u, size_t n, double *x) {
    dense_triangle_solve(true, u, n, x);
    dense_triangle_solve(false, u, n, x);
}

void dense_triangle_solve(bool transposed, const double *u, size_t n, double *x) {
    cblas_dtrsv(CblasRowMajor, CblasUpper, op(transposed), CblasNonUnit, (int)n, u, (int)n, x, 1);
}

void dense_triangle_times(bool transposed, const double *u, size_t n, double *x) {
    cblas_dtrmv(CblasRowMajor, CblasUpper, op(transposed), CblasNonUnit, (int)n, u, (int)n, x, 1);
}

/* In LAPACK's eyes U is a lower triangle L = U^T, and U U^T = L^T L. */
void dense_triangle_square(double *u, size_t n) {
    lapack_int order = (lapack_int)n, info = 0;
    char lower = 'L';
    LAPACK_dlauum(&lower, &order, u, &order, &info);
}

bool dense_symmetric_solve(double *a, size_t n, double *x) {
    lapack_int order = (lapack_int)n, one = 1, info = 0, ask = -1;
    char lower = 'L';
    double best = 0.0;
    lapack_int *pivots = memory_get(n, 1, sizeof *pivots);
    LAPACK_dsysv(&lower, &order, &one, a, &order, pivots, x, &order, &best, &ask, &info);
    lapack_int room = (lapack_int)best;
    double *work = memory_doubles((size_t)room, 1);
    LAPACK_dsysv(&lower, &order, &one, a, &order, pivots, x, &order, work, &room, &info);
    free(work);
    free(pivots);
    return info == 0;
}
