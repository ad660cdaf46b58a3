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

bool lab_dense_invert_single(const double *lu, size_t n, const int *pivots, float *inverse, float *work) {
    /* The inverse of the column-major A^T is the row-major inverse of A. */
    lapack_int order = (lapack_int)n, size = (lapack_int)(n * LAB_DENSE_INVERT_WORK), info = 0;
    for (size_t i = 0; i < n * n; i++)
        inverse[i] = (float)lu[i];
    LAPACK_sgetri(&order, inverse, &order, pivots, work, &size, &info);
    return info == 0;
}

void lab_dense_times_single(const float *a, size_t rows, size_t columns, size_t ld, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasNoTrans, (int)rows, (int)columns, 1.0f, a, (int)ld, x, 1, 0.0f, y, 1);
}

void lab_dense_times_transposed_single(const float *a, size_t rows, size_t columns, size_t ld, const float *x,
                                       float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, (int)rows, (int)columns, 1.0f, a, (int)ld, x, 1, 0.0f, y, 1);
}
