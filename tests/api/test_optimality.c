/*
 * What a real fit returns, recomputed from the returned numbers alone by plain code: the residual of both systems, and
 * predictions with scaling, imputation and clipping. Nothing that the library says about itself is trusted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "oracle.h"

enum { N_MAX = 300, M_MAX = 5 };

typedef struct problem {
    const char *name;
    size_t n, m;
    double x[N_MAX * M_MAX], y[N_MAX];
} problem;

/* sin(2 x^3) of one feature with a little noise, as in the paper's first figure. */
static problem toy(void) {
    problem p = {.name = "toy", .n = 200, .m = 1};
    oracle_random random = oracle_seed(161);
    for (size_t r = 0; r < p.n; r++) {
        p.x[r] = oracle_uniform(&random, 0, 2.5);
        p.y[r] = sin(2 * p.x[r] * p.x[r] * p.x[r]) + oracle_uniform(&random, -0.02, 0.02);
    }
    return p;
}

/* Five features of different sizes, some values missing. */
static problem five(void) {
    problem p = {.name = "five", .n = 300, .m = 5};
    oracle_random random = oracle_seed(162);
    for (size_t r = 0; r < p.n; r++) {
        double *x = p.x + r * 5;
        for (size_t j = 0; j < 5; j++)
            x[j] = oracle_uniform(&random, 0, pow(10, (double)j - 2));
        p.y[r] = 50 + 10 * sin(300 * x[0]) * x[1] + x[2] * x[2] * 5 + x[3] / 5 + sqrt(x[4]) / 3;
        if (r % 17 == 3)
            x[r % 5] = NAN;
    }
    return p;
}

/* A fitted model and everything that labrbf_model_array tells of it. */
typedef struct fitted {
    int kernel;
    labrbf_model *model;
    labrbf_model_info info;
    double *x, *theta, *alpha, *alpha2, *y, *center, *scale, *mean;
} fitted;

static fitted fit(const problem *p, int kernel, const char *more) {
    char words[256];
    (void)snprintf(words, sizeof words, "kernel=%s support_max=40 steps_grow=60 steps_final=120 batch=64 %s",
                   oracle_kernel_words[kernel], more);
    fitted f = {.kernel = kernel, .model = fixture_fit(words, p->x, p->y, p->n, p->m)};
    f.info = fixture_info(f.model);
    size_t s = f.info.n_support, m = f.info.n_features;
    assert_true(s == 40 || s == 120);
    f.x = fixture_array(f.model, 0, LABRBF_SUPPORT_VECTORS, s * m);
    f.theta = fixture_array(f.model, 0, LABRBF_BANDWIDTHS, s * m);
    f.alpha = fixture_array(f.model, 0, LABRBF_COEFFICIENTS, s);
    f.alpha2 = fixture_array(f.model, 0, LABRBF_COEFFICIENTS_2, s);
    f.y = fixture_array(f.model, 0, LABRBF_SUPPORT_LABELS, s);
    f.center = fixture_array(f.model, 0, LABRBF_FEATURE_CENTERS, m);
    f.scale = fixture_array(f.model, 0, LABRBF_FEATURE_SCALES, m);
    f.mean = fixture_array(f.model, 0, LABRBF_FEATURE_MEANS, m);
    return f;
}

static void unfit(fitted *f) {
    double *arrays[] = {f->x, f->theta, f->alpha, f->alpha2, f->y, f->center, f->scale, f->mean};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    labrbf_model_destroy(f->model);
}

/* K(x_i, x_j), bandwidths of x_j, rounded to double. */
static double *support_kernel(const fitted *f) {
    size_t s = f->info.n_support, m = f->info.n_features;
    double *k = malloc(s * s * sizeof *k);
    assert_non_null(k);
    for (size_t i = 0; i < s; i++)
        for (size_t j = 0; j < s; j++)
            k[i * s + j] =
                (double)oracle_kernel(f->kernel, oracle_distance(f->x + i * m, f->x + j * m, f->theta + j * m, m));
    return k;
}

static void scaled_row(const fitted *f, const double *row, double *out) {
    for (size_t j = 0; j < f->info.n_features; j++)
        out[j] = ((isnan(row[j]) ? f->mean[j] : row[j]) - f->center[j]) / f->scale[j];
}

/* Back to the label's own units, within the training labels if asked for. */
static long double finished(const fitted *f, long double scaled, bool clip) {
    long double low = f->info.label_minimum, high = f->info.label_maximum;
    long double y = (low + high) / 2 + (high - low) / 2 * scaled;
    return !clip ? y : y < low ? low : y > high ? high : y;
}

static long double first_regressor(const fitted *f, const double *row, bool clip) {
    double t[M_MAX];
    size_t m = f->info.n_features;
    scaled_row(f, row, t);
    long double sum = f->info.beta;
    for (size_t i = 0; i < f->info.n_support; i++)
        sum += f->alpha[i] * oracle_kernel(f->kernel, oracle_distance(t, f->x + i * m, f->theta + i * m, m));
    return finished(f, sum, clip);
}

/* The bandwidths are those of the query row. */
static long double second_regressor(const fitted *f, const double *row, const double *theta, bool clip) {
    double t[M_MAX];
    size_t m = f->info.n_features;
    scaled_row(f, row, t);
    long double sum = f->info.beta;
    for (size_t i = 0; i < f->info.n_support; i++)
        sum += f->alpha2[i] * oracle_kernel(f->kernel, oracle_distance(f->x + i * m, t, theta, m));
    return finished(f, sum, clip);
}

/* What rounding may do to a prediction: each of S terms to its own size, times the slope of the kernel. */
static long double rounding(const fitted *f) {
    long double sum = 1;
    for (size_t i = 0; i < f->info.n_support; i++)
        sum += fabsl(f->alpha[i]) + fabsl(f->alpha2[i]);
    return 64 * DBL_EPSILON * sum * fmaxl(fabsl(f->info.label_minimum), fabsl(f->info.label_maximum));
}

/* All fits are made once: two problems, every kernel, three ways. */
enum { WAYS = 3, FITS = 2 * ORACLE_KERNELS * WAYS };
static problem problems[2];
static struct {
    const problem *problem;
    bool clip;
    fitted f;
} fits[FITS];

static int make_fits(void **state) {
    (void)state;
    static const char *const words[WAYS] = {"lambda=0.001", "lambda=0.01 bias=none clip_labels=off support_rule=random",
                                            "support_max=120 steps_grow=10 steps_final=40 lambda=0.01"};
    problems[0] = toy();
    problems[1] = five();
    for (int i = 0; i < FITS; i++) {
        fits[i].problem = &problems[i % 2];
        int way = i / 2 / ORACLE_KERNELS;
        fits[i].clip = way != 1;
        fits[i].f = fit(&problems[i % 2], i / 2 % ORACLE_KERNELS, words[way]);
    }
    return 0;
}

static int free_fits(void **state) {
    (void)state;
    for (int i = 0; i < FITS; i++)
        unfit(&fits[i].f);
    return 0;
}

typedef void check(const problem *p, const fitted *f, bool clip);

static void in_real_fits(check *holds) {
    for (int i = 0; i < FITS; i++)
        holds(fits[i].problem, &fits[i].f, fits[i].clip);
}

/* ---- the systems */

static void both_systems_hold(const problem *p, const fitted *f, bool clip) {
    (void)p;
    (void)clip;
    size_t s = f->info.n_support;
    double *k = support_kernel(f), centered[120];
    for (size_t i = 0; i < s; i++)
        centered[i] = f->y[i] - f->info.beta;
    assert_true(oracle_residual(k, f->info.lambda, false, f->alpha, centered, s) < 1e-10L);
    assert_true(oracle_residual(k, f->info.lambda, true, f->alpha2, centered, s) < 1e-10L);
    if (s > 40) { /* the exact condition of larger ones takes seconds */
        free(k);
        return;
    }
    double *a = k;
    for (size_t i = 0; i < s; i++)
        a[i * s + i] += f->info.lambda;
    long double exact = 1 / oracle_condition(a, s);
    assert_true(f->info.rcond >= exact * 0.999L && f->info.rcond <= exact * 10);
    free(k);
}

static void residual_of_the_kernel_system_is_small(void **state) {
    (void)state;
    in_real_fits(both_systems_hold);
}

/* It was a real fit: bandwidths have moved, each its own way, and are not negative. */
static void bandwidths_have_been_learnt(const problem *p, const fitted *f, bool clip) {
    (void)p;
    (void)clip;
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < f->info.n_support * f->info.n_features; i++) {
        assert_true(f->theta[i] >= 0);
        low = fmin(low, f->theta[i]);
        high = fmax(high, f->theta[i]);
    }
    assert_true(high > 1.1 * low);
}

static void bandwidths_differ_after_a_fit(void **state) {
    (void)state;
    in_real_fits(bandwidths_have_been_learnt);
}

/* ---- predictions */

/* Training rows, rows far outside, rows with missing values. */
static size_t make_queries(const problem *p, double *q) {
    oracle_random random = oracle_seed(163);
    memcpy(q, p->x, p->n * p->m * sizeof *q);
    for (size_t i = 0; i < 40 * p->m; i++)
        q[p->n * p->m + i] = i % 7 == 0 ? NAN : oracle_uniform(&random, -3, 6);
    return p->n + 40;
}

static void first_predictions_hold(const problem *p, const fitted *f, bool clip) {
    static double q[(N_MAX + 40) * M_MAX], out[N_MAX + 40];
    size_t n = make_queries(p, q), clipped = 0;
    assert_int_equal(labrbf_model_predict(f->model, q, n, p->m, 2, out), LABRBF_OK);
    for (size_t r = 0; r < n; r++) {
        oracle_close("f1", out[r], first_regressor(f, q + r * p->m, clip), rounding(f));
        clipped += out[r] == f->info.label_minimum || out[r] == f->info.label_maximum;
    }
    assert_true(clip || clipped == 0);
}

static void predictions_are_those_of_the_numbers(void **state) {
    (void)state;
    in_real_fits(first_predictions_hold);
}

static void second_predictions_hold(const problem *p, const fitted *f, bool clip) {
    static double q[(N_MAX + 40) * M_MAX], theta[(N_MAX + 40) * M_MAX], out[N_MAX + 40], better[N_MAX + 40];
    size_t n = make_queries(p, q);
    oracle_random random = oracle_seed(164);
    oracle_fill(&random, theta, n * p->m, 0, 5);
    assert_int_equal(labrbf_model_predict_second(f->model, 0, q, theta, n, p->m, out), LABRBF_OK);
    for (size_t r = 0; r < n; r++)
        oracle_close("f2", out[r], second_regressor(f, q + r * p->m, theta + r * p->m, clip), rounding(f));
    long double first = 0, second = 0;
    for (size_t i = 0; i < f->info.n_support; i++) { /* squared residuals over lambda^2 */
        first += (long double)f->alpha[i] * f->alpha[i];
        second += (long double)f->alpha2[i] * f->alpha2[i];
    }
    int which = 0;
    assert_int_equal(labrbf_model_predict_better(f->model, 0, q, theta, n, p->m, better, &which), LABRBF_OK);
    assert_int_equal(which, second < first ? 2 : 1);
    if (which == 1)
        assert_int_equal(labrbf_model_predict(f->model, q, n, p->m, 1, out), LABRBF_OK);
    assert_memory_equal(better, out, n * sizeof *out);
}

static void second_regressor_is_that_of_the_numbers(void **state) {
    (void)state;
    in_real_fits(second_predictions_hold);
}

/* Clipping must have something to clip for the test above to mean anything. */
static void clipping_keeps_to_the_training_labels(void **state) {
    (void)state;
    problem p = toy();
    for (size_t r = 0; r < p.n; r++) /* a smooth kernel overshoots at the edges of a square wave */
        p.y[r] = sin(6 * p.x[r]) > 0 ? 3 : 1;
    fitted f = fit(&p, ORACLE_GAUSSIAN, "lambda=0.001");
    size_t beyond = 0;
    for (int i = -500; i < 3000; i++) {
        double x = 0.001 * i, out;
        assert_int_equal(labrbf_model_predict(f.model, &x, 1, 1, 1, &out), LABRBF_OK);
        assert_true(out >= f.info.label_minimum && out <= f.info.label_maximum);
        long double free_value = first_regressor(&f, &x, false);
        beyond += free_value < f.info.label_minimum || free_value > f.info.label_maximum;
    }
    assert_true(beyond > 0);
    unfit(&f);
}

/* ---- the kernel matrix and the scores that the library offers */

static void kernel_matrix_holds(const problem *p, const fitted *f, bool clip) {
    (void)clip;
    static double rows[N_MAX * M_MAX], k[N_MAX * 120];
    size_t s = f->info.n_support, m = p->m;
    for (size_t r = 0; r < p->n; r++)
        scaled_row(f, p->x + r * m, rows + r * m);
    assert_int_equal(labrbf_kernel_matrix(oracle_kernel_words[f->kernel], rows, p->n, f->x, f->theta, s, m, k),
                     LABRBF_OK);
    for (size_t r = 0; r < p->n; r++) {
        for (size_t i = 0; i < s; i++) {
            long double d = oracle_distance(rows + r * m, f->x + i * m, f->theta + i * m, m);
            long double want = oracle_kernel(f->kernel, d);
            oracle_close("K", k[r * s + i], want, want * (d + 4) * 16 * DBL_EPSILON + DBL_MIN);
        }
    }
}

static void kernel_matrix_is_the_kernel(void **state) {
    (void)state;
    in_real_fits(kernel_matrix_holds);
}

static void the_fit_explains_the_data(const problem *p, const fitted *f, bool clip) {
    static double out[N_MAX];
    assert_int_equal(labrbf_model_predict(f->model, p->x, p->n, p->m, 1, out), LABRBF_OK);
    long double mean = 0, errors = 0, total = 0;
    for (size_t r = 0; r < p->n; r++)
        mean += p->y[r] / (long double)p->n;
    for (size_t r = 0; r < p->n; r++) {
        errors += (p->y[r] - first_regressor(f, p->x + r * p->m, clip)) *
                  (p->y[r] - first_regressor(f, p->x + r * p->m, clip));
        total += (p->y[r] - mean) * (p->y[r] - mean);
    }
    labrbf_metrics metrics;
    assert_int_equal(labrbf_metrics_compute(p->y, out, p->n, &metrics), LABRBF_OK);
    oracle_close("r2", metrics.r2, 1 - errors / total, 1e-10L);
    if (metrics.r2 < 0.5) /* no claim about quality, only that something was learnt */
        fail_msg("%s: r2 is only %g", p->name, metrics.r2);
}

static void scores_are_those_of_the_numbers(void **state) {
    (void)state;
    in_real_fits(the_fit_explains_the_data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residual_of_the_kernel_system_is_small),
        cmocka_unit_test(bandwidths_differ_after_a_fit),
        cmocka_unit_test(predictions_are_those_of_the_numbers),
        cmocka_unit_test(second_regressor_is_that_of_the_numbers),
        cmocka_unit_test(clipping_keeps_to_the_training_labels),
        cmocka_unit_test(kernel_matrix_is_the_kernel),
        cmocka_unit_test(scores_are_those_of_the_numbers),
    };
    return cmocka_run_group_tests(tests, make_fits, free_fits);
}
