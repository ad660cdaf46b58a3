/*
 * A model is a weighted sum of parts: what it predicts, its slopes, in double and in single precision, against plain
 * loops over what its parts give out; and what is asked for by part. The parts are those of models that are trained one
 * by one, with other kernels, scalings, linear terms and forms of labels, and weights that no training gives.
 */
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
#include "model/model.h"
#include "oracle.h"

enum { N = 90, M = 3, T = 2, QUERIES = 60, KINDS = 5 };
#define ROWS "coefficients=rows center_rate=0.5 theta_form=log steps_grow=0 steps_final=10 batch=16 ridge=1e-3 "

static const char *const words[KINDS] = {
    "support_max=7 support_init=7 steps_grow=3 steps_final=4 batch=16 kernel=gaussian",
    ROWS "support_max=12 kernel=exponential scaling=standard linear=on clip_labels=off",
    ROWS "support_max=9 kernel=matern32 scaling=rank linear=on",
    ROWS "support_max=20 kernel=matern52 scaling=minmax clip_labels=off",
    ROWS "support_max=8 kernel=gaussian label_form=root",
};
static const double weights[KINDS] = {0.7, -0.25, 1.5, 0.125, -3.0};

static double x[N * M], y[N * T], query[QUERIES * M];

static int make_data(void **state) {
    (void)state;
    double second[N];
    oracle_random random = oracle_seed(921);
    fixture_data(920, N, M, x, second);
    for (size_t r = 0; r < N; r++) {
        y[r * T] = second[r];
        y[r * T + 1] = exp(x[r * M] + second[r]);
    }
    oracle_fill(&random, query, (size_t)QUERIES * M, -2.2, 2.2);
    query[4] = NAN;
    return 0;
}

static labrbf_model *fit_kind(size_t kind, size_t targets) {
    double first[N];
    for (size_t r = 0; r < N; r++)
        first[r] = y[r * T];
    labrbf_data data = {.struct_size = sizeof data,
                        .n_rows = N,
                        .n_features = M,
                        .n_targets = targets,
                        .x = x,
                        .y = targets == 1 ? first : y};
    labrbf_settings *settings = fixture_settings(words[kind]);
    labrbf_model *model = NULL;
    assert_true(labrbf_fit_data(settings, &data, NULL, &model) > 0);
    labrbf_settings_destroy(settings);
    return model;
}

/* The sum of the first parts of some models. */
static labrbf_model *sum_of(labrbf_model *const *models, const double *by, size_t n) {
    labrbf_model *sum = NULL;
    assert_int_equal(lab_model_create(&models[0]->allocator, models[0]->n_features, models[0]->n_targets, n, 0, &sum),
                     LABRBF_OK);
    for (size_t k = 0; k < n; k++) {
        lab_part *part = NULL;
        assert_int_equal(lab_part_copy(models[k]->parts[0], &part), LABRBF_OK);
        lab_model_add_part(sum, part, by[k]);
    }
    sum->settings = models[0]->settings;
    sum->n_rows = models[0]->n_rows;
    sum->stopped = LABRBF_DONE_SUPPORTS;
    sum->held_out_error = NAN;
    return sum;
}

typedef struct kinds {
    labrbf_model *alone[KINDS], *sum;
} kinds;

static kinds make_kinds(size_t targets) {
    kinds k;
    for (size_t i = 0; i < KINDS; i++)
        k.alone[i] = fit_kind(i, targets);
    k.sum = sum_of(k.alone, weights, KINDS);
    return k;
}

static void free_kinds(kinds *k) {
    for (size_t i = 0; i < KINDS; i++)
        labrbf_model_destroy(k->alone[i]);
    labrbf_model_destroy(k->sum);
}

/* ---- prediction */

static int kernel_number(const char *word) {
    for (int k = 0; k < ORACLE_KERNELS; k++)
        if (strcmp(word, oracle_kernel_words[k]) == 0)
            return k;
    fail_msg("no kernel %s", word);
    return -1;
}

/* The label of what a part predicts in its form: u = t' + t'^2 / 4 for t' >= 0, t' below; t' has the unit's sign. */
static long double unform(long double t, double anchor, double unit) {
    if (unit == 0)
        return t;
    long double up = unit < 0 ? -t : t;
    return anchor + unit * (up > 0 ? up + up * up / 4 : up);
}

/* beta + s . t + sum_i alpha_i K(t, x_i) of a part, from the arrays that it gives out, in label units. */
static void oracle_part(const labrbf_model *model, size_t part, const double *rows, size_t n, long double *out) {
    labrbf_part_info info = {.struct_size = sizeof info};
    assert_int_equal(labrbf_model_part_info(model, part, &info), LABRBF_OK);
    size_t s = info.n_support, t = fixture_info(model).n_targets;
    int kernel = kernel_number(info.kernel);
    const size_t counts[] = {s * M, s * M, s * t, 0, 0, 0, 0, 0, 0, 0, t, t, t, t * M, t, t, t, t};
    double *a[LABRBF_LABEL_UNITS + 1] = {NULL}, scaled[QUERIES * M];
    for (int which = 0; which <= LABRBF_LABEL_UNITS; which++)
        if (counts[which] > 0)
            a[which] = fixture_array(model, part, (labrbf_array)which, counts[which]);
    assert_int_equal(labrbf_model_scale(model, part, rows, n, M, scaled), LABRBF_OK);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < t; c++) {
            long double f = a[LABRBF_BIASES][c];
            for (size_t j = 0; j < M; j++)
                f += (long double)a[LABRBF_SLOPES][c * M + j] * scaled[r * M + j];
            for (size_t i = 0; i < s; i++)
                f += a[LABRBF_COEFFICIENTS][i * t + c] *
                     oracle_kernel(kernel, oracle_distance(scaled + r * M, a[LABRBF_SUPPORT_VECTORS] + i * M,
                                                           a[LABRBF_BANDWIDTHS] + i * M, M));
            f = a[LABRBF_LABEL_CENTERS][c] + f * a[LABRBF_LABEL_SCALES][c];
            f = unform(f, a[LABRBF_LABEL_ANCHORS][c], a[LABRBF_LABEL_UNITS][c]);
            if (model->parts[part]->clips)
                f = fminl(fmaxl(f, a[LABRBF_LABEL_MINIMA][c]), a[LABRBF_LABEL_MAXIMA][c]);
            out[r * t + c] = f;
        }
    for (int which = 0; which <= LABRBF_LABEL_UNITS; which++)
        free(a[which]);
}

static void the_prediction_is_the_weighted_sum(void **state) {
    (void)state;
    for (size_t targets = 1; targets <= T; targets++) {
        kinds k = make_kinds(targets);
        double out[QUERIES * T];
        long double want[QUERIES * T] = {0}, one[QUERIES * T];
        for (size_t i = 0; i < KINDS; i++) {
            oracle_part(k.sum, i, query, QUERIES, one);
            for (size_t v = 0; v < QUERIES * targets; v++)
                want[v] += weights[i] * one[v];
        }
        assert_int_equal(labrbf_model_predict(k.sum, query, QUERIES, M, 1, out), LABRBF_OK);
        for (size_t v = 0; v < QUERIES * targets; v++)
            oracle_close("f", out[v], want[v], 1e-10L * (1 + fabsl(want[v])));
        free_kinds(&k);
    }
}

/* A part alone, with weight 1, is the model that it comes from, bit for bit; so is the sum of what they predict. */
static void weights_change_nothing_else(void **state) {
    (void)state;
    kinds k = make_kinds(T);
    double out[QUERIES * T], one[QUERIES * T], sum[QUERIES * T] = {0};
    const double whole = 1;
    for (size_t i = 0; i < KINDS; i++) {
        labrbf_model *same = sum_of(&k.alone[i], &whole, 1);
        assert_int_equal(labrbf_model_predict(k.alone[i], query, QUERIES, M, 1, one), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(same, query, QUERIES, M, 1, out), LABRBF_OK);
        assert_memory_equal(out, one, sizeof one);
        for (size_t v = 0; v < (size_t)QUERIES * T; v++)
            sum[v] += weights[i] * one[v];
        labrbf_model_destroy(same);
    }
    for (size_t threads = 1; threads <= 3; threads++) {
        assert_int_equal(labrbf_model_predict(k.sum, query, QUERIES, M, threads, out), LABRBF_OK);
        for (size_t v = 0; v < (size_t)QUERIES * T; v++)
            assert_true(out[v] == sum[v]);
    }
    free_kinds(&k);
}

static void predict_with(const labrbf_model *model, labrbf_precision precision, double *out, double *bound) {
    labrbf_predictor *predictor = NULL;
    assert_int_equal(labrbf_predictor_create(model, precision, 2, &predictor), LABRBF_OK);
    assert_int_equal(labrbf_predictor_start(predictor, query, QUERIES, M, out), LABRBF_OK);
    assert_int_equal(labrbf_predictor_wait(predictor), LABRBF_OK);
    *bound = labrbf_predictor_bound(predictor);
    labrbf_predictor_destroy(predictor);
}

/* Single precision is within a bound that adds up by the sizes of the weights. */
static void predictors_add_parts_too(void **state) {
    (void)state;
    kinds k = make_kinds(1);
    double exact[QUERIES], out[QUERIES], part[QUERIES], sum[QUERIES] = {0}, bound, bounds = 0;
    assert_int_equal(labrbf_model_predict(k.sum, query, QUERIES, M, 1, exact), LABRBF_OK);
    predict_with(k.sum, LABRBF_DOUBLE, out, &bound);
    assert_memory_equal(out, exact, sizeof exact);
    assert_true(bound == 0);
    for (size_t i = 0; i < KINDS; i++) {
        predict_with(k.alone[i], LABRBF_SINGLE, part, &bound);
        bounds += fabs(weights[i]) * bound;
        for (size_t r = 0; r < QUERIES; r++)
            sum[r] += weights[i] * part[r];
    }
    predict_with(k.sum, LABRBF_SINGLE, out, &bound);
    oracle_close("bound", bound, bounds, 1e-12L * bounds);
    double *low = fixture_array(k.sum, 0, LABRBF_FEATURE_MINIMA, M), *high;
    high = fixture_array(k.sum, 0, LABRBF_FEATURE_MAXIMA, M);
    for (size_t r = 0; r < QUERIES; r++) {
        bool inside = true;
        for (size_t j = 0; j < M; j++)
            inside = inside && !(query[r * M + j] < low[j] || query[r * M + j] > high[j]);
        assert_true(out[r] == sum[r]);
        assert_true(!inside || fabs(out[r] - exact[r]) <= bound);
    }
    free(low);
    free(high);
    free_kinds(&k);
}

/* ---- slopes */

static void slopes_are_the_weighted_sum(void **state) {
    (void)state;
    kinds k = make_kinds(T);
    static double out[QUERIES * T * M], one[QUERIES * T * M], sum[QUERIES * T * M], again[QUERIES * T * M];
    memset(sum, 0, sizeof sum);
    for (size_t i = 0; i < KINDS; i++) {
        assert_int_equal(labrbf_model_gradient(k.alone[i], query, QUERIES, M, 1, one), LABRBF_OK);
        for (size_t v = 0; v < (size_t)QUERIES * T * M; v++)
            sum[v] += weights[i] * one[v];
    }
    assert_int_equal(labrbf_model_gradient(k.sum, query, QUERIES, M, 1, out), LABRBF_OK);
    assert_int_equal(labrbf_model_gradient(k.sum, query, QUERIES, M, 3, again), LABRBF_OK);
    for (size_t v = 0; v < (size_t)QUERIES * T * M; v++)
        assert_true(out[v] == sum[v] && again[v] == sum[v]);
    free_kinds(&k);
}

/* Central differences of the prediction, where no part is cut off within the step. */
static void slopes_are_those_of_the_prediction(void **state) {
    (void)state;
    kinds k = make_kinds(1);
    labrbf_model *const smooth[] = {k.alone[1], k.alone[3]}; /* neither clipped nor by ranks */
    const double by[] = {0.6, -1.7}, h = 1e-5;
    labrbf_model *sum = sum_of(smooth, by, 2);
    for (size_t r = 5; r < QUERIES; r++) {
        double slopes[M], moved[2 * M], out[2];
        assert_int_equal(labrbf_model_gradient(sum, query + r * M, 1, M, 1, slopes), LABRBF_OK);
        for (size_t j = 0; j < M; j++) {
            for (size_t side = 0; side < 2; side++) {
                memcpy(moved + side * M, query + r * M, M * sizeof(double));
                moved[side * M + j] += side ? h : -h;
            }
            assert_int_equal(labrbf_model_predict(sum, moved, 2, M, 1, out), LABRBF_OK);
            oracle_close("slope", slopes[j], (out[1] - out[0]) / (2 * h), 1e-4L * (1 + fabsl(slopes[j])));
        }
    }
    labrbf_model_destroy(sum);
    free_kinds(&k);
}

/* ---- rows and targets that do not fit on the stack at once */

/* A part of random numbers. */
static lab_part *random_part(oracle_random *random, size_t s, size_t m, size_t targets, size_t profile) {
    const lab_allocator plain = lab_allocator_of(NULL);
    const lab_part_size size = {.n_support = s, .n_features = m, .n_targets = targets};
    lab_part *part = NULL;
    assert_int_equal(lab_part_create(&plain, &size, &part), LABRBF_OK);
    part->profile = profile;
    oracle_fill(random, part->x, s * m, -1, 1);
    oracle_fill(random, part->theta, s * m, 0, 2 / sqrt((double)m));
    oracle_fill(random, part->alpha, s * targets, -1, 1);
    oracle_fill(random, part->slopes, targets * m, -0.1, 0.1);
    oracle_fill(random, part->beta, targets, -1, 1);
    for (size_t j = 0; j < m; j++)
        part->scaler.scale[j] = 1;
    for (size_t c = 0; c < targets; c++)
        part->scaler.labels[c] = (lab_label_scale){.center = 1, .scale = 2, .minimum = -1, .maximum = 3};
    return part;
}

enum { PLACES = 3 }; /* features whose slopes are looked at */

/* Adds weight times f of a part, and its slopes over some features. Labels are 1 + 2 times what is scaled. */
static void add_random_part(const lab_part *part, size_t target, double weight, const double *t, const size_t *at,
                            long double *f, long double *slopes) {
    const size_t m = part->n_features, s = part->n_support;
    const int kernel = (int)part->profile;
    long double scaled = part->beta[target];
    for (size_t j = 0; j < m; j++)
        scaled += (long double)part->slopes[target * m + j] * t[j];
    for (size_t a = 0; a < PLACES; a++)
        slopes[a] += 2 * weight * (long double)part->slopes[target * m + at[a]];
    for (size_t i = 0; i < s; i++) {
        long double d = 0, alpha = part->alpha[target * s + i];
        for (size_t j = 0; j < m; j++) {
            long double u = part->theta[j * s + i] * ((long double)t[j] - part->x[j * s + i]);
            d += u * u;
        }
        scaled += alpha * oracle_kernel(kernel, d);
        for (size_t a = 0; a < PLACES; a++) {
            long double theta = part->theta[at[a] * s + i];
            slopes[a] += 2 * weight * 2 * alpha * oracle_kappa(kernel, d) * theta * theta *
                         (part->x[at[a] * s + i] - (long double)t[at[a]]);
        }
    }
    *f += weight * (1 + 2 * scaled);
}

static void expect_sum_of_sizes(size_t s, size_t m, size_t targets) {
    enum { FEW = 3, PARTS = 2 };
    static const double by[PARTS] = {0.5, 1.5};
    oracle_random random = oracle_seed(m + targets);
    const lab_allocator plain = lab_allocator_of(NULL);
    const size_t wide = targets * m, at[PLACES] = {0, m / 2, m - 1};
    labrbf_model *sum = NULL;
    double *rows = calloc(FEW * m, sizeof *rows), *f = calloc(FEW + 1, targets * sizeof *f);
    double *g = calloc(FEW + 1, wide * sizeof *g);
    assert_true(rows && f && g);
    oracle_fill(&random, rows, FEW * m, -1, 1);
    assert_int_equal(lab_model_create(&plain, m, targets, PARTS, 0, &sum), LABRBF_OK);
    for (size_t k = 0; k < PARTS; k++)
        lab_model_add_part(sum, random_part(&random, s + k, m, targets, LAB_MATERN32 + k), by[k]);
    assert_int_equal(labrbf_model_predict(sum, rows, FEW, m, 1, f), LABRBF_OK);
    assert_int_equal(labrbf_model_gradient(sum, rows, FEW, m, 1, g), LABRBF_OK);
    for (size_t r = 0; r < FEW; r++)
        for (size_t c = 0; c < targets; c++) {
            long double want = 0, slopes[PLACES] = {0};
            for (size_t k = 0; k < PARTS; k++)
                add_random_part(sum->parts[k], c, by[k], rows + r * m, at, &want, slopes);
            oracle_close("f", f[r * targets + c], want, 1e-11L * (long double)m);
            for (size_t a = 0; a < PLACES; a++)
                oracle_close("slope", g[(r * targets + c) * m + at[a]], slopes[a], 1e-11L * (long double)m);
        }
    /* A row alone has the same bits. */
    assert_int_equal(labrbf_model_predict(sum, rows + m, 1, m, 1, f + FEW * targets), LABRBF_OK);
    assert_memory_equal(f + FEW * targets, f + targets, targets * sizeof *f);
    assert_int_equal(labrbf_model_gradient(sum, rows + m, 1, m, 1, g + FEW * wide), LABRBF_OK);
    assert_memory_equal(g + FEW * wide, g + wide, wide * sizeof *g);
    labrbf_model_destroy(sum);
    free(rows);
    free(f);
    free(g);
}

static void any_number_of_features_and_targets_will_do(void **state) {
    (void)state;
    static const size_t features[] = {1, 2, 170, 4096, 8192, 8193, 17000}, targets[] = {1, 2, 16, 17, 43, 130};
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
        expect_sum_of_sizes(3, features[i], 1 + i % 3);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        expect_sum_of_sizes(5, 7, targets[i]);
    expect_sum_of_sizes(2, 3, 2500);
    expect_sum_of_sizes(300, 3, 2); /* more supports than a piece of the kernel has */
}

/* ---- by part */

static void arrays_are_those_of_the_parts(void **state) {
    (void)state;
    static const char *const scalings[KINDS] = {"minmax", "standard", "rank", "minmax", "minmax"};
    kinds k = make_kinds(T);
    for (size_t i = 0; i < KINDS; i++) {
        size_t s = fixture_info(k.alone[i]).n_support, rows[40], others[40];
        labrbf_part_info part = {.struct_size = sizeof part}, one = part;
        assert_int_equal(labrbf_model_part_info(k.sum, i, &part), LABRBF_OK);
        assert_int_equal(labrbf_model_part_info(k.alone[i], 0, &one), LABRBF_OK);
        assert_true(part.weight == weights[i] && one.weight == 1 && part.n_support == s);
        assert_true(part.lambda == one.lambda && part.rcond == one.rcond);
        assert_true(part.linear == (i == 1 || i == 2) && part.has_second == (i == 0));
        assert_string_equal(part.scaling, scalings[i]);
        assert_string_equal(part.label_form, i == 4 ? "root" : "plain");
        assert_string_equal(part.kernel, one.kernel);
        double *theta = fixture_array(k.sum, i, LABRBF_BANDWIDTHS, s * M);
        double *other = fixture_array(k.alone[i], 0, LABRBF_BANDWIDTHS, s * M);
        assert_memory_equal(theta, other, s * M * sizeof *theta);
        free(theta);
        free(other);
        assert_int_equal(labrbf_model_support_rows(k.sum, i, rows, s), LABRBF_OK);
        assert_int_equal(labrbf_model_support_rows(k.alone[i], 0, others, s), LABRBF_OK);
        assert_memory_equal(rows, others, s * sizeof *rows);
    }
    labrbf_model_info info = fixture_info(k.sum);
    size_t bytes = 4 * KINDS;
    double lambda = 0, rcond = INFINITY;
    for (size_t i = 0; i < KINDS; i++) {
        bytes += fixture_info(k.alone[i]).bytes_single;
        lambda = fmax(lambda, fixture_info(k.alone[i]).lambda);
        rcond = fmin(rcond, fixture_info(k.alone[i]).rcond);
    }
    assert_int_equal(info.n_parts, KINDS);
    assert_int_equal(info.n_support, 7 + 12 + 9 + 20 + 8);
    assert_int_equal(info.bytes_single, bytes);
    assert_true(info.lambda == lambda && info.rcond == rcond);
    free_kinds(&k);
}

static void expect_refused(labrbf_status status, const char *word) {
    assert_int_equal(status, LABRBF_E_ARGUMENT);
    if (!strstr(labrbf_last_error(), word))
        fail_msg("'%s' does not say %s", labrbf_last_error(), word);
}

static void what_a_part_does_not_have_is_refused(void **state) {
    (void)state;
    kinds k = make_kinds(1);
    double out[QUERIES * M], theta[QUERIES * M];
    size_t rows[40];
    int which = 7;
    labrbf_part_info part = {.struct_size = sizeof part};
    for (size_t i = 0; i < (size_t)QUERIES * M; i++)
        theta[i] = 1;
    const double *few = query + 3 * (size_t)M;
    const char *none = "5 parts, there is no number 5";
    expect_refused(labrbf_model_part_info(k.sum, KINDS, &part), none);
    expect_refused(labrbf_model_array(k.sum, KINDS, LABRBF_FEATURE_MEANS, out, M), none);
    expect_refused(labrbf_model_support_rows(k.sum, KINDS, rows, 8), none);
    expect_refused(labrbf_model_scale(k.sum, KINDS, few, 1, M, out), none);
    expect_refused(labrbf_model_predict_second(k.sum, KINDS, few, theta, 1, M, out), none);
    expect_refused(labrbf_model_predict_better(k.sum, KINDS, few, theta, 1, M, out, &which), none);
    expect_refused(labrbf_model_part_info(k.alone[0], 1, &part), "1 part, there is no number 1");
    expect_refused(labrbf_model_part_info(NULL, 0, &part), "NULL");
    expect_refused(labrbf_model_part_info(k.sum, 0, NULL), "NULL");
    part.struct_size = 0;
    expect_refused(labrbf_model_part_info(k.sum, 0, &part), "struct_size");
    expect_refused(labrbf_model_array(k.sum, 1, LABRBF_COEFFICIENTS_2, out, 12), "no second regressor");
    expect_refused(labrbf_model_predict_second(k.sum, 1, few, theta, 1, M, out), "no second regressor");
    expect_refused(labrbf_model_predict_better(k.sum, 1, few, theta, 1, M, out, &which), "no second regressor");
    assert_int_equal(which, 7);
    assert_int_equal(labrbf_model_predict_better(k.sum, 0, few, theta, 1, M, out, &which), LABRBF_OK);
    assert_true(which == 1 || which == 2);
    labrbf_data data = fixture_rows(x, y, N, M);
    labrbf_settings *settings = fixture_settings("support_max=60");
    labrbf_model *model = k.sum;
    data.start = k.sum;
    expect_refused(labrbf_fit_data(settings, &data, NULL, &model), "sum of 5 parts");
    assert_null(model);
    labrbf_settings_destroy(settings);
    free_kinds(&k);
}

static void files_keep_all_parts(void **state) {
    (void)state;
    kinds k = make_kinds(T);
    labrbf_model *copy = NULL;
    double out[2][QUERIES * T];
    size_t size;
    unsigned char *bytes = fixture_bytes(k.sum, &size);
    assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copy), LABRBF_OK);
    fixture_expect_same_bytes(k.sum, copy);
    assert_int_equal(fixture_info(copy).n_parts, KINDS);
    assert_int_equal(labrbf_model_predict(k.sum, query, QUERIES, M, 1, out[0]), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(copy, query, QUERIES, M, 1, out[1]), LABRBF_OK);
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    free(bytes);
    labrbf_model_destroy(copy);
    free_kinds(&k);
}

/* ---- memory */

/* The same sum with an allocator that counts; NULL if it fails. */
static labrbf_status counted_sum(const kinds *k, const lab_allocator *allocator, labrbf_model **sum) {
    labrbf_status status = lab_model_create(allocator, M, 1, KINDS, 0, sum);
    for (size_t i = 0; i < KINDS && status >= 0; i++) {
        lab_part *part = NULL, from = *k->alone[i]->parts[0];
        from.allocator = *allocator;
        status = lab_part_copy(&from, &part);
        if (status >= 0)
            lab_model_add_part(*sum, part, weights[i]);
    }
    if (status < 0) {
        labrbf_model_destroy(*sum);
        *sum = NULL;
    }
    return status;
}

static void memory_that_fails_leaves_nothing_behind(void **state) {
    (void)state;
    kinds k = make_kinds(1);
    size_t failed = 0;
    for (size_t at = 1;; at++) {
        fixture_memory memory = {.fail_at = at};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        const lab_allocator allocator = lab_allocator_of(&hooks);
        labrbf_model *sum = NULL;
        labrbf_predictor *predictor = NULL;
        labrbf_status status = counted_sum(&k, &allocator, &sum);
        if (status >= 0)
            status = labrbf_predictor_create(sum, LABRBF_SINGLE, 1, &predictor);
        assert_true(status >= 0 || status == LABRBF_E_MEMORY);
        assert_true((status >= 0) == (predictor != NULL));
        failed += status < 0;
        labrbf_predictor_destroy(predictor);
        labrbf_model_destroy(sum);
        assert_int_equal(memory.live_blocks, 0);
        if (memory.calls < at)
            break;
    }
    assert_true(failed >= 4 + KINDS * 2 + 2); /* the model and its lists; two of a part; the predictor */
    free_kinds(&k);
}

static void prediction_on_one_thread_asks_for_no_memory(void **state) {
    (void)state;
    kinds k = make_kinds(1);
    fixture_memory memory = {0};
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_memory(&hooks, &memory);
    const lab_allocator allocator = lab_allocator_of(&hooks);
    labrbf_model *sum = NULL;
    labrbf_predictor *predictor = NULL;
    double out[QUERIES], slopes[QUERIES * M];
    assert_int_equal(counted_sum(&k, &allocator, &sum), LABRBF_OK);
    assert_int_equal(labrbf_predictor_create(sum, LABRBF_SINGLE, 1, &predictor), LABRBF_OK);
    size_t before = memory.calls;
    assert_int_equal(labrbf_model_predict(sum, query, QUERIES, M, 1, out), LABRBF_OK);
    assert_int_equal(labrbf_model_gradient(sum, query, QUERIES, M, 1, slopes), LABRBF_OK);
    assert_int_equal(labrbf_predictor_start(predictor, query, QUERIES, M, out), LABRBF_OK);
    assert_int_equal(labrbf_predictor_wait(predictor), LABRBF_OK);
    assert_int_equal(memory.calls, before);
    labrbf_predictor_destroy(predictor);
    labrbf_model_destroy(sum);
    assert_int_equal(memory.live_blocks, 0);
    free_kinds(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_prediction_is_the_weighted_sum),
        cmocka_unit_test(weights_change_nothing_else),
        cmocka_unit_test(predictors_add_parts_too),
        cmocka_unit_test(slopes_are_the_weighted_sum),
        cmocka_unit_test(slopes_are_those_of_the_prediction),
        cmocka_unit_test(any_number_of_features_and_targets_will_do),
        cmocka_unit_test(arrays_are_those_of_the_parts),
        cmocka_unit_test(what_a_part_does_not_have_is_refused),
        cmocka_unit_test(files_keep_all_parts),
        cmocka_unit_test(memory_that_fails_leaves_nothing_behind),
        cmocka_unit_test(prediction_on_one_thread_asks_for_no_memory),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
