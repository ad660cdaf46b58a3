#include "model/kernel.h"

#include <stdint.h>

#include "base/alloc.h"
#include "base/cpu.h"

enum { SQUARE = LAB_KERNEL_STRIP * LAB_KERNEL_STRIP };

LAB_CPU_CHOOSE(const lab_kernel_ops, lab_kernel)

size_t lab_kernel_padded(size_t n) { return (n / LAB_KERNEL_STRIP + 1) * LAB_KERNEL_STRIP; }

/* Two squares for each pair of strips, the last strip padded: also enough for narrower strips. */
size_t lab_kernel_slopes(size_t n) {
    size_t strips = lab_kernel_padded(n) / LAB_KERNEL_STRIP, pairs, values;
    if (!lab_size_mul(strips, strips + 1, &pairs) || !lab_size_mul(pairs, SQUARE, &values))
        return SIZE_MAX;
    return values;
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
