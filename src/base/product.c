#include "base/product.h"

#include "base/cpu.h"

#define TABLE(isa) &lab_product_##isa
const lab_product_ops *lab_product_variant(size_t index) {
    const lab_product_ops *const all[] = {LAB_CPU_VARIANTS(TABLE)};
    size_t at = lab_cpu_lacks() + index;
    return at < sizeof all / sizeof all[0] ? all[at] : NULL;
}

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
