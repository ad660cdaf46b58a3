/* Symmetric kernels between rows, and functions f(t) = sum_i alpha_i k(t, x_i). */
#ifndef COMPARE_ROW_KERNELS_H
#define COMPARE_ROW_KERNELS_H

#include <stddef.h>

typedef enum kernel_shape {
    KERNEL_RBF,       /* exp(-width d^2) */
    KERNEL_LAPLACIAN, /* exp(-width d) */
    KERNEL_TL1        /* max(width - d, 0) */
} kernel_shape;

/* d is the distance of two rows in the norm l2 or l1. */
typedef enum kernel_norm { KERNEL_L2, KERNEL_L1 } kernel_norm;

typedef struct kernel {
    kernel_shape shape;
    kernel_norm norm;
    double width;
} kernel;

/* The points on the right of the kernel, ready for use: a copy. */
typedef struct kernel_points {
    size_t n, m;
    double *x;       /* n x m, minus the origin */
    double *origin;  /* m: their mean */
    double *squares; /* n: |x_i|^2 */
} kernel_points;

kernel_points kernel_points_make(const double *x, size_t n, size_t m);
void kernel_points_free(kernel_points *points);

/* out[t, i] = k(x_t, points_i) for `rows` rows x of points->m features; exactly d = 0 where two rows are equal. */
void kernel_rows(const kernel *k, const kernel_points *points, const double *x, size_t rows, double *out);

/* The same for n rows, KERNEL_BLOCK of them at a time, so that memory does not grow with n. `use` is handed rows
 * [first, first + rows) of the kernel matrix; it may overwrite them. */
enum { KERNEL_BLOCK = 128 };
typedef void kernel_use(void *context, size_t first, size_t rows, double *block);
void kernel_stream(const kernel *k, const kernel_points *points, const double *x, size_t n, kernel_use *use,
                   void *context);

/* What kernel methods learn. The functions have the types that `method` asks for. */
typedef struct expansion {
    kernel kernel;
    kernel_points points;
    double *alpha;
} expansion;

expansion *expansion_make(const kernel *k, const double *x, size_t n, size_t m); /* alpha is zero */
void expansion_predict(const void *model, const double *x, size_t n, double *out);
size_t expansion_size(const void *model);
void expansion_destroy(void *model);

#endif
