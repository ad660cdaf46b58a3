/* The slope of a model: against differences of its predictions, against plain sums in long double, and where it has
 * been decided rather than computed (missing values, supports, clipped predictions, constant columns). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "oracle.h"

static double *doubles(size_t n) {
    double *values = malloc(n * sizeof *values);
    assert_non_null(values);
    return values;
}

/* ---- data: features of very different units, and the rows to ask about */

typedef struct data {
    size_t n, m;
    double *x, *y;
} data;

static double unit(size_t j) { return pow(10, (double)(j % 5) * 3 - 6); } /* 1e-6 to 1e6 */

static data make_data(uint64_t seed, size_t n, size_t m) {
    data d = {.n = n, .m = m, .x = doubles(n * m), .y = doubles(n)};
    fixture_data(seed, n, m, d.x, d.y);
    for (size_t i = 0; i < n * m; i++)
        d.x[i] = (d.x[i] + 3) * unit(i % m);
    for (size_t r = 0; r < n; r++)
        d.y[r] = 500 + 40 * d.y[r];
    return d;
}

static void free_data(data *d) {
    free(d->x);
    free(d->y);
}

/* Rows within the range of the training rows, and somewhat beyond. */
static double *make_rows(uint64_t seed, size_t n, size_t m) {
    oracle_random random = oracle_seed(seed);
    double *rows = doubles(n * m);
    oracle_fill(&random, rows, n * m, 0.7, 5.3);
    for (size_t i = 0; i < n * m; i++)
        rows[i] *= unit(i % m);
    return rows;
}

static double *gradient(const labrbf_model *model, const double *rows, size_t n, size_t m, size_t threads) {
    double *out = doubles(n * m);
    assert_int_equal(labrbf_model_gradient(model, rows, n, m, threads, out), LABRBF_OK);
    return out;
}

/* ---- two judges */

/* Four-point central differences of one of the predictions: an error of (h / r)^4, r the distance of the nearest kink
 * or bend, and of rounding / h. */
static double difference_of_target(const labrbf_model *model, const double *row, size_t m, size_t feature, double h,
                                   size_t targets, size_t target) {
    static const double steps[] = {-2, -1, 1, 2};
    double *moved = doubles(4 * m), *f = doubles(4 * targets);
    for (size_t i = 0; i < 4; i++) {
        memcpy(moved + i * m, row, m * sizeof *row);
        moved[i * m + feature] += steps[i] * h;
    }
    assert_int_equal(labrbf_model_predict(model, moved, 4, m, 1, f), LABRBF_OK);
    double wide = moved[3 * m + feature] - moved[feature]; /* four steps, as they came out rounded */
    const double *at = f + target;
    double slope = (8 * (at[2 * targets] - at[targets]) - (at[3 * targets] - at[0])) / (3 * wide);
    free(moved);
    free(f);
    return slope;
}

static double difference(const labrbf_model *model, const double *row, size_t m, size_t feature, double h) {
    return difference_of_target(model, row, m, feature, h, 1, 0);
}

/* 2 s_y / s_m sum_i alpha_i kappa theta_im^2 (x_im - t_m) of one row; *size is the sum of the terms' sizes. */
typedef struct parts {
    size_t s, m;
    double *x, *theta, *alpha, *center, *scale, label_scale;
} parts;

static parts parts_of(const labrbf_model *model) {
    labrbf_model_info info = fixture_info(model);
    size_t s = info.n_support, m = info.n_features;
    return (parts){s,
                   m,
                   fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, s * m),
                   fixture_array(model, 0, LABRBF_BANDWIDTHS, s * m),
                   fixture_array(model, 0, LABRBF_COEFFICIENTS, s * info.n_targets),
                   fixture_array(model, 0, LABRBF_FEATURE_CENTERS, m),
                   fixture_array(model, 0, LABRBF_FEATURE_SCALES, m),
                   (info.label_maximum - info.label_minimum) / 2};
}

static void free_parts(parts *p) {
    double *arrays[] = {p->x, p->theta, p->alpha, p->center, p->scale};
    for (size_t i = 0; i < 5; i++)
        free(arrays[i]);
}

static void expect_plain_sums(const parts *p, int kernel, const double *row, const double *got) {
    double *t = doubles(p->m);
    for (size_t j = 0; j < p->m; j++)
        t[j] = (row[j] - p->center[j]) / p->scale[j];
    long double *sum = calloc(2 * p->m, sizeof *sum), *size = sum + p->m;
    assert_non_null(sum);
    for (size_t i = 0; i < p->s; i++) {
        const double *x = p->x + i * p->m, *theta = p->theta + i * p->m;
        long double weight = p->alpha[i] * oracle_kappa(kernel, oracle_distance(t, x, theta, p->m));
        for (size_t j = 0; j < p->m; j++) {
            long double term = 2 * weight * theta[j] * theta[j] * ((long double)x[j] - t[j]);
            sum[j] += term;
            size[j] += fabsl(term);
        }
    }
    for (size_t j = 0; j < p->m; j++) {
        long double units = (long double)p->label_scale / p->scale[j];
        oracle_close("a slope", got[j], sum[j] * units, 1e-12L * size[j] * units);
    }
    free(sum);
    free(t);
}

/* ---- the slope */

typedef struct shape {
    const char *words;
    size_t m;
} shape;

/* One support and several chunks of them; one feature, and more than a vector holds. */
static const shape SHAPES[] = {
    {"support_init=1 support_max=1 bias=none", 3},
    {"support_max=9", 1},
    {"support_max=40", 7},
    {"support_init=140 support_max=140", 5},
    {"support_init=300 support_max=300", 2},
    {"support_max=20", 33},
    {"support_max=30 coefficients=rows theta_form=log center_rate=1 ridge=1e-3", 4},
};
enum { N_SHAPES = sizeof SHAPES / sizeof SHAPES[0] };

static labrbf_model *fit_shape(const shape *s, int kernel, const data *d) {
    char words[256];
    (void)snprintf(words, sizeof words, "kernel=%s steps_grow=5 steps_final=10 clip_labels=off %s",
                   oracle_kernel_words[kernel], s->words);
    return fixture_fit(words, d->x, d->y, d->n, d->m);
}

static void slopes_agree_with_plain_sums(void **state) {
    (void)state;
    enum { ROWS = 61 };
    for (size_t c = 0; c < N_SHAPES * ORACLE_KERNELS; c++) {
        const shape *s = &SHAPES[c / ORACLE_KERNELS];
        int kernel = (int)(c % ORACLE_KERNELS);
        data d = make_data(401, 320, s->m);
        labrbf_model *model = fit_shape(s, kernel, &d);
        parts p = parts_of(model);
        double *rows = make_rows(402, ROWS, s->m), *got = gradient(model, rows, ROWS, s->m, 1);
        for (size_t r = 0; r < ROWS; r++)
            expect_plain_sums(&p, kernel, rows + r * s->m, got + r * s->m);
        free(rows);
        free(got);
        free_parts(&p);
        labrbf_model_destroy(model);
        free_data(&d);
    }
}

/* A step along a feature, in its own units. As a function of a complex step u, K(t + u) is analytic up to |u| = sqrt(D)
 * / theta_m, and bends on a length of 1 / theta_m: a thousandth of the shortest such length makes differences exact to
 * 1e-12 of the terms. */
static double step_of(const parts *p, const double *row, size_t feature) {
    double *t = doubles(p->m), length = 1;
    for (size_t j = 0; j < p->m; j++)
        t[j] = (row[j] - p->center[j]) / p->scale[j];
    for (size_t i = 0; i < p->s; i++) {
        double d = (double)oracle_distance(t, p->x + i * p->m, p->theta + i * p->m, p->m);
        length = fmin(length, sqrt(fmin(d, 1)) / p->theta[i * p->m + feature]);
    }
    free(t);
    return 1e-3 * length * p->scale[feature];
}

/* Relative to the steepest slope of the row, over the ranges of the features. */
static void expect_differences(const labrbf_model *model, const parts *p, const double *row, const double *got) {
    double steepest = 0;
    for (size_t j = 0; j < p->m; j++)
        steepest = fmax(steepest, fabs(got[j]) * p->scale[j]);
    assert_true(steepest > 0);
    for (size_t j = 0; j < p->m; j++)
        oracle_close("a slope by differences", got[j] * p->scale[j],
                     difference(model, row, p->m, j, step_of(p, row, j)) * p->scale[j], 1e-7 * steepest);
}

static void slopes_agree_with_differences_of_predictions(void **state) {
    (void)state;
    enum { ROWS = 13 };
    for (size_t c = 0; c < N_SHAPES * ORACLE_KERNELS; c++) {
        const shape *s = &SHAPES[c / ORACLE_KERNELS];
        data d = make_data(403, 320, s->m);
        labrbf_model *model = fit_shape(s, (int)(c % ORACLE_KERNELS), &d);
        parts p = parts_of(model);
        double *rows = make_rows(404, ROWS, s->m), *got = gradient(model, rows, ROWS, s->m, 1);
        for (size_t r = 0; r < ROWS; r++)
            expect_differences(model, &p, rows + r * s->m, got + r * s->m);
        free(rows);
        free(got);
        free_parts(&p);
        labrbf_model_destroy(model);
        free_data(&d);
    }
}

/* Rows that fill the array on the stack alone, or do not fit into it. */
static void long_rows_have_slopes_too(void **state) {
    (void)state;
    static const size_t features[] = {3000, 8192, 8193, 8500};
    for (size_t c = 0; c < 4 * 2; c++) {
        size_t m = features[c / 2];
        int kernel = c % 2 ? ORACLE_MATERN52 : ORACLE_EXPONENTIAL;
        data d = make_data(405, 12, m);
        shape s = {"support_init=6 support_max=6 batch=4 steps_grow=1 steps_final=1", m};
        labrbf_model *model = fit_shape(&s, kernel, &d);
        parts p = parts_of(model);
        double *rows = make_rows(406, 3, m), *got = gradient(model, rows, 3, m, 1);
        for (size_t r = 0; r < 3; r++)
            expect_plain_sums(&p, kernel, rows + r * m, got + r * m);
        free(rows);
        free(got);
        free_parts(&p);
        labrbf_model_destroy(model);
        free_data(&d);
    }
}

/* ---- what has been decided */

/* A mean stands in for a missing value: it has no slope, and the others have those of a row with the mean in it. */
static void a_missing_value_has_no_slope(void **state) {
    (void)state;
    enum { M = 4, ROWS = 30 };
    data d = make_data(407, 200, M);
    d.x[5] = d.x[M * 7] = NAN;
    labrbf_model *model = fit_shape(&(shape){"support_max=30", M}, ORACLE_GAUSSIAN, &d);
    double *means = fixture_array(model, 0, LABRBF_FEATURE_MEANS, M), *rows = make_rows(408, ROWS, M);
    double *whole = doubles((size_t)ROWS * M);
    memcpy(whole, rows, (size_t)ROWS * M * sizeof *rows);
    for (size_t i = 0; i < ROWS * M; i += 3) {
        rows[i] = NAN;
        whole[i] = means[i % M];
    }
    double *got = gradient(model, rows, ROWS, M, 1), *want = gradient(model, whole, ROWS, M, 1);
    for (size_t i = 0; i < ROWS * M; i++)
        assert_true(got[i] == (i % 3 == 0 ? 0.0 : want[i]) && want[i] != 0.0);
    free(got);
    free(want);
    free(whole);
    free(rows);
    free(means);
    labrbf_model_destroy(model);
    free_data(&d);
}

/* Features whose range is [-1, 1] are scaled exactly, so that rows can lie on supports: D = 0. There the exponential
 * kernel has a kink, and the slope is the mean of those on both sides. */
static void a_row_on_a_support_has_the_mean_of_both_sides(void **state) {
    (void)state;
    enum { M = 3, N = 120 };
    double x[N * M], y[N];
    fixture_data(409, N, M, x, y);
    for (size_t i = 0; i < N * M; i++)
        x[i] = i < M ? -1 : i < 2 * M ? 1 : x[i] / 2;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        data d = {N, M, x, y};
        labrbf_model *model = fit_shape(&(shape){"support_max=25", M}, kernel, &d);
        parts p = parts_of(model);
        double *got = gradient(model, p.x, p.s, M, 1);
        for (size_t i = 0; i < p.s; i++) {
            expect_plain_sums(&p, kernel, p.x + i * M, got + i * M);
            for (size_t j = 0; j < M; j++) { /* even terms of both sides cancel, the kink among them */
                double slope = difference(model, p.x + i * M, M, j, 1e-3), size = fabs(p.alpha[i]) + fabs(slope);
                oracle_close("a slope at a support", got[i * M + j], slope, 1e-6 * size);
            }
        }
        free(got);
        free_parts(&p);
        labrbf_model_destroy(model);
    }
}

static void a_lone_support_is_a_top(void **state) {
    (void)state;
    const double x[] = {-1, -1, 1, 1, 0.25, 0.5}, y[] = {0, 2, 1};
    data d = {3, 2, (double *)x, (double *)y};
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        labrbf_model *model = fit_shape(&(shape){"support_init=1 support_max=1 bias=none batch=2", 2}, kernel, &d);
        double *place = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, 2), *got = gradient(model, place, 1, 2, 1);
        assert_true(got[0] == 0.0 && got[1] == 0.0 && !signbit(got[0]) && !signbit(got[1]));
        free(got);
        free(place);
        labrbf_model_destroy(model);
    }
}

/* The same model with and without clipping: where predictions differ, there is no slope. */
static void a_prediction_that_is_cut_off_has_no_slope(void **state) {
    (void)state;
    enum { M = 2, ROWS = 400 };
    data d = make_data(410, 100, M);
    for (size_t r = 0; r < d.n; r++) /* a plateau, which the model overshoots */
        d.y[r] = d.y[r] > 510 ? 510 : d.y[r] < 480 ? 480 : d.y[r];
    labrbf_model *free_one = fit_shape(&(shape){"support_max=40", M}, ORACLE_MATERN32, &d);
    labrbf_model *clipped = fit_shape(&(shape){"support_max=40 clip_labels=on", M}, ORACLE_MATERN32, &d);
    double *rows = make_rows(411, ROWS, M), f[ROWS], g[ROWS];
    assert_int_equal(labrbf_model_predict(free_one, rows, ROWS, M, 1, f), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(clipped, rows, ROWS, M, 1, g), LABRBF_OK);
    double *whole = gradient(free_one, rows, ROWS, M, 1), *got = gradient(clipped, rows, ROWS, M, 1);
    size_t above = 0, below = 0, within = 0;
    for (size_t r = 0; r < ROWS; r++) {
        above += g[r] < f[r];
        below += g[r] > f[r];
        within += g[r] == f[r];
        for (size_t j = 0; j < M; j++)
            assert_true(got[r * M + j] == (g[r] == f[r] ? whole[r * M + j] : 0.0) && whole[r * M + j] != 0.0);
    }
    assert_true(above > 0 && below > 0 && within > 0);
    free(got);
    free(whole);
    free(rows);
    labrbf_model_destroy(free_one);
    labrbf_model_destroy(clipped);
    free_data(&d);
}

/* No slope at the value of the training rows; elsewhere f returns to the bias, and the slope shows that. */
static void a_constant_feature_has_no_slope_at_its_value(void **state) {
    (void)state;
    enum { M = 3, ROWS = 10 };
    data d = make_data(412, 100, M);
    for (size_t r = 0; r < d.n; r++)
        d.x[r * M + 2] = 7;
    labrbf_model *model = fit_shape(&(shape){"support_max=15", M}, ORACLE_GAUSSIAN, &d);
    double *rows = make_rows(413, ROWS, M);
    for (size_t r = 0; r < ROWS; r++)
        rows[r * M + 2] = r % 2 ? 7 : 7.25;
    double *got = gradient(model, rows, ROWS, M, 1);
    for (size_t r = 0; r < ROWS; r++) {
        double slope = difference(model, rows + r * M, M, 2, 1e-3);
        assert_true(r % 2 ? got[r * M + 2] == 0.0 : got[r * M + 2] != 0.0);
        oracle_close("the slope of a constant feature", got[r * M + 2], slope, 1e-7);
    }
    free(got);
    free(rows);
    labrbf_model_destroy(model);
    free_data(&d);
}

/* Far outside every range f is the bias. Nothing becomes NaN on the way. */
static void far_rows_have_no_slope(void **state) {
    (void)state;
    static const double places[] = {1e12, 1e30, 1e150, 1e300};
    enum { M = 3 };
    data d = make_data(414, 80, M);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        labrbf_model *model = fit_shape(&(shape){"support_max=15", M}, kernel, &d);
        for (size_t i = 0; i < 4; i++) {
            double row[M] = {places[i], -places[i], places[i]}, got[M];
            assert_int_equal(labrbf_model_gradient(model, row, 1, M, 1, got), LABRBF_OK);
            assert_true(got[0] == 0.0 && got[1] == 0.0 && got[2] == 0.0);
        }
        labrbf_model_destroy(model);
    }
    free_data(&d);
}

/* ---- several targets */

/* More targets than are worked on together, labels in different units. */
static void every_target_has_its_slopes(void **state) {
    (void)state;
    enum { M = 3, ROWS = 70, N = 150 };
    static const size_t counts[] = {1, 2, 16, 35};
    data d = make_data(418, N, M);
    double *rows = make_rows(419, ROWS, M);
    rows[M + 1] = NAN;
    for (size_t c = 0; c < 4; c++) {
        size_t targets = counts[c];
        double *y = doubles(N * targets), *out = doubles(ROWS * targets * M), *shared = doubles(ROWS * targets * M);
        for (size_t i = 0; i < N * targets; i++)
            y[i] = sin((double)(i % targets) + d.y[i / targets] / 40) * unit(i % targets);
        labrbf_data given = {.struct_size = sizeof given, .n_rows = N, .n_features = M, .n_targets = targets};
        given.x = d.x;
        given.y = y;
        labrbf_settings *settings =
            fixture_settings("kernel=matern52 support_max=20 steps_grow=5 steps_final=5 clip_labels=off");
        labrbf_model *model = NULL;
        assert_true(labrbf_fit_data(settings, &given, NULL, &model) >= 0);
        parts p = parts_of(model);
        assert_int_equal(labrbf_model_gradient(model, rows, ROWS, M, 1, out), LABRBF_OK);
        assert_int_equal(labrbf_model_gradient(model, rows, ROWS, M, 3, shared), LABRBF_OK);
        assert_memory_equal(out, shared, ROWS * targets * M * sizeof *out);
        for (size_t i = 0; i < ROWS * targets * M; i++) {
            size_t r = i / M / targets, k = i / M % targets, j = i % M;
            double got = out[i] * p.scale[j] / unit(k);
            if (isnan(rows[r * M + j]))
                assert_true(got == 0.0);
            else if (r != 1)
                oracle_close("a slope of a target", got,
                             difference_of_target(model, rows + r * M, M, j, step_of(&p, rows + r * M, j), targets, k) *
                                 p.scale[j] / unit(k),
                             1e-7);
        }
        free(y);
        free(out);
        free(shared);
        free_parts(&p);
        labrbf_settings_destroy(settings);
        labrbf_model_destroy(model);
    }
    free(rows);
    free_data(&d);
}

/* ---- threads and mistakes */

static void threads_and_company_do_not_change_a_bit(void **state) {
    (void)state;
    enum { M = 6, ROWS = 500 };
    static const size_t threads[] = {2, 3, 8, 0};
    data d = make_data(415, 320, M);
    double *rows = make_rows(416, ROWS, M);
    rows[8] = rows[77] = NAN;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        labrbf_model *model = fit_shape(&(shape){"support_init=150 support_max=150", M}, kernel, &d);
        double *alone = gradient(model, rows, ROWS, M, 1), row[M];
        for (size_t t = 0; t < 4; t++) {
            double *shared = gradient(model, rows, ROWS, M, threads[t]);
            assert_memory_equal(shared, alone, (size_t)ROWS * M * sizeof *alone);
            free(shared);
        }
        for (size_t r = 0; r < ROWS; r += 7) {
            assert_int_equal(labrbf_model_gradient(model, rows + r * M, 1, M, 1, row), LABRBF_OK);
            assert_memory_equal(row, alone + r * M, sizeof row);
        }
        free(alone);
        labrbf_model_destroy(model);
    }
    free(rows);
    free_data(&d);
}

static void mistakes_are_refused(void **state) {
    (void)state;
    data d = make_data(417, 40, 2);
    labrbf_model *model = fit_shape(&(shape){"support_max=10", 2}, ORACLE_GAUSSIAN, &d);
    double out[4] = {-1, -1, -1, -1}, infinite[] = {1, 2, 3, INFINITY};
    assert_int_equal(labrbf_model_gradient(NULL, d.x, 2, 2, 1, out), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_model_gradient(model, NULL, 2, 2, 1, out), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_model_gradient(model, d.x, 2, 2, 1, NULL), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_model_gradient(model, d.x, 1, 3, 1, out), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_model_gradient(model, d.x, SIZE_MAX / 4, 2, 1, out), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_model_gradient(model, infinite, 2, 2, 1, out), LABRBF_E_DATA);
    assert_int_equal(labrbf_model_gradient(model, NULL, 0, 2, 1, NULL), LABRBF_OK);
    for (size_t i = 0; i < 4; i++)
        assert_true(out[i] == -1);
    labrbf_model_destroy(model);
    free_data(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_agree_with_plain_sums),
        cmocka_unit_test(slopes_agree_with_differences_of_predictions),
        cmocka_unit_test(long_rows_have_slopes_too),
        cmocka_unit_test(a_missing_value_has_no_slope),
        cmocka_unit_test(a_row_on_a_support_has_the_mean_of_both_sides),
        cmocka_unit_test(a_lone_support_is_a_top),
        cmocka_unit_test(a_prediction_that_is_cut_off_has_no_slope),
        cmocka_unit_test(a_constant_feature_has_no_slope_at_its_value),
        cmocka_unit_test(far_rows_have_no_slope),
        cmocka_unit_test(every_target_has_its_slopes),
        cmocka_unit_test(threads_and_company_do_not_change_a_bit),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
