/*
 * Models that learn labels by their roots or logarithms, from outside: predictions and slopes against plain loops and
 * differences, files, single precision, training that goes on, and when the search tries it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model_bytes.h"
#include "fixture.h"
#include "oracle.h"

enum { N = 150, M = 3, T = 3, LONG = 600, REST = 400, MOST_WORDS = 512 };

#define ROWS                                                                                                           \
    "coefficients=rows theta_form=log batch_rows=all steps_grow=0 steps_final=30 batch=16 ridge=1e-4 support_max=15 "
#define SUPPORTS "support_init=6 support_max=14 support_add=4 steps_grow=4 steps_final=5 batch=16 "
#define SEARCH                                                                                                         \
    "coefficients=rows kernel=auto linear=auto scaling=auto ridge=auto label_form=auto theta_form=log "                \
    "center_rate=0.5 "                                                                                                 \
    "rate=0.05 rate_decay=cosine steps_grow=0 batch_rows=all steps_final=400 "

static const char *const forms[] = {"root", "log"};
static double x[(N + REST) * M];
static double level[N + REST]; /* a smooth function of x and some noise */
static double y[2][N + REST];  /* with a tail to the right, and to the left */
static double many[N * T];     /* the two, and a constant */

static int make_data(void **state) {
    (void)state;
    oracle_random random = oracle_seed(1201);
    oracle_fill(&random, x, (N + REST) * M, -1, 1);
    for (size_t r = 0; r < N + REST; r++) {
        const double *row = x + r * M;
        level[r] = sin(3 * row[0]) + row[1] * row[1] + 0.5 * row[2];
        level[r] += 0.15 * (oracle_uniform(&random, -1, 1) + oracle_uniform(&random, -1, 1));
        y[0][r] = 5 + exp(2 * level[r]);
        y[1][r] = 1000 - 3 * exp(2 * level[r]);
    }
    for (size_t r = 0; r < N; r++) {
        many[r * T] = y[0][r];
        many[r * T + 1] = y[1][r];
        many[r * T + 2] = 7;
    }
    return 0;
}

static labrbf_model *fit(const char *words, const char *form, size_t side) {
    char text[2 * MOST_WORDS];
    (void)snprintf(text, sizeof text, "%s label_form=%s", words, form);
    return fixture_fit(text, x, y[side], N, M);
}

static labrbf_model *fit_many(const char *words) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_data data = {sizeof data, N, M, T, x, many, NULL, NULL, NULL};
    labrbf_model *model = NULL;
    assert_true(labrbf_fit_data(settings, &data, NULL, &model) > 0);
    labrbf_settings_destroy(settings);
    return model;
}

static double array_at(const labrbf_model *model, labrbf_array which, size_t target) {
    size_t targets = fixture_info(model).n_targets;
    double *values = fixture_array(model, 0, which, targets), value = values[target];
    free(values);
    return value;
}

/* ---- predictions, as docs/algorithm.md has them */

/* From the label in its form to the label. */
static long double label_of(const char *form, double anchor, double unit, long double t) {
    long double way = unit < 0 ? -t : t;
    if (unit == 0)
        return t;
    if (way <= 0)
        return anchor + unit * way;
    return anchor + unit * (strcmp(form, "log") == 0 ? expl(way) - 1 : way + way * way / 4);
}

static long double scaled_prediction(const labrbf_model *model, size_t target, const double *row) {
    labrbf_model_info info = fixture_info(model);
    size_t s = info.n_support, t = info.n_targets;
    double *place = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, s * M),
           *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, s * M),
           *alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, s * t),
           *slopes = fixture_array(model, 0, LABRBF_SLOPES, t * M),
           *center = fixture_array(model, 0, LABRBF_FEATURE_CENTERS, M),
           *scale = fixture_array(model, 0, LABRBF_FEATURE_SCALES, M), scaled[M];
    long double sum = array_at(model, LABRBF_BIASES, target);
    for (size_t j = 0; j < M; j++) {
        scaled[j] = (row[j] - center[j]) / scale[j];
        sum += (long double)slopes[target * M + j] * scaled[j];
    }
    for (size_t i = 0; i < s; i++)
        sum += alpha[i * t + target] * expl(-oracle_distance(scaled, place + i * M, theta + i * M, M));
    double *all[] = {place, theta, alpha, slopes, center, scale};
    for (size_t i = 0; i < 6; i++)
        free(all[i]);
    return sum;
}

/* Of the target, for rows in the range and beyond. */
static void expect_plain_predictions(const labrbf_model *model, const char *form, size_t target, bool clipped) {
    enum { QUERIES = 25 };
    oracle_random random = oracle_seed(1202);
    double rows[QUERIES * M], out[QUERIES * T];
    oracle_fill(&random, rows, QUERIES * M, -1.5, 1.5);
    assert_int_equal(labrbf_model_predict(model, rows, QUERIES, M, 1, out), LABRBF_OK);
    double center = array_at(model, LABRBF_LABEL_CENTERS, target), scale = array_at(model, LABRBF_LABEL_SCALES, target),
           anchor = array_at(model, LABRBF_LABEL_ANCHORS, target), unit = array_at(model, LABRBF_LABEL_UNITS, target),
           low = array_at(model, LABRBF_LABEL_MINIMA, target), high = array_at(model, LABRBF_LABEL_MAXIMA, target);
    for (size_t q = 0; q < QUERIES; q++) {
        long double want =
            label_of(form, anchor, unit, center + scale * scaled_prediction(model, target, rows + q * M));
        if (clipped)
            want = fminl(fmaxl(want, low), high);
        oracle_close("prediction", out[q * fixture_info(model).n_targets + target], want,
                     1e-11L * (fabsl(want) + high - low));
    }
}

static void predictions_are_those_of_plain_loops(void **state) {
    (void)state;
    static const char *const rules[] = {ROWS "linear=on kernel=gaussian ", SUPPORTS "kernel=gaussian "};
    for (size_t c = 0; c < 16; c++) {
        char words[MOST_WORDS];
        size_t side = c % 2;
        const char *form = forms[c / 2 % 2];
        bool clipped = c / 4 % 2;
        (void)snprintf(words, sizeof words, "%sclip_labels=%s", rules[c / 8], clipped ? "on" : "off");
        labrbf_model *model = fit(words, form, side);
        double unit = array_at(model, LABRBF_LABEL_UNITS, 0), low = fixture_info(model).label_minimum,
               high = fixture_info(model).label_maximum;
        assert_true(side == 0 ? unit > 0 : unit < 0);
        assert_true(array_at(model, LABRBF_LABEL_ANCHORS, 0) == (side == 0 ? low : high));
        expect_plain_predictions(model, form, 0, clipped);
        labrbf_model_destroy(model);
    }
}

/* Each target has its own direction; one that is constant has no form. */
static void targets_have_their_own_form(void **state) {
    (void)state;
    labrbf_model *model = fit_many(ROWS "kernel=gaussian label_form=log");
    assert_true(array_at(model, LABRBF_LABEL_UNITS, 0) > 0 && array_at(model, LABRBF_LABEL_UNITS, 1) < 0);
    assert_true(array_at(model, LABRBF_LABEL_UNITS, 2) == 0 && array_at(model, LABRBF_LABEL_ANCHORS, 2) == 0);
    for (size_t c = 0; c < T; c++)
        expect_plain_predictions(model, "log", c, true);
    labrbf_model *alone = fit(ROWS "kernel=gaussian", "log", 1);
    static const labrbf_array same[] = {LABRBF_LABEL_CENTERS, LABRBF_LABEL_SCALES, LABRBF_LABEL_ANCHORS,
                                        LABRBF_LABEL_UNITS};
    for (size_t i = 0; i < 4; i++)
        assert_true(array_at(model, same[i], 1) == array_at(alone, same[i], 0));
    labrbf_model_destroy(alone);
    labrbf_model_destroy(model);
}

/* A change of the label's unit by a power of 2 changes the predictions by exactly that factor. */
static void the_unit_of_labels_does_not_matter(void **state) {
    (void)state;
    static const double units[] = {0x1p-900, 0x1p900};
    double other[N], out[2][N];
    for (size_t c = 0; c < 4; c++) {
        char words[MOST_WORDS];
        (void)snprintf(words, sizeof words, ROWS "label_form=%s", forms[c % 2]);
        for (size_t r = 0; r < N; r++)
            other[r] = y[0][r] * units[c / 2];
        labrbf_model *model = fixture_fit(words, x, y[0], N, M), *scaled = fixture_fit(words, x, other, N, M);
        assert_int_equal(labrbf_model_predict(model, x, N, M, 1, out[0]), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(scaled, x, N, M, 1, out[1]), LABRBF_OK);
        for (size_t r = 0; r < N; r++)
            assert_true(out[0][r] * units[c / 2] == out[1][r]);
        labrbf_model_destroy(model);
        labrbf_model_destroy(scaled);
    }
}

/* ---- slopes */

/* By the fourth-order formula; but where a difference reaches across the anchor, whose second derivative jumps, it is
 * of first order only, so these few rows are left out. */
static void slopes_agree_with_differences(void **state) {
    (void)state;
    for (size_t c = 0; c < 4; c++) {
        labrbf_model *model = fit(ROWS "kernel=gaussian linear=on clip_labels=off", forms[c % 2], c / 2);
        oracle_random random = oracle_seed(1203);
        double range = fixture_info(model).label_maximum - fixture_info(model).label_minimum;
        double anchor = array_at(model, LABRBF_LABEL_ANCHORS, 0);
        size_t before = 0, beyond = 0;
        for (size_t r = 0; r < 60 * M; r++) {
            static const double steps[] = {-2, -1, 1, 2};
            double row[M], slopes[M], f[4], moved[4 * M];
            size_t j = r % M;
            oracle_fill(&random, row, M, -1.2, 1.2);
            assert_int_equal(labrbf_model_gradient(model, row, 1, M, 1, slopes), LABRBF_OK);
            for (size_t s = 0; s < 4; s++) {
                memcpy(moved + s * M, row, sizeof row);
                moved[s * M + j] += 5e-4 * steps[s];
            }
            assert_int_equal(labrbf_model_predict(model, moved, 4, M, 1, f), LABRBF_OK);
            if ((f[0] < anchor) != (f[3] < anchor))
                continue;
            before += f[0] < anchor;
            beyond += f[0] > anchor;
            double difference = (8 * (f[2] - f[1]) - (f[3] - f[0])) / (3 * (moved[3 * M + j] - moved[j]));
            oracle_close("slope over the range", slopes[j] / range, difference / range, 1e-9L);
        }
        assert_true(before + beyond > 170 && before > 0 && beyond > 0);
        labrbf_model_destroy(model);
    }
}

/* ---- the range */

static void predictions_stay_numbers(void **state) {
    (void)state;
    static const double places[] = {0, 1, -1, 3, -30, 1e6, -1e150, 1e300};
    for (size_t c = 0; c < 8; c++) {
        labrbf_model *model = fit(c / 4 ? ROWS "linear=on" : ROWS "linear=on clip_labels=off", forms[c % 2], c / 2 % 2);
        labrbf_model_info info = fixture_info(model);
        for (size_t i = 0; i < 512; i++) {
            double row[M] = {places[i % 8], places[i / 8 % 8], places[i / 64]}, out, slopes[M];
            assert_int_equal(labrbf_model_predict(model, row, 1, M, 1, &out), LABRBF_OK);
            assert_int_equal(labrbf_model_gradient(model, row, 1, M, 1, slopes), LABRBF_OK);
            assert_true(isfinite(out));
            assert_true(c < 4 || (out >= info.label_minimum && out <= info.label_maximum));
            for (size_t j = 0; j < M; j++)
                assert_true(!isnan(slopes[j]));
        }
        labrbf_model_destroy(model);
    }
}

/* Constant, two rows, huge, a tiny spread on a large offset, mostly the same: sane, and within the range. */
static void odd_labels_give_a_model(void **state) {
    (void)state;
    for (size_t c = 0; c < 14; c++) {
        double labels[N], out[N];
        size_t n = c / 2 == 1 ? 2 : N;
        for (size_t r = 0; r < N; r++) {
            const double kinds[] = {7,
                                    (double)r,
                                    1e300 * y[0][r] / 1e6,
                                    1e12 + 1e-3 * exp(level[r]),
                                    r % 10 == 0 ? y[0][r] : 0,
                                    r % 2 ? 1.7e308 : -1.7e308,
                                    r == 0 ? 1e300 : 1e-300 * y[0][r]};
            labels[r] = kinds[c / 2];
        }
        char words[MOST_WORDS];
        (void)snprintf(words, sizeof words, ROWS "label_form=%s", forms[c % 2]);
        labrbf_model *model = fixture_fit(words, x, labels, n, M);
        labrbf_model_info info = fixture_info(model);
        assert_int_equal(labrbf_model_predict(model, x, n, M, 1, out), LABRBF_OK);
        for (size_t r = 0; r < n; r++)
            assert_true(out[r] >= info.label_minimum && out[r] <= info.label_maximum);
        if (c / 2 == 0)
            assert_true(out[0] == 7 && out[n - 1] == 7);
        size_t size;
        unsigned char *bytes = fixture_bytes(model, &size);
        assert_int_equal(fixture_read(bytes, size), LABRBF_OK);
        free(bytes);
        labrbf_model_destroy(model);
    }
}

/* ---- single precision */

static void single_stays_within_its_bound(void **state) {
    (void)state;
    for (size_t c = 0; c < 8; c++) {
        labrbf_model *model = fit(c / 4 ? ROWS "linear=on" : ROWS "linear=on clip_labels=off", forms[c % 2], c / 2 % 2);
        labrbf_predictor *p = NULL;
        double want[N], out[N], largest = 0;
        assert_int_equal(labrbf_predictor_create(model, LABRBF_SINGLE, 1, &p), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(model, x, N, M, 1, want), LABRBF_OK);
        assert_int_equal(labrbf_predictor_start(p, x, N, M, out), LABRBF_OK);
        assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
        for (size_t i = 0; i < N; i++)
            largest = fmax(largest, fabs(out[i] - want[i]));
        double range = fixture_info(model).label_maximum - fixture_info(model).label_minimum;
        assert_true(largest > 0 && largest <= labrbf_predictor_bound(p) && largest < 1e-5 * range);
        if (c / 4 == 1)
            assert_true(labrbf_predictor_bound(p) < 1e-2 * range); /* says something */
        labrbf_predictor_destroy(p);
        labrbf_model_destroy(model);
    }
}

/* ---- files */

static void files_keep_every_bit(void **state) {
    (void)state;
    for (size_t c = 0; c < 4; c++) {
        labrbf_model *model = c == 3 ? fit_many(ROWS "label_form=root") : fit(ROWS, c == 2 ? "plain" : forms[c], 0);
        labrbf_model *copy = NULL;
        size_t size, again, targets = fixture_info(model).n_targets;
        unsigned char *bytes = fixture_bytes(model, &size);
        assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copy), LABRBF_OK);
        unsigned char *second = fixture_bytes(copy, &again);
        assert_true(size == again && memcmp(bytes, second, size) == 0);
        double out[2][N * T];
        assert_int_equal(labrbf_model_predict(model, x, N, M, 1, out[0]), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(copy, x, N, M, 1, out[1]), LABRBF_OK);
        assert_memory_equal(out[0], out[1], N * targets * sizeof(double));
        free(bytes);
        free(second);
        labrbf_model_destroy(model);
        labrbf_model_destroy(copy);
    }
}

/* ---- training that goes on */

#define STILL "coefficients=rows theta_form=log batch_rows=all steps_grow=0 steps_final=0 ridge=1e-4 support_max=15 "

static void go_on(const char *words, const labrbf_model *start, const double *labels, labrbf_model **model) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_data data = {sizeof data, N, M, 1, x, labels, NULL, start, NULL};
    assert_true(labrbf_fit_data(settings, &data, NULL, model) > 0);
    labrbf_settings_destroy(settings);
}

/* The same data: the supports' labels keep every bit, and auto means the form of before. Other data, another form:
 * labels meet in their own unit. */
static void training_goes_on_in_any_form(void **state) {
    (void)state;
    labrbf_model *model = fit(ROWS, "log", 0), *again = NULL;
    size_t s = fixture_info(model).n_support;
    double *labels = fixture_array(model, 0, LABRBF_SUPPORT_LABELS, s);
    go_on(STILL "label_form=auto", model, y[0], &again);
    char text[64];
    assert_int_equal(labrbf_model_setting(again, "label_form", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "log");
    double *kept = fixture_array(again, 0, LABRBF_SUPPORT_LABELS, s);
    assert_memory_equal(labels, kept, s * sizeof *labels);
    labrbf_model_destroy(again);
    go_on(STILL "label_form=plain", model, y[0], &again);
    double *plain = fixture_array(again, 0, LABRBF_SUPPORT_LABELS, s);
    double middle = array_at(again, LABRBF_LABEL_CENTERS, 0), half = array_at(again, LABRBF_LABEL_SCALES, 0);
    for (size_t i = 0; i < s; i++) {
        long double t = array_at(model, LABRBF_LABEL_CENTERS, 0) + array_at(model, LABRBF_LABEL_SCALES, 0) * labels[i];
        long double want =
            label_of("log", array_at(model, LABRBF_LABEL_ANCHORS, 0), array_at(model, LABRBF_LABEL_UNITS, 0), t);
        oracle_close("label of a support", plain[i], (want - middle) / half, 1e-13L);
    }
    labrbf_model_destroy(again);
    go_on(STILL "label_form=root", model, y[1], &again); /* the labels before lie far outside */
    labrbf_model_destroy(again);
    free(labels);
    free(kept);
    free(plain);
    labrbf_model_destroy(model);
}

/* ---- the search */

static const char *form_tried(const labrbf_model *model, size_t i) {
    labrbf_trial trial;
    assert_int_equal(labrbf_model_trial(model, i, &trial), LABRBF_OK);
    return fixture_tried(&trial, "label_form");
}

static size_t count_form(const labrbf_model *model, const char *form) {
    size_t count = 0;
    for (size_t i = 0; i < fixture_info(model).n_trials; i++)
        count += strcmp(form_tried(model, i), form) == 0;
    return count;
}

static double score(const labrbf_model *model, const double *rows, const double *labels) {
    double f[REST];
    labrbf_metrics m;
    assert_int_equal(labrbf_model_predict(model, rows, REST, M, 1, f), LABRBF_OK);
    assert_int_equal(labrbf_metrics_compute(labels, f, REST, &m), LABRBF_OK);
    return m.r2;
}

/* The square of a plane, over a feature with a long tail of its own: but for the noise the root is linear. */
static void a_long_tail_is_found(void **state) {
    (void)state;
    oracle_random random = oracle_seed(1);
    static double rows[(LONG + REST) * M], labels[LONG + REST];
    for (size_t side = 0; side < 2; side++) {
        oracle_fill(&random, rows, (LONG + REST) * M, -1, 1);
        for (size_t r = 0; r < LONG + REST; r++) {
            double *row = rows + r * M;
            row[0] = -log(oracle_uniform(&random, 0, 1));
            double root = 1 + row[0] + 0.5 * row[1] + 0.1 * oracle_uniform(&random, -1, 1);
            labels[r] = side ? 100 - root * root : root * root;
        }
        labrbf_model *model = fixture_fit(SEARCH, rows, labels, LONG, M);
        labrbf_model *plain = fixture_fit(SEARCH "label_form=plain", rows, labels, LONG, M);
        char text[64];
        assert_int_equal(labrbf_model_setting(model, "label_form", text, sizeof text), LABRBF_OK);
        assert_string_equal(text, "root");
        assert_string_equal(text, form_tried(model, 0));
        assert_int_equal(fixture_info(model).n_trials, 16);
        assert_true(count_form(model, "plain") == 14 && count_form(model, "root") == 2);
        assert_int_equal(fixture_info(plain).n_trials, 14);
        assert_int_equal(count_form(plain, "plain"), 14);
        assert_true(score(model, rows + LONG * M, labels + LONG) > score(plain, rows + LONG * M, labels + LONG));
        labrbf_model_destroy(model);
        labrbf_model_destroy(plain);
    }
}

/* Without a tail nothing else is tried, and the model is the one of plain labels, bit for bit. */
static void without_a_tail_all_is_plain(void **state) {
    (void)state;
    labrbf_model *model = fixture_fit(SEARCH, x, level, N, M);
    labrbf_model *plain = fixture_fit(SEARCH "label_form=plain", x, level, N, M);
    fixture_expect_same_bytes(model, plain);
    assert_int_equal(fixture_info(model).n_trials, 14);
    labrbf_model_destroy(model);
    labrbf_model_destroy(plain);
}

static void what_is_set_is_not_varied(void **state) {
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        labrbf_model *model = fit(SEARCH, forms[c], 0);
        assert_int_equal(fixture_info(model).n_trials, 14);
        assert_int_equal(count_form(model, forms[c]), 14);
        labrbf_model_destroy(model);
    }
    labrbf_model *model = fixture_fit(SEARCH "kernel=gaussian scaling=rank linear=off ridge=0.01", x, y[0], N, M);
    assert_int_equal(fixture_info(model).n_trials, 2);
    labrbf_model_destroy(model);
    model = fixture_fit(SEARCH, x, y[0], 30, M); /* too few rows to choose by */
    char text[64];
    assert_int_equal(labrbf_model_setting(model, "label_form", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "plain");
    labrbf_model_destroy(model);
    model = fit(SUPPORTS, "auto", 0);
    assert_int_equal(labrbf_model_setting(model, "label_form", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "plain");
    labrbf_model_destroy(model);
}

/* ---- size */

static void a_form_is_counted(void **state) {
    (void)state;
    labrbf_model *plain = fit(ROWS, "plain", 0), *formed = fit(ROWS, "log", 0),
                 *many_formed = fit_many(ROWS "label_form=log"), *many_plain = fit_many(ROWS);
    assert_int_equal(fixture_info(formed).bytes_single, fixture_info(plain).bytes_single + 8);
    assert_int_equal(fixture_info(many_formed).bytes_single, fixture_info(many_plain).bytes_single + 8 * T);
    labrbf_model *all[] = {plain, formed, many_formed, many_plain};
    for (size_t i = 0; i < 4; i++)
        labrbf_model_destroy(all[i]);
    for (size_t bytes = 300; bytes < 420; bytes += 4) {
        char words[MOST_WORDS];
        (void)snprintf(words, sizeof words, SEARCH "steps_final=40 max_bytes=%zu", bytes);
        labrbf_model *model = fixture_fit(words, x, y[0], N, M);
        assert_true(fixture_info(model).bytes_single <= bytes);
        labrbf_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_those_of_plain_loops),
        cmocka_unit_test(targets_have_their_own_form),
        cmocka_unit_test(the_unit_of_labels_does_not_matter),
        cmocka_unit_test(slopes_agree_with_differences),
        cmocka_unit_test(predictions_stay_numbers),
        cmocka_unit_test(odd_labels_give_a_model),
        cmocka_unit_test(single_stays_within_its_bound),
        cmocka_unit_test(files_keep_every_bit),
        cmocka_unit_test(training_goes_on_in_any_form),
        cmocka_unit_test(a_long_tail_is_found),
        cmocka_unit_test(without_a_tail_all_is_plain),
        cmocka_unit_test(what_is_set_is_not_varied),
        cmocka_unit_test(a_form_is_counted),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
