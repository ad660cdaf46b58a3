/*
 * The batch loss and its gradient against the oracle: four-point central differences of a plain long double loss for
 * every parameter, and the analytic gradient summed difference by difference.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expansion_of.h"
#include "oracle.h"

typedef struct shape {
    size_t s, b, m;
    double theta_low, theta_high; /* narrow enough for a well-conditioned K */
} shape;

static const shape SHAPES[] = {
    {1, 1, 1, 0.5, 2}, {1, 5, 3, 0.5, 2},  {2, 1, 1, 1, 3},   {3, 4, 2, 1, 3},    {6, 11, 1, 4, 9},
    {9, 7, 5, 0.8, 2}, {4, 3, 17, 0.3, 1}, {16, 40, 3, 2, 5}, {70, 20, 2, 6, 12},
};
enum { N_SHAPES = sizeof SHAPES / sizeof SHAPES[0] };

static oracle_problem make_problem(oracle_random *random, int kernel, const shape *size) {
    oracle_problem p =
        oracle_problem_make(random, kernel, size->s, size->b, size->m, size->theta_low, size->theta_high);
    for (size_t i = 0; i < p.s * p.m; i += 3) /* training may carry a bandwidth through zero */
        p.theta[i] = -p.theta[i];
    return p;
}

static double mean_of(const double *values, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (double)n;
}

/* |g - want| against the whole gradient, and each entry against itself with a floor of a thousandth of the largest. */
static void expect_gradient(const expansion_of *o, const long double *want, size_t n, long double tolerance) {
    long double squares = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        squares += (expansion_slope(o, i) - want[i]) * (expansion_slope(o, i) - want[i]);
        largest = fmaxl(largest, fabsl(want[i]));
    }
    oracle_close("the gradient's norm of error", sqrtl(squares), 0, tolerance * oracle_norm(want, n));
    for (size_t i = 0; i < n; i++)
        oracle_close("an entry of the gradient", expansion_slope(o, i), want[i],
                     tolerance * (fabsl(want[i]) + 1e-3L * largest));
}

static void check_differences(oracle_problem *p) {
    expansion_of o;
    expansion_open(&o, p, NULL, 3);
    double loss = expansion_gradient(&o);
    oracle_close("loss", loss, oracle_loss(p, NULL), 1e-9L * oracle_loss(p, NULL));
    size_t n = p->s * p->m;
    long double *want = malloc(n * sizeof *want);
    assert_non_null(want);
    for (size_t i = 0; i < n; i++)
        want[i] = oracle_difference(p, i, 1e-3);
    expect_gradient(&o, want, n, 1e-7L);
    free(want);
    expansion_close(&o);
}

static void every_entry_agrees_with_differences(void **state) {
    (void)state;
    oracle_random random = oracle_seed(21);
    for (size_t c = 0; c < N_SHAPES; c++) {
        for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
            for (int bias = SHAPES[c].s > 50; bias < 2; bias++) { /* the large one takes a second */
                oracle_problem p = make_problem(&random, kernel, &SHAPES[c]);
                p.beta = bias ? mean_of(p.y, p.s) : 0.0;
                p.lambda = 1e-6;
                check_differences(&p);
                p.lambda = 10;
                check_differences(&p);
                oracle_problem_free(&p);
            }
        }
    }
}

/* The oracle's two gradients are independent of each other too. */
static void oracle_agrees_with_itself(void **state) {
    (void)state;
    oracle_random random = oracle_seed(22);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        oracle_problem p = oracle_problem_make(&random, kernel, 8, 6, 3, 0.7, 2);
        long double gradient[24];
        oracle_gradient(&p, gradient);
        for (size_t i = 0; i < 24; i++)
            oracle_close("differences", oracle_difference(&p, i, 1e-3), gradient[i], 1e-9L * oracle_norm(gradient, 24));
        oracle_problem_free(&p);
    }
}

/* Well-conditioned, so that rounding is all that differs: 1e-11 of the largest entry. */
static void check_analytic(const oracle_problem *p, long double tolerance) {
    expansion_of o;
    expansion_open(&o, p, NULL, 1);
    (void)expansion_gradient(&o);
    size_t n = p->s * p->m;
    long double *want = malloc(n * sizeof *want), largest = 0;
    assert_non_null(want);
    oracle_gradient(p, want);
    for (size_t i = 0; i < n; i++)
        largest = fmaxl(largest, fabsl(want[i]));
    for (size_t i = 0; i < n; i++)
        oracle_close("an entry of the gradient", expansion_slope(&o, i), want[i], tolerance * largest);
    free(want);
    expansion_close(&o);
}

static void every_entry_agrees_with_plain_sums(void **state) {
    (void)state;
    oracle_random random = oracle_seed(23);
    static const shape more[] = {{64, 64, 3, 1, 4}, {65, 10, 2, 2, 6}, {129, 30, 4, 1, 3}, {20, 150, 40, 0.1, 0.5}};
    for (size_t c = 0; c < N_SHAPES + 4; c++) {
        for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
            oracle_problem p = make_problem(&random, kernel, c < N_SHAPES ? &SHAPES[c] : &more[c - N_SHAPES]);
            p.beta = mean_of(p.y, p.s);
            p.lambda = 0.5;
            check_analytic(&p, 1e-11L);
            oracle_problem_free(&p);
        }
    }
}

/* Batch rows at distance `gap` from supports, in one feature or in all of them. gap 0 is an exact duplicate. */
static void check_near_rows(int kernel, double gap, bool all_features) {
    oracle_random random = oracle_seed(24);
    oracle_problem p = oracle_problem_make(&random, kernel, 12, 12, 3, 0.7, 2.5);
    p.lambda = 0.5;
    for (size_t t = 0; t < 6; t++) {
        memcpy(p.batch + 3 * t, p.x + 3 * t, 3 * sizeof *p.batch);
        for (size_t j = 0; j < (all_features ? 3u : 1u); j++)
            p.batch[3 * t + j] += gap;
    }
    check_analytic(&p, 1e-11L);
    oracle_problem_free(&p);
}

static void duplicates_of_supports_in_the_batch(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++)
        check_near_rows(kernel, 0, true);
}

/* The exponential's kappa = K / (2 sqrt(D)) grows without bound as D falls, but kappa (z - x)^2 does not. */
static void rows_near_supports(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (int power = 1; power <= 16; power++) {
            check_near_rows(kernel, pow(10, -power), true);
            check_near_rows(kernel, pow(10, -power), false);
        }
    }
}

/* Two supports that differ by the rounding of one feature only, as 0.1 + 0.2 and 0.3 do. */
static void supports_near_each_other(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (int power = 1; power <= 16; power++) {
            oracle_random random = oracle_seed(25);
            oracle_problem p = oracle_problem_make(&random, kernel, 10, 9, 2, 0.7, 2.5);
            p.lambda = 0.5;
            p.x[2] = p.x[0];
            p.x[3] = p.x[1] + pow(10, -power);
            check_analytic(&p, 1e-11L);
            oracle_problem_free(&p);
        }
    }
}

/* A training run in small: every bandwidth moves by the rate, up or down, as with Adam. From 96 supports on the solver
 * uses an old inverse, and the gradient must stay within 1e-8 of the exact one. */
static void check_steps(int kernel, double lambda, double theta_low, double theta_high, double rate) {
    oracle_random random = oracle_seed(5);
    oracle_problem p = oracle_problem_make(&random, kernel, 110, 40, 3, theta_low, theta_high);
    size_t n = p.s * p.m, s_max = p.s + 1;
    long double *want = malloc(n * sizeof *want);
    assert_non_null(want);
    p.lambda = lambda;
    expansion_of o;
    expansion_open(&o, &p, NULL, 1);
    for (int step = 0; step < 10; step++) {
               double loss = expansion_gradient(&o);
        assert_true(o.lambda == lambda);
        oracle_gradient(&p, want);
        long double squares = 0;
        for (size_t i = 0; i < n; i++)
            squares += (expansion_slope(&o, i) - want[i]) * (expansion_slope(&o, i) - want[i]);
        oracle_close("the gradient in a later step", sqrtl(squares) / oracle_norm(want, n), 0, 1e-8L);
        oracle_close("its loss", loss, oracle_loss(&p, NULL), 1e-8L * oracle_loss(&p, NULL));
        for (size_t i = 0; i < n; i++) {
            p.theta[i] += oracle_bits(&random) & 1 ? rate : -rate;
            o.expansion.theta[i % p.m * s_max + i / p.m] = p.theta[i];
        }
    }
    expansion_close(&o);
    free(want);
    oracle_problem_free(&p);
}

static void later_steps_have_the_exact_gradient_too(void **state) {
    (void)state;
    check_steps(ORACLE_EXPONENTIAL, 1e-3, 0.3, 1, 0.01);
    check_steps(ORACLE_EXPONENTIAL, 1e-5, 1, 3, 0.1);
    check_steps(ORACLE_GAUSSIAN, 0.1, 0.3, 1, 0.01);
    check_steps(ORACLE_GAUSSIAN, 1e-3, 1, 3, 0.01);
    check_steps(ORACLE_GAUSSIAN, 1e-3, 3, 8, 0.1);
    check_steps(ORACLE_MATERN32, 1e-3, 0.3, 1, 0.01);
    check_steps(ORACLE_MATERN32, 1e-5, 1, 3, 0.1);
    check_steps(ORACLE_MATERN52, 1e-3, 0.3, 1, 0.01);
    check_steps(ORACLE_MATERN52, 1e-3, 1, 3, 0.1);
}

/* Wide Gaussians: K is nearly of low rank, so that A changes a lot in the directions that only lambda holds up. */
static void later_steps_with_wide_gaussians(void **state) {
    (void)state;
    check_steps(ORACLE_GAUSSIAN, 1e-3, 0.3, 1, 0.01);
    check_steps(ORACLE_GAUSSIAN, 1e-5, 1, 3, 0.01);
}

/* What a learner needs besides the gradient: the loss, alpha alone, f at any row. */
static void loss_and_values_agree_with_plain_sums(void **state) {
    (void)state;
    oracle_random random = oracle_seed(26);
    static const size_t sizes[] = {1, 3, 64, 255, 256, 257};
    for (size_t c = 0; c < ORACLE_KERNELS * sizeof sizes / sizeof sizes[0]; c++) {
        oracle_problem p =
            oracle_problem_make(&random, (int)(c % ORACLE_KERNELS), sizes[c / ORACLE_KERNELS], 17, 2, 3, 9);
        p.beta = mean_of(p.y, p.s);
        expansion_of o;
        expansion_open(&o, &p, NULL, 2);
        double loss = expansion_gradient(&o);
        long double *alpha = malloc(p.s * sizeof *alpha), want = oracle_loss(&p, alpha);
        assert_non_null(alpha);
        oracle_close("loss", loss, want, 1e-11L * want);
        expansion_solve(&o);
        for (size_t t = 0; t < p.b; t++) {
            long double value = p.beta;
            for (size_t i = 0; i < p.s; i++)
                value += alpha[i] *
                         oracle_kernel(p.kernel, oracle_distance(p.batch + 2 * t, p.x + 2 * i, p.theta + 2 * i, 2));
            oracle_close("f", lab_expansion_value(&o.expansion, 0, p.batch + 2 * t), value, 1e-11L);
        }
        free(alpha);
        expansion_close(&o);
        oracle_problem_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_agrees_with_itself),
        cmocka_unit_test(every_entry_agrees_with_differences),
        cmocka_unit_test(every_entry_agrees_with_plain_sums),
        cmocka_unit_test(duplicates_of_supports_in_the_batch),
        cmocka_unit_test(rows_near_supports),
        cmocka_unit_test(supports_near_each_other),
        cmocka_unit_test(later_steps_have_the_exact_gradient_too),
        cmocka_unit_test(later_steps_with_wide_gaussians),
        cmocka_unit_test(loss_and_values_agree_with_plain_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
