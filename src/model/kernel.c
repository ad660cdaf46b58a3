#include "model/kernel.h"

#include <stdint.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "model/kernel_ops.h"

enum { SQUARE = LAB_KERNEL_STRIP * LAB_KERNEL_STRIP };

#define TABLE(isa) &lab_kernel_##isa
const lab_kernel_ops *lab_kernel_variant(size_t index) {
    const lab_kernel_ops *const all[] = {LAB_CPU_VARIANTS(TABLE)};
    size_t at = lab_cpu_lacks() + index;
    return at < sizeof all / sizeof all[0] ? all[at] : NULL;
}

void lab_kernel_block(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                      double *kappa) {
    lab_kernel_variant(0)->block(supports, rows, n_rows, row_stride, k, kappa);
}

void lab_kernel_dot(const lab_supports *supports, const double *alpha, const double *rows, size_t n_rows,
                    size_t row_stride, double *out) {
    lab_kernel_variant(0)->dot(supports, alpha, rows, n_rows, row_stride, out);
}

void lab_kernel_pull_back(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                          size_t row_stride, const double *weights, const double *kappa, double *sums) {
    lab_kernel_variant(0)->pull_back(supports, begin, end, rows, n_rows, row_stride, weights, kappa, sums);
}

void lab_kernel_pull_centres(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                             size_t row_stride, const double *weights, const double *kappa, double *sums) {
    lab_kernel_variant(0)->pull_centres(supports, begin, end, rows, n_rows, row_stride, weights, kappa, sums);
}

void lab_kernel_pull_rows(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride,
                          const double *weighted, double *sums, size_t sums_stride) {
    lab_kernel_variant(0)->pull_rows(supports, rows, n_rows, row_stride, weighted, sums, sums_stride);
}

size_t lab_kernel_padded(size_t n) { return (n / LAB_KERNEL_STRIP + 1) * LAB_KERNEL_STRIP; }

/* Two squares for each pair of strips, the last strip padded: also enough for narrower strips. */
size_t lab_kernel_slopes(size_t n) {
    size_t strips = lab_kernel_padded(n) / LAB_KERNEL_STRIP, pairs, values;
    if (!lab_size_mul(strips, strips + 1, &pairs) || !lab_size_mul(pairs, SQUARE, &values))
        return SIZE_MAX;
    return values;
}

void lab_kernel_pack(const lab_supports *supports, size_t begin, size_t end, double *packed) {
    lab_kernel_variant(0)->pack(supports, begin, end, packed);
}

void lab_kernel_pairs(const lab_supports *supports, size_t begin, size_t end, const double *packed, double *k,
                      double *slopes) {
    lab_kernel_variant(0)->pairs(supports, begin, end, packed, k, slopes);
}

void lab_kernel_pull_pairs(const lab_supports *supports, size_t begin, size_t end, const double *packed,
                           const double *weights, const double *slopes, double *sums) {
    lab_kernel_variant(0)->pull_pairs(supports, begin, end, packed, weights, slopes, sums);
}

void lab_kernel_add_distance(const lab_supports *supports, size_t begin, size_t end, const double *t, size_t first,
                             size_t count, double *restrict d) {
    for (size_t m = 0; m < count; m++) {
        const double *restrict x = supports->x + (first + m) * supports->stride + begin;
        const double *restrict theta = supports->theta + (first + m) * supports->stride + begin;
        const double tm = t[m];
        for (size_t i = 0; i < end - begin; i++) {
            double u = theta[i] * (tm - x[i]);
            d[i] += u * u;
        }
    }
}
