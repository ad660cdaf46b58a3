/* The kernel for one instruction set: what kernel.c chooses from at run time. */
#ifndef LAB_KERNEL_OPS_H
#define LAB_KERNEL_OPS_H

#include <stddef.h>

#include "model/kernel.h"

typedef struct lab_kernel_ops {
    const char *name;
    /* As the functions lab_kernel_... of the same names. */
    void (*block)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                  double *kappa);
    void (*dot)(const lab_supports *supports, const double *alpha, const double *rows, size_t n_rows, size_t row_stride,
                double *out);
    void (*pull_back)(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                      size_t row_stride, const double *weights, const double *kappa, double *sums);
    void (*pull_centres)(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                         size_t row_stride, const double *weights, const double *kappa, double *sums);
    void (*pull_rows)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride,
                      const double *weighted, double *sums, size_t sums_stride);
    void (*pack)(const lab_supports *supports, size_t begin, size_t end, double *packed);
    void (*pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed, double *k,
                  double *slopes);
    void (*pull_pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed,
                       const double *weights, const double *slopes, double *sums);
} lab_kernel_ops;

/* The variants that were built and that this machine can run, best first; `portable` is always there. NULL past the
 * end. */
const lab_kernel_ops *lab_kernel_variant(size_t index);

extern const lab_kernel_ops lab_kernel_avx512, lab_kernel_avx2, lab_kernel_portable;

/* Defines one of them from the functions NAME(block) and so on. */
#define LAB_KERNEL_OPS(isa)                                                                                            \
    const lab_kernel_ops lab_kernel_##isa = {                                                                          \
        #isa,       NAME(block), NAME(dot),       NAME(pull_back), NAME(pull_centres), NAME(pull_rows),                \
        NAME(pack), NAME(pairs), NAME(pull_pairs)}

#endif
