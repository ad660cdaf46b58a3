/*
 * Ridge least squares over rows: coefficients against the normal equations written out and eliminated in long double,
 * the constant among the unknowns; generalised cross-validation against the hat matrix written out; and that a faded
 * block counts for less, as if its rows were weighted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "learn/statistics.h"
#include "oracle.h"

enum { ROWS = 60, N_MAX = 13 };

typedef struct bench {
    lab_statistics statistics;
    lab_allocator allocator;
    void *block;
    size_t n;
    double k[ROWS * N_MAX], y[ROWS], weight[ROWS];
} bench;

static void open_bench(bench *b, size_t n, uint64_t seed) {
    *b = (bench){.n = n, .allocator = lab_allocator_of(NULL)};
    lab_arena arena = {0};
    lab_statistics_layout(&b->statistics, &arena, N_MAX + 2, 1, 0);
    assert_int_equal(lab_arena_open(&arena, &b->allocator, &b->block), LABRBF_OK);
    lab_statistics_layout(&b->statistics, &arena, N_MAX + 2, 1, 0);
    oracle_random random = oracle_seed(seed);
    oracle_fill(&random, b->k, ROWS * n, 0, 1);
    for (size_t r = 0; r < ROWS; r++) {
        b->y[r] = oracle_uniform(&random, -0.3, 0.3) + 2 * b->k[r * n] - b->k[r * n + n - 1];
        b->weight[r] = 1;
    }
    lab_statistics_clear(&b->statistics, n);
}

static void close_bench(bench *b) { lab_free(&b->allocator, b->block); }

static void take(lab_statistics *statistics, double *k, const double *y, size_t rows, double keep) {
    lab_observations in = {.k = k, .y = y, .n = rows};
    lab_statistics_add(statistics, NULL, &in, keep);
}

/* Minimises sum_r weight_r (k_r alpha + beta - y_r)^2 + lambda W |alpha|^2. */
static void plain_ridge(const bench *b, long double lambda, long double *alpha, long double *beta) {
    size_t n = b->n, p = n + 1;
    long double a[(N_MAX + 1) * (N_MAX + 1)] = {0}, right[N_MAX + 1] = {0}, weight = 0;
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t i = 0; i < p; i++) {
            long double ki = i < n ? b->k[r * n + i] : 1;
            for (size_t j = 0; j < p; j++)
                a[i * p + j] += b->weight[r] * ki * (j < n ? b->k[r * n + j] : 1);
            right[i] += b->weight[r] * ki * b->y[r];
        }
        weight += b->weight[r];
    }
    for (size_t i = 0; i < n; i++)
        a[i * p + i] += lambda * weight;
    assert_true(oracle_solve(a, right, p));
    memcpy(alpha, right, n * sizeof *alpha);
    *beta = right[n];
}

static void expect_ridge(const bench *b, long double lambda, const double *alpha, double beta) {
    long double want[N_MAX], constant, size = 1;
    plain_ridge(b, lambda, want, &constant);
    for (size_t i = 0; i < b->n; i++)
        size = fmaxl(size, fabsl(want[i]));
    for (size_t i = 0; i < b->n; i++)
        oracle_close("alpha", alpha[i], want[i], 1e-11L * size);
    oracle_close("beta", beta, constant, 1e-11L * size);
}

static void coefficients_are_those_of_the_normal_equations(void **state) {
    (void)state;
    static const double lambdas[] = {1e-6, 1e-3, 1, 100};
    for (size_t n = 1; n <= N_MAX; n++) {
        for (size_t c = 0; c < 4; c++) {
            bench b;
            double alpha[N_MAX], beta;
            open_bench(&b, n, 300 + n);
            take(&b.statistics, b.k, b.y, 7, 1);
            take(&b.statistics, b.k + 7 * n, b.y + 7, ROWS - 7, 1);
            assert_true(lab_statistics_solve(&b.statistics, lambdas[c], alpha, &beta));
            expect_ridge(&b, lambdas[c], alpha, beta);
            close_bench(&b);
        }
    }
}

static void faded_rows_weigh_less(void **state) {
    (void)state;
    bench b;
    double alpha[N_MAX], beta;
    open_bench(&b, 9, 320);
    for (size_t r = 0; r < ROWS; r += 20) {
        take(&b.statistics, b.k + r * b.n, b.y + r, 20, 0.7);
        for (size_t old = 0; old < r; old++)
            b.weight[old] *= 0.7;
    }
    assert_true(lab_statistics_solve(&b.statistics, 1e-3, alpha, &beta));
    expect_ridge(&b, 1e-3L, alpha, beta);
    assert_true(lab_statistics_choose(&b.statistics, &(double){0}, alpha, &beta));
    close_bench(&b);
}

/* |y - f|^2 / N / (1 - trace H / N)^2 with f = H y: the columns of H are the fits of unit vectors. */
static long double plain_error(const bench *b, long double lambda) {
    bench unit = *b;
    long double squares = 0, trace = 0, alpha[N_MAX], beta;
    plain_ridge(b, lambda, alpha, &beta);
    for (size_t r = 0; r < ROWS; r++) {
        long double f = beta, own[N_MAX], constant;
        for (size_t i = 0; i < b->n; i++)
            f += alpha[i] * b->k[r * b->n + i];
        squares += (b->y[r] - f) * (b->y[r] - f);
        memset(unit.y, 0, sizeof unit.y);
        unit.y[r] = 1;
        plain_ridge(&unit, lambda, own, &constant);
        trace += constant;
        for (size_t i = 0; i < b->n; i++)
            trace += own[i] * b->k[r * b->n + i];
    }
    return squares / ROWS / ((1 - trace / ROWS) * (1 - trace / ROWS));
}

static void the_chosen_lambda_has_the_least_error(void **state) {
    (void)state;
    for (size_t n = 2; n <= N_MAX; n += 3) {
        bench b;
        double alpha[N_MAX], beta, lambda = 0;
        open_bench(&b, n, 340 + n);
        take(&b.statistics, b.k, b.y, ROWS, 1);
        assert_true(lab_statistics_choose(&b.statistics, &lambda, alpha, &beta));
        expect_ridge(&b, lambda, alpha, beta);
        long double least = plain_error(&b, lambda);
        for (int j = -24; j <= 4; j++)
            assert_true(plain_error(&b, powl(10, j / 2.0L)) >= least * (1 - 1e-9L));
        close_bench(&b);
    }
}

/* Pure noise: the more is shrunk the better. */
static void noise_is_shrunk(void **state) {
    (void)state;
    bench b;
    double alpha[N_MAX], beta, lambda = 0;
    open_bench(&b, N_MAX, 361);
    oracle_random random = oracle_seed(362);
    oracle_fill(&random, b.y, ROWS, -1, 1);
    take(&b.statistics, b.k, b.y, ROWS, 1);
    assert_true(lab_statistics_choose(&b.statistics, &lambda, alpha, &beta));
    assert_true(lambda >= 0.01);
    close_bench(&b);
}

/* With as many coefficients as rows, the fit says nothing about new rows. */
static void too_few_rows_are_refused(void **state) {
    (void)state;
    bench b;
    double alpha[N_MAX], beta, lambda = 0;
    open_bench(&b, N_MAX, 371);
    take(&b.statistics, b.k, b.y, 1, 1);
    assert_false(lab_statistics_choose(&b.statistics, &lambda, alpha, &beta));
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coefficients_are_those_of_the_normal_equations),
        cmocka_unit_test(faded_rows_weigh_less),
        cmocka_unit_test(the_chosen_lambda_has_the_least_error),
        cmocka_unit_test(noise_is_shrunk),
        cmocka_unit_test(too_few_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
