/*
 * Dense algebra: the only file that knows BLAS and LAPACK. Matrices are row-major; n x n factors are those of LAPACK's
 * column-major dgetrf, so a row-major A is factored as A^T and the two solves trade places. Nothing here allocates.
 * A lock serialises the calls: Debian's serial OpenBLAS is not safe to call from several threads at once.
 */
#ifndef LAB_DENSE_H
#define LAB_DENSE_H

#include <stdbool.h>
#include <stddef.h>

#include "labrbf/labrbf.h"

/* Makes OpenBLAS allocate its work buffer, which it keeps. If the memory is not there, OpenBLAS would retry for ever:
 * so call this before the functions below. Codes: E_MEMORY. */
labrbf_status lab_dense_ready(void);

/* Sizes that BLAS can index (its integers are 32 bits wide). */
bool lab_dense_fits(size_t rows, size_t columns);

/* LU with partial pivoting of the row-major n x n matrix in `a`, in place. False if a pivot is exactly zero. */
bool lab_dense_factor(double *a, size_t n, int *pivots);

/* x := A^-1 x, or A^-T x, from the factors; x holds one right-hand side. */
void lab_dense_solve(const double *lu, size_t n, const int *pivots, double *x);
void lab_dense_solve_transposed(const double *lu, size_t n, const int *pivots, double *x);

/* Reciprocal condition estimate of A in the infinity norm (row sums), from its factors and its norm. work: 4 n, iwork:
 * n. */
double lab_dense_rcond(const double *lu, size_t n, double norm, double *work, int *iwork);

/* The inverse of A in single precision, row-major with row stride ld, from its factors. work: LAB_DENSE_INVERT_WORK n.
 * False if a pivot is zero in single precision. */
enum { LAB_DENSE_INVERT_WORK = 64 };
bool lab_dense_invert_single(const double *lu, size_t n, const int *pivots, float *inverse, size_t ld, float *work);

/* For symmetric matrices, of which only the upper triangle (row-major) is read and written:
 * x := A^-1 x for a positive definite A, which is overwritten; false if it is not. x holds `count` right-hand sides,
 * one every `stride` values; */
bool lab_dense_solve_positive(double *a, size_t n, double *x, size_t count, size_t stride);
/* eigenvalues of A, which is overwritten, and the eigenvectors as rows of `vectors` (n x n). work: LAB_DENSE_EIGEN_WORK
 * n, iwork: LAB_DENSE_EIGEN_INTS n. False if they could not be found. */
enum { LAB_DENSE_EIGEN_WORK = 40, LAB_DENSE_EIGEN_INTS = 12 };
bool lab_dense_eigen(double *a, size_t n, double *eigenvalues, double *vectors, double *work, int *iwork);

#endif
