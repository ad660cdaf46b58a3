/* The kernels shared by several methods, against their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "baselines/row_kernels.h"
#include "plain.h"

static const kernel_shape shapes[] = {KERNEL_RBF, KERNEL_LAPLACIAN, KERNEL_TL1};
static long double (*const plain_shapes[])(long double, long double) = {plain_rbf, plain_laplacian, plain_tl1};

static void expect_by_definition(const double *x, size_t rows, const double *z, size_t n, size_t m, double tolerance) {
    double *out = calloc(rows * n, sizeof *out);
    assert_non_null(out);
    kernel_points points = kernel_points_make(z, n, m);
    for (int shape = 0; shape < 3; shape++) {
        for (int l1 = 0; l1 < 2; l1++) {
            kernel k = {shapes[shape], l1 ? KERNEL_L1 : KERNEL_L2, 1.3};
            plain_kernel plain = {plain_shapes[shape], l1 ? PLAIN_L1 : PLAIN_L2, k.width};
            long double *expected = plain_matrix(&plain, x, rows, z, n, m);
            kernel_rows(&k, &points, x, rows, out);
            for (size_t i = 0; i < rows * n; i++)
                oracle_close("kernel", out[i], expected[i], tolerance);
            free(expected);
        }
    }
    kernel_points_free(&points);
    free(out);
}

static void values_are_those_of_the_definition(void **state) {
    (void)state;
    static const size_t sizes[][3] = {{1, 1, 1}, {3, 7, 2}, {33, 17, 5}, {2, 65, 31}, {70, 70, 122}};
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        problem x = plain_problem(1 + c, sizes[c][0], sizes[c][2]), z = plain_problem(11 + c, sizes[c][1], sizes[c][2]);
        expect_by_definition(x.x, x.n, z.x, z.n, x.m, 1e-13);
        plain_release(&x);
        plain_release(&z);
    }
}

/* Pairs of rows at distances from 1e-15 to 1, about a centre far from 0: the root of a rounded |x|^2 - 2 x.z + |z|^2
 * would be wrong by 1e-8. */
static void near_rows_lose_no_digits(void **state) {
    (void)state;
    enum { N = 40, M = 6 };
    double x[N * M], z[N * M];
    oracle_random random = oracle_seed(21);
    for (size_t i = 0; i < N; i++) {
        double distance = pow(10, -15 * (double)i / (N - 1));
        for (size_t j = 0; j < M; j++) {
            x[i * M + j] = 0.9 + oracle_uniform(&random, -0.1, 0.1);
            z[i * M + j] = x[i * M + j] + distance * oracle_uniform(&random, -1, 1);
        }
    }
    expect_by_definition(x, N, z, N, M, 2e-14);
}

/* Most values of a column with a long tail are scaled to nearly -1. */
static void rows_in_a_corner_lose_no_digits(void **state) {
    (void)state;
    enum { N = 50, M = 96 };
    double x[N * M];
    oracle_random random = oracle_seed(22);
    for (size_t i = 0; i < N * M; i++)
        x[i] = i < M ? 1.0 : -1.0 + 1e-6 * oracle_uniform(&random, 0, 1);
    expect_by_definition(x, N, x, N, M, 1e-13);
}

static void equal_rows_are_at_distance_zero(void **state) {
    (void)state;
    problem p = plain_problem(23, 61, 7);
    double *out = calloc(p.n * p.n, sizeof *out);
    assert_non_null(out);
    kernel_points points = kernel_points_make(p.x, p.n, p.m);
    for (int shape = 0; shape < 3; shape++) {
        kernel k = {shapes[shape], KERNEL_L2, 0.7};
        kernel_rows(&k, &points, p.x, p.n, out);
        for (size_t i = 0; i < p.n; i++)
            assert_true(out[i * p.n + i] == (shape == 2 ? 0.7 : 1.0));
    }
    kernel_points_free(&points);
    free(out);
    plain_release(&p);
}

/* ---- streams */

typedef struct seen {
    size_t next, columns;
    const double *all;
} seen;

static void see_block(void *context, size_t first, size_t rows, double *block) {
    seen *s = context;
    assert_int_equal(first, s->next);
    assert_in_range(rows, 1, KERNEL_BLOCK);
    for (size_t i = 0; i < rows * s->columns; i++)
        oracle_close("streamed", block[i], s->all[first * s->columns + i], 1e-14);
    s->next += rows;
}

static void a_stream_shows_every_row_once(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, KERNEL_BLOCK - 1, KERNEL_BLOCK, KERNEL_BLOCK + 1, 2 * KERNEL_BLOCK + 3};
    const kernel k = {KERNEL_LAPLACIAN, KERNEL_L2, 2.0};
    problem p = plain_problem(24, 2 * KERNEL_BLOCK + 3, 3);
    kernel_points points = kernel_points_make(p.x, 9, p.m);
    double *all = calloc(p.n * 9, sizeof *all);
    assert_non_null(all);
    kernel_rows(&k, &points, p.x, p.n, all);
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        seen s = {0, 9, all};
        kernel_stream(&k, &points, p.x, sizes[c], see_block, &s);
        assert_int_equal(s.next, sizes[c]);
    }
    free(all);
    kernel_points_free(&points);
    plain_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_definition), cmocka_unit_test(near_rows_lose_no_digits),
        cmocka_unit_test(rows_in_a_corner_lose_no_digits),    cmocka_unit_test(equal_rows_are_at_distance_zero),
        cmocka_unit_test(a_stream_shows_every_row_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
