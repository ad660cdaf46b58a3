/*
 * Several targets and weighted rows: the loss and the gradients of both rules for the coefficients against four-point
 * differences of the loss written out in long double; the coefficients of least squares over weighted rows against the
 * normal equations; and that T targets are solved as T single ones are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/rule_rows.h"
#include "learn/rule_supports.h"
#include "oracle.h"

enum { S = 9, B = 14, M = 3, MOST_TARGETS = 3, N_ROWS = 70, SPARE = 2 };

typedef struct bench {
    int kernel;
    size_t targets;
    double x[S * M], theta[S * M], y[MOST_TARGETS][S]; /* supports */
    double batch[B * M], target[MOST_TARGETS][B], weight[B];
    double rows_x[N_ROWS * M], rows_y[MOST_TARGETS * N_ROWS], rows_weight[N_ROWS];
    lab_expansion expansion;
    lab_supports_state by_supports;
    lab_rows_state by_rows;
    lab_rows rows;
    double lambda;
    lab_log log;
    lab_allocator allocator;
    void *block;
} bench;

static void layout(bench *b, lab_arena *arena) {
    lab_expansion_layout(&b->expansion, arena);
    lab_rule_supports.layout(&b->by_supports, arena, &b->expansion);
    lab_rule_rows.layout(&b->by_rows, arena, &b->expansion);
}

static void fill(bench *b, oracle_random *random) {
    oracle_fill(random, b->x, S * M, -1, 1);
    oracle_fill(random, b->theta, S * M, 0.7, 2);
    oracle_fill(random, &b->y[0][0], MOST_TARGETS * S, -1, 1);
    oracle_fill(random, b->batch, B * M, -1, 1);
    oracle_fill(random, &b->target[0][0], MOST_TARGETS * B, -1, 1);
    oracle_fill(random, b->rows_x, N_ROWS * M, -1, 1);
    oracle_fill(random, b->rows_y, MOST_TARGETS * N_ROWS, -1, 1);
    for (size_t t = 0; t < B; t++)
        b->weight[t] = (double)(1 + t % 4) / 2;
    for (size_t r = 0; r < N_ROWS; r++)
        b->rows_weight[r] = (double)(1 + r % 5) / 3;
}

static void set_rows(bench *b, bool weighted) {
    lab_expansion *o = &b->expansion;
    for (size_t i = 0; i < S; i++) {
        lab_expansion_set_support(o, i, b->x + i * M, &b->y[0][i], S);
        for (size_t j = 0; j < M; j++)
            o->theta[j * o->s_max + i] = b->theta[i * M + j];
    }
    for (size_t t = 0; t < B; t++) {
        lab_expansion_set_batch(o, t, b->batch + t * M, &b->target[0][t], B);
        if (weighted)
            o->batch_weights[t] = b->weight[t];
        else
            b->weight[t] = 1;
    }
    b->rows = (lab_rows){.n = N_ROWS,
                         .n_learnt = N_ROWS,
                         .n_features = M,
                         .n_targets = b->targets,
                         .x = b->rows_x,
                         .y = b->rows_y,
                         .weights = weighted ? b->rows_weight : NULL};
    b->by_rows.window_rows = 40;
    b->by_rows.ridge = 1e-6;
    b->by_rows.finds_ridge = true;
    for (size_t r = 0; r < N_ROWS && !weighted; r++)
        b->rows_weight[r] = 1;
}

static void open_bench(bench *b, oracle_random *random, int kernel, size_t targets, bool weighted) {
    *b = (bench){.kernel = kernel, .targets = targets, .allocator = lab_allocator_of(NULL)};
    fill(b, random);
    lab_expansion *o = &b->expansion;
    o->profile = (size_t)kernel;
    o->n_features = M;
    o->n_targets = targets;
    o->s_max = S + SPARE;
    o->b_max = B + SPARE;
    o->weighted = weighted;
    o->moves_centres = true;
    o->log = &b->log;
    lab_arena arena = {0};
    layout(b, &arena);
    assert_int_equal(lab_arena_open(&arena, &b->allocator, &b->block), LABRBF_OK);
    layout(b, &arena);
    o->s = S;
    o->b = B;
    b->lambda = 0.01;
    for (size_t c = 0; c < targets; c++)
        o->beta[c] = 0.1 * (double)c - 0.2;
    set_rows(b, weighted);
}

static void close_bench(bench *b) { lab_free(&b->allocator, b->block); }

static void solve_by(const lab_rule *rule, bench *b) {
    void *state = rule == &lab_rule_rows ? (void *)&b->by_rows : &b->by_supports;
    assert_int_equal(rule->solve(state, &b->expansion, &b->rows, N_ROWS, &b->lambda), LABRBF_OK);
}

static double gradient_by(const lab_rule *rule, bench *b) {
    void *state = rule == &lab_rule_rows ? (void *)&b->by_rows : &b->by_supports;
    double loss;
    assert_int_equal(rule->gradient(state, &b->expansion, &b->rows, &b->lambda, &loss), LABRBF_OK);
    return loss;
}

static long double kernel_of(const bench *b, const double *t, size_t i) {
    return oracle_kernel(b->kernel, oracle_distance(t, b->x + i * M, b->theta + i * M, M));
}

/* ---- the loss, written out */

/* (K + lambda I) alpha = y - beta of one target. */
static void solve_plainly(const bench *b, size_t c, long double *alpha) {
    long double a[S * S];
    for (size_t t = 0; t < S; t++) {
        for (size_t i = 0; i < S; i++)
            a[t * S + i] = kernel_of(b, b->x + t * M, i) + (t == i ? 0.01L : 0);
        alpha[t] = (long double)b->y[c][t] - b->expansion.beta[c];
    }
    assert_true(oracle_solve(a, alpha, S));
}

/* sum_t weight_t sum_c r_tc^2 / (T sum_t weight_t), alpha by kernel ridge regression or held. */
static long double plain_loss(const bench *b, bool held) {
    long double sum = 0, weight = 0;
    for (size_t t = 0; t < B; t++)
        weight += b->weight[t];
    for (size_t c = 0; c < b->targets; c++) {
        long double alpha[S];
        for (size_t i = 0; i < S && held; i++)
            alpha[i] = b->expansion.alpha[c * b->expansion.s_max + i];
        if (!held)
            solve_plainly(b, c, alpha);
        for (size_t t = 0; t < B; t++) {
            long double r = (long double)b->expansion.beta[c] - b->target[c][t];
            for (size_t i = 0; i < S; i++)
                r += alpha[i] * kernel_of(b, b->batch + t * M, i);
            sum += b->weight[t] * r * r;
        }
    }
    return sum / (weight * (long double)b->targets);
}

static long double difference(const bench *b, double *parameter, bool held) {
    static const double steps[] = {-2, -1, 1, 2};
    double keep = *parameter, h = 1e-3;
    long double at[4];
    for (int c = 0; c < 4; c++) {
        *parameter = keep + steps[c] * h;
        at[c] = plain_loss(b, held);
    }
    *parameter = keep;
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * (long double)h);
}

/* `found` lies feature by feature, `parameters` support by support. */
static void expect_gradient(const bench *b, const double *found, double *parameters, bool held) {
    long double largest = 0, want[S * M];
    for (size_t p = 0; p < S * M; p++) {
        want[p] = difference(b, &parameters[p], held);
        largest = fmaxl(largest, fabsl(want[p]));
    }
    assert_true(largest > 1e-3L);
    for (size_t i = 0; i < S; i++)
        for (size_t j = 0; j < M; j++)
            oracle_close("gradient", found[j * b->expansion.s_max + i], want[i * M + j], 1e-7L * largest);
}

/* ---- tests */

typedef void check(bench *b);

static void for_all_cases(uint64_t seed, check *holds) {
    oracle_random random = oracle_seed(seed);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t targets = 1; targets <= MOST_TARGETS; targets += 2) {
            for (int weighted = 0; weighted < 2; weighted++) {
                bench b;
                open_bench(&b, &random, kernel, targets, weighted);
                holds(&b);
                close_bench(&b);
            }
        }
    }
}

static void check_supports(bench *b) {
    double loss = gradient_by(&lab_rule_supports, b);
    oracle_close("loss", loss, plain_loss(b, false), 1e-11L);
    expect_gradient(b, b->expansion.gradient, b->theta, false);
}

static void gradient_with_coefficients_of_the_supports(void **state) {
    (void)state;
    for_all_cases(501, check_supports);
}

static void check_rows(bench *b) {
    solve_by(&lab_rule_rows, b);
    double loss = gradient_by(&lab_rule_rows, b);
    oracle_close("loss", loss, plain_loss(b, true), 1e-12L);
    expect_gradient(b, b->expansion.gradient, b->theta, true);
    expect_gradient(b, b->expansion.centre_gradient, b->x, true);
}

static void gradients_with_coefficients_of_rows(void **state) {
    (void)state;
    for_all_cases(502, check_rows);
}

/* Minimises sum_r weight_r (k_r alpha + beta - y_r)^2 + ridge W |alpha|^2 of one target, the constant not shrunk. */
static void plain_ridge(const bench *b, size_t c, long double ridge, long double solution[S + 1]) {
    long double a[(S + 1) * (S + 1)] = {0}, weight = 0;
    memset(solution, 0, (S + 1) * sizeof *solution);
    for (size_t r = 0; r < N_ROWS; r++) {
        long double k[S + 1];
        for (size_t i = 0; i < S; i++)
            k[i] = kernel_of(b, b->rows_x + r * M, i);
        k[S] = 1;
        for (size_t i = 0; i <= S; i++) {
            for (size_t j = 0; j <= S; j++)
                a[i * (S + 1) + j] += b->rows_weight[r] * k[i] * k[j];
            solution[i] += b->rows_weight[r] * k[i] * b->rows_y[c * N_ROWS + r];
        }
        weight += b->rows_weight[r];
    }
    for (size_t i = 0; i < S; i++)
        a[i * (S + 1) + i] += ridge * weight;
    assert_true(oracle_solve(a, solution, S + 1));
}

static void check_least_squares(bench *b) {
    const lab_expansion *o = &b->expansion;
    static const double ridges[] = {0, 1e-3, 0.3}; /* 0: chosen by generalised cross-validation, in b->lambda */
    for (size_t g = 0; g < 3; g++) {
        b->by_rows.finds_ridge = ridges[g] == 0;
        b->by_rows.ridge = ridges[g];
        solve_by(&lab_rule_rows, b);
        for (size_t c = 0; c < b->targets; c++) {
            long double want[S + 1], size = 1;
            plain_ridge(b, c, b->lambda, want);
            for (size_t i = 0; i < S; i++)
                size = fmaxl(size, fabsl(want[i]));
            for (size_t i = 0; i < S; i++)
                oracle_close("alpha", o->alpha[c * o->s_max + i], want[i], 1e-10L * size);
            oracle_close("beta", o->beta[c], want[S], 1e-10L * size);
        }
    }
}

static void coefficients_of_weighted_rows(void **state) {
    (void)state;
    for_all_cases(503, check_least_squares);
}

/* The generalised cross-validation errors of the targets add up, so that one lambda serves all: the hat matrix of the
 * ridge regression, column by column, with the rows unweighted. */
static long double plain_cross_validation(bench *b, long double lambda) {
    long double squares = 0, trace = 0;
    double labels[N_ROWS];
    for (size_t c = 0; c < b->targets; c++) {
        long double fitted[S + 1];
        plain_ridge(b, c, lambda, fitted);
        for (size_t r = 0; r < N_ROWS; r++) {
            long double f = fitted[S];
            for (size_t i = 0; i < S; i++)
                f += fitted[i] * kernel_of(b, b->rows_x + r * M, i);
            squares += (f - b->rows_y[c * N_ROWS + r]) * (f - b->rows_y[c * N_ROWS + r]);
        }
    }
    memcpy(labels, b->rows_y, sizeof labels);
    for (size_t r = 0; r < N_ROWS; r++) { /* the diagonal: what a label of 1 in one row does to that row */
        long double fitted[S + 1];
        memset(b->rows_y, 0, sizeof labels);
        b->rows_y[r] = 1;
        plain_ridge(b, 0, lambda, fitted);
        trace += fitted[S];
        for (size_t i = 0; i < S; i++)
            trace += fitted[i] * kernel_of(b, b->rows_x + r * M, i);
    }
    memcpy(b->rows_y, labels, sizeof labels);
    long double left = 1 - trace / N_ROWS;
    return squares / N_ROWS / (left * left);
}

static void one_lambda_is_the_best_for_all_targets_together(void **state) {
    (void)state;
    oracle_random random = oracle_seed(504);
    bench b;
    open_bench(&b, &random, ORACLE_GAUSSIAN, MOST_TARGETS, false);
    for (size_t r = 0; r < N_ROWS; r++) /* the second target is smooth, the others noise */
        b.rows_y[N_ROWS + r] = 3 * sin(b.rows_x[r * M]);
    solve_by(&lab_rule_rows, &b);
    double chosen = b.lambda;
    long double least = plain_cross_validation(&b, chosen);
    for (int j = -24; j <= 4; j++)
        assert_true(plain_cross_validation(&b, powl(10, j / 2.0L)) >= least * (1 - 1e-9L));
    close_bench(&b);
}

/* Fixed kernels: what several targets get is what each gets alone, by either rule. */
static void targets_are_solved_as_alone(void **state) {
    (void)state;
    oracle_random random = oracle_seed(505);
    bench all;
    open_bench(&all, &random, ORACLE_EXPONENTIAL, MOST_TARGETS, true);
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        const lab_rule *rule = by_rows ? &lab_rule_rows : &lab_rule_supports;
        all.by_rows.finds_ridge = false;
        all.by_rows.ridge = 1e-3;
        solve_by(rule, &all);
        for (size_t c = 0; c < MOST_TARGETS; c++) {
            bench one = all;
            lab_expansion *o = &one.expansion;
            o->n_targets = o->weighted = 1;
            lab_arena arena = {0};
            layout(&one, &arena);
            assert_int_equal(lab_arena_open(&arena, &one.allocator, &one.block), LABRBF_OK);
            layout(&one, &arena);
            memcpy(one.y[0], all.y[c], sizeof one.y[0]);
            memmove(one.rows_y, all.rows_y + c * N_ROWS, N_ROWS * sizeof *one.rows_y);
            o->beta[0] = all.expansion.beta[c];
            one.lambda = 0.01;
            one.targets = 1;
            set_rows(&one, true);
            one.by_rows.finds_ridge = false;
            one.by_rows.ridge = 1e-3;
            solve_by(rule, &one);
            for (size_t i = 0; i < S; i++)
                oracle_close("alpha", o->alpha[i], all.expansion.alpha[c * o->s_max + i], 1e-11L);
            oracle_close("beta", o->beta[0], all.expansion.beta[c], 1e-12L);
            close_bench(&one);
        }
    }
    close_bench(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_with_coefficients_of_the_supports),
        cmocka_unit_test(gradients_with_coefficients_of_rows),
        cmocka_unit_test(coefficients_of_weighted_rows),
        cmocka_unit_test(one_lambda_is_the_best_for_all_targets_together),
        cmocka_unit_test(targets_are_solved_as_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
