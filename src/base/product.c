#include "base/product.h"

#include "base/cpu.h"

#ifdef LABRBF_X86_KERNELS
const lab_product_ops *lab_product_variant(size_t index) {
    const lab_product_ops *const all[] = {&lab_product_avx512, &lab_product_avx2, &lab_product_portable};
    size_t at = LAB_CPU_AVX512 - lab_cpu() + index;
    return at < sizeof all / sizeof all[0] ? all[at] : NULL;
}
#else
const lab_product_ops *lab_product_variant(size_t index) { return index == 0 ? &lab_product_portable : NULL; }
#endif

void lab_product(const double *a, size_t rows, size_t columns, size_t ld, const double *x, double *y) {
    lab_product_variant(0)->times(a, rows, columns, ld, x, y);
}

void lab_product_single(const float *a, size_t rows, size_t columns, size_t ld, const float *x, float *y) {
    lab_product_variant(0)->times_single(a, rows, columns, ld, x, y);
}

void lab_product_transposed(const double *a, size_t rows, size_t columns, size_t ld, const double *x, double *y) {
    lab_product_variant(0)->transposed(a, rows, columns, ld, x, y);
}

void lab_product_transposed_single(const float *a, size_t rows, size_t columns, size_t ld, const float *x, float *y) {
    lab_product_variant(0)->transposed_single(a, rows, columns, ld, x, y);
}

void lab_product_gram(const double *k, size_t rows, size_t n, size_t begin, size_t end, double keep, double *gram) {
    lab_product_variant(0)->gram(k, rows, n, begin, end, keep, gram);
}
