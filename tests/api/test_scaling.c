/*
 * Models whose features are scaled by ranks or by deviations, from outside: predictions and slopes against plain loops
 * over what is in the file, files that someone has tampered with, training that goes on, single precision.
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
#include "model/model.h"
#include "oracle.h"

enum { N = 120, M = 4, MOST = 33 };

#define ROWS                                                                                                           \
    "coefficients=rows theta_form=log batch_rows=all steps_grow=0 steps_final=20 batch=16 ridge=1e-4 support_max=15 "
#define SUPPORTS "support_init=6 support_max=14 support_add=4 steps_grow=4 steps_final=5 batch=16 "

static double x[N * M], y[N];

/* A feature with a long tail, one of five values, a constant one, one of small numbers; some are missing. */
static int make_data(void **state) {
    (void)state;
    fixture_data(951, N, M, x, y);
    for (size_t r = 0; r < N; r++) {
        double *row = x + r * M;
        row[0] = exp(4 * row[0]);
        row[1] = round(row[1]);
        row[2] = -7.5;
        row[3] *= 1e-5;
        if (r % 17 == 3)
            row[r % 2] = NAN;
    }
    return 0;
}

static labrbf_model *fit(const char *words) { return fixture_fit(words, x, y, N, M); }

/* ---- the knots, as docs/model-format.md has them */

typedef struct knots {
    size_t count[M];
    double value[M][MOST], position[M][MOST];
} knots;

static knots knots_of(const labrbf_model *model) {
    knots k = {0};
    const lab_knots *from = &model->parts[0]->scaler.knots;
    for (size_t j = 0; j < M; j++) {
        k.count[j] = from->first[j + 1] - from->first[j];
        assert_true(k.count[j] <= MOST);
        for (size_t i = 0; i < k.count[j]; i++) {
            k.value[j][i] = from->value[from->first[j] + i];
            k.position[j][i] = from->position[from->first[j] + i];
        }
    }
    return k;
}

static double place_of(const knots *k, size_t j, double v, double center, double scale) {
    size_t n = k->count[j], i = 0;
    if (n == 0 || v < k->value[j][0] || v > k->value[j][n - 1])
        return (v - center) / scale;
    while (i + 2 < n && v >= k->value[j][i + 1])
        i++;
    double share = (v - k->value[j][i]) / (k->value[j][i + 1] - k->value[j][i]);
    return k->position[j][i] + share * (k->position[j][i + 1] - k->position[j][i]);
}

/* ---- prediction */

/* Rows in the range and beyond, and missing values. */
static void make_queries(uint64_t seed, double *rows, size_t n) {
    oracle_random random = oracle_seed(seed);
    for (size_t r = 0; r < n; r++) {
        rows[r * M] = exp(oracle_uniform(&random, -10, 9));
        rows[r * M + 1] = oracle_uniform(&random, -3, 3);
        rows[r * M + 2] = r % 4 ? -7.5 : -7;
        rows[r * M + 3] = 1e-5 * oracle_uniform(&random, -3, 3);
        if (r % 5 == 1)
            rows[r * M + r % M] = NAN;
    }
}

/* f(t) from the arrays, in plain loops. */
static void expect_plain_predictions(const labrbf_model *model, const knots *k, int kernel) {
    enum { QUERIES = 60 };
    double rows[QUERIES * M], out[QUERIES];
    make_queries(952, rows, QUERIES);
    assert_int_equal(labrbf_model_predict(model, rows, QUERIES, M, 1, out), LABRBF_OK);
    labrbf_model_info info = fixture_info(model);
    size_t s = info.n_support;
    double *sx = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, s * M), *alpha, *center, *scale, *mean;
    double *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, s * M);
    alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, s);
    center = fixture_array(model, 0, LABRBF_FEATURE_CENTERS, M);
    scale = fixture_array(model, 0, LABRBF_FEATURE_SCALES, M);
    mean = fixture_array(model, 0, LABRBF_FEATURE_MEANS, M);
    for (size_t r = 0; r < QUERIES; r++) {
        double t[M];
        for (size_t j = 0; j < M; j++) {
            double v = isnan(rows[r * M + j]) ? mean[j] : rows[r * M + j];
            t[j] = place_of(k, j, v, center[j], scale[j]);
        }
        long double sum = info.beta, size = 1;
        for (size_t i = 0; i < s; i++) {
            long double term = alpha[i] * oracle_kernel(kernel, oracle_distance(t, sx + i * M, theta + i * M, M));
            sum += term;
            size += fabsl(term);
        }
        long double half = ((long double)info.label_maximum - info.label_minimum) / 2;
        oracle_close("prediction", out[r], info.label_minimum + half + half * sum, 1e-11L * half * size);
    }
    free(sx);
    free(theta);
    free(alpha);
    free(center);
    free(scale);
    free(mean);
}

static void predictions_are_those_of_plain_loops(void **state) {
    (void)state;
    static const char *const rules[] = {ROWS, ROWS "center_rate=0.5 kernel=gaussian ", SUPPORTS};
    for (size_t w = 0; w < 3; w++) {
        char words[256];
        int kernel = w == 1 ? ORACLE_GAUSSIAN : ORACLE_EXPONENTIAL;
        (void)snprintf(words, sizeof words, "%sclip_labels=off scaling=rank", rules[w]);
        labrbf_model *model = fit(words);
        knots k = knots_of(model);
        assert_true(k.count[0] == MOST && k.count[1] == 5 && k.count[2] == 0 && k.count[3] == MOST);
        expect_plain_predictions(model, &k, kernel);
        labrbf_model_destroy(model);
        (void)snprintf(words, sizeof words, "%sclip_labels=off scaling=standard", rules[w]);
        model = fit(words);
        expect_plain_predictions(model, &(knots){0}, kernel);
        labrbf_model_destroy(model);
    }
}

/* A model does not change on its way through a file; only ranks need the newer version. */
static void files_keep_every_bit(void **state) {
    (void)state;
    static const char *const words[] = {ROWS "scaling=minmax", ROWS "scaling=standard", ROWS "scaling=rank",
                                        SUPPORTS "scaling=rank"};
    double rows[20 * M], out[2][20];
    make_queries(953, rows, 20);
    for (size_t w = 0; w < 4; w++) {
        labrbf_model *model = fit(words[w]), *copy = NULL;
        size_t size, again;
        unsigned char *bytes = fixture_bytes(model, &size);
        assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copy), LABRBF_OK);
        unsigned char *second = fixture_bytes(copy, &again);
        assert_true(size == again && memcmp(bytes, second, size) == 0);
        assert_int_equal(labrbf_model_predict(model, rows, 20, M, 1, out[0]), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(copy, rows, 20, M, 1, out[1]), LABRBF_OK);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        free(bytes);
        free(second);
        labrbf_model_destroy(model);
        labrbf_model_destroy(copy);
    }
}

static void auto_is_written_as_what_was_chosen(void **state) {
    (void)state;
    char text[64];
    labrbf_model *model = fit(ROWS "scaling=auto");
    assert_int_equal(labrbf_model_setting(model, "scaling", text, sizeof text), LABRBF_OK);
    assert_true(strcmp(text, "minmax") == 0 || strcmp(text, "rank") == 0);
    labrbf_model_destroy(model);
}

/* ---- slopes */

/* Where no knot and no support is near, differences of predictions agree. */
static void slopes_agree_with_differences(void **state) {
    (void)state;
    labrbf_model *model = fit(ROWS "scaling=rank kernel=gaussian clip_labels=off");
    knots k = knots_of(model);
    oracle_random random = oracle_seed(954);
    for (size_t r = 0; r < 200; r++) {
        static const size_t features[] = {0, 1, 3};
        size_t j = features[r % 3], i = oracle_below(&random, k.count[j] - 1);
        double row[M], moved[4 * M], f[4], slopes[M], run = k.value[j][i + 1] - k.value[j][i];
        make_queries(960 + r, row, 1);
        row[j] = k.value[j][i] + oracle_uniform(&random, 0.3, 0.7) * run;
        if (r % 10 == 9) { /* outside */
            run = k.value[j][k.count[j] - 1] - k.value[j][0];
            row[j] = k.value[j][0] - 0.2 * run;
        }
        static const double steps[] = {-2, -1, 1, 2};
        for (size_t s = 0; s < 4; s++) {
            memcpy(moved + s * M, row, sizeof row);
            moved[s * M + j] += steps[s] * 2e-3 * run;
        }
        assert_int_equal(labrbf_model_predict(model, moved, 4, M, 1, f), LABRBF_OK);
        assert_int_equal(labrbf_model_gradient(model, row, 1, M, 1, slopes), LABRBF_OK);
        double difference = (8 * (f[2] - f[1]) - (f[3] - f[0])) / (3 * (moved[3 * M + j] - moved[j]));
        oracle_close("slope times run", slopes[j] * run, difference * run, 1e-7L);
    }
    labrbf_model_destroy(model);
}

/* At a knot of the map the slope to the right is given, also at both ends of the range. */
static void a_knot_has_the_slope_to_its_right(void **state) {
    (void)state;
    labrbf_model *model = fit(ROWS "scaling=rank kernel=gaussian clip_labels=off");
    knots k = knots_of(model);
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < k.count[j]; i++) {
            double rows[2 * M] = {3, 0.5, -7.5, 0, 3, 0.5, -7.5, 0}, slopes[2 * M];
            rows[j] = k.value[j][i];
            rows[M + j] = nextafter(k.value[j][i], INFINITY);
            assert_int_equal(labrbf_model_gradient(model, rows, 2, M, 1, slopes), LABRBF_OK);
            oracle_close("slope at a knot", slopes[j], slopes[M + j], 1e-9L * fabs(slopes[j]) + 1e-14L);
        }
    }
    labrbf_model_destroy(model);
}

static void predictions_have_no_jump_at_knots(void **state) {
    (void)state;
    labrbf_model *model = fit(ROWS "scaling=rank clip_labels=off");
    knots k = knots_of(model);
    for (size_t j = 0; j < M; j++) {
        for (size_t i = 0; i < k.count[j]; i++) {
            double rows[3 * M] = {3, 0.5, -7.5, 0, 3, 0.5, -7.5, 0, 3, 0.5, -7.5, 0}, out[3];
            rows[j] = nextafter(k.value[j][i], -INFINITY);
            rows[M + j] = k.value[j][i];
            rows[2 * M + j] = nextafter(k.value[j][i], INFINITY);
            assert_int_equal(labrbf_model_predict(model, rows, 3, M, 1, out), LABRBF_OK);
            oracle_close("below", out[0], out[1], 1e-9L);
            oracle_close("above", out[2], out[1], 1e-9L);
        }
    }
    labrbf_model_destroy(model);
}

/* ---- single precision */

static void single_stays_within_its_bound(void **state) {
    (void)state;
    static const char *const words[] = {ROWS "scaling=standard sigma0=30", ROWS "scaling=rank center_rate=1 rate=0.3",
                                        ROWS "scaling=minmax center_rate=1 rate=0.3", SUPPORTS "scaling=standard"};
    for (size_t w = 0; w < 4; w++) {
        labrbf_model *model = fit(words[w]);
        labrbf_predictor *p = NULL;
        double want[N], out[N], largest = 0;
        assert_int_equal(labrbf_predictor_create(model, LABRBF_SINGLE, 1, &p), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(model, x, N, M, 1, want), LABRBF_OK);
        assert_int_equal(labrbf_predictor_start(p, x, N, M, out), LABRBF_OK);
        assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
        for (size_t i = 0; i < N; i++)
            largest = fmax(largest, fabs(out[i] - want[i]));
        assert_true(largest > 0 && largest <= labrbf_predictor_bound(p));
        labrbf_predictor_destroy(p);
        labrbf_model_destroy(model);
    }
}

/* ---- training that goes on */

static labrbf_status go_on(const char *words, const labrbf_model *start, labrbf_model **model) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_data data = {sizeof data, N, M, 1, x, y, NULL, start, NULL};
    labrbf_status status = labrbf_fit_data(settings, &data, NULL, model);
    labrbf_settings_destroy(settings);
    return status;
}

static void expect_same_array(const labrbf_model *a, const labrbf_model *b, labrbf_array which, size_t count) {
    double *first = fixture_array(a, 0, which, count), *second = fixture_array(b, 0, which, count);
    assert_memory_equal(first, second, count * sizeof *first);
    free(first);
    free(second);
}

#define STILL "coefficients=rows theta_form=log batch_rows=all steps_grow=0 steps_final=0 ridge=1e-4 support_max=15 "

/* Centres, as ranks, and bandwidths are kept bit for bit, also where the values have changed; auto means the scaling of
 * the model. */
static void ranks_go_on_as_ranks(void **state) {
    (void)state;
    labrbf_model *model = fit(ROWS "scaling=rank center_rate=0.5"), *again = NULL;
    size_t s = fixture_info(model).n_support;
    for (int changed = 0; changed < 2; changed++) {
        for (size_t r = 0; r < N && changed; r++)
            x[r * M] = sqrt(x[r * M]);
        assert_true(go_on(changed ? STILL "scaling=auto" : STILL "scaling=rank", model, &again) > 0);
        expect_same_array(model, again, LABRBF_SUPPORT_VECTORS, s * M);
        expect_same_array(model, again, LABRBF_BANDWIDTHS, s * M);
        char text[64];
        assert_int_equal(labrbf_model_setting(again, "scaling", text, sizeof text), LABRBF_OK);
        assert_string_equal(text, "rank");
        labrbf_model_destroy(again);
    }
    labrbf_model_destroy(model);
    (void)make_data(NULL);
}

/* Between scaling by range and by deviation, centres and bandwidths are converted: the kernels stay. */
static void deviations_and_ranges_are_converted(void **state) {
    (void)state;
    static const char *const kinds[] = {"scaling=minmax", "scaling=standard"};
    for (size_t w = 0; w < 2; w++) {
        char first[256], then[256];
        double out[2][N];
        (void)snprintf(first, sizeof first, ROWS "%s", kinds[w]);
        (void)snprintf(then, sizeof then, STILL "%s", kinds[1 - w]);
        labrbf_model *model = fit(first), *again = NULL;
        assert_true(go_on(then, model, &again) > 0);
        assert_int_equal(labrbf_model_predict(model, x, N, M, 1, out[0]), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(again, x, N, M, 1, out[1]), LABRBF_OK);
        assert_true(oracle_relative(out[1], out[0], N) < 1e-7);
        labrbf_model_destroy(model);
        labrbf_model_destroy(again);
    }
}

static void ranks_and_values_do_not_mix(void **state) {
    (void)state;
    static const char *const kinds[][2] = {{ROWS "scaling=rank", STILL "scaling=minmax"},
                                           {ROWS "scaling=rank", STILL "scaling=standard"},
                                           {ROWS "scaling=minmax", STILL "scaling=rank"}};
    for (size_t w = 0; w < 3; w++) {
        labrbf_model *model = fit(kinds[w][0]), *none = model;
        assert_int_equal(go_on(kinds[w][1], model, &none), LABRBF_E_ARGUMENT);
        assert_null(none);
        assert_non_null(strstr(labrbf_last_error(), w < 2 ? "needs scaling=rank" : "needs scaling=minmax or standard"));
        labrbf_model_destroy(model);
    }
}

/* ---- files that someone has tampered with */

/* ---- data that are hardly any */

static void sparse_columns_give_a_model(void **state) {
    (void)state;
    static const char *const words[] = {ROWS "scaling=rank", ROWS "scaling=standard", SUPPORTS "scaling=rank",
                                        SUPPORTS "scaling=standard"};
    double rows[N * M], out[N];
    for (size_t r = 0; r < N; r++) {
        rows[r * M] = NAN;
        rows[r * M + 1] = r % 2 ? 1e308 : -1e308;
        rows[r * M + 2] = 4;
        rows[r * M + 3] = r == 5 ? 1e300 : x[r * M + 3];
    }
    for (size_t w = 0; w < 4; w++) {
        labrbf_model *model = fixture_fit(words[w], rows, y, N, M);
        assert_int_equal(labrbf_model_predict(model, rows, N, M, 1, out), LABRBF_OK);
        for (size_t r = 0; r < N; r++)
            assert_true(isfinite(out[r]));
        labrbf_model_destroy(model);
    }
}

/* A feature may be drawn out or pressed together in any order-preserving way: to its ranks it is the same, as long as
 * all its values are knots. */
static void ranks_do_not_see_the_units(void **state) {
    (void)state;
    double bent[N * M], out[2][N];
    memcpy(bent, x, sizeof bent);
    for (size_t r = 0; r < N; r++) {
        bent[r * M] = x[r * M] = isnan(x[r * M]) ? 1.0 : floor(2 * log(x[r * M])); /* few values, none missing */
        bent[r * M] = sinh(3 * bent[r * M]) + 1e7;
        bent[r * M + 1] = x[r * M + 1] = isnan(x[r * M + 1]) ? 1.0 : x[r * M + 1];
    }
    labrbf_model *model = fit(ROWS "scaling=rank"), *other = fixture_fit(ROWS "scaling=rank", bent, y, N, M);
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, out[0]), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(other, bent, N, M, 1, out[1]), LABRBF_OK);
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    labrbf_model_destroy(model);
    labrbf_model_destroy(other);
    (void)make_data(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_those_of_plain_loops), cmocka_unit_test(files_keep_every_bit),
        cmocka_unit_test(auto_is_written_as_what_was_chosen),   cmocka_unit_test(slopes_agree_with_differences),
        cmocka_unit_test(a_knot_has_the_slope_to_its_right),    cmocka_unit_test(predictions_have_no_jump_at_knots),
        cmocka_unit_test(single_stays_within_its_bound),        cmocka_unit_test(ranks_go_on_as_ranks),
        cmocka_unit_test(deviations_and_ranges_are_converted),  cmocka_unit_test(ranks_and_values_do_not_mix),
        cmocka_unit_test(sparse_columns_give_a_model),          cmocka_unit_test(ranks_do_not_see_the_units),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
