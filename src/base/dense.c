#include "base/dense.h"

#include <cblas.h>
#include <lapacke.h>
#include <limits.h>

bool lab_dense_fits(size_t rows, size_t columns) { return rows <= INT_MAX && columns <= INT_MAX; }

void lab_dense_times(const double *a, size_t rows, size_t columns, size_t ld, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)rows, (int)columns, 1.0, a, (int)ld, x, 1, 0.0, y, 1);
}

void lab_dense_times_transposed(const double *a, size_t rows, size_t columns, size_t ld, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, (int)rows, (int)columns, 1.0, a, (int)ld, x, 1, 0.0, y, 1);
}

void lab_dense_product_tn(size_t m, size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                          double *c, size_t ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)m, (int)n, (int)k, 1.0, a, (int)lda, b, (int)ldb, 0.0, c,
                (int)ldc);
}

bool lab_dense_factor(double *a, size_t n, int *pivots) {
    lapack_int order = (lapack_int)n, info = 0;
    LAPACK_dgetrf(&order, &order, a, &order, pivots, &info);
    return info == 0;
}

static void solve(char transposed, const double *lu, size_t n, const int *pivots, double *x) {
    lapack_int order = (lapack_int)n, one = 1, info = 0;
    LAPACK_dgetrs(&transposed, &order, &one, lu, &order, pivots, x, &order, &info);
}

/* The factors are those of A^T (see the header), so A^-1 is the transposed solve. */
void lab_dense_solve(const double *lu, size_t n, const int *pivots, double *x) { solve('T', lu, n, pivots, x); }

void lab_dense_solve_transposed(const double *lu, size_t n, const int *pivots, double *x) {
    solve('N', lu, n, pivots, x);
}

double lab_dense_rcond(const double *lu, size_t n, double norm, double *work, int *iwork) {
    /* The infinity norm of A is the one norm of the A^T that LAPACK sees. */
    char kind = '1';
    double rcond = 0.0;
    lapack_int order = (lapack_int)n, info = 0;
    LAPACK_dgecon(&kind, &order, lu, &order, &norm, &rcond, work, iwork, &info);
    return rcond;
}
