/*
 * The linear term: slopes against ridge regression written out and eliminated in long double for every ridge there is,
 * the one of least generalised cross-validation error; what is left of the labels; weights as repeated rows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "learn/linear_term.h"
#include "oracle.h"

enum { N = 40, M = 3, T = 2, MOST = 3 * N };

typedef struct table {
    size_t n;
    double x[MOST * M], y[T * MOST], weights[MOST];
} table;

/* The targets follow each other, n labels each. */
static table make_table(uint64_t seed, double noise) {
    oracle_random random = oracle_seed(seed);
    table t = {.n = N};
    oracle_fill(&random, t.x, N * M, -1, 1);
    for (size_t r = 0; r < N; r++) {
        const double *x = t.x + r * M;
        t.y[r] = 0.4 + 0.5 * x[0] - 0.25 * x[2] + oracle_uniform(&random, -noise, noise);
        t.y[N + r] = -0.1 * x[1] + noise * sin(9 * x[0]);
        t.weights[r] = (double)(1 + oracle_below(&random, 3));
    }
    return t;
}

static void take(table *t, bool weighted, double *slopes) {
    lab_allocator allocator = lab_allocator_of(NULL);
    lab_rows rows = {.n = t->n,
                     .n_learnt = t->n,
                     .n_features = M,
                     .n_targets = T,
                     .x = t->x,
                     .y = t->y,
                     .weights = weighted ? t->weights : NULL,
                     .slopes = slopes};
    assert_int_equal(lab_linear_term_take(&rows, &allocator), LABRBF_OK);
}

/* Solves (X'X + lambda n I) s = X'v for centred columns in long double; `right` becomes s. */
static void plain_solve(const long double *gram, long double lambda, const long double *right, long double *s) {
    long double a[M * M];
    memcpy(a, gram, sizeof a);
    for (size_t i = 0; i < M; i++)
        a[i * M + i] += lambda * N;
    memcpy(s, right, M * sizeof *s);
    assert_true(oracle_solve(a, s, M));
}

typedef struct centred {
    long double x[N * M], y[T * N], gram[M * M], right[T * M];
} centred;

static centred centre(const table *t) {
    centred c = {0};
    for (size_t j = 0; j < M; j++) {
        long double mean = 0;
        for (size_t r = 0; r < N; r++)
            mean += t->x[r * M + j] / (long double)N;
        for (size_t r = 0; r < N; r++)
            c.x[r * M + j] = t->x[r * M + j] - mean;
    }
    for (size_t k = 0; k < T; k++) {
        long double mean = 0;
        for (size_t r = 0; r < N; r++)
            mean += t->y[k * N + r] / (long double)N;
        for (size_t r = 0; r < N; r++)
            c.y[k * N + r] = t->y[k * N + r] - mean;
    }
    for (size_t r = 0; r < N; r++)
        for (size_t i = 0; i < M; i++) {
            for (size_t j = 0; j < M; j++)
                c.gram[i * M + j] += c.x[r * M + i] * c.x[r * M + j];
            for (size_t k = 0; k < T; k++)
                c.right[k * M + i] += c.x[r * M + i] * c.y[k * N + r];
        }
    return c;
}

/* The mean squared residual over (1 - (1 + trace of the hat matrix) / n)^2, summed over targets. */
static long double plain_score(const centred *c, long double lambda, long double *slopes) {
    long double trace = 1, squares = 0;
    for (size_t r = 0; r < N; r++) { /* x' (X'X + lambda n I)^-1 x */
        long double s[M];
        plain_solve(c->gram, lambda, c->x + r * M, s);
        for (size_t j = 0; j < M; j++)
            trace += s[j] * c->x[r * M + j];
    }
    for (size_t k = 0; k < T; k++) {
        plain_solve(c->gram, lambda, c->right + k * M, slopes + k * M);
        for (size_t r = 0; r < N; r++) {
            long double e = c->y[k * N + r];
            for (size_t j = 0; j < M; j++)
                e -= slopes[k * M + j] * c->x[r * M + j];
            squares += e * e;
        }
    }
    long double left = 1 - trace / N;
    return squares / N / (left * left);
}

static void slopes_are_those_of_the_best_ridge(void **state) {
    (void)state;
    const double noises[] = {0.001, 0.3, 3};
    for (size_t i = 0; i < 3; i++) {
        table t = make_table(70 + i, noises[i]);
        centred c = centre(&t);
        long double best[T * M] = {0}, least = INFINITY;
        for (int j = -24; j <= 4; j++) {
            long double slopes[T * M], score = plain_score(&c, powl(10, j / 2.0L), slopes);
            if (score < least) {
                least = score;
                memcpy(best, slopes, sizeof best);
            }
        }
        double slopes[T * M];
        take(&t, false, slopes);
        for (size_t k = 0; k < T * M; k++)
            oracle_close("slope", slopes[k], best[k], 1e-10L);
    }
}

static void labels_lose_what_the_slopes_say(void **state) {
    (void)state;
    table t = make_table(80, 0.2), before = t;
    double slopes[T * M];
    take(&t, false, slopes);
    for (size_t k = 0; k < T; k++)
        for (size_t r = 0; r < N; r++) {
            long double rest = before.y[k * N + r];
            for (size_t j = 0; j < M; j++)
                rest -= (long double)slopes[k * M + j] * before.x[r * M + j];
            oracle_close("rest", t.y[k * N + r], rest, 1e-14L);
        }
}

/* All small ridges score alike, up to rounding of squares: so slopes are right up to its root. */
static void a_line_leaves_its_constant(void **state) {
    (void)state;
    table t = make_table(81, 0);
    double slopes[T * M];
    take(&t, false, slopes);
    for (size_t r = 0; r < N; r++) {
        oracle_close("constant", t.y[r], 0.4L, 3e-8L);
        oracle_close("no constant", t.y[N + r], 0, 3e-8L);
    }
}

static void weights_are_repeated_rows(void **state) {
    (void)state;
    table t = make_table(82, 0.5), many = {0};
    for (size_t r = 0; r < N; r++)
        many.n += (size_t)t.weights[r];
    size_t at = 0;
    for (size_t r = 0; r < N; r++)
        for (size_t k = 0; k < (size_t)t.weights[r]; k++, at++) {
            memcpy(many.x + at * M, t.x + r * M, M * sizeof *t.x);
            many.y[at] = t.y[r];
            many.y[many.n + at] = t.y[N + r];
        }
    double slopes[T * M], others[T * M];
    take(&t, true, slopes);
    take(&many, false, others);
    for (size_t k = 0; k < T * M; k++)
        oracle_close("slope", slopes[k], others[k], 1e-11L);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_those_of_the_best_ridge),
        cmocka_unit_test(labels_lose_what_the_slopes_say),
        cmocka_unit_test(a_line_leaves_its_constant),
        cmocka_unit_test(weights_are_repeated_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
