/*
 * Matrix times vector, row-major, in double and in single precision, and Gram matrices. Our own, because several
 * threads compute these at once, which serial OpenBLAS does not allow. The result of a row (transposed: of a column)
 * does not depend on what else is computed in the call, so a product may be cut into blocks without changing a bit.
 */
#ifndef LAB_PRODUCT_H
#define LAB_PRODUCT_H

#include <stddef.h>

enum { LAB_GRAM_COLUMNS = 24 };

typedef struct lab_product_ops {
    const char *name;
    /* y = A x: A is rows x columns with row stride ld. */
    void (*times)(const double *a, size_t rows, size_t columns, size_t ld, const double *x, double *y);
    void (*times_single)(const float *a, size_t rows, size_t columns, size_t ld, const float *x, float *y);
    /* y = A^T x. */
    void (*transposed)(const double *a, size_t rows, size_t columns, size_t ld, const double *x, double *y);
    void (*transposed_single)(const float *a, size_t rows, size_t columns, size_t ld, const float *x, float *y);
    /* Columns [begin, end) of the upper triangle of G = keep G + K^T K, K rows x n, both with row stride n. At most
     * LAB_GRAM_COLUMNS of them; a few values below the diagonal are written as well. */
    void (*gram)(const double *k, size_t rows, size_t n, size_t begin, size_t end, double keep, double *gram);
} lab_product_ops;

/* The best for the machine; by number, best first, NULL past the end. They are one source compiled with different
 * flags. */
const lab_product_ops *lab_product(void);
const lab_product_ops *lab_product_variant(size_t index);

extern const lab_product_ops lab_product_avx512, lab_product_avx2, lab_product_portable;

#endif
