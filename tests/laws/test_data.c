/*
 * Weights, the order of rows, several targets and a warm start, from outside: weights are repeated rows, bit for bit;
 * the order of rows does not matter; targets that are alike are learnt alike; training goes on where a model stopped.
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
#include "oracle.h"

enum { N = 60, M = 3, T = 2, MOST = 4 * N };

/* Rows with all there is to them, so that they can be repeated and shuffled. */
typedef struct rows {
    size_t n, targets;
    double x[MOST * M], y[MOST * T], weight[MOST];
} rows;

static void set_row(rows *to, size_t at, const rows *from, size_t row, double weight) {
    memcpy(to->x + at * M, from->x + row * M, M * sizeof *to->x);
    memcpy(to->y + at * from->targets, from->y + row * from->targets, from->targets * sizeof *to->y);
    to->weight[at] = weight;
}

/* Few different values, so that features are often equal, some missing, zeros of either sign; weights 0 to 3. */
static rows make_rows(uint64_t seed, size_t targets) {
    oracle_random random = oracle_seed(seed);
    rows r = {.n = N, .targets = targets};
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < M; j++)
            r.x[i * M + j] = (double)oracle_below(&random, 7) - 3 + (j == 2 ? oracle_uniform(&random, -1, 1) : 0);
        for (size_t c = 0; c < targets; c++)
            r.y[i * targets + c] = sin(r.x[i * M] + (double)c) + 0.3 * r.x[i * M + 2] * r.x[i * M + 1];
        if (i % 9 == 4)
            r.x[i * M + i % 2] = NAN;
        r.weight[i] = (double)oracle_below(&random, 4);
    }
    r.weight[0] = 3;
    set_row(&r, 1, &r, 0, 2); /* equal rows from the start, one with another zero */
    r.x[0] = 0.0;
    r.x[M] = -0.0;
    return r;
}

static rows repeated(const rows *from) {
    rows r = {.targets = from->targets};
    for (size_t i = 0; i < from->n; i++)
        for (size_t k = 0; k < (size_t)from->weight[i]; k++)
            set_row(&r, r.n++, from, i, 1);
    return r;
}

static rows shuffled(const rows *from, uint64_t seed) {
    oracle_random random = oracle_seed(seed);
    rows r = *from;
    for (size_t i = r.n; i > 1; i--) {
        size_t other = oracle_below(&random, i);
        rows last = {.targets = r.targets};
        set_row(&last, 0, &r, i - 1, r.weight[i - 1]);
        set_row(&r, i - 1, &r, other, r.weight[other]);
        set_row(&r, other, &last, 0, last.weight[0]);
    }
    return r;
}

static labrbf_data data_of(const rows *r, bool weighted) {
    return (labrbf_data){.struct_size = sizeof(labrbf_data),
                         .n_rows = r->n,
                         .n_features = M,
                         .n_targets = r->targets,
                         .x = r->x,
                         .y = r->y,
                         .weights = weighted ? r->weight : NULL};
}

static labrbf_model *fit_data(const char *words, const labrbf_data *data) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = NULL;
    labrbf_status status = labrbf_fit_data(settings, data, NULL, &model);
    if (status < 0)
        fail_msg("%s: %s", words, labrbf_last_error());
    labrbf_settings_destroy(settings);
    return model;
}

static labrbf_model *fit_rows(const char *words, const rows *r, bool weighted) {
    labrbf_data data = data_of(r, weighted);
    return fit_data(words, &data);
}

/* ---- comparing models: everything but the number of rows and what follows from it */

static void expect_same_arrays(const labrbf_model *a, const labrbf_model *b, const char *what) {
    labrbf_model_info info = fixture_info(a);
    size_t s = info.n_support, m = info.n_features, t = info.n_targets;
    const size_t counts[] = {s * m, s * m, s * t, s * t, s * t, m, m, m, m, m, t, t, t, t * m, t, t, t, t};
    labrbf_part_info part = {.struct_size = sizeof part};
    assert_int_equal(labrbf_model_part_info(a, 0, &part), LABRBF_OK);
    for (int which = LABRBF_SUPPORT_VECTORS; which <= LABRBF_LABEL_UNITS; which++) {
        if (which == LABRBF_COEFFICIENTS_2 && !part.has_second)
            continue;
        double *first = fixture_array(a, 0, (labrbf_array)which, counts[which]);
        double *second = fixture_array(b, 0, (labrbf_array)which, counts[which]);
        if (memcmp(first, second, counts[which] * sizeof *first) != 0)
            fail_msg("array %d differs: %s", which, what);
        free(first);
        free(second);
    }
}

static void expect_same_facts(const labrbf_model *a, const labrbf_model *b) {
    labrbf_model_info first = fixture_info(a), second = fixture_info(b);
    second.n_rows = first.n_rows;
    second.missing_values = first.missing_values;
    assert_memory_equal(&first, &second, sizeof first);
    for (size_t i = 0; i < first.n_rounds; i++) {
        labrbf_round one, other;
        assert_int_equal(labrbf_model_history(a, i, &one), LABRBF_OK);
        assert_int_equal(labrbf_model_history(b, i, &other), LABRBF_OK);
        assert_memory_equal(&one, &other, sizeof one);
    }
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info setting;
        char one[64], other[64];
        assert_int_equal(labrbf_settings_describe(i, &setting), LABRBF_OK);
        assert_int_equal(labrbf_model_setting(a, setting.name, one, sizeof one), LABRBF_OK);
        assert_int_equal(labrbf_model_setting(b, setting.name, other, sizeof other), LABRBF_OK);
        assert_string_equal(one, other);
    }
}

static bool rows_equal(const rows *a, size_t i, const rows *b, size_t j) {
    for (size_t k = 0; k < M; k++) {
        double u = a->x[i * M + k], v = b->x[j * M + k];
        if (u != v && !(isnan(u) && isnan(v)))
            return false;
    }
    return memcmp(a->y + i * a->targets, b->y + j * b->targets, a->targets * sizeof *a->y) == 0;
}

/* Supports are the same rows, and of equal ones the first that counts. */
static void expect_same_supports(const labrbf_model *a, const rows *of_a, const labrbf_model *b, const rows *of_b) {
    size_t s = fixture_info(a).n_support, first[MOST], second[MOST];
    assert_int_equal(labrbf_model_support_rows(a, 0, first, s), LABRBF_OK);
    assert_int_equal(labrbf_model_support_rows(b, 0, second, s), LABRBF_OK);
    for (size_t i = 0; i < s; i++) {
        assert_true(rows_equal(of_a, first[i], of_b, second[i]));
        for (size_t r = 0; r < second[i]; r++)
            assert_false(of_b->weight[r] > 0 && rows_equal(of_b, r, of_b, second[i]));
    }
}

static void expect_same_model(const char *words, const rows *a, bool a_weighted, const rows *b, bool b_weighted) {
    labrbf_model *first = fit_rows(words, a, a_weighted), *second = fit_rows(words, b, b_weighted);
    assert_int_equal(fixture_info(first).n_support, fixture_info(second).n_support);
    expect_same_arrays(first, second, words);
    expect_same_facts(first, second);
    expect_same_supports(first, a, second, b);
    assert_int_equal(fixture_info(second).n_rows, b->n);
    double out[2][MOST * T]; /* knots are in no array, but predictions follow them */
    assert_int_equal(labrbf_model_predict(first, a->x, a->n, M, 1, out[0]), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(second, a->x, a->n, M, 1, out[1]), LABRBF_OK);
    assert_memory_equal(out[0], out[1], a->n * a->targets * sizeof out[0][0]);
    labrbf_model_destroy(first);
    labrbf_model_destroy(second);
}

/* ---- weights and the order of rows */

/* The default rule with and without a choice of the ridge and of the supports; strict Algorithm 1. */
#define ROWS     "coefficients=rows theta_form=log rate=0.05 batch_rows=all steps_grow=0 batch=16 "
#define SUPPORTS "support_max=12 support_init=5 support_add=4 steps_grow=15 steps_final=15 batch=16 "
static const char *const by_rows[] = {
    ROWS "center_rate=0.5 rate_decay=cosine steps_final=40",
    ROWS "center_rate=0 ridge=1e-4 support_max=14 support_init=6 support_rule=random steps_final=30 seed=7",
    ROWS "ridge=1e-3 kernel=gaussian steps_final=0 support_max=9",
    ROWS "steps_final=0", /* the ridge by generalised cross-validation */
    ROWS "scaling=rank ridge=1e-4 support_max=14 steps_final=20",
    ROWS "scaling=standard ridge=1e-4 support_max=14 steps_final=20",
    ROWS "label_form=log ridge=1e-4 support_max=14 steps_final=20",
    ROWS "label_form=root ridge=1e-4 support_max=14 steps_final=20",
};
static const char *const by_supports[] = {
    SUPPORTS "kernel=exponential",
    SUPPORTS "kernel=gaussian support_rule=random batch_rows=all bias=none sigma0=2",
    SUPPORTS "theta_new=nearest optimizer=adam-sgd lambda=0.01 seed=3",
    SUPPORTS "scaling=rank",
    SUPPORTS "scaling=standard",
    SUPPORTS "label_form=log",
};

static void weights_are_repeated_rows(void **state) {
    (void)state;
    for (size_t targets = 1; targets <= T; targets++) {
        rows weighted = make_rows(601, targets), many = repeated(&weighted), mixed = shuffled(&many, 602);
        for (size_t w = 0; w < sizeof by_rows / sizeof by_rows[0]; w++) {
            expect_same_model(by_rows[w], &weighted, true, &mixed, true);
            expect_same_model(by_rows[w], &weighted, true, &mixed, false);
        }
        for (size_t w = 0; w < sizeof by_supports / sizeof by_supports[0]; w++)
            expect_same_model(by_supports[w], &weighted, true, &mixed, true);
    }
}

/* Weights of any size, also of equal rows: their sum must not depend on the order either. */
static void the_order_of_rows_does_not_matter(void **state) {
    (void)state;
    oracle_random random = oracle_seed(603);
    for (size_t targets = 1; targets <= T; targets++) {
        rows plain = make_rows(604, targets), some = repeated(&plain);
        for (size_t i = 0; i < some.n; i++)
            some.weight[i] = oracle_uniform(&random, 0.01, 5);
        rows mixed = shuffled(&some, 605);
        for (size_t w = 0; w < sizeof by_rows / sizeof by_rows[0]; w++) {
            expect_same_model(by_rows[w], &some, true, &mixed, true);
            expect_same_model(by_rows[w], &some, false, &mixed, false);
        }
        for (size_t w = 0; w < sizeof by_supports / sizeof by_supports[0]; w++)
            expect_same_model(by_supports[w], &some, true, &mixed, true);
    }
}

static void rows_of_weight_zero_are_absent(void **state) {
    (void)state;
    rows all = make_rows(606, 1), some = {.targets = 1};
    all.x[2 * M] = 1e6; /* would be seen in every scale */
    all.weight[2] = 0;
    for (size_t i = 0; i < all.n; i++)
        if (all.weight[i] > 0)
            set_row(&some, some.n++, &all, i, all.weight[i]);
    assert_true(some.n < all.n);
    expect_same_model(by_rows[0], &all, true, &some, true);
    expect_same_model(by_supports[0], &all, true, &some, true);
}

static void only_ratios_of_weights_matter(void **state) {
    (void)state;
    rows one = make_rows(607, 1), other = one;
    for (size_t i = 0; i < one.n; i++)
        other.weight[i] = 0x1p-600 * one.weight[i];
    expect_same_model(by_rows[0], &one, true, &other, true);
    expect_same_model(by_supports[1], &one, true, &other, true);
    for (size_t i = 0; i < one.n; i++) { /* not a power of two: nearly */
        one.weight[i] = 1 + (double)(i % 3);
        other.weight[i] = 0.3 * one.weight[i];
    }
    const char *words = ROWS "ridge=1e-3 steps_final=10 support_max=8";
    labrbf_model *a = fit_rows(words, &one, true), *b = fit_rows(words, &other, true);
    double out[2][N];
    assert_int_equal(labrbf_model_predict(a, one.x, N, M, 1, out[0]), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(b, one.x, N, M, 1, out[1]), LABRBF_OK);
    assert_true(oracle_relative(out[0], out[1], N) < 1e-8);
    labrbf_model_destroy(a);
    labrbf_model_destroy(b);
}

/* A weight draws the model to its row: least squares of one constant, so that the prediction is the weighted mean. */
static void predictions_follow_the_weights(void **state) {
    (void)state;
    double x[] = {0, 1, 2, 3}, y[] = {0, 1, 5, 10}, weight[] = {1, 2, 3, 4}, out[4];
    labrbf_data data = {sizeof data, 4, 1, 1, x, y, weight, NULL, NULL};
    labrbf_model *model = fit_data("coefficients=rows ridge=1e9 steps_grow=0 steps_final=0", &data);
    assert_int_equal(labrbf_model_predict(model, x, 4, 1, 1, out), LABRBF_OK);
    for (size_t i = 0; i < 4; i++)
        oracle_close("prediction", out[i], (2 + 15 + 40) / 10.0L, 1e-6L);
    labrbf_model_destroy(model);
}

static void missing_values_become_weighted_means(void **state) {
    (void)state;
    double x[] = {0, 1, 2, NAN, 3, 100}, y[] = {0, 1, 5, 10, 2, 3}, weight[] = {1, 2, 3, 4, 5, 0};
    labrbf_data data = {sizeof data, 6, 1, 1, x, y, weight, NULL, NULL};
    labrbf_model *model = fit_data("steps_grow=0 steps_final=0", &data);
    double *mean = fixture_array(model, 0, LABRBF_FEATURE_MEANS, 1);
    oracle_close("mean", *mean, (2 + 6 + 15) / 11.0L, 1e-15L);
    assert_int_equal(fixture_info(model).missing_values, 1);
    free(mean);
    labrbf_model_destroy(model);
}

/* Rows that are all alike become one, and even that can be learnt from. */
static void rows_of_one_kind_give_a_constant(void **state) {
    (void)state;
    double x[] = {2, 2, 2}, y[] = {7, 7, 7}, weight[] = {1, 0.5, 2}, out[2];
    static const char *const words[] = {"coefficients=rows", "steps_grow=3 steps_final=3", "batch_rows=all"};
    for (size_t w = 0; w < 3; w++) {
        labrbf_data data = {sizeof data, 3, 1, 1, x, y, weight, NULL, NULL};
        labrbf_model *model = fit_data(words[w], &data);
        assert_int_equal(labrbf_model_predict(model, (double[]){2, 50}, 2, 1, 1, out), LABRBF_OK);
        assert_true(out[0] == 7 && out[1] == 7);
        labrbf_model_destroy(model);
    }
}

/* ---- several targets */

/* Equal targets have the mean loss of one target, so the model is that of one target, up to rounding. */
static void equal_targets_are_learnt_as_one(void **state) {
    (void)state;
    static const char *const words[] = {
        ROWS "ridge=1e-3 center_rate=0.5 steps_final=20 support_max=10 support_rule=random",
        SUPPORTS "support_rule=random",
    };
    rows one = make_rows(611, 1), two = make_rows(611, 1);
    two.targets = 2;
    for (size_t i = 0; i < N; i++) {
        two.y[2 * i] = one.y[i];
        two.y[2 * i + 1] = 1000 - 30 * one.y[i]; /* in other units, upside down */
    }
    for (size_t w = 0; w < 2; w++) {
        labrbf_model *a = fit_rows(words[w], &one, false), *b = fit_rows(words[w], &two, false);
        double alone[N], pairs[2 * N];
        assert_int_equal(labrbf_model_predict(a, one.x, N, M, 1, alone), LABRBF_OK);
        assert_int_equal(labrbf_model_predict(b, one.x, N, M, 1, pairs), LABRBF_OK);
        for (size_t i = 0; i < N; i++) {
            oracle_close("first target", pairs[2 * i], alone[i], 1e-6L);
            oracle_close("second target", (1000 - pairs[2 * i + 1]) / 30, alone[i], 1e-6L);
        }
        oracle_close("loss", fixture_info(b).n_steps, fixture_info(a).n_steps, 0);
        labrbf_model_destroy(a);
        labrbf_model_destroy(b);
    }
}

/* f_c(t) = beta_c + sum_i alpha_ic K(t, x_i), from what the model gives out; the second regressor likewise. */
static void predictions_are_those_of_the_arrays(void **state) {
    (void)state;
    rows r = make_rows(612, T);
    labrbf_model *model = fit_rows(SUPPORTS "clip_labels=off kernel=gaussian", &r, true);
    size_t s = fixture_info(model).n_support;
    double *x = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, s * M), *alpha[2];
    double *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, s * M),
           *beta = fixture_array(model, 0, LABRBF_BIASES, T);
    double *center = fixture_array(model, 0, LABRBF_FEATURE_CENTERS, M);
    double *scale = fixture_array(model, 0, LABRBF_FEATURE_SCALES, M);
    double *low = fixture_array(model, 0, LABRBF_LABEL_MINIMA, T),
           *high = fixture_array(model, 0, LABRBF_LABEL_MAXIMA, T);
    alpha[0] = fixture_array(model, 0, LABRBF_COEFFICIENTS, s * T);
    alpha[1] = fixture_array(model, 0, LABRBF_COEFFICIENTS_2, s * T);
    double row[M] = {0.3, -1.2, 0.8}, scaled[M], bandwidth[M] = {0.9, 1.1, 0.7}, out[2][T];
    for (size_t j = 0; j < M; j++)
        scaled[j] = (row[j] - center[j]) / scale[j];
    assert_int_equal(labrbf_model_predict(model, row, 1, M, 1, out[0]), LABRBF_OK);
    assert_int_equal(labrbf_model_predict_second(model, 0, row, bandwidth, 1, M, out[1]), LABRBF_OK);
    for (size_t c = 0; c < T; c++) {
        for (int second = 0; second < 2; second++) {
            long double f = beta[c];
            for (size_t i = 0; i < s; i++) {
                const double *width = second ? bandwidth : theta + i * M;
                f += alpha[second][i * T + c] *
                     oracle_kernel(ORACLE_GAUSSIAN, oracle_distance(scaled, x + i * M, width, M));
            }
            f = (low[c] + high[c]) / 2 + f * (high[c] - low[c]) / 2;
            oracle_close("f", out[second][c], f, 1e-9L);
        }
    }
    double *const all[] = {x, theta, beta, center, scale, low, high, alpha[0], alpha[1]};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
    labrbf_model_destroy(model);
}

/* The same bits for a row alone or among others, on one thread or three, and through a predictor; in single precision
 * within the bound. Rows so long that they do not fit on the stack go another way. */
static void ways_to_predict_several_targets_agree(void **state) {
    (void)state;
    enum { LONG = 9000, FEW = 6 };
    rows r = make_rows(613, T);
    labrbf_model *model = fit_rows(by_rows[0], &r, false);
    double out[N * T], other[N * T];
    assert_int_equal(labrbf_model_predict(model, r.x, N, M, 1, out), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(model, r.x, N, M, 3, other), LABRBF_OK);
    assert_memory_equal(out, other, sizeof out);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(labrbf_model_predict(model, r.x + i * M, 1, M, 1, other + i * T), LABRBF_OK);
    assert_memory_equal(out, other, sizeof out);
    for (int precision = LABRBF_DOUBLE; precision <= LABRBF_SINGLE; precision++) {
        labrbf_predictor *p = NULL;
        assert_int_equal(labrbf_predictor_create(model, (labrbf_precision)precision, 2, &p), LABRBF_OK);
        assert_int_equal(labrbf_predictor_start(p, r.x, N, M, other), LABRBF_OK);
        assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
        double bound = labrbf_predictor_bound(p);
        assert_true((bound == 0) == (precision == LABRBF_DOUBLE) && bound < 0.1);
        for (size_t i = 0; i < N * T; i++)
            oracle_close("predictor", other[i], out[i], bound);
        labrbf_predictor_destroy(p);
    }
    labrbf_model_destroy(model);

    double *x = calloc(FEW * LONG, sizeof *x), y[FEW * T];
    assert_non_null(x);
    for (size_t i = 0; i < FEW; i++) {
        x[i * LONG] = x[i * LONG + LONG - 1] = (double)i;
        y[i * T] = (double)i;
        y[i * T + 1] = -(double)i;
    }
    labrbf_data data = {sizeof data, FEW, LONG, T, x, y, NULL, NULL, NULL};
    model = fit_data("coefficients=rows ridge=1e-6 steps_grow=0 steps_final=0 support_max=4", &data);
    assert_int_equal(labrbf_model_predict(model, x, FEW, LONG, 1, out), LABRBF_OK);
    for (size_t i = 0; i < FEW; i++)
        oracle_close("targets that add up to nothing", out[i * T] + out[i * T + 1], 0, 1e-9L);
    assert_true(fabs(out[0]) < 1 && fabs(out[(FEW - 1) * T] - (FEW - 1)) < 1);
    free(x);
    labrbf_model_destroy(model);
}

static void names_and_bytes_of_several_targets_stay(void **state) {
    (void)state;
    static const char *const features[M] = {"a", "b", "c"}, *const targets[T] = {"first", "second"};
    rows r = make_rows(614, T);
    labrbf_model *model = fit_rows(by_rows[2], &r, true), *copy = NULL;
    assert_int_equal(labrbf_model_set_names(model, features, (const char *const[T]){"x", NULL}), LABRBF_E_ARGUMENT);
    assert_null(labrbf_model_target_name(model, 0));
    assert_int_equal(labrbf_model_set_names(model, features, targets), LABRBF_OK);
    size_t size, again;
    unsigned char *bytes = fixture_bytes(model, &size);
    assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copy), LABRBF_OK);
    unsigned char *second = fixture_bytes(copy, &again);
    assert_int_equal(size, again);
    assert_memory_equal(bytes, second, size);
    expect_same_arrays(model, copy, "a copy");
    assert_int_equal(fixture_info(copy).n_targets, T);
    for (size_t c = 0; c < T; c++)
        assert_string_equal(labrbf_model_target_name(copy, c), targets[c]);
    assert_string_equal(labrbf_model_target_name(copy, 0), "first");
    assert_string_equal(labrbf_model_feature_name(copy, M - 1), "c");
    assert_null(labrbf_model_target_name(copy, T));
    double out[2][N * T];
    assert_int_equal(labrbf_model_predict(model, r.x, N, M, 1, out[0]), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(copy, r.x, N, M, 1, out[1]), LABRBF_OK);
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    free(bytes);
    free(second);
    labrbf_model_destroy(model);
    labrbf_model_destroy(copy);
}

/* ---- warm start */

static labrbf_model *go_on(const char *words, const rows *r, const labrbf_model *start) {
    labrbf_data data = data_of(r, false);
    data.start = start;
    return fit_data(words, &data);
}

/* The same data and no steps: the same model. */
static void a_warm_start_begins_where_the_model_is(void **state) {
    (void)state;
    static const char *const first[] = {
        ROWS "center_rate=0.5 ridge=1e-4 steps_final=30 support_max=9",
        SUPPORTS "kernel=gaussian sigma0=1",
    };
    static const char *const still[] = {
        ROWS "center_rate=0.5 ridge=1e-4 steps_final=0 support_max=9",
        "support_max=12 steps_grow=0 steps_final=0 kernel=gaussian sigma0=1",
    };
    for (size_t targets = 1; targets <= T; targets++) {
        rows r = make_rows(621, targets);
        for (size_t w = 0; w < 2; w++) {
            labrbf_model *model = fit_rows(first[w], &r, false), *again = go_on(still[w], &r, model);
            expect_same_arrays(model, again, first[w]);
            if (w == 1) { /* supports stay on their rows, but for equal ones */
                size_t s = fixture_info(model).n_support, a[MOST], b[MOST];
                assert_int_equal(labrbf_model_support_rows(model, 0, a, s), LABRBF_OK);
                assert_int_equal(labrbf_model_support_rows(again, 0, b, s), LABRBF_OK);
                for (size_t i = 0; i < s; i++)
                    assert_true(rows_equal(&r, a[i], &r, b[i]));
            }
            labrbf_model_destroy(model);
            labrbf_model_destroy(again);
        }
    }
}

/* Data with other ranges: centres, bandwidths and labels keep their values in the units of the table, so the kernels do
 * not change. */
static void a_warm_start_heeds_the_units(void **state) {
    (void)state;
    rows r = make_rows(622, T), more = r;
    for (size_t j = 0; j < M; j++)
        more.x[(N - 1) * M + j] = 20 + (double)j; /* one row far out, so that every scale changes */
    more.y[(N - 1) * T] = -9;
    more.y[(N - 1) * T + 1] = 17;
    labrbf_model *model = fit_rows(SUPPORTS "clip_labels=off bias=none lambda=0.001", &r, false);
    labrbf_model *again = go_on("support_max=12 steps_grow=0 steps_final=0 clip_labels=off lambda=0.001", &more, model);
    double *theta[2], *x[2], *scale[2], *center[2];
    size_t s = fixture_info(model).n_support;
    for (int k = 0; k < 2; k++) {
        const labrbf_model *of = k ? again : model;
        theta[k] = fixture_array(of, 0, LABRBF_BANDWIDTHS, s * M);
        x[k] = fixture_array(of, 0, LABRBF_SUPPORT_VECTORS, s * M);
        scale[k] = fixture_array(of, 0, LABRBF_FEATURE_SCALES, M);
        center[k] = fixture_array(of, 0, LABRBF_FEATURE_CENTERS, M);
    }
    for (size_t i = 0; i < s * M; i++) {
        size_t j = i % M;
        assert_true(scale[0][j] != scale[1][j] && center[0][j] != center[1][j]);
        oracle_close("place", center[1][j] + scale[1][j] * x[1][i], center[0][j] + scale[0][j] * x[0][i], 1e-13L);
        oracle_close("width", theta[1][i] / scale[1][j], theta[0][i] / scale[0][j], 1e-13L * theta[0][i]);
    }
    double out[N * T]; /* labels too: supports are interpolated as before */
    size_t rows_of[MOST];
    assert_int_equal(labrbf_model_support_rows(again, 0, rows_of, s), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(again, r.x, N, M, 1, out), LABRBF_OK);
    for (size_t i = 0; i < s; i++)
        for (size_t c = 0; c < T; c++)
            oracle_close("label", out[rows_of[i] * T + c], r.y[rows_of[i] * T + c], 0.2L);
    for (int k = 0; k < 2; k++) {
        free(theta[k]);
        free(x[k]);
        free(scale[k]);
        free(center[k]);
    }
    labrbf_model_destroy(model);
    labrbf_model_destroy(again);
}

static void a_warm_start_goes_on_growing(void **state) {
    (void)state;
    rows r = make_rows(623, 1);
    labrbf_model *model = fit_rows(SUPPORTS, &r, false);
    assert_int_equal(fixture_info(model).n_support, 12);
    labrbf_model *larger = go_on("support_max=20 support_add=4 steps_grow=5 steps_final=5 batch=16", &r, model);
    size_t rows_of[20], first[12];
    assert_int_equal(fixture_info(larger).n_support, 20);
    assert_int_equal(fixture_info(larger).n_rounds, 4); /* 12, 16, 20, and the final steps */
    assert_int_equal(labrbf_model_support_rows(larger, 0, rows_of, 20), LABRBF_OK);
    assert_int_equal(labrbf_model_support_rows(model, 0, first, 12), LABRBF_OK);
    assert_memory_equal(rows_of, first, sizeof first);
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(rows_of[i] != rows_of[k]);
    labrbf_model *same = go_on("steps_grow=1 steps_final=1", &r, larger); /* auto has room for all of them */
    assert_true(fixture_info(same).n_support >= 20);
    labrbf_model_destroy(same);

    labrbf_settings *settings = fixture_settings("support_max=19");
    labrbf_data data = data_of(&r, false);
    labrbf_model *none = model;
    data.start = larger;
    assert_int_equal(labrbf_fit_data(settings, &data, NULL, &none), LABRBF_E_ARGUMENT);
    assert_null(none);
    assert_non_null(strstr(labrbf_last_error(), "20 supports"));
    labrbf_settings_destroy(settings);
    labrbf_model_destroy(model);
    labrbf_model_destroy(larger);
}

/* ---- what is refused */

static void expect_refusal(const labrbf_data *data, labrbf_status want, const char *word) {
    labrbf_model *model = (labrbf_model *)(uintptr_t)1;
    labrbf_trainer *trainer = (labrbf_trainer *)(uintptr_t)1;
    assert_int_equal(labrbf_fit_data(NULL, data, NULL, &model), want);
    assert_int_equal(labrbf_trainer_create(NULL, data, NULL, &trainer), want);
    assert_true(model == NULL && trainer == NULL);
    if (!strstr(labrbf_last_error(), word))
        fail_msg("'%s' says nothing of '%s'", labrbf_last_error(), word);
}

static void data_that_cannot_be_used_are_refused(void **state) {
    (void)state;
    rows r = make_rows(631, T);
    const labrbf_data good = data_of(&r, true);
    labrbf_data bad = good;
    expect_refusal(NULL, LABRBF_E_ARGUMENT, "data is NULL");
    bad.struct_size = 0;
    expect_refusal(&bad, LABRBF_E_ARGUMENT, "struct_size");
    bad.struct_size = offsetof(labrbf_data, n_targets); /* an older header: there is no y in it */
    expect_refusal(&bad, LABRBF_E_ARGUMENT, "NULL");
    bad = good;
    bad.n_targets = 0;
    expect_refusal(&bad, LABRBF_E_DATA, "no target");
    bad = good;
    bad.n_targets = SIZE_MAX / 16;
    expect_refusal(&bad, LABRBF_E_ARGUMENT, "addressed");
    static const double weights[] = {-1, NAN, INFINITY};
    for (size_t w = 0; w < 3; w++) {
        r.weight[7] = weights[w];
        expect_refusal(&good, LABRBF_E_DATA, "weight of row 7");
    }
    r.weight[7] = r.weight[8] = 1.5e308;
    expect_refusal(&good, LABRBF_E_DATA, "sum of the weights");
    memset(r.weight, 0, sizeof r.weight);
    expect_refusal(&good, LABRBF_E_DATA, "every weight is 0");
    r.weight[7] = 1;
    r.y[N * T - 1] = NAN;
    expect_refusal(&good, LABRBF_E_DATA, "labels must be finite");
    r.y[N * T - 1] = 0;
    labrbf_model *model = fit_rows(SUPPORTS, &r, false);
    bad = data_of(&r, false);
    bad.n_targets = 1;
    bad.start = model;
    expect_refusal(&bad, LABRBF_E_ARGUMENT, "3 features and 2 targets");
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_repeated_rows),
        cmocka_unit_test(the_order_of_rows_does_not_matter),
        cmocka_unit_test(rows_of_weight_zero_are_absent),
        cmocka_unit_test(only_ratios_of_weights_matter),
        cmocka_unit_test(predictions_follow_the_weights),
        cmocka_unit_test(missing_values_become_weighted_means),
        cmocka_unit_test(rows_of_one_kind_give_a_constant),
        cmocka_unit_test(equal_targets_are_learnt_as_one),
        cmocka_unit_test(predictions_are_those_of_the_arrays),
        cmocka_unit_test(ways_to_predict_several_targets_agree),
        cmocka_unit_test(names_and_bytes_of_several_targets_stay),
        cmocka_unit_test(a_warm_start_begins_where_the_model_is),
        cmocka_unit_test(a_warm_start_heeds_the_units),
        cmocka_unit_test(a_warm_start_goes_on_growing),
        cmocka_unit_test(data_that_cannot_be_used_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
