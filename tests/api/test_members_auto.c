/*
 * The setting members=auto: how many members a table gets, the rate that members outside the search start with, and
 * that a member that failed to learn is left out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

enum { N = 150, M = 3, S = 8 };
#define ROWS                                                                                                           \
    "coefficients=rows theta_form=log center_rate=0.5 rate_decay=cosine batch_rows=all steps_grow=0 steps_final=12 "   \
    "batch=16 support_rule=random "

static double x[N * M], y[N];

static int make_data(void **state) {
    (void)state;
    fixture_data(801, N, M, x, y);
    return 0;
}

static labrbf_model *fit_words(const char *words, const labrbf_data *data, const labrbf_hooks *hooks) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = NULL;
    assert_true(labrbf_fit_data(settings, data, hooks, &model) > 0);
    labrbf_settings_destroy(settings);
    return model;
}

/* ---- how many, if nothing is said */

static void expect_members(const char *words, size_t n, const char *members, size_t supports) {
    enum { MOST = 1000 };
    static double many[MOST * M], labels[MOST];
    fixture_data(803, MOST, M, many, labels);
    char text[512];
    (void)snprintf(text, sizeof text, "%s steps_final=2 members=auto %s", ROWS "ridge=1e-4", words);
    labrbf_model *model = fixture_fit(text, many, labels, n, M);
    fixture_expect_setting(model, "members", members);
    assert_int_equal(fixture_info(model).n_support, supports);
    labrbf_model_destroy(model);
}

/* Small tables have three members, each with as many supports as a single one would have, if they fit; with a given
 * number of supports there is one. */
static void small_tables_have_three(void **state) {
    (void)state;
    expect_members("", 39, "1", 10);
    expect_members("", 40, "3", 30);
    expect_members("", 999, "3", 3 * (999 / 8));
    expect_members("", 1000, "1", 1000 / 8);
    expect_members("support_max=20", 200, "1", 20);
    expect_members("support_init=20", 200, "1", 25);
    expect_members("max_bytes=400", 200, "1", (400 / 4 - 14) / 7);
    /* Of a part 14 numbers and 7 for each support, 4 bytes each; and its weight. */
    expect_members("max_bytes=2279", 200, "1", 25);
    expect_members("max_bytes=2280", 200, "3", 75);
    expect_members("coefficients=supports", 200, "1", 100);
}

/* ---- after a search */

/* The first member continues from the search. Each other member is trained from the start, with its own seed and the
 * chosen rate, unless the rate is set. */
static void expect_second_member(const labrbf_data *data, const char *final, const char *as) {
    const char *words =
        ROWS "kernel=exponential scaling=minmax linear=off coefficients=rows label_form=plain rate=auto";
    char text[512], ridge[32], sigma0[32];
    (void)snprintf(text, sizeof text, "%s steps_final=80 ridge=auto seed=5 members=2 support_max=%d %s", words, 2 * S,
                   final);
    labrbf_model *model = fit_words(text, data, NULL);
    fixture_expect_setting(model, "rate", "0.2"); /* the data have next to no noise */
    assert_int_equal(labrbf_model_setting(model, "ridge", ridge, sizeof ridge), LABRBF_OK);
    assert_int_equal(labrbf_model_setting(model, "sigma0", sigma0, sizeof sigma0), LABRBF_OK);
    (void)snprintf(text, sizeof text, "%s steps_final=80 ridge=%s sigma0=%s seed=6 support_max=%d %s", words, ridge,
                   sigma0, S, as);
    labrbf_model *alone = fit_words(text, data, NULL);
    double *second = fixture_array(model, 1, LABRBF_BANDWIDTHS, (size_t)S * M);
    double *one = fixture_array(alone, 0, LABRBF_BANDWIDTHS, (size_t)S * M);
    assert_memory_equal(second, one, S * M * sizeof *one);
    free(second);
    free(one);
    labrbf_model_destroy(model);
    labrbf_model_destroy(alone);
}

static void later_members_begin_with_the_rate_that_was_chosen(void **state) {
    (void)state;
    const labrbf_data data = (labrbf_data){sizeof(labrbf_data), N, M, 1, x, y, NULL, NULL, NULL};
    expect_second_member(&data, "", "rate_final=0.2");
    expect_second_member(&data, "rate_final=0.05", "rate_final=0.05");
}

/* ---- in vain */

/* The mean error of rows outside the supports that a model ended with. */
static double error_of(const labrbf_model *model) {
    labrbf_round last;
    assert_int_equal(labrbf_model_history(model, fixture_info(model).n_rounds - 1, &last), LABRBF_OK);
    return last.mean_error;
}

/* The model predicts the mean of the first n others. */
static void expect_mean(const labrbf_model *model, labrbf_model *const *others, size_t n, const double *rows) {
    double all[N], one[N], mean[N] = {0};
    assert_int_equal(labrbf_model_predict(model, rows, N, M, 1, all), LABRBF_OK);
    for (size_t k = 0; k < n; k++) {
        assert_int_equal(labrbf_model_predict(others[k], rows, N, M, 1, one), LABRBF_OK);
        for (size_t r = 0; r < N; r++)
            mean[r] += one[r] / (double)n;
    }
    for (size_t r = 0; r < N; r++)
        assert_true(fabs(all[r] - mean[r]) <= 1e-11);
}

/* Three clusters of rows. Labels differ from 0 in one of them only, so a support there suffices, and one elsewhere is
 * useless. A member with more than ten times the error of the one before it is left out, with a message. */
static void a_member_in_vain_is_left_out(void **state) {
    (void)state;
    static double places[N * M], labels[N];
    for (size_t r = 0; r < N; r++) {
        labels[r] = r % 3 == 0;
        for (size_t j = 0; j < M; j++)
            places[r * M + j] = (double)(r % 3) + 1e-3 * (double)r / N;
    }
    const char *words = ROWS "steps_final=0 sigma0=50 ridge=1e-9 bias=none clip_labels=off";
    labrbf_data data = {sizeof data, N, M, 1, places, labels, NULL, NULL, NULL};
    size_t left_out = 0, better = 0;
    char text[512];
    for (size_t seed = 0; seed < 12; seed++) {
        labrbf_model *alone[2];
        for (size_t k = 0; k < 2; k++) {
            (void)snprintf(text, sizeof text, "%s support_max=1 seed=%zu", words, seed + k);
            alone[k] = fit_words(text, &data, NULL);
        }
        bool expected = error_of(alone[1]) > 10 * error_of(alone[0]);
        fixture_log log = {0};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_log(&hooks, &log);
        (void)snprintf(text, sizeof text, "%s support_max=2 members=2 seed=%zu", words, seed);
        labrbf_model *model = fit_words(text, &data, &hooks);
        expect_mean(model, alone, expected ? 1 : 2, places);
        assert_int_equal(fixture_info(model).n_support, expected ? 1 : 2);
        assert_int_equal(fixture_info(model).n_rounds, 2);
        assert_int_equal(log.warnings, expected ? 1 : 0);
        assert_true(!expected || strstr(log.last_warning, "member 2 is left out"));
        left_out += expected;
        better += error_of(alone[0]) > 10 * error_of(alone[1]);
        labrbf_model_destroy(model);
        labrbf_model_destroy(alone[0]);
        labrbf_model_destroy(alone[1]);
    }
    assert_true(left_out > 0 && better > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tables_have_three),
        cmocka_unit_test(later_members_begin_with_the_rate_that_was_chosen),
        cmocka_unit_test(a_member_in_vain_is_left_out),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
