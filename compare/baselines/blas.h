/*
 * BLAS and LAPACK of the comparison: the only file that sees their headers. Matrices are row-major and dense: a row
 * begins where the one before it ends. "Transposed" refers to op(A) in the product. Never call from two threads at
 * once: Debian's serial OpenBLAS is not safe for that.
 */
#ifndef COMPARE_BLAS_H
#define COMPARE_BLAS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether there is address space for the buffer, 128 MiB, that OpenBLAS maps at its first call: if it cannot have it,
 * it tries again for ever. */
bool dense_ready(void);

/* Whether the library's 32-bit sizes can hold these. */
bool dense_fits(size_t rows, size_t columns);

/* C = scale op(A) op(B) + keep C, with op(A) rows x inner and op(B) inner x columns. */
void dense_multiply(bool a_transposed, bool b_transposed, size_t rows, size_t columns, size_t inner, double scale,
                    const double *a, const double *b, double keep, double *c);
void dense_multiply_single(bool a_transposed, bool b_transposed, size_t rows, size_t columns, size_t inner, float scale,
                           const float *a, const float *b, float keep, float *c);

/* y = scale op(A) x + keep y, A rows x columns. */
void dense_times_vector(bool transposed, size_t rows, size_t columns, double scale, const double *a, const double *x,
                        double keep, double *y);
double dense_dot(const double *a, const double *b, size_t n);

/* The upper triangle of C = scale A A^T + keep C, A rows x inner (A^T A with A inner x rows if transposed). */
void dense_square(bool transposed, size_t rows, size_t inner, double scale, const double *a, double keep, double *c);

/* A = U^T U from the upper triangle of A (n x n), in place; the part below the diagonal is left as it was. False if A
 * is not positive definite. */
bool dense_cholesky(double *a, size_t n);
void dense_cholesky_solve(const double *u, size_t n, double *x);

/* x = op(U)^-1 x and x = op(U) x for an upper triangle U. */
void dense_triangle_solve(bool transposed, const double *u, size_t n, double *x);
void dense_triangle_times(bool transposed, const double *u, size_t n, double *x);

/* U becomes the upper triangle of U U^T, in place; the part below the diagonal is neither read nor changed. */
void dense_triangle_square(double *u, size_t n);

/* x = A^-1 x for a symmetric A that need not be definite. Only the upper triangle of A is read; L D L^T replaces it.
 * False if A is singular. */
bool dense_symmetric_solve(double *a, size_t n, double *x);

#endif
