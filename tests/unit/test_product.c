/* Matrix times vector in every variant that this machine can run, in double and single precision, against plain sums
 * in long double; and cut into blocks, which must not change a bit. Gram matrices likewise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/product.h"
#include "oracle.h"

enum { MOST = 70, PAD = 3 };
static const size_t SIZES[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 65, MOST};
enum { N_SIZES = sizeof SIZES / sizeof SIZES[0] };

/* The same numbers in both precisions; what must not be read is NaN, and nothing is aligned. */
typedef struct bench {
    size_t rows, columns, ld;
    double a[1 + MOST * (MOST + PAD)], x[1 + MOST], y[1 + MOST + 1];
    float a_single[1 + MOST * (MOST + PAD)], x_single[1 + MOST], y_single[1 + MOST + 1];
} bench;

static bench *make_bench(oracle_random *random, size_t rows, size_t columns, bool transposed) {
    bench *b = malloc(sizeof *b);
    assert_non_null(b);
    b->rows = rows;
    b->columns = columns;
    b->ld = columns + (rows + columns) % (PAD + 1);
    for (size_t i = 0; i < sizeof b->a / sizeof b->a[0]; i++)
        b->a_single[i] = (float)(b->a[i] = NAN);
    for (size_t i = 0; i <= MOST; i++)
        b->x_single[i] = (float)(b->x[i] = NAN);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            b->a[1 + r * b->ld + c] = b->a_single[1 + r * b->ld + c] = (float)oracle_uniform(random, -1, 1);
    for (size_t i = 0; i < (transposed ? rows : columns); i++)
        b->x[1 + i] = b->x_single[1 + i] = (float)oracle_uniform(random, -1, 1);
    for (size_t i = 0; i < MOST + 2; i++)
        b->y_single[i] = (float)(b->y[i] = 777);
    return b;
}

/* Sum, and what rounding may do to it. */
static long double plain(const bench *b, bool transposed, size_t at, double epsilon, long double *tolerance) {
    long double sum = 0, size = 0;
    size_t n = transposed ? b->rows : b->columns;
    for (size_t i = 0; i < n; i++) {
        long double a = transposed ? b->a[1 + i * b->ld + at] : b->a[1 + at * b->ld + i];
        sum += a * b->x[1 + i];
        size += fabsl(a * b->x[1 + i]);
    }
    *tolerance = size * (long double)(n + 1) * epsilon;
    return sum;
}

static void expect_product(const lab_product_ops *ops, const bench *b, bool transposed) {
    size_t n = transposed ? b->columns : b->rows;
    for (size_t i = 0; i < n; i++) {
        long double tolerance, want = plain(b, transposed, i, DBL_EPSILON, &tolerance);
        oracle_close(ops->name, b->y[1 + i], want, tolerance);
        want = plain(b, transposed, i, FLT_EPSILON, &tolerance);
        oracle_close(ops->name, (double)b->y_single[1 + i], want, tolerance);
    }
    assert_true(b->y[0] == 777 && b->y[1 + n] == 777 && b->y_single[0] == 777 && b->y_single[1 + n] == 777);
}

static void run(const lab_product_ops *ops, bench *b, bool transposed) {
    if (transposed) {
        ops->transposed(b->a + 1, b->rows, b->columns, b->ld, b->x + 1, b->y + 1);
        ops->transposed_single(b->a_single + 1, b->rows, b->columns, b->ld, b->x_single + 1, b->y_single + 1);
    } else {
        ops->times(b->a + 1, b->rows, b->columns, b->ld, b->x + 1, b->y + 1);
        ops->times_single(b->a_single + 1, b->rows, b->columns, b->ld, b->x_single + 1, b->y_single + 1);
    }
}

/* Rows of the product (columns of A, if transposed) in two calls. */
static void run_in_two(const lab_product_ops *ops, bench *b, bool transposed, size_t cut) {
    if (transposed) {
        ops->transposed(b->a + 1, b->rows, cut, b->ld, b->x + 1, b->y + 1);
        ops->transposed(b->a + 1 + cut, b->rows, b->columns - cut, b->ld, b->x + 1, b->y + 1 + cut);
        ops->transposed_single(b->a_single + 1, b->rows, cut, b->ld, b->x_single + 1, b->y_single + 1);
        ops->transposed_single(b->a_single + 1 + cut, b->rows, b->columns - cut, b->ld, b->x_single + 1,
                               b->y_single + 1 + cut);
    } else {
        size_t at = 1 + cut * b->ld;
        ops->times(b->a + 1, cut, b->columns, b->ld, b->x + 1, b->y + 1);
        ops->times(b->a + at, b->rows - cut, b->columns, b->ld, b->x + 1, b->y + 1 + cut);
        ops->times_single(b->a_single + 1, cut, b->columns, b->ld, b->x_single + 1, b->y_single + 1);
        ops->times_single(b->a_single + at, b->rows - cut, b->columns, b->ld, b->x_single + 1, b->y_single + 1 + cut);
    }
}

static void products_hold(bool transposed) {
    oracle_random random = oracle_seed(221);
    size_t variants = 0;
    for (const lab_product_ops *ops; (ops = lab_product_variant(variants)); variants++) {
        for (size_t r = 0; r < N_SIZES; r++) {
            for (size_t c = 0; c < N_SIZES; c++) {
                bench *b = make_bench(&random, SIZES[r], SIZES[c], transposed);
                run(ops, b, transposed);
                expect_product(ops, b, transposed);
                double whole[MOST + 2];
                float whole_single[MOST + 2];
                memcpy(whole, b->y, sizeof whole);
                memcpy(whole_single, b->y_single, sizeof whole_single);
                size_t n = transposed ? b->columns : b->rows;
                for (size_t cut = 0; cut <= n; cut += 1 + n / 7) {
                    run_in_two(ops, b, transposed, cut);
                    assert_memory_equal(b->y, whole, sizeof whole);
                    assert_memory_equal(b->y_single, whole_single, sizeof whole_single);
                }
                free(b);
            }
        }
    }
    assert_true(variants >= 1);
    assert_string_equal(lab_product_variant(variants - 1)->name, "portable");
}

static void products_are_plain_sums_and_can_be_cut(void **state) {
    (void)state;
    products_hold(false);
}

static void transposed_products_are_plain_sums_and_can_be_cut(void **state) {
    (void)state;
    products_hold(true);
}

/* Some columns of a Gram matrix: those of the upper triangle are sums over rows, all others stay, and what follows the
 * rows is not read. */
static void expect_gram(const lab_product_ops *ops, oracle_random *random, size_t rows, size_t n, size_t begin,
                        size_t end) {
    double *k = malloc((rows * n + 1) * sizeof *k), *gram = malloc((n * n + 1) * sizeof *gram),
           *before = malloc((n * n + 1) * sizeof *before);
    assert_true(k && gram && before);
    oracle_fill(random, k, rows * n, -1, 1);
    oracle_fill(random, before, n * n + 1, -1, 1);
    k[rows * n] = NAN;
    memcpy(gram, before, (n * n + 1) * sizeof *gram);
    ops->gram(k, rows, n, begin, end, 0.75, gram);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            long double sum = 0.75L * before[i * n + j], size = fabsl(sum);
            for (size_t r = 0; r < rows; r++) {
                sum += (long double)k[r * n + i] * k[r * n + j];
                size += fabsl((long double)k[r * n + i] * k[r * n + j]);
            }
            if (j < begin || j >= end)
                assert_true(gram[i * n + j] == before[i * n + j]);
            else if (j >= i)
                oracle_close(ops->name, gram[i * n + j], sum, size * (long double)(rows + 2) * DBL_EPSILON);
        }
    assert_true(gram[n * n] == before[n * n]);
    free(k);
    free(gram);
    free(before);
}

static void gram_matrices_are_plain_sums(void **state) {
    (void)state;
    static const size_t rows[] = {1, 2, 17, 95, 96, 97, 600};
    oracle_random random = oracle_seed(223);
    const lab_product_ops *ops;
    for (size_t v = 0; (ops = lab_product_variant(v)); v++) {
        for (size_t n = 1; n <= 50; n += n < 10 ? 1 : 5)
            for (size_t c = 0; c < sizeof rows / sizeof rows[0]; c++)
                for (size_t end = n; end > 0; end = end > LAB_GRAM_COLUMNS ? end - LAB_GRAM_COLUMNS : 0)
                    expect_gram(ops, &random, rows[c], n, end > LAB_GRAM_COLUMNS ? end - LAB_GRAM_COLUMNS : 0, end);
        expect_gram(ops, &random, 20, 40, 13, 15);
    }
}

static void the_best_variant_is_the_one_used(void **state) {
    (void)state;
    assert_ptr_equal(lab_product(), lab_product_variant(0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_plain_sums_and_can_be_cut),
        cmocka_unit_test(transposed_products_are_plain_sums_and_can_be_cut),
        cmocka_unit_test(gram_matrices_are_plain_sums),
        cmocka_unit_test(the_best_variant_is_the_one_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
