/* labrbf_fit on data that people really have: tiny, constant, missing, repeated, huge. */
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

enum { N_MAX = 150, M_MAX = 60 };

typedef struct data {
    size_t n, m;
    double x[N_MAX * M_MAX], y[N_MAX], out[N_MAX];
} data;

static data make_data(size_t n, size_t m) {
    data d = {.n = n, .m = m};
    fixture_data(131, n, m, d.x, d.y);
    return d;
}

#define SHORT "support_max=12 steps_grow=5 steps_final=5 batch=32 "

/* Fits, and predicts the training rows: finite, and within the range of the labels (clip_labels is on). */
static labrbf_model *fit(data *d, const char *words, fixture_log *log) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_hooks hooks = fixture_hooks();
    fixture_log unheard = {0};
    fixture_hook_log(&hooks, log ? log : &unheard);
    labrbf_model *model = NULL;
    labrbf_status status = labrbf_fit(settings, d->x, d->y, d->n, d->m, &hooks, &model);
    if (status < LABRBF_DONE_TOLERANCE || status > LABRBF_DONE_ROUNDS)
        fail_msg("fit gives %d: %s", (int)status, labrbf_last_error());
    labrbf_settings_destroy(settings);
    labrbf_model_info info = fixture_info(model);
    assert_int_equal(info.stopped, status);
    assert_int_equal(info.n_rows, d->n);
    assert_int_equal(info.n_features, d->m);
    assert_int_equal(labrbf_model_predict(model, d->x, d->n, d->m, 1, d->out), LABRBF_OK);
    double low = INFINITY, high = -INFINITY;
    for (size_t r = 0; r < d->n; r++) {
        low = fmin(low, d->y[r]);
        high = fmax(high, d->y[r]);
    }
    assert_true(info.label_minimum == low && info.label_maximum == high);
    for (size_t r = 0; r < d->n; r++)
        assert_true(d->out[r] >= low && d->out[r] <= high);
    return model;
}

static void expect_distinct_supports(const data *d, const labrbf_model *model) {
    size_t rows[N_MAX], n = fixture_info(model).n_support;
    assert_int_equal(labrbf_model_support_rows(model, 0, rows, n), LABRBF_OK);
    for (size_t i = 0; i < n; i++) {
        assert_true(rows[i] < d->n);
        for (size_t j = 0; j < i; j++)
            assert_true(memcmp(d->x + rows[i] * d->m, d->x + rows[j] * d->m, d->m * sizeof(double)) != 0);
    }
}

/* ---- sizes */

static void small_tables_can_be_fitted(void **state) {
    (void)state;
    static const char *const words[] = {SHORT, SHORT "batch_rows=all support_max=100 support_init=100",
                                        SHORT "support_rule=random"};
    for (size_t n = 2; n <= 6; n++) {
        for (size_t m = 1; m <= 3; m++) {
            for (int w = 0; w < 3; w++) {
                data d = make_data(n, m);
                labrbf_model *model = fit(&d, words[w], NULL);
                assert_true(fixture_info(model).n_support >= 1 && fixture_info(model).n_support <= n);
                expect_distinct_supports(&d, model);
                labrbf_model_destroy(model);
            }
        }
    }
}

static void default_settings_fit_a_small_table(void **state) {
    (void)state;
    data d = make_data(30, 2);
    labrbf_model *model;
    assert_int_equal(labrbf_fit(NULL, d.x, d.y, d.n, d.m, NULL, &model), LABRBF_DONE_SUPPORTS);
    assert_int_equal(fixture_info(model).n_support, 10); /* an eighth of the rows, but at least ten */
    labrbf_model_destroy(model);
}

/* The batch that comes out for a table of zeros, but for one column and the labels. */
static void expect_batch(size_t n, size_t m, const char *batch) {
    double *x = calloc(n * m, sizeof *x), *y = calloc(n, sizeof *y);
    assert_true(x && y);
    for (size_t r = 0; r < n; r++)
        x[r * m] = y[r] = (double)r;
    labrbf_model *model = fixture_fit("coefficients=rows ridge=1e-3 batch=auto steps_grow=0 steps_final=0", x, y, n, m);
    fixture_expect_setting(model, "batch", batch);
    labrbf_model_destroy(model);
    free(x);
    free(y);
}

/* Steps are to be quick: batches are smaller where there are many supports and columns. */
static void batches_go_by_the_table(void **state) {
    (void)state;
    expect_batch(499, 10, "64");
    expect_batch(500, 10, "256");   /* 400,000 / (62 supports x (10 + 10)) is more */
    expect_batch(1200, 10, "128");  /* 400,000 / (150 x 20) = 133 */
    expect_batch(1999, 90, "64");   /* 400,000 / (249 x 100) = 16 */
    expect_batch(2400, 90, "256");  /* 14 million / (300 x 100) is more */
    expect_batch(2400, 290, "128"); /* 14 million / (300 x 300) = 155 */
}

#define BY_ROWS                                                                                                        \
    "coefficients=rows theta_form=log rate_decay=cosine center_rate=0.5 batch_rows=all rate=0.05 steps_grow=0 "        \
    "steps_final=400 support_max=20 "

static double ridge_of(const labrbf_model *model) {
    char text[64];
    assert_int_equal(labrbf_model_setting(model, "ridge", text, sizeof text), LABRBF_OK);
    return strtod(text, NULL);
}

/* Labels that have nothing to do with the features are smoothed out, a smooth function is followed. */
static void the_ridge_is_chosen_by_the_noise(void **state) {
    (void)state;
    enum { ROWS = 300 };
    double x[2 * ROWS], smooth[ROWS], noise[ROWS], out[ROWS], spread = 0, error = 0;
    oracle_random random = oracle_seed(515);
    oracle_fill(&random, x, 2 * ROWS, -2, 2);
    for (size_t r = 0; r < ROWS; r++) {
        smooth[r] = sin(2 * x[2 * r]) + x[2 * r + 1];
        noise[r] = oracle_uniform(&random, -1, 1);
    }
    labrbf_model *model = fixture_fit(BY_ROWS, x, noise, ROWS, 2);
    assert_true(ridge_of(model) >= 0.1);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, 2, 1, out), LABRBF_OK);
    for (size_t r = 0; r < ROWS; r++)
        spread += out[r] * out[r] / ROWS;
    assert_true(spread < 0.05); /* that of the labels is a third */
    labrbf_model_destroy(model);

    model = fixture_fit(BY_ROWS, x, smooth, ROWS, 2);
    assert_true(ridge_of(model) <= 1e-4);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, 2, 1, out), LABRBF_OK);
    for (size_t r = 0; r < ROWS; r++)
        error += (out[r] - smooth[r]) * (out[r] - smooth[r]) / ROWS;
    assert_true(error < 1e-3);
    labrbf_model_destroy(model);
}

static void more_features_than_rows(void **state) {
    (void)state;
    data d = make_data(9, M_MAX);
    labrbf_model *model = fit(&d, SHORT, NULL);
    labrbf_model_destroy(model);
}

static void more_supports_than_rows_are_lowered_with_a_word(void **state) {
    (void)state;
    data d = make_data(20, 2);
    fixture_log log = {0};
    labrbf_model *model = fit(&d, SHORT "support_max=20", &log); /* a row must stay outside for the batches */
    assert_int_equal(fixture_info(model).n_support, 19);
    assert_int_equal(log.warnings, 1);
    assert_non_null(strstr(log.last_warning, "support_max"));
    labrbf_model_destroy(model);
    log = (fixture_log){0};
    model = fit(&d, SHORT "support_max=20 batch_rows=all", &log);
    assert_int_equal(fixture_info(model).n_support, 20);
    assert_int_equal(log.warnings, 0);
    labrbf_model_destroy(model);
}

static void one_support_is_enough(void **state) {
    (void)state;
    data d = make_data(40, 3);
    labrbf_model *model = fit(&d, SHORT "support_max=1", NULL);
    assert_int_equal(fixture_info(model).n_support, 1);
    labrbf_model_destroy(model);
}

static void no_steps_at_all(void **state) {
    (void)state;
    data d = make_data(40, 3);
    labrbf_model *model = fit(&d, SHORT "steps_grow=0 steps_final=0", NULL);
    assert_int_equal(fixture_info(model).n_steps, 0);
    assert_int_equal(fixture_info(model).n_support, 12);
    labrbf_model_destroy(model);
}

/* More features than prediction scales at once: it goes through them in pieces. */
static void check_thousands_of_features(int kernel) {
    enum { ROWS = 6, WIDE = 9001 };
    double *x = malloc(ROWS * WIDE * sizeof *x), y[ROWS] = {1, 2, 4, 3, 0, 2}, out[ROWS];
    assert_non_null(x);
    oracle_random random = oracle_seed(132);
    oracle_fill(&random, x, ROWS * WIDE, -1, 1);
    x[WIDE + 8500] = NAN;
    char words[128];
    (void)snprintf(words, sizeof words, "support_max=3 steps_grow=2 steps_final=2 clip_labels=off kernel=%s",
                   oracle_kernel_words[kernel]);
    labrbf_model *model = fixture_fit(words, x, y, ROWS, WIDE);
    double *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, 3 * (size_t)WIDE), *alpha, *supports, *scales, *centers,
           *means;
    alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, 3);
    supports = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, 3 * (size_t)WIDE);
    centers = fixture_array(model, 0, LABRBF_FEATURE_CENTERS, WIDE);
    scales = fixture_array(model, 0, LABRBF_FEATURE_SCALES, WIDE);
    means = fixture_array(model, 0, LABRBF_FEATURE_MEANS, WIDE);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, WIDE, 1, out), LABRBF_OK);
    for (size_t r = 0; r < ROWS; r++) {
        long double sum = fixture_info(model).beta;
        for (size_t i = 0; i < 3; i++) {
            long double d = 0;
            for (size_t j = 0; j < WIDE; j++) {
                double value = isnan(x[r * WIDE + j]) ? means[j] : x[r * WIDE + j];
                long double u = theta[i * WIDE + j] * ((value - centers[j]) / scales[j] - supports[i * WIDE + j]);
                d += u * u;
            }
            sum += alpha[i] * oracle_kernel(kernel, d);
        }
        oracle_close("a wide row", out[r], 2 + 2 * sum, 1e-11L); /* labels run from 0 to 4 */
    }
    double *arrays[] = {x, theta, alpha, supports, centers, scales, means};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    labrbf_model_destroy(model);
}

static void thousands_of_features(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++)
        check_thousands_of_features(kernel);
}

/* ---- repeated rows and constants */

static void repeated_rows_become_supports_once(void **state) {
    (void)state;
    data d = make_data(60, 2);
    for (size_t r = 0; r < d.n; r++) {
        memcpy(d.x + r * d.m, d.x + r % 7 * d.m, d.m * sizeof *d.x);
        d.y[r] = d.y[r % 7] + (r % 2 ? 0.1 : -0.1);
    }
    static const char *const rules[] = {SHORT "support_rule=label", SHORT "support_rule=random"};
    for (int rule = 0; rule < 2; rule++) {
        fixture_log log = {0};
        labrbf_model *model = fit(&d, rules[rule], &log);
        assert_int_equal(fixture_info(model).n_support, 7);
        assert_int_equal(log.warnings, 1); /* 12 supports were asked for */
        expect_distinct_supports(&d, model);
        labrbf_model_destroy(model);
    }
}

static void all_rows_equal(void **state) {
    (void)state;
    data d = make_data(25, 3);
    for (size_t r = 0; r < d.n; r++)
        memcpy(d.x + r * d.m, d.x, d.m * sizeof *d.x);
    labrbf_model *model = fit(&d, SHORT, NULL);
    assert_int_equal(fixture_info(model).n_support, 1);
    for (size_t r = 1; r < d.n; r++)
        assert_true(d.out[r] == d.out[0]);
    labrbf_model_destroy(model);
}

static void a_constant_target_is_predicted_everywhere(void **state) {
    (void)state;
    static const double constants[] = {0, -3.7, 1e300, 5e-324};
    for (int c = 0; c < 4; c++) {
        data d = make_data(30, 2);
        for (size_t r = 0; r < d.n; r++)
            d.y[r] = constants[c];
        fixture_log log = {0};
        labrbf_model *model = fit(&d, SHORT, &log);
        assert_true(log.warnings >= 1);
        const double far[] = {1e6, -1e6};
        double out;
        assert_int_equal(labrbf_model_predict(model, far, 1, 2, 1, &out), LABRBF_OK);
        assert_true(out == constants[c]);
        labrbf_model_destroy(model);
    }
}

static void a_constant_column_does_no_harm(void **state) {
    (void)state;
    data d = make_data(60, 3);
    for (size_t r = 0; r < d.n; r++)
        d.x[r * 3 + 1] = 1234.5;
    labrbf_model *model = fit(&d, SHORT, NULL);
    double *scales = fixture_array(model, 0, LABRBF_FEATURE_SCALES, 3);
    assert_true(scales[1] == 1.0);
    free(scales);
    labrbf_model_destroy(model);
}

/* ---- missing and infinite */

static void expect_data_error(const data *d, const char *one, const char *other) {
    labrbf_model *model = (labrbf_model *)(uintptr_t)d;
    assert_int_equal(labrbf_fit(NULL, d->x, d->y, d->n, d->m, NULL, &model), LABRBF_E_DATA);
    assert_null(model);
    if (!strstr(labrbf_last_error(), one) || !strstr(labrbf_last_error(), other))
        fail_msg("no '%s' or no '%s' in: %s", one, other, labrbf_last_error());
}

static void infinite_features_are_an_error_that_names_the_place(void **state) {
    (void)state;
    data d = make_data(20, 3);
    d.x[13 * 3 + 2] = -INFINITY;
    expect_data_error(&d, "row 13", "feature 2");
}

static void bad_labels_are_an_error_that_counts_them(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int c = 0; c < 3; c++) {
        data d = make_data(20, 3);
        d.y[4] = d.y[9] = bad[c];
        expect_data_error(&d, "2 of 20", "number 4");
    }
}

/* Missing values are the column's mean: training with the means filled in by hand gives the same supports, bandwidths
 * and coefficients. */
static void missing_features_become_the_mean(void **state) {
    (void)state;
    data missing = make_data(100, 3), filled = missing;
    for (size_t i = 0; i < 300; i += 11)
        missing.x[i] = NAN;
    labrbf_model *model = fit(&missing, SHORT, NULL);
    assert_int_equal(fixture_info(model).missing_values, (300 + 10) / 11);
    double *means = fixture_array(model, 0, LABRBF_FEATURE_MEANS, 3);
    for (size_t j = 0; j < 3; j++) {
        long double sum = 0;
        size_t count = 0;
        for (size_t r = 0; r < 100; r++) {
            if (isnan(missing.x[r * 3 + j]))
                continue;
            sum += missing.x[r * 3 + j];
            count++;
        }
        oracle_close("mean", means[j], sum / (long double)count, 1e-14L);
    }
    for (size_t i = 0; i < 300; i += 11)
        filled.x[i] = means[i % 3];
    labrbf_model *by_hand = fit(&filled, SHORT, NULL);
    assert_int_equal(fixture_info(by_hand).missing_values, 0);
    static const struct {
        labrbf_array which;
        size_t count;
    } arrays[] = {{LABRBF_SUPPORT_VECTORS, 36}, {LABRBF_BANDWIDTHS, 36}, {LABRBF_COEFFICIENTS, 12}};
    for (int a = 0; a < 3; a++) {
        double *one = fixture_array(model, 0, arrays[a].which, arrays[a].count);
        double *two = fixture_array(by_hand, 0, arrays[a].which, arrays[a].count);
        assert_memory_equal(one, two, arrays[a].count * sizeof *one);
        free(one);
        free(two);
    }
    assert_memory_equal(missing.out, filled.out, 100 * sizeof *filled.out); /* and so do the predictions */
    free(means);
    labrbf_model_destroy(model);
    labrbf_model_destroy(by_hand);
}

static void a_column_without_values_does_no_harm(void **state) {
    (void)state;
    data d = make_data(50, 2);
    for (size_t r = 0; r < d.n; r++)
        d.x[r * 2] = NAN;
    labrbf_model *model = fit(&d, SHORT, NULL);
    assert_int_equal(fixture_info(model).missing_values, 50);
    labrbf_model_destroy(model);
    for (size_t i = 0; i < 100; i++)
        d.x[i] = NAN; /* nothing is known at all */
    model = fit(&d, SHORT, NULL);
    assert_int_equal(fixture_info(model).n_support, 1);
    labrbf_model_destroy(model);
}

/* ---- size of the numbers */

/* A power of two changes no bit, so huge and tiny data give the very predictions of ordinary data. */
static void huge_and_tiny_numbers_change_nothing(void **state) {
    (void)state;
    static const int powers[] = {990, -900}; /* about 1e298 and 1e-271 */
    data d = make_data(80, 3);
    labrbf_model_destroy(fit(&d, SHORT, NULL));
    for (int p = 0; p < 2; p++) {
        data scaled = d;
        for (size_t i = 0; i < d.n * d.m; i++)
            scaled.x[i] = ldexp(d.x[i], powers[p]);
        for (size_t r = 0; r < d.n; r++)
            scaled.y[r] = ldexp(d.y[r], powers[p]);
        labrbf_model_destroy(fit(&scaled, SHORT, NULL));
        for (size_t r = 0; r < d.n; r++)
            assert_true(scaled.out[r] == ldexp(d.out[r], powers[p]));
    }
}

static void the_whole_range_of_doubles_can_be_fitted(void **state) {
    (void)state;
    data d = make_data(40, 2);
    for (size_t i = 0; i < d.n * d.m; i++)
        d.x[i] = i % 2 ? 1.7e308 * sin((double)i) : d.x[i];
    for (size_t r = 0; r < d.n; r++)
        d.y[r] = 1.7e308 * cos((double)r);
    labrbf_model_destroy(fit(&d, SHORT, NULL));
}

/* Far outside the training rows the kernel is 0 and the bias remains. */
static void queries_far_outside_get_the_bias(void **state) {
    (void)state;
    data d = make_data(60, 2);
    labrbf_model *model = fit(&d, SHORT "clip_labels=off", NULL);
    labrbf_model_info info = fixture_info(model);
    long double center = ((long double)info.label_minimum + info.label_maximum) / 2;
    long double half = ((long double)info.label_maximum - info.label_minimum) / 2;
    const double far[] = {1e9, -1e9, 1e308, 1.0, 1e200, -1e308};
    double out[3];
    assert_int_equal(labrbf_model_predict(model, far, 3, 2, 1, out), LABRBF_OK);
    for (int i = 0; i < 3; i++)
        oracle_close("far away", out[i], center + half * info.beta, 1e-14L);
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tables_can_be_fitted),
        cmocka_unit_test(default_settings_fit_a_small_table),
        cmocka_unit_test(batches_go_by_the_table),
        cmocka_unit_test(the_ridge_is_chosen_by_the_noise),
        cmocka_unit_test(more_features_than_rows),
        cmocka_unit_test(thousands_of_features),
        cmocka_unit_test(more_supports_than_rows_are_lowered_with_a_word),
        cmocka_unit_test(one_support_is_enough),
        cmocka_unit_test(no_steps_at_all),
        cmocka_unit_test(repeated_rows_become_supports_once),
        cmocka_unit_test(all_rows_equal),
        cmocka_unit_test(a_constant_target_is_predicted_everywhere),
        cmocka_unit_test(a_constant_column_does_no_harm),
        cmocka_unit_test(infinite_features_are_an_error_that_names_the_place),
        cmocka_unit_test(bad_labels_are_an_error_that_counts_them),
        cmocka_unit_test(missing_features_become_the_mean),
        cmocka_unit_test(a_column_without_values_does_no_harm),
        cmocka_unit_test(huge_and_tiny_numbers_change_nothing),
        cmocka_unit_test(the_whole_range_of_doubles_can_be_fitted),
        cmocka_unit_test(queries_far_outside_get_the_bias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
