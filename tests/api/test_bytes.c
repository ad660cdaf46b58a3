/*
 * The size that a model has to fit in (setting max_bytes), counted number by number.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"

enum { N = 150, M = 3, T = 2 };
#define SUPPORTS "support_rule=random sigma0=2 "
#define ROWS                                                                                                           \
    "coefficients=rows theta_form=log center_rate=0.5 rate_decay=cosine batch_rows=all steps_grow=0 steps_final=12 "   \
    "batch=16 support_rule=random "

static double x[N * M], y[N], both[N * T];

static int make_data(void **state) {
    (void)state;
    fixture_data(801, N, M, x, y);
    for (size_t r = 0; r < N; r++) {
        both[r * T] = y[r];
        both[r * T + 1] = 100 + x[r * M] * y[r];
    }
    return 0;
}

static labrbf_data one_target(void) { return (labrbf_data){sizeof(labrbf_data), N, M, 1, x, y, NULL, NULL, NULL}; }
static labrbf_data two_targets(void) { return (labrbf_data){sizeof(labrbf_data), N, M, T, x, both, NULL, NULL, NULL}; }

static labrbf_settings *settings_with(const char *words, size_t bytes) {
    char text[1024];
    assert_true(snprintf(text, sizeof text, "%s max_bytes=%zu", words, bytes) < (int)sizeof text);
    return fixture_settings(text);
}

/* The numbers that prediction needs, one by one. */
static size_t count_bytes(size_t s, size_t targets, bool clipped, bool linear, bool ranks) {
    size_t numbers = 0;
    for (size_t i = 0; i < s; i++)
        numbers += M + M + targets; /* a centre, bandwidths, coefficients */
    for (size_t j = 0; j < M; j++)
        numbers += (size_t)(3 + (ranks ? 1 + 33 * 2 : 0)); /* centre, scale, mean; how many knots, and these */
    for (size_t c = 0; c < targets; c++)
        numbers += (size_t)(3 + (clipped ? 2 : 0) + (linear ? M : 0)); /* bias, centre, scale; range; slopes */
    return 4 * numbers;
}

static labrbf_model *fit_bytes(const char *words, const labrbf_data *data, size_t bytes) {
    labrbf_settings *settings = settings_with(words, bytes);
    labrbf_model *model = NULL;
    assert_true(labrbf_fit_data(settings, data, NULL, &model) > 0);
    labrbf_settings_destroy(settings);
    return model;
}

static void expect_fit(const char *words, const labrbf_data *data, size_t bytes, size_t supports) {
    labrbf_model *model = fit_bytes(words, data, bytes);
    assert_int_equal(fixture_info(model).n_support, supports);
    assert_true(fixture_info(model).bytes_single <= bytes);
    labrbf_model_destroy(model);
}

static void expect_edges(const char *words, const labrbf_data *data, bool clipped, bool linear, bool ranks) {
    for (size_t s = 1; s <= 9; s += 4) {
        size_t bytes = count_bytes(s, data->n_targets, clipped, linear, ranks);
        labrbf_model *model = fit_bytes(words, data, bytes);
        assert_int_equal(fixture_info(model).n_support, s);
        assert_int_equal(fixture_info(model).bytes_single, bytes);
        labrbf_model_destroy(model);
        if (s > 1)
            expect_fit(words, data, bytes - 1, s - 1);
    }
    size_t least = count_bytes(1, data->n_targets, clipped, linear, ranks);
    labrbf_settings *settings = settings_with(words, least - 1);
    labrbf_model *model = (labrbf_model *)x;
    char number[64];
    (void)snprintf(number, sizeof number, "%zu bytes", least);
    assert_int_equal(labrbf_fit_data(settings, data, NULL, &model), LABRBF_E_SETTING);
    assert_null(model);
    assert_non_null(strstr(labrbf_last_error(), number));
    labrbf_settings_destroy(settings);
}

static void a_model_fits_in_its_bytes(void **state) {
    (void)state;
    const labrbf_data one = one_target(), two = two_targets();
    const char *still = "steps_grow=0 steps_final=0 support_init=auto";
    char words[512];
    (void)snprintf(words, sizeof words, "%s %s", SUPPORTS, still);
    expect_edges(words, &one, true, false, false);
    (void)snprintf(words, sizeof words, "%s %s clip_labels=off support_max=500", SUPPORTS, still);
    expect_edges(words, &two, false, false, false);
    (void)snprintf(words, sizeof words, "%s %s ridge=1e-4 linear=on", ROWS, still);
    expect_edges(words, &two, true, true, false);
    (void)snprintf(words, sizeof words, "%s %s ridge=1e-4 scaling=rank linear=on", ROWS, still);
    expect_edges(words, &one, true, true, true);
}

static void the_smaller_limit_counts(void **state) {
    (void)state;
    const labrbf_data data = one_target();
    size_t ten = count_bytes(10, 1, true, false, false);
    const char *words = "steps_grow=0 steps_final=0 sigma0=2 ";
    char text[256];
    expect_fit(words, &data, ten, 10);
    (void)snprintf(text, sizeof text, "%s support_max=7", words);
    expect_fit(text, &data, ten, 7);
    (void)snprintf(text, sizeof text, "%s support_max=70 members=3", words);
    size_t nine = 3 * (count_bytes(3, 1, true, false, false) + 4); /* three for each part, which has a weight */
    expect_fit(text, &data, nine, 9);
    expect_fit(text, &data, nine - 1, 6);
    expect_fit(text, &data, count_bytes(4, 1, true, false, false), 4); /* there is room for one part */
}

/* Ranks have a price: with little room they are not tried, with more they are. */
static void ranks_are_tried_where_there_is_room(void **state) {
    (void)state;
    const labrbf_data data = one_target();
    const char *words = ROWS "scaling=auto ridge=1e-3 kernel=exponential linear=off support_max=20";
    size_t plain = count_bytes(20, 1, true, false, false), ranks = count_bytes(20, 1, true, false, true);
    labrbf_model *model = fit_bytes(words, &data, plain);
    assert_int_equal(fixture_info(model).n_support, 20);
    fixture_expect_setting(model, "scaling", "minmax");
    labrbf_model_destroy(model);
    model = fit_bytes(words, &data, ranks);
    assert_int_equal(fixture_info(model).n_support, 20);
    assert_int_equal(fixture_info(model).n_trials, 3);
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_fits_in_its_bytes),
        cmocka_unit_test(the_smaller_limit_counts),
        cmocka_unit_test(ranks_are_tried_where_there_is_room),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
