/* Falkon against the exact Nystrom solution, solved by elimination, and against KRR. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/row_kernels.h"
#include "plain.h"

/* The training rows that a model has for centres, in its order: each one row, none twice. */
static double *centres_of(const void *model, const problem *p) {
    const kernel_points *points = &((const expansion *)model)->points;
    double *centres = calloc(points->n * p->m, sizeof *centres);
    char *used = calloc(p->n, 1);
    assert_true(centres && used);
    for (size_t c = 0; c < points->n; c++) {
        size_t found = p->n;
        for (size_t i = 0; i < p->n && found == p->n; i++) {
            double worst = 0.0;
            for (size_t j = 0; j < p->m; j++)
                worst = fmax(worst, fabs(points->x[c * p->m + j] + points->origin[j] - p->x[i * p->m + j]));
            if (worst < 1e-14 && !used[i])
                found = i;
        }
        assert_true(found < p->n);
        used[found] = 1;
        memcpy(centres + c * p->m, p->x + found * p->m, p->m * sizeof *centres);
    }
    free(used);
    return centres;
}

/* The exact problem: (K_nM^T K_nM + lambda n K_MM) alpha = K_nM^T y. */
typedef struct nystrom {
    const problem *p;
    size_t count;
    long double penalty, *rows, *square; /* lambda n, K_nM, K_MM */
} nystrom;

/* r = K_nM^T (y - K_nM alpha) - lambda n K_MM alpha */
static void residual_of(const nystrom *s, const long double *alpha, long double *r) {
    size_t m = s->count;
    for (size_t i = 0; i < m; i++) {
        r[i] = 0;
        for (size_t j = 0; j < m; j++)
            r[i] -= s->penalty * s->square[i * m + j] * alpha[j];
    }
    for (size_t t = 0; t < s->p->n; t++) {
        long double error = s->p->y[t];
        for (size_t j = 0; j < m; j++)
            error -= s->rows[t * m + j] * alpha[j];
        for (size_t i = 0; i < m; i++)
            r[i] += s->rows[t * m + i] * error;
    }
}

/* T^T T = K_MM, T upper; 1e-18 is next to nothing in long double. */
static void factor(long double *k, size_t m) {
    for (size_t i = 0; i < m; i++) {
        for (size_t j = i; j < m; j++)
            for (size_t l = 0; l < i; l++)
                k[i * m + j] -= k[l * m + i] * k[l * m + j];
        k[i * m + i] = sqrtl(k[i * m + i] + 1e-18L * (long double)m);
        for (size_t j = i + 1; j < m; j++)
            k[i * m + j] /= k[i * m + i];
    }
}

/* With alpha = T^-1 w the problem is (G^T G + lambda n I) w = G^T y, G = K_nM T^-1. That is well conditioned even if
 * K_MM is not; whether alpha solves the problem itself is looked at afterwards. */
static long double *exact_alpha(const nystrom *s) {
    size_t m = s->count, n = s->p->n;
    long double *t = calloc(m * m, sizeof *t), *g = calloc(n * m, sizeof *g), *h = calloc(m * m, sizeof *h),
                *w = calloc(m, sizeof *w), *r = calloc(m, sizeof *r);
    assert_true(t && g && h && w && r);
    memcpy(t, s->square, m * m * sizeof *t);
    factor(t, m);
    for (size_t row = 0; row < n; row++)
        for (size_t i = 0; i < m; i++) {
            g[row * m + i] = s->rows[row * m + i];
            for (size_t j = 0; j < i; j++)
                g[row * m + i] -= g[row * m + j] * t[j * m + i];
            g[row * m + i] /= t[i * m + i];
        }
    for (size_t i = 0; i < m; i++) {
        h[i * m + i] = s->penalty;
        for (size_t row = 0; row < n; row++) {
            w[i] += g[row * m + i] * s->p->y[row];
            for (size_t j = 0; j < m; j++)
                h[i * m + j] += g[row * m + i] * g[row * m + j];
        }
    }
    assert_true(oracle_solve(h, w, m));
    for (size_t i = m; i-- > 0;) {
        for (size_t j = i + 1; j < m; j++)
            w[i] -= t[i * m + j] * w[j];
        w[i] /= t[i * m + i];
    }
    residual_of(s, w, r);
    assert_true(oracle_norm(r, m) < 1e-9L);
    free(t);
    free(g);
    free(h);
    free(r);
    return w;
}

static void expect_nystrom(const problem *p, const char *shape, size_t asked, double sigma, double lambda,
                           size_t iterations) {
    bool gaussian = strcmp(shape, "gaussian") == 0;
    plain_kernel k = {gaussian ? plain_rbf : plain_laplacian, PLAIN_L2,
                      gaussian ? 1 / (2 * (long double)sigma * sigma) : 1 / (long double)sigma};
    char settings[128];
    snprintf(settings, sizeof settings, "kernel=%s centers=%zu sigma=%g lambda=%g iterations=%zu", shape, asked, sigma,
             lambda, iterations);
    void *model = plain_fit(&falkon_method, settings, p);
    size_t count = falkon_method.size(model);
    assert_int_equal(count, asked < p->n ? asked : p->n);
    double *centres = centres_of(model, p);
    nystrom exact = {p, count, (long double)lambda * (long double)p->n, NULL, NULL};
    exact.rows = plain_matrix(&k, p->x, p->n, centres, count, p->m);
    exact.square = plain_matrix(&k, centres, count, centres, count, p->m);
    long double *alpha = exact_alpha(&exact);
    problem others = plain_problem(78, p->n + 2, p->m);
    plain_expect(&falkon_method, model, &k, centres, alpha, count, p->x, p->n, p->m, 1e-6);
    plain_expect(&falkon_method, model, &k, centres, alpha, count, others.x, others.n, p->m, 1e-6);
    plain_release(&others);
    free(exact.rows);
    free(exact.square);
    free(alpha);
    free(centres);
    falkon_method.destroy(model);
}

/* Few rows per centre, whose kernel is kept, and many, whose kernel is computed in every iteration. */
static void converges_to_the_exact_solution(void **state) {
    (void)state;
    static const size_t sizes[][3] = {{1, 1, 1},    {7, 2, 3},    {127, 5, 20}, {128, 1, 10},
                                      {129, 3, 50}, {300, 4, 40}, {300, 3, 30}};
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        problem p = plain_problem(61 + c, sizes[c][0], sizes[c][1]);
        expect_nystrom(&p, "gaussian", sizes[c][2], 0.5, 1e-4, 500);
        expect_nystrom(&p, "laplacian", sizes[c][2], 2.0, 1e-5, 500);
        plain_release(&p);
    }
}

/* The paper's widths make K_MM singular to working precision, and its lambdas are small. */
static void converges_where_the_kernel_matrix_is_nearly_singular(void **state) {
    (void)state;
    problem p = plain_problem(71, 300, 3);
    expect_nystrom(&p, "gaussian", 60, 2.0, 1e-6, 500);
    expect_nystrom(&p, "gaussian", 60, 10.0, 1e-7, 500);
    plain_release(&p);
}

/* This is what the preconditioner is for: where the centres are enough for lambda, a quarter as many iterations as
 * there are unknowns. */
static void few_iterations_are_enough(void **state) {
    (void)state;
    problem p = plain_problem(72, 400, 3);
    expect_nystrom(&p, "gaussian", 80, 1.0, 1e-3, 20);
    plain_release(&p);
}

/* Every row a centre: kernel ridge regression, lambda_KRR = lambda n. */
static void equals_krr_if_every_row_is_a_centre(void **state) {
    (void)state;
    problem p = plain_problem(73, 150, 4);
    char settings[128];
    double sigma = 0.8, lambda = 1e-4, ours[150], theirs[150];
    snprintf(settings, sizeof settings, "centers=1000 sigma=%g lambda=%g iterations=500", sigma, lambda);
    void *falkon = plain_fit(&falkon_method, settings, &p);
    assert_int_equal(falkon_method.size(falkon), 150);
    /* exp(-d^2 / (2 sigma^2)) = exp(-(sigma_KRR / M) d^2) */
    snprintf(settings, sizeof settings, "sigma=%.17g lambda=%.17g", 4 / (2 * sigma * sigma), lambda * 150);
    void *krr = plain_fit(&krr_method, settings, &p);
    falkon_method.predict(falkon, p.x, p.n, ours);
    krr_method.predict(krr, p.x, p.n, theirs);
    for (size_t i = 0; i < p.n; i++)
        oracle_close("prediction", ours[i], theirs[i], 1e-6);
    falkon_method.destroy(falkon);
    krr_method.destroy(krr);
    plain_release(&p);
}

/* Rows that occur again and again make K_MM exactly singular. */
static void equal_rows_do_no_harm(void **state) {
    (void)state;
    problem p = plain_problem(74, 120, 2);
    double *x = calloc(p.n * p.m, sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < p.n; i++)
        memcpy(x + i * p.m, p.x + i % 10 * p.m, p.m * sizeof *x);
    const problem repeated = {x, p.y, p.n, p.m, 5};
    void *model = plain_fit(&falkon_method, "centers=60 sigma=0.5 lambda=1e-6", &repeated);
    double out[120];
    falkon_method.predict(model, x, p.n, out);
    for (size_t i = 0; i < p.n; i++) { /* lambda is next to nothing: the mean of the labels of each row */
        double mean = 0.0;
        for (size_t t = i % 10; t < p.n; t += 10)
            mean += p.y[t] / 12.0;
        oracle_close("mean", out[i], mean, 1e-3);
    }
    falkon_method.destroy(model);
    free(x);
    plain_release(&p);
}

static void the_seed_decides_every_bit(void **state) {
    (void)state;
    problem p = plain_problem(75, 200, 3);
    double first[200], again[200], other[200], *const outs[] = {first, again, other};
    for (size_t run = 0; run < 3; run++) {
        p.seed = run == 2 ? 9 : 8;
        void *model = plain_fit(&falkon_method, "centers=30", &p);
        falkon_method.predict(model, p.x, p.n, outs[run]);
        falkon_method.destroy(model);
    }
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    plain_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converges_to_the_exact_solution),
        cmocka_unit_test(converges_where_the_kernel_matrix_is_nearly_singular),
        cmocka_unit_test(few_iterations_are_enough),
        cmocka_unit_test(equals_krr_if_every_row_is_a_centre),
        cmocka_unit_test(equal_rows_do_no_harm),
        cmocka_unit_test(the_seed_decides_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
