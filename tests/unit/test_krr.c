/* Asymmetric kernel ridge regression: residuals recomputed by plain loops, condition, singular systems. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "fixture.h"
#include "learn/krr.h"
#include "oracle.h"

enum { N_MAX = 60 };

/* A system with its work space, its right-hand side and both solutions. */
typedef struct bench {
    lab_krr krr;
    lab_allocator allocator;
    lab_log log;
    fixture_log heard;
    void *block;
    double k[N_MAX * N_MAX], y[N_MAX], alpha[N_MAX], alpha2[N_MAX];
    size_t n;
} bench;

static void open_bench(bench *b) {
    memset(b, 0, sizeof *b);
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_log(&hooks, &b->heard);
    b->log = lab_log_of(&hooks);
    b->allocator = lab_allocator_of(NULL);
    lab_arena arena = {0};
    lab_krr_layout(&b->krr, &arena, N_MAX);
    assert_int_equal(lab_arena_open(&arena, &b->allocator, &b->block), LABRBF_OK);
    lab_krr_layout(&b->krr, &arena, N_MAX);
}

static void close_bench(bench *b) { lab_free(&b->allocator, b->block); }

static labrbf_status solve(bench *b, double lambda) {
    labrbf_status status = lab_krr_factor(&b->krr, b->k, b->n, lambda, &b->log);
    if (status < 0)
        return status;
    memcpy(b->alpha, b->y, b->n * sizeof *b->y);
    memcpy(b->alpha2, b->y, b->n * sizeof *b->y);
    lab_krr_solve(&b->krr, b->alpha);
    lab_krr_solve_adjoint(&b->krr, b->alpha2);
    return status;
}

/* A LAB RBF kernel matrix of n random points: not symmetric, diagonal 1. */
static void lab_matrix(oracle_random *random, bench *b, size_t n, int kernel) {
    double x[N_MAX * 2], theta[N_MAX * 2];
    oracle_fill(random, x, 2 * n, -1, 1);
    oracle_fill(random, theta, 2 * n, 4, 9);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            b->k[i * n + j] = (double)oracle_kernel(kernel, oracle_distance(x + 2 * i, x + 2 * j, theta + 2 * j, 2));
    oracle_fill(random, b->y, n, -1, 1);
    b->n = n;
}

/* Entries of any size and sign, so that rows have to be exchanged. */
static void wild_matrix(oracle_random *random, bench *b, size_t n) {
    oracle_fill(random, b->k, n * n, -1, 1);
    oracle_fill(random, b->y, n, -1, 1);
    b->n = n;
}

static void expect_solved(const bench *b) {
    assert_true(oracle_residual(b->k, b->krr.lambda, false, b->alpha, b->y, b->n) < 1e-10L);
    assert_true(oracle_residual(b->k, b->krr.lambda, true, b->alpha2, b->y, b->n) < 1e-10L);
}

static void both_systems_are_solved_at_every_size(void **state) {
    (void)state;
    oracle_random random = oracle_seed(11);
    bench b;
    open_bench(&b);
    for (size_t n = 1; n <= N_MAX; n++) {
        for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
            lab_matrix(&random, &b, n, kernel);
            assert_int_equal(solve(&b, 1e-3), LABRBF_OK);
            assert_true(b.krr.lambda == 1e-3);
            expect_solved(&b);
        }
        wild_matrix(&random, &b, n);
        assert_int_equal(solve(&b, 0.5), LABRBF_OK);
        assert_true(b.krr.lambda == 0.5);
        expect_solved(&b);
    }
    assert_int_equal(b.heard.warnings, 0);
    close_bench(&b);
}

/* The two solutions differ unless K is symmetric: a test that confuses A and A^T must not pass. */
static void the_two_systems_differ(void **state) {
    (void)state;
    oracle_random random = oracle_seed(12);
    bench b;
    open_bench(&b);
    lab_matrix(&random, &b, 20, ORACLE_EXPONENTIAL);
    assert_int_equal(solve(&b, 1e-3), LABRBF_OK);
    assert_true(oracle_residual(b.k, b.krr.lambda, true, b.alpha, b.y, b.n) > 1e-3L);
    assert_true(oracle_residual(b.k, b.krr.lambda, false, b.alpha2, b.y, b.n) > 1e-3L);
    close_bench(&b);
}

/* LAPACK's estimate bounds |A^-1| from below, so rcond from above, and is seldom more than 3 times off. */
static void condition_estimate_is_near_the_condition(void **state) {
    (void)state;
    oracle_random random = oracle_seed(13);
    bench b;
    open_bench(&b);
    for (size_t n = 1; n <= 25; n++) {
        for (int kind = 0; kind < 3; kind++) {
            double lambda = kind == 2 ? 0.5 : pow(10, -(double)(n % 7)), a[25 * 25];
            kind == 2 ? wild_matrix(&random, &b, n) : lab_matrix(&random, &b, n, kind);
            assert_int_equal(solve(&b, lambda), LABRBF_OK);
            memcpy(a, b.k, n * n * sizeof *a);
            for (size_t i = 0; i < n; i++)
                a[i * n + i] += lambda;
            long double exact = 1 / oracle_condition(a, n), estimate = lab_krr_rcond(&b.krr);
            assert_true(estimate >= exact * (1 - 1e-9L));
            assert_true(estimate <= exact * 5);
            assert_true(estimate <= 1 + 1e-12L);
        }
    }
    close_bench(&b);
}

/* Singular at the lambda asked for: raised, said so, and what comes out solves the raised system. */
static void expect_raised(bench *b, double lambda) {
    b->heard = (fixture_log){0};
    assert_int_equal(solve(b, lambda), LABRBF_OK);
    assert_true(b->krr.lambda > lambda);
    assert_int_equal(b->heard.warnings, 1);
    assert_non_null(strstr(b->heard.last_warning, "lambda"));
    assert_true(oracle_backward_error(b->k, b->krr.lambda, false, b->alpha, b->y, b->n) < 1e-14L * (double)b->n);
    assert_true(oracle_backward_error(b->k, b->krr.lambda, true, b->alpha2, b->y, b->n) < 1e-14L * (double)b->n);
    assert_true(lab_krr_rcond(&b->krr) >= DBL_EPSILON);
}

static void equal_rows_raise_lambda(void **state) {
    (void)state;
    oracle_random random = oracle_seed(14);
    bench b;
    open_bench(&b);
    for (size_t n = 2; n <= 40; n += 19) {
        wild_matrix(&random, &b, n);
        memcpy(b.k + n, b.k, n * sizeof *b.k);
        expect_raised(&b, 0.0);
        assert_true(b.krr.lambda < 1e-6); /* raised as far as needed, not at random */
    }
    close_bench(&b);
}

static void matrix_of_ones_raises_lambda(void **state) {
    (void)state;
    oracle_random random = oracle_seed(15);
    bench b;
    open_bench(&b);
    wild_matrix(&random, &b, 30);
    for (size_t i = 0; i < b.n * b.n; i++)
        b.k[i] = 1.0;
    expect_raised(&b, 0.0);
    expect_raised(&b, 1e-25);
    close_bench(&b);
}

/* Smooth kernel, many near points: no pivot is exactly zero, but the matrix is singular to working precision. */
static void numerically_singular_matrix_raises_lambda(void **state) {
    (void)state;
    oracle_random random = oracle_seed(16);
    bench b;
    open_bench(&b);
    wild_matrix(&random, &b, 40);
    for (size_t i = 0; i < b.n; i++)
        for (size_t j = 0; j < b.n; j++)
            b.k[i * b.n + j] = exp(-0.01 * (double)((i - j) * (i - j)) / (double)(b.n * b.n));
    expect_raised(&b, 0.0);
    close_bench(&b);
}

static void zero_matrix_raises_lambda(void **state) {
    (void)state;
    oracle_random random = oracle_seed(17);
    bench b;
    open_bench(&b);
    for (size_t n = 1; n <= 5; n += 4) {
        wild_matrix(&random, &b, n);
        memset(b.k, 0, sizeof b.k);
        expect_raised(&b, 0.0);
    }
    close_bench(&b);
}

static void regular_system_without_lambda_is_left_alone(void **state) {
    (void)state;
    oracle_random random = oracle_seed(18);
    bench b;
    open_bench(&b);
    lab_matrix(&random, &b, 20, ORACLE_EXPONENTIAL);
    assert_int_equal(solve(&b, 0.0), LABRBF_OK);
    assert_true(b.krr.lambda == 0.0);
    assert_int_equal(b.heard.warnings, 0);
    expect_solved(&b);
    close_bench(&b);
}

static void not_a_number_cannot_be_repaired(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    oracle_random random = oracle_seed(19);
    bench b;
    open_bench(&b);
    for (size_t c = 0; c < 3; c++) {
        wild_matrix(&random, &b, 6);
        b.k[3 * 6 + 1] = bad[c];
        assert_int_equal(solve(&b, 0.1), LABRBF_E_SINGULAR);
        assert_non_null(strstr(labrbf_last_error(), "singular"));
    }
    close_bench(&b);
}

static void better_regressor_has_the_smaller_coefficients(void **state) {
    (void)state;
    const double shorter[] = {1, -2, 2}, longer[] = {3, 0, 1};
    assert_int_equal(lab_krr_better(shorter, longer, 3), 1);
    assert_int_equal(lab_krr_better(longer, shorter, 3), 2);
    assert_int_equal(lab_krr_better(longer, longer, 3), 1);
    assert_int_equal(lab_krr_better(longer, shorter, 0), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_systems_are_solved_at_every_size),
        cmocka_unit_test(the_two_systems_differ),
        cmocka_unit_test(condition_estimate_is_near_the_condition),
        cmocka_unit_test(equal_rows_raise_lambda),
        cmocka_unit_test(matrix_of_ones_raises_lambda),
        cmocka_unit_test(numerically_singular_matrix_raises_lambda),
        cmocka_unit_test(zero_matrix_raises_lambda),
        cmocka_unit_test(regular_system_without_lambda_is_left_alone),
        cmocka_unit_test(not_a_number_cannot_be_repaired),
        cmocka_unit_test(better_regressor_has_the_smaller_coefficients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
