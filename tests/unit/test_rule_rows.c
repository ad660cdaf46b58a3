/*
 * Training by least squares over rows: the gradients by bandwidth and by centre against four-point differences of the
 * batch loss, written out in long double with the coefficients held; and the coefficients from all rows against those
 * that statistics of all rows have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expansion_of.h"
#include "learn/rule_rows.h"
#include "oracle.h"

typedef struct bench {
    oracle_problem problem;
    expansion_of of;
    lab_rows_state state;
    lab_rows rows;
    void *block;
    double *x, *y;
} bench;

enum { N_ROWS = 90 };

static void open_bench(bench *b, oracle_random *random, int kernel, size_t s, size_t m) {
    *b = (bench){0};
    b->problem = oracle_problem_make(random, kernel, s, 20, m, 0.8, 2);
    expansion_open(&b->of, &b->problem, NULL, 3);
    b->x = malloc(N_ROWS * m * sizeof *b->x);
    b->y = malloc(N_ROWS * sizeof *b->y);
    assert_true(b->x && b->y);
    oracle_fill(random, b->x, N_ROWS * m, -1, 1);
    oracle_fill(random, b->y, N_ROWS, -1, 1);
    lab_arena arena = {0};
    const lab_resolved how = {.finds_ridge = true, .window_rows = 50};
    lab_rule_rows.layout(&b->state, &arena, &b->of.expansion, &how);
    assert_int_equal(lab_arena_open(&arena, &b->of.allocator, &b->block), LABRBF_OK);
    lab_rule_rows.layout(&b->state, &arena, &b->of.expansion, &how);
    b->rows = (lab_rows){.n = N_ROWS, .n_learnt = N_ROWS, .n_features = m, .n_targets = 1, .x = b->x, .y = b->y};
}

static void solve(bench *b) {
    assert_int_equal(lab_rule_rows.solve(&b->state, &b->of.expansion, &b->rows, N_ROWS, &b->of.lambda), LABRBF_OK);
}

static double gradient(bench *b) {
    double loss;
    assert_int_equal(lab_rule_rows.gradient(&b->state, &b->of.expansion, &b->rows, &b->of.lambda, &loss), LABRBF_OK);
    return loss;
}

static void close_bench(bench *b) {
    lab_free(&b->of.allocator, b->block);
    expansion_close(&b->of);
    oracle_problem_free(&b->problem);
    free(b->x);
    free(b->y);
}

/* The loss of the batch with the expansion's coefficients and the problem's supports and bandwidths. */
static long double held_loss(const bench *b) {
    const oracle_problem *p = &b->problem;
    long double sum = 0;
    for (size_t t = 0; t < p->b; t++) {
        long double r = b->of.expansion.beta[0] - p->target[t];
        for (size_t i = 0; i < p->s; i++)
            r += b->of.expansion.alpha[i] *
                 oracle_kernel(p->kernel,
                               oracle_distance(p->batch + t * p->m, p->x + i * p->m, p->theta + i * p->m, p->m));
        sum += r * r;
    }
    return sum / (long double)p->b;
}

static long double difference(const bench *b, double *parameter) {
    double keep = *parameter, h = 1e-3;
    long double at[4];
    static const double steps[] = {-2, -1, 1, 2};
    for (int c = 0; c < 4; c++) {
        *parameter = keep + steps[c] * h;
        at[c] = held_loss(b);
    }
    *parameter = keep;
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * (long double)h);
}

static void expect_gradient(bench *b, const double *found, double *parameters) {
    size_t m = b->problem.m, stride = b->of.expansion.s_max;
    long double largest = 0;
    for (size_t i = 0; i < b->problem.s; i++)
        for (size_t j = 0; j < m; j++)
            largest = fmaxl(largest, fabsl(difference(b, &parameters[i * m + j])));
    assert_true(largest > 1e-4L);
    for (size_t i = 0; i < b->problem.s; i++)
        for (size_t j = 0; j < m; j++)
            oracle_close("gradient", found[j * stride + i], difference(b, &parameters[i * m + j]), 1e-7L * largest);
}

static void gradients_agree_with_differences(void **state) {
    (void)state;
    oracle_random random = oracle_seed(401);
    static const size_t sizes[][2] = {{1, 1}, {3, 2}, {11, 5}, {17, 3}};
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t c = 0; c < 4; c++) {
            bench b;
            open_bench(&b, &random, kernel, sizes[c][0], sizes[c][1]);
            solve(&b);
            double loss = gradient(&b);
            oracle_close("loss", loss, held_loss(&b), 1e-12L);
            expect_gradient(&b, b.of.expansion.gradient, b.problem.theta);
            expect_gradient(&b, b.of.expansion.centre_gradient, b.problem.x);
            close_bench(&b);
        }
    }
}

/* After a step the statistics have the full weight, the batch in it. */
static void the_statistics_keep_their_weight(void **state) {
    (void)state;
    oracle_random random = oracle_seed(402);
    bench b;
    open_bench(&b, &random, ORACLE_EXPONENTIAL, 7, 3);
    for (int step = 0; step < 5; step++) {
        (void)gradient(&b);
        oracle_close("weight", b.state.statistics.weight, 50, 1e-12L); /* at first all 90 rows, now window_rows */
    }
    close_bench(&b);
}

/* With a given ridge the residuals are orthogonal to every kernel but for the ridge: sum_r r_r K_ri = -ridge N alpha_i,
 * and their sum is 0. */
static void all_rows_are_fitted_by_least_squares(void **state) {
    (void)state;
    oracle_random random = oracle_seed(403);
    bench b;
    open_bench(&b, &random, ORACLE_GAUSSIAN, 9, 2);
    b.state.finds_ridge = false;
    b.state.ridge = 1e-3;
    solve(&b);
    const oracle_problem *p = &b.problem;
    long double k[N_ROWS][9], r[N_ROWS], total = 0;
    for (size_t t = 0; t < N_ROWS; t++) {
        r[t] = b.of.expansion.beta[0] - b.y[t];
        for (size_t i = 0; i < p->s; i++) {
            k[t][i] =
                oracle_kernel(p->kernel, oracle_distance(b.x + t * p->m, p->x + i * p->m, p->theta + i * p->m, p->m));
            r[t] += b.of.expansion.alpha[i] * k[t][i];
        }
        total += r[t];
    }
    oracle_close("sum of residuals", total, 0, 1e-10L);
    for (size_t i = 0; i < p->s; i++) {
        long double along = 0;
        for (size_t t = 0; t < N_ROWS; t++)
            along += r[t] * k[t][i];
        oracle_close("optimality", along, -1e-3L * N_ROWS * b.of.expansion.alpha[i], 1e-10L);
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_agree_with_differences),
        cmocka_unit_test(the_statistics_keep_their_weight),
        cmocka_unit_test(all_rows_are_fitted_by_least_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
