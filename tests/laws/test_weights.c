/*
 * Every use of weights by itself, against plain sums. That weighted and repeated rows give the same model
 * (test_data.c) would also hold if weights were ignored everywhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "oracle.h"

enum { N = 80, M = 2, T = 2 };

typedef struct bench {
    double x[N * M], y[N * T], weight[N];
    labrbf_model *model;
    size_t s, rows[N]; /* supports */
    double *low, *high, *beta, *labels;
} bench;

static void make_rows(bench *b, uint64_t seed) {
    oracle_random random = oracle_seed(seed);
    double y[N];
    *b = (bench){0};
    fixture_data(seed, N, M, b->x, y);
    for (size_t r = 0; r < N; r++) {
        b->y[r * T] = y[r];
        b->y[r * T + 1] = 40 * b->x[r * M] * b->x[r * M + 1] - 7;
        b->weight[r] = oracle_uniform(&random, 0.1, 6);
    }
}

static void fit_bench(bench *b, const char *words) {
    labrbf_data data = {sizeof data, N, M, T, b->x, b->y, b->weight, NULL, NULL};
    labrbf_settings *settings = fixture_settings(words);
    assert_true(labrbf_fit_data(settings, &data, NULL, &b->model) > 0);
    labrbf_settings_destroy(settings);
    b->s = fixture_info(b->model).n_support;
    assert_int_equal(labrbf_model_support_rows(b->model, 0, b->rows, b->s), LABRBF_OK);
    b->low = fixture_array(b->model, 0, LABRBF_LABEL_MINIMA, T);
    b->high = fixture_array(b->model, 0, LABRBF_LABEL_MAXIMA, T);
    b->beta = fixture_array(b->model, 0, LABRBF_BIASES, T);
    b->labels = fixture_array(b->model, 0, LABRBF_SUPPORT_LABELS, b->s * T);
}

static void close_bench(bench *b) {
    free(b->low);
    free(b->high);
    free(b->beta);
    free(b->labels);
    labrbf_model_destroy(b->model);
}

static bool is_support(const bench *b, size_t row) {
    for (size_t i = 0; i < b->s; i++)
        if (b->rows[i] == row)
            return true;
    return false;
}

static void the_bias_is_the_weighted_mean_label_of_the_supports(void **state) {
    (void)state;
    bench b;
    make_rows(&b, 701);
    fit_bench(&b, "support_max=15 support_init=6 steps_grow=3 steps_final=3");
    for (size_t c = 0; c < T; c++) {
        long double sum = 0, weight = 0;
        for (size_t i = 0; i < b.s; i++) {
            sum += b.weight[b.rows[i]] * b.labels[i * T + c];
            weight += b.weight[b.rows[i]];
        }
        oracle_close("beta", b.beta[c], sum / weight, 1e-14L);
    }
    close_bench(&b);
}

/* The last line of the history: the mean over rows and targets of squared errors of labels scaled to [-1, 1], of all
 * rows or of those that are no supports; and the largest, which has no weight. */
static void mean_errors_are_weighted(void **state) {
    (void)state;
    static const char *const words[] = {
        "support_max=15 support_init=6 steps_grow=3 steps_final=3 clip_labels=off",
        "coefficients=rows ridge=1e-3 support_max=9 center_rate=0 steps_grow=0 steps_final=4 clip_labels=off",
    };
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        bench b;
        double out[N * T];
        labrbf_round last;
        make_rows(&b, 702);
        fit_bench(&b, words[by_rows]);
        assert_int_equal(labrbf_model_predict(b.model, b.x, N, M, 1, out), LABRBF_OK);
        long double sum = 0, weight = 0, largest = 0;
        for (size_t r = 0; r < N; r++) {
            long double error = 0;
            for (size_t c = 0; c < T; c++) {
                long double scaled = 2 * ((long double)out[r * T + c] - b.y[r * T + c]) / (b.high[c] - b.low[c]);
                error += scaled * scaled / T;
            }
            if (!by_rows && is_support(&b, r))
                continue;
            sum += b.weight[r] * error;
            weight += b.weight[r];
            largest = fmaxl(largest, error);
        }
        assert_int_equal(labrbf_model_history(b.model, fixture_info(b.model).n_rounds - 1, &last), LABRBF_OK);
        oracle_close("mean error", last.mean_error, sum / weight, 1e-11L);
        oracle_close("largest error", last.max_error, largest, 1e-11L);
        close_bench(&b);
    }
}

/* Two rows, drawn by their weights, are on average at D = 6: 2 (sigma0 / M) sum_m variance_m. */
static void the_first_bandwidth_is_of_the_weighted_spread(void **state) {
    (void)state;
    bench b;
    char text[64];
    make_rows(&b, 703);
    fit_bench(&b, "coefficients=rows ridge=1e-3 steps_grow=0 steps_final=0");
    double *center = fixture_array(b.model, 0, LABRBF_FEATURE_CENTERS, M);
    double *scale = fixture_array(b.model, 0, LABRBF_FEATURE_SCALES, M);
    long double variance = 0;
    for (size_t j = 0; j < M; j++) {
        long double sum = 0, squares = 0, weight = 0;
        for (size_t r = 0; r < N; r++) {
            long double value = ((long double)b.x[r * M + j] - center[j]) / scale[j];
            sum += b.weight[r] * value;
            squares += b.weight[r] * value * value;
            weight += b.weight[r];
        }
        variance += squares / weight - sum / weight * (sum / weight);
    }
    assert_int_equal(labrbf_model_setting(b.model, "sigma0", text, sizeof text), LABRBF_OK);
    oracle_close("D", 2 * strtod(text, NULL) / M * variance, 6, 1e-12L);
    free(center);
    free(scale);
    close_bench(&b);
}

/* Two groups of rows, far apart: smooth ones, and pure noise. The group with the larger weight decides how wide the
 * first kernels are (coefficients supports), and how much is smoothed (rows). */
static double chosen(const char *name, const char *words, double noise_weight, double smooth_weight) {
    enum { ROWS = 200 };
    oracle_random random = oracle_seed(704);
    double x[ROWS], y[ROWS], weight[ROWS];
    char text[64];
    for (size_t r = 0; r < ROWS; r++) {
        bool noise = r % 2;
        x[r] = oracle_uniform(&random, 0, 1) + (noise ? 3 : 0);
        y[r] = noise ? oracle_uniform(&random, -1, 1) : sin(6 * x[r]);
        weight[r] = noise ? noise_weight : smooth_weight;
    }
    labrbf_data data = {sizeof data, ROWS, 1, 1, x, y, weight, NULL, NULL};
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = NULL;
    assert_true(labrbf_fit_data(settings, &data, NULL, &model) > 0);
    assert_int_equal(labrbf_model_setting(model, name, text, sizeof text), LABRBF_OK);
    labrbf_settings_destroy(settings);
    labrbf_model_destroy(model);
    return strtod(text, NULL);
}

static void what_is_chosen_on_rows_goes_by_their_weights(void **state) {
    (void)state;
    const char *rows = "coefficients=rows theta_form=log rate=0.05 batch_rows=all steps_grow=0 steps_final=80 "
                       "support_max=20 kernel=gaussian";
    const char *supports = "support_max=40 steps_grow=0 steps_final=0 kernel=gaussian";
    assert_true(chosen("ridge", rows, 1e-6, 1) < chosen("ridge", rows, 1, 1e-6));
    assert_true(chosen("sigma0", supports, 1e-6, 1) != chosen("sigma0", supports, 1, 1e-6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bias_is_the_weighted_mean_label_of_the_supports),
        cmocka_unit_test(mean_errors_are_weighted),
        cmocka_unit_test(the_first_bandwidth_is_of_the_weighted_spread),
        cmocka_unit_test(what_is_chosen_on_rows_goes_by_their_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
