/*
 * Several members as one model: it is the mean of models that are trained one by one with the members' seeds, whatever
 * the settings; it can be watched, stopped, saved and trained again like any other.
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
#include "oracle.h"

enum { N = 150, M = 3, T = 2, K = 3, S = 8, QUERIES = 40 };
#define SUPPORTS "support_init=3 support_add=3 steps_grow=7 steps_final=9 batch=16 support_rule=random sigma0=2 "
#define ROWS                                                                                                           \
    "coefficients=rows theta_form=log center_rate=0.5 rate_decay=cosine batch_rows=all steps_grow=0 steps_final=12 "   \
    "batch=16 support_rule=random "

static double x[N * M], y[N * T], weights[N], query[QUERIES * M], theta[QUERIES * M];

static int make_data(void **state) {
    (void)state;
    double second[N];
    oracle_random random = oracle_seed(811);
    fixture_data(801, N, M, x, second);
    for (size_t r = 0; r < N; r++) {
        y[r * T] = second[r];
        y[r * T + 1] = 100 + x[r * M] * second[r];
        weights[r] = (double)(r % 4);
    }
    oracle_fill(&random, query, QUERIES * M, -2, 2);
    oracle_fill(&random, theta, QUERIES * M, 0.1, 2);
    return 0;
}

static labrbf_data one_target(void) {
    static double first[N];
    for (size_t r = 0; r < N; r++)
        first[r] = y[r * T];
    return (labrbf_data){sizeof(labrbf_data), N, M, 1, x, first, NULL, NULL, NULL};
}

static labrbf_data two_targets(void) { return (labrbf_data){sizeof(labrbf_data), N, M, T, x, y, weights, NULL, NULL}; }

static labrbf_settings *settings_with(const char *words, const char *more, size_t number) {
    char text[1024];
    assert_true(snprintf(text, sizeof text, "%s %s%zu", words, more, number) < (int)sizeof text);
    return fixture_settings(text);
}

static labrbf_model *fit_words(const char *words, const labrbf_data *data) {
    labrbf_trainer *trainer = fixture_trainer(words, data, NULL);
    assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
    labrbf_model *model = fixture_take_model(trainer);
    labrbf_trainer_destroy(trainer);
    return model;
}

/* The model that member number `member` of S supports is by itself, after so many steps or all (SIZE_MAX). */
static labrbf_model *alone_after(const char *words, const labrbf_data *data, size_t member, size_t steps) {
    char text[512];
    (void)snprintf(text, sizeof text, "%s seed=%zu support_max=%d", words, 5 + member, S);
    labrbf_trainer *trainer = fixture_trainer(text, data, NULL);
    while (fixture_training_info(trainer).step < steps && labrbf_trainer_step(trainer) == LABRBF_OK)
        continue;
    labrbf_model *model = fixture_take_model(trainer);
    labrbf_trainer_destroy(trainer);
    return model;
}

/* All K of them. */
static labrbf_model *together(const char *words, const labrbf_data *data) {
    char text[512];
    (void)snprintf(text, sizeof text, "%s seed=5 support_max=%d members=%d", words, K * S + K - 1, K);
    return fit_words(text, data);
}

/* ---- the mean of models */

/* The sum of what the members predict, each times its weight, bit for bit; clipping and scaling are their own. */
static void expect_mean(const labrbf_model *model, labrbf_model *const *members, size_t n) {
    size_t values = QUERIES * fixture_info(model).n_targets;
    double all[QUERIES * T], one[QUERIES * T], mean[QUERIES * T] = {0};
    assert_int_equal(labrbf_model_predict(model, query, QUERIES, M, 1, all), LABRBF_OK);
    for (size_t k = 0; k < n; k++) {
        assert_int_equal(labrbf_model_predict(members[k], query, QUERIES, M, 1, one), LABRBF_OK);
        for (size_t i = 0; i < values; i++)
            mean[i] += 1.0 / (double)n * one[i];
    }
    for (size_t i = 0; i < values; i++)
        assert_true(all[i] == mean[i]);
}

/* Part k has the same array as member k. */
static void expect_same_array(const labrbf_model *model, labrbf_model *const *members, size_t n, labrbf_array which,
                              size_t columns) {
    for (size_t k = 0; k < n; k++) {
        size_t count = fixture_info(members[k]).n_support * columns;
        double *all = fixture_array(model, k, which, count), *one = fixture_array(members[k], 0, which, count);
        assert_memory_equal(all, one, count * sizeof *one);
        free(all);
        free(one);
    }
}

static void expect_same_rows(const labrbf_model *model, labrbf_model *const *members, size_t n) {
    size_t rows[S], others[S];
    for (size_t k = 0; k < n; k++) {
        size_t count = fixture_info(members[k]).n_support;
        assert_int_equal(labrbf_model_support_rows(model, k, rows, count), LABRBF_OK);
        assert_int_equal(labrbf_model_support_rows(members[k], 0, others, count), LABRBF_OK);
        assert_memory_equal(rows, others, count * sizeof *rows);
    }
}

static void expect_same_second(const labrbf_model *model, labrbf_model *const *members, size_t n) {
    size_t values = QUERIES * fixture_info(model).n_targets;
    double part[QUERIES * T], one[QUERIES * T];
    int which, other;
    for (size_t k = 0; k < n; k++) {
        assert_int_equal(labrbf_model_predict_second(model, k, query, theta, QUERIES, M, part), LABRBF_OK);
        assert_int_equal(labrbf_model_predict_second(members[k], 0, query, theta, QUERIES, M, one), LABRBF_OK);
        assert_memory_equal(part, one, values * sizeof *one);
        assert_int_equal(labrbf_model_predict_better(model, k, query, theta, QUERIES, M, part, &which), LABRBF_OK);
        assert_int_equal(labrbf_model_predict_better(members[k], 0, query, theta, QUERIES, M, one, &other), LABRBF_OK);
        assert_memory_equal(part, one, values * sizeof *one);
        assert_int_equal(which, other);
    }
}

static labrbf_part_info part_at(const labrbf_model *model, size_t part) {
    labrbf_part_info info = {.struct_size = sizeof info};
    assert_int_equal(labrbf_model_part_info(model, part, &info), LABRBF_OK);
    return info;
}

/* Every member is a part, as it is by itself. */
static void expect_parts(const labrbf_model *model, labrbf_model *const *members, size_t n, bool second) {
    size_t targets = fixture_info(model).n_targets, supports = 0;
    assert_int_equal(fixture_info(model).n_parts, n);
    for (size_t k = 0; k < n; k++) {
        labrbf_part_info part = part_at(model, k), one = part_at(members[k], 0);
        assert_true(part.weight == 1.0 / (double)n && one.weight == 1.0);
        assert_true(part.lambda == one.lambda && part.rcond == one.rcond && part.linear == one.linear);
        assert_true(part.n_support == one.n_support && part.has_second == one.has_second && part.has_second == second);
        assert_string_equal(part.kernel, one.kernel);
        fixture_expect_setting(model, "kernel", part.kernel);
        supports += part.n_support;
    }
    assert_int_equal(fixture_info(model).n_support, supports);
    expect_same_array(model, members, n, LABRBF_SUPPORT_VECTORS, M);
    expect_same_array(model, members, n, LABRBF_BANDWIDTHS, M);
    expect_same_array(model, members, n, LABRBF_SUPPORT_LABELS, targets);
    expect_same_array(model, members, n, LABRBF_COEFFICIENTS, targets);
    if (second) {
        expect_same_array(model, members, n, LABRBF_COEFFICIENTS_2, targets);
        expect_same_second(model, members, n);
    }
    expect_same_rows(model, members, n);
    expect_mean(model, members, n);
}

static void expect_history_of_all(const labrbf_model *model, labrbf_model *const *members, size_t n) {
    size_t at = 0, steps = 0;
    for (size_t k = 0; k < n; k++) {
        labrbf_model_info info = fixture_info(members[k]);
        steps += info.n_steps;
        for (size_t i = 0; i < info.n_rounds; i++, at++) {
            labrbf_round one, all;
            assert_int_equal(labrbf_model_history(members[k], i, &one), LABRBF_OK);
            assert_int_equal(labrbf_model_history(model, at, &all), LABRBF_OK);
            assert_true(one.n_support == all.n_support && one.n_steps == all.n_steps &&
                        one.max_error == all.max_error && one.mean_error == all.mean_error);
        }
    }
    assert_int_equal(fixture_info(model).n_rounds, at);
    assert_int_equal(fixture_info(model).n_steps, steps);
}

static void expect_mean_of_separate_models(const char *words, const labrbf_data *data) {
    labrbf_model *model = together(words, data), *members[K];
    double lambda = 0, rcond = INFINITY;
    for (size_t k = 0; k < K; k++) {
        members[k] = alone_after(words, data, k, SIZE_MAX);
        assert_int_equal(fixture_info(members[k]).n_support, S);
        lambda = fmax(lambda, fixture_info(members[k]).lambda);
        rcond = fmin(rcond, fixture_info(members[k]).rcond);
    }
    assert_true(fixture_info(model).lambda == lambda && fixture_info(model).rcond == rcond);
    expect_parts(model, members, K, strstr(words, "coefficients=rows") == NULL);
    expect_history_of_all(model, members, K);
    for (size_t k = 0; k < K; k++)
        labrbf_model_destroy(members[k]);
    labrbf_model_destroy(model);
}

static void members_are_averaged(void **state) {
    (void)state;
    static const char *const variants[] = {
        SUPPORTS,
        SUPPORTS "clip_labels=off",
        SUPPORTS "clip_labels=off kernel=gaussian",
        SUPPORTS "clip_labels=off optimizer=adam-sgd batch_rows=all theta_new=nearest theta_form=log bias=none",
        ROWS "ridge=1e-4",
        ROWS "clip_labels=off ridge=1e-4",
        ROWS "clip_labels=off ridge=1e-4 steps_grow=5 support_init=8", /* steps before anything else */
        ROWS "clip_labels=off ridge=1e-3 linear=on scaling=rank kernel=matern32",
        ROWS "clip_labels=off linear=on scaling=standard center_rate=0 steps_grow=4 support_init=4 ridge=1e-5",
    };
    const labrbf_data one = one_target(), two = two_targets();
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        expect_mean_of_separate_models(variants[v], &one);
        expect_mean_of_separate_models(variants[v], &two);
    }
}

/* Large enough for an old inverse to serve many steps: none of an earlier member's may. */
static void a_large_member_knows_nothing_of_the_one_before(void **state) {
    (void)state;
    enum { LARGE_N = 500, LARGE_S = 120 };
    static double many[LARGE_N * M], labels[LARGE_N];
    fixture_data(802, LARGE_N, M, many, labels);
    const char *words = "support_init=120 steps_grow=0 steps_final=8 support_rule=random sigma0=2 batch=64";
    const labrbf_data data = {sizeof data, LARGE_N, M, 1, many, labels, NULL, NULL, NULL};
    labrbf_model *members[2];
    for (size_t k = 0; k < 2; k++) {
        labrbf_settings *settings = settings_with(words, "support_max=120 seed=", k);
        members[k] = NULL;
        assert_true(labrbf_fit_data(settings, &data, NULL, &members[k]) > 0);
        labrbf_settings_destroy(settings);
    }
    labrbf_model *model = fit_words("members=2 support_max=240 support_init=120 steps_grow=0 steps_final=8 "
                                    "support_rule=random sigma0=2 batch=64",
                                    &data);
    expect_same_array(model, members, 2, LABRBF_BANDWIDTHS, M);
    expect_same_array(model, members, 2, LABRBF_COEFFICIENTS, 1);
    for (size_t k = 0; k < 2; k++)
        labrbf_model_destroy(members[k]);
    labrbf_model_destroy(model);
}

/* A kernel so wide that lambda has to be raised, but not with the first support alone, where every member has it as it
 * was set. */
static void lambda_is_raised_for_each_member(void **state) {
    (void)state;
    const char *words = SUPPORTS "kernel=gaussian lambda=0 sigma0=1e-9 rate=1e-7 support_init=1 bias=none";
    const labrbf_data data = one_target();
    labrbf_model *model = together(words, &data), *members[K];
    for (size_t k = 0; k < K; k++)
        members[k] = alone_after(words, &data, k, SIZE_MAX);
    assert_true(fixture_info(model).lambda > 0);
    expect_same_array(model, members, K, LABRBF_BANDWIDTHS, M);
    expect_same_array(model, members, K, LABRBF_COEFFICIENTS, 1);
    expect_history_of_all(model, members, K);
    for (size_t k = 0; k < K; k++)
        labrbf_model_destroy(members[k]);
    labrbf_model_destroy(model);
}

/* ---- first supports */

static size_t labels_below(double label) {
    size_t below = 0;
    for (size_t r = 0; r < N; r++)
        below += y[r * T] < label;
    return below;
}

/* With support_rule=label every member has one row in each of S equal parts of the sorted labels, the first member the
 * same as a model by itself; no row serves two members. */
static void members_start_from_different_rows_of_the_same_labels(void **state) {
    (void)state;
    const char *words = "support_init=8 steps_grow=0 steps_final=0 sigma0=2 ";
    const labrbf_data data = one_target();
    labrbf_model *model = together(words, &data), *first = alone_after(words, &data, 0, SIZE_MAX);
    size_t rows[K * S], alone[S];
    bool used[N] = {false};
    for (size_t k = 0; k < K; k++)
        assert_int_equal(labrbf_model_support_rows(model, k, rows + k * S, S), LABRBF_OK);
    assert_int_equal(labrbf_model_support_rows(first, 0, alone, S), LABRBF_OK);
    assert_memory_equal(rows, alone, sizeof alone);
    for (size_t k = 0; k < K; k++) {
        for (size_t i = 0; i < S; i++) {
            size_t row = rows[k * S + i];
            assert_int_equal(labels_below(y[row * T]) * S / N, i);
            assert_false(used[row]);
            used[row] = true;
        }
    }
    labrbf_model_destroy(model);
    labrbf_model_destroy(first);
}

/* ---- the settings of a model */

/* What the model says of its settings gives the same model again, auto or not. */
static void its_own_settings_train_it_again(void **state) {
    (void)state;
    static const char *const variants[] = {SUPPORTS "members=3 support_max=20 sigma0=auto support_init=auto",
                                           ROWS "members=4 ridge=1e-4 support_max=auto linear=on",
                                           ROWS "members=auto ridge=1e-4 support_max=auto linear=on",
                                           ROWS "members=2 ridge=1e-4 max_bytes=700 scaling=minmax"};
    const labrbf_data data = one_target();
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        labrbf_model *model = fit_words(variants[v], &data), *again = NULL;
        labrbf_settings *settings = NULL;
        assert_int_equal(labrbf_settings_create(&settings), LABRBF_OK);
        for (size_t i = 0; i < labrbf_settings_count(); i++) {
            labrbf_setting_info info;
            char text[64];
            assert_int_equal(labrbf_settings_describe(i, &info), LABRBF_OK);
            assert_int_equal(labrbf_model_setting(model, info.name, text, sizeof text), LABRBF_OK);
            assert_int_equal(labrbf_settings_set(settings, info.name, text), LABRBF_OK);
        }
        assert_true(labrbf_fit_data(settings, &data, NULL, &again) > 0);
        fixture_expect_same_bytes(model, again);
        labrbf_settings_destroy(settings);
        labrbf_model_destroy(model);
        labrbf_model_destroy(again);
    }
}

static void supports_are_shared_out(void **state) {
    (void)state;
    const labrbf_data data = one_target();
    labrbf_model *model = fit_words(SUPPORTS "members=3 support_max=20", &data);
    assert_int_equal(fixture_info(model).n_support, 18);
    fixture_expect_setting(model, "support_max", "18");
    fixture_expect_setting(model, "members", "3");
    labrbf_model_destroy(model);

    fixture_log log = {0};
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_log(&hooks, &log);
    labrbf_trainer *trainer = fixture_trainer(SUPPORTS "members=50 support_init=1 support_max=4", &data, &hooks);
    assert_int_equal(log.warnings, 1);
    assert_non_null(strstr(log.last_warning, "members lowered from 50 to 4"));
    assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
    model = fixture_take_model(trainer);
    assert_int_equal(fixture_info(model).n_support, 4);
    fixture_expect_setting(model, "members", "4");
    labrbf_model_destroy(model);
    labrbf_trainer_destroy(trainer);
}

static void a_start_is_for_one_member(void **state) {
    (void)state;
    labrbf_data data = one_target();
    labrbf_model *several = fit_words(SUPPORTS "members=2 support_max=10", &data), *model = several;
    labrbf_model *start = fit_words(SUPPORTS "support_max=10", &data);
    static const char *const words[] = {SUPPORTS "support_max=20", SUPPORTS "members=2 support_max=20"};
    static const char *const messages[] = {"sum of 2 parts", "members is 2"};
    for (size_t c = 0; c < 2; c++) {
        labrbf_settings *settings = fixture_settings(words[c]);
        data.start = c == 0 ? several : start;
        model = several;
        assert_int_equal(labrbf_fit_data(settings, &data, NULL, &model), LABRBF_E_ARGUMENT);
        assert_null(model);
        assert_non_null(strstr(labrbf_last_error(), messages[c]));
        labrbf_settings_destroy(settings);
    }
    model = fit_words(SUPPORTS "support_max=10", &data);
    assert_int_equal(fixture_info(model).n_support, 10);
    labrbf_model_destroy(model);

    /* Of more supports than there are distinct rows as many go on as there is room for. */
    static double few[60 * M];
    for (size_t i = 0; i < 60 * M; i++)
        few[i] = x[i % (4 * M)];
    data.x = few;
    data.n_rows = 60;
    model = fit_words(ROWS "members=auto ridge=1e-4", &data);
    assert_int_equal(fixture_info(model).n_support, 4);
    labrbf_model_destroy(model);
    labrbf_model_destroy(start);
    labrbf_model_destroy(several);
}

/* ---- on the way */

/* Steps are counted over all members, and the planned number is what they come to; the share that is done grows. */
static void expect_steady_progress(const char *words) {
    const labrbf_data data = one_target();
    labrbf_trainer *trainer = fixture_trainer(words, &data, NULL);
    double last = 0;
    labrbf_status status;
    do {
        status = labrbf_trainer_step(trainer);
        labrbf_training_info info = fixture_training_info(trainer);
        assert_true(info.fraction >= last && info.fraction <= 1);
        assert_true(info.fraction - last < 0.1);
        assert_true(info.n_support <= info.support_max && info.step <= info.step_limit);
        last = info.fraction;
    } while (status == LABRBF_OK);
    labrbf_training_info info = fixture_training_info(trainer);
    assert_true(info.fraction == 1);
    assert_int_equal(info.step, info.step_limit);
    assert_int_equal(info.n_support, info.support_max);
    assert_int_equal(info.support_max, (size_t)K * S);
    labrbf_trainer_destroy(trainer);
}

static void progress_counts_all_members(void **state) {
    (void)state;
    expect_steady_progress(SUPPORTS "support_max=24 members=3");
    expect_steady_progress(ROWS "support_max=26 members=3 ridge=1e-4");
    expect_steady_progress(ROWS "support_max=24 members=3 ridge=auto kernel=auto linear=auto"); /* after a search */
}

static int stop_at(void *user, const labrbf_training_info *info) { return info->step == *(const size_t *)user; }

/* The model of a stopped training is the mean of the finished members: one that has just begun would make it worse.
 * Taking a model does not change the training. */
static void expect_cancelled_mean(const char *words, size_t member_steps) {
    const labrbf_data data = two_targets();
    char text[512];
    (void)snprintf(text, sizeof text, "%s seed=5 support_max=24 members=3", words);
    labrbf_model *whole = together(words, &data);
    labrbf_model *members[K] = {alone_after(words, &data, 0, SIZE_MAX), alone_after(words, &data, 1, SIZE_MAX)};
    for (size_t at = member_steps; at < 3 * member_steps; at += 7) {
        labrbf_hooks hooks = fixture_hooks();
        hooks.progress = stop_at;
        hooks.user = &at;
        labrbf_trainer *trainer = fixture_trainer(text, &data, &hooks);
        assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_CANCELLED);
        labrbf_model *model = fixture_take_model(trainer);
        assert_int_equal(fixture_info(model).stopped, LABRBF_DONE_CANCELLED);
        assert_int_equal(fixture_info(model).n_steps, at);
        expect_parts(model, members, at / member_steps, strstr(words, "coefficients=rows") == NULL);
        labrbf_model_destroy(model);
        assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
        model = fixture_take_model(trainer);
        fixture_expect_same_bytes(model, whole);
        labrbf_model_destroy(model);
        labrbf_trainer_destroy(trainer);
    }
    labrbf_model_destroy(members[0]);
    labrbf_model_destroy(members[1]);
    labrbf_model_destroy(whole);
}

static void training_can_be_stopped_in_any_member(void **state) {
    (void)state;
    expect_cancelled_mean(SUPPORTS "clip_labels=off", 3 * 7 + 9);
    expect_cancelled_mean(ROWS "clip_labels=off ridge=1e-4 linear=on steps_final=30", 30);
}

/* Fewer steps: members that these do not reach are left out, the one at work ends early if it has to. */
static void fewer_steps_mean_fewer_members(void **state) {
    (void)state;
    enum { STEPS = 3 * 7 + 9 }; /* of a member */
    static const struct {
        size_t at, more, members, steps;
    } cases[] = {{5, 0, 1, 21},  /* growing goes on, without final steps */
                 {25, 0, 1, 25}, /* in the final steps */
                 {25, 5 + STEPS - 1, 1, STEPS},
                 {25, 5 + STEPS, 2, 2 * STEPS},
                 {STEPS, 0, 1, STEPS}, /* between two members */
                 {STEPS + 25, 2, 2, STEPS + 27},
                 {STEPS + 25, 1000, 3, 3 * STEPS}};
    const labrbf_data data = one_target();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        labrbf_trainer *trainer = fixture_trainer(SUPPORTS "support_max=24 members=3", &data, NULL);
        while (fixture_training_info(trainer).step < cases[i].at)
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
        assert_int_equal(labrbf_trainer_shorten(trainer, cases[i].more), LABRBF_OK);
        assert_int_equal(fixture_training_info(trainer).step_limit, cases[i].steps);
        assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
        assert_int_equal(fixture_training_info(trainer).step, cases[i].steps);
        assert_true(fixture_training_info(trainer).fraction == 1);
        labrbf_model *model = fixture_take_model(trainer);
        assert_int_equal(fixture_info(model).n_support, cases[i].members * S);
        labrbf_model_destroy(model);
        labrbf_trainer_destroy(trainer);
    }
}

/* No memory for a moment: a step fails, the next call goes on from there. */
static void failing_memory_is_survived(void **state) {
    (void)state;
    const char *words = SUPPORTS "seed=5 support_max=26 members=3";
    const labrbf_data data = two_targets();
    labrbf_model *whole = together(SUPPORTS, &data);
    size_t failed = 0;
    for (size_t at = 1;; at++) {
        fixture_memory memory = {0};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        labrbf_trainer *trainer = fixture_trainer(words, &data, &hooks);
        memory.fail_at = memory.calls + at;
        labrbf_status status = labrbf_trainer_run(trainer, INFINITY);
        if (status < 0) {
            assert_int_equal(status, LABRBF_E_MEMORY);
            assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
            failed++;
        }
        bool was_last = status > 0;
        memory.fail_at = 0;
        labrbf_model *model = fixture_take_model(trainer);
        fixture_expect_same_bytes(model, whole);
        labrbf_model_destroy(model);
        labrbf_trainer_destroy(trainer);
        assert_int_equal(memory.live_blocks, 0);
        if (was_last)
            break;
    }
    assert_true(failed >= K - 1); /* once for every member but the last, at least */
    labrbf_model_destroy(whole);
}

static void members_are_saved_in_one_file(void **state) {
    (void)state;
    const labrbf_data data = two_targets();
    labrbf_model *model = together(ROWS "ridge=1e-4 linear=on scaling=rank", &data), *loaded = NULL;
    fixture_folder folder = fixture_folder_make();
    char path[512];
    assert_int_equal(labrbf_model_save(model, fixture_path(&folder, "m.lab", path)), LABRBF_OK);
    assert_int_equal(labrbf_model_load(path, NULL, &loaded), LABRBF_OK);
    fixture_expect_same_bytes(model, loaded);
    expect_mean(loaded, &model, 1);
    labrbf_model_destroy(model);
    labrbf_model_destroy(loaded);
    fixture_folder_remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_averaged),
        cmocka_unit_test(a_large_member_knows_nothing_of_the_one_before),
        cmocka_unit_test(lambda_is_raised_for_each_member),
        cmocka_unit_test(members_start_from_different_rows_of_the_same_labels),
        cmocka_unit_test(its_own_settings_train_it_again),
        cmocka_unit_test(supports_are_shared_out),
        cmocka_unit_test(a_start_is_for_one_member),
        cmocka_unit_test(progress_counts_all_members),
        cmocka_unit_test(training_can_be_stopped_in_any_member),
        cmocka_unit_test(fewer_steps_mean_fewer_members),
        cmocka_unit_test(failing_memory_is_survived),
        cmocka_unit_test(members_are_saved_in_one_file),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
