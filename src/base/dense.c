#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/dense.h"

#include <lapacke.h>
#include <limits.h>
#include <sys/mman.h>

#include "base/par.h"
#include "base/status.h"

/* Is there address space for the buffer of 128 MiB, with a margin? */
static bool has_room(void) {
    const size_t size = (size_t)130 << 20;
    void *probe = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return probe != MAP_FAILED && munmap(probe, size) == 0;
}

labrbf_status lab_dense_ready(void) {
    static bool ready; /* behind the lock, like OpenBLAS's own state */
    lab_par_enter();
    if (!ready && has_room()) {
        double one = 1.0;
        int pivot;
        lapack_int order = 1, info = 0;
        LAPACK_dgetrf(&order, &order, &one, &order, &pivot, &info); /* takes the buffer */
        ready = true;
    }
    bool is_ready = ready;
    lab_par_leave();
    return is_ready ? LABRBF_OK : lab_fail(LABRBF_E_MEMORY, "out of memory: OpenBLAS needs 128 MiB to work in");
}

bool lab_dense_fits(size_t rows, size_t columns) { return rows <= INT_MAX && columns <= INT_MAX; }

bool lab_dense_factor(double *a, size_t n, int *pivots) {
    lapack_int order = (lapack_int)n, info = 0;
    lab_par_enter();
    LAPACK_dgetrf(&order, &order, a, &order, pivots, &info);
    lab_par_leave();
    return info == 0;
}

static void solve(char transposed, const double *lu, size_t n, const int *pivots, double *x) {
    lapack_int order = (lapack_int)n, one = 1, info = 0;
    lab_par_enter();
    LAPACK_dgetrs(&transposed, &order, &one, lu, &order, pivots, x, &order, &info);
    lab_par_leave();
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
    lab_par_enter();
    LAPACK_dgecon(&kind, &order, lu, &order, &norm, &rcond, work, iwork, &info);
    lab_par_leave();
    return rcond;
}

bool lab_dense_invert_single(const double *lu, size_t n, const int *pivots, float *inverse, size_t ld, float *work) {
    /* The inverse of the column-major A^T is the row-major inverse of A. */
    lapack_int order = (lapack_int)n, stride = (lapack_int)ld, size = (lapack_int)(n * LAB_DENSE_INVERT_WORK), info = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            inverse[i * ld + j] = (float)lu[i * n + j];
    lab_par_enter();
    LAPACK_sgetri(&order, inverse, &stride, pivots, work, &size, &info);
    lab_par_leave();
    return info == 0;
}

/* ---- symmetric: the row-major upper triangle is LAPACK's column-major lower one */

bool lab_dense_solve_positive(double *a, size_t n, double *x, size_t count, size_t stride) {
    char lower = 'L';
    lapack_int order = (lapack_int)n, columns = (lapack_int)count, apart = (lapack_int)stride, info = 0;
    lab_par_enter();
    LAPACK_dposv(&lower, &order, &columns, a, &order, x, &apart, &info);
    lab_par_leave();
    return info == 0;
}

bool lab_dense_eigen(double *a, size_t n, double *eigenvalues, double *vectors, double *work, int *iwork) {
    char with_vectors = 'V', all = 'A', lower = 'L';
    lapack_int order = (lapack_int)n, found = 0, info = 0, none = 0;
    lapack_int size = (lapack_int)(LAB_DENSE_EIGEN_WORK * n), int_size = (lapack_int)(10 * n);
    double unused = 0.0;
    lab_par_enter();
    LAPACK_dsyevr(&with_vectors, &all, &lower, &order, a, &order, &unused, &unused, &none, &none, &unused, &found,
                  eigenvalues, vectors, &order, iwork + 10 * n, work, &size, iwork, &int_size, &info);
    lab_par_leave();
    return info == 0 && found == order;
}
