/* Every public function with arguments that make no sense: the right code, a message that says what is wrong, nothing
 * changed. And the texts, structs and handles that belong to no other test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "oracle.h"

enum { N = 20, M = 2, S = 5 };
#define WORDS "support_max=5 steps_grow=3 steps_final=2 batch=8"

typedef struct bench {
    double x[N * M], y[N], out[N], theta[N * M];
    labrbf_settings *settings;
    labrbf_model *model;
    labrbf_trainer *trainer;
} bench;

static int open_bench(void **state) {
    static bench b;
    fixture_data(121, N, M, b.x, b.y);
    for (size_t i = 0; i < N * M; i++)
        b.theta[i] = 1;
    b.settings = fixture_settings(WORDS);
    b.model = fixture_fit(WORDS, b.x, b.y, N, M);
    const labrbf_data data = fixture_rows(b.x, b.y, N, M);
    assert_int_equal(labrbf_trainer_create(b.settings, &data, NULL, &b.trainer), LABRBF_OK);
    *state = &b;
    return 0;
}

static int close_bench(void **state) {
    bench *b = *state;
    labrbf_settings_destroy(b->settings);
    labrbf_model_destroy(b->model);
    labrbf_trainer_destroy(b->trainer);
    return 0;
}

/* The code, and a message with this word in it that was set by this very call. */
static void expect_refusal(labrbf_status status, labrbf_status expected, const char *word, int line) {
    if (status != expected)
        fail_msg("line %d: %d instead of %d", line, (int)status, (int)expected);
    const char *message = labrbf_last_error();
    if (strlen(message) < 8 || !strstr(message, word))
        fail_msg("line %d: the message does not speak of '%s': %s", line, word, message);
    /* Make the next message a new one. */
    assert_int_equal(labrbf_settings_describe(SIZE_MAX, &(labrbf_setting_info){0}), LABRBF_E_ARGUMENT);
}
#define REFUSED(call, code, word)    expect_refusal(call, code, word, __LINE__)
#define ARGUMENT_REFUSED(call, word) REFUSED(call, LABRBF_E_ARGUMENT, word)

/* ---- texts */

static void every_status_has_its_text(void **state) {
    (void)state;
#define TEXT_OF(name, value, text) assert_string_equal(labrbf_status_text((labrbf_status)(value)), text);
    LABRBF_STATUS_LIST(TEXT_OF)
#undef TEXT_OF
    assert_true(strlen(labrbf_status_text((labrbf_status)12345)) > 0);
    assert_true(strlen(labrbf_status_text((labrbf_status)-12345)) > 0);
}

static void version_is_that_of_the_header(void **state) {
    (void)state;
    assert_string_equal(labrbf_version(), LABRBF_VERSION);
}

static void *message_of_a_new_thread(void *argument) {
    char *before = argument;
    (void)snprintf(before, 64, "%.60s", labrbf_last_error());
    (void)labrbf_settings_preset(NULL, NULL);
    return NULL;
}

static void messages_belong_to_their_thread(void **state) {
    bench *b = *state;
    assert_int_equal(labrbf_settings_set(b->settings, "no_such_setting", "1"), LABRBF_E_SETTING);
    char kept[256], before[64] = "not empty";
    (void)snprintf(kept, sizeof kept, "%s", labrbf_last_error());
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, message_of_a_new_thread, before), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_string_equal(before, "");
    assert_string_equal(labrbf_last_error(), kept);
}

static void a_success_keeps_the_last_message(void **state) {
    bench *b = *state;
    assert_int_equal(labrbf_settings_set(b->settings, "no_such_setting", "1"), LABRBF_E_SETTING);
    assert_int_equal(labrbf_model_predict(b->model, b->x, N, M, 1, b->out), LABRBF_OK);
    assert_non_null(strstr(labrbf_last_error(), "no_such_setting"));
}

/* ---- NULL and nonsense */

static void settings_refuse_null(void **state) {
    bench *b = *state;
    char text[64];
    ARGUMENT_REFUSED(labrbf_settings_create(NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_preset(NULL, "paper"), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_preset(b->settings, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_set(NULL, "rate", "1"), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_set(b->settings, NULL, "1"), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_set(b->settings, "rate", NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_get(NULL, "rate", text, sizeof text), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_get(b->settings, NULL, text, sizeof text), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_get(b->settings, "rate", NULL, sizeof text), "NULL");
    ARGUMENT_REFUSED(labrbf_settings_describe(0, NULL), "NULL");
    labrbf_settings_destroy(NULL);
}

static void training_refuses_null(void **state) {
    bench *b = *state;
    labrbf_model *model = b->model;
    labrbf_trainer *trainer = b->trainer;
    ARGUMENT_REFUSED(labrbf_fit(b->settings, b->x, b->y, N, M, NULL, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_fit(b->settings, NULL, b->y, N, M, NULL, &model), "NULL");
    assert_null(model);
    model = b->model;
    ARGUMENT_REFUSED(labrbf_fit(b->settings, b->x, NULL, N, M, NULL, &model), "NULL");
    assert_null(model);
    labrbf_data data = fixture_rows(b->x, b->y, N, M);
    ARGUMENT_REFUSED(labrbf_trainer_create(b->settings, &data, NULL, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_trainer_create(b->settings, NULL, NULL, &trainer), "NULL");
    assert_null(trainer);
    trainer = b->trainer;
    data.x = NULL;
    ARGUMENT_REFUSED(labrbf_trainer_create(b->settings, &data, NULL, &trainer), "NULL");
    assert_null(trainer);
    ARGUMENT_REFUSED(labrbf_trainer_step(NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_trainer_run(NULL, INFINITY), "NULL");
    labrbf_training_info info = {.struct_size = sizeof info};
    ARGUMENT_REFUSED(labrbf_trainer_info(NULL, &info), "NULL");
    ARGUMENT_REFUSED(labrbf_trainer_info(b->trainer, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_trainer_take_model(NULL, &model), "NULL");
    ARGUMENT_REFUSED(labrbf_trainer_take_model(b->trainer, NULL), "NULL");
    labrbf_trainer_destroy(NULL);
}

static void sizes_that_cannot_be_are_refused(void **state) {
    bench *b = *state;
    labrbf_model *model = b->model;
    REFUSED(labrbf_fit(NULL, b->x, b->y, 0, M, NULL, &model), LABRBF_E_DATA, "row");
    REFUSED(labrbf_fit(NULL, b->x, b->y, 1, M, NULL, &model), LABRBF_E_DATA, "row");
    REFUSED(labrbf_fit(NULL, b->x, b->y, N, 0, NULL, &model), LABRBF_E_DATA, "feature");
    ARGUMENT_REFUSED(labrbf_fit(NULL, b->x, b->y, SIZE_MAX / 2, 8, NULL, &model), "address");
    ARGUMENT_REFUSED(labrbf_fit(NULL, b->x, b->y, 2, SIZE_MAX / 2, NULL, &model), "address");
    assert_null(model);
    ARGUMENT_REFUSED(labrbf_model_predict(b->model, b->x, SIZE_MAX / 2, M, 1, b->out), "address");
    ARGUMENT_REFUSED(labrbf_kernel_matrix("gaussian", b->x, SIZE_MAX / 2, b->x, b->theta, 3, M, b->out), "address");
    ARGUMENT_REFUSED(labrbf_akrr_solve(b->x, b->y, SIZE_MAX / 2, 1, NULL, &(labrbf_akrr){0}), "address");
}

static void hooks_that_make_no_sense_are_refused(void **state) {
    bench *b = *state;
    labrbf_hooks hooks = fixture_hooks(), whole;
    fixture_memory memory = {0};
    labrbf_model *model = b->model;
    hooks.struct_size = 0;
    ARGUMENT_REFUSED(labrbf_fit(NULL, b->x, b->y, N, M, &hooks, &model), "struct_size");
    assert_null(model);
    ARGUMENT_REFUSED(labrbf_model_load("x", &hooks, &model), "struct_size");
    ARGUMENT_REFUSED(labrbf_model_deserialize("x", 1, &hooks, &model), "struct_size");
    ARGUMENT_REFUSED(labrbf_akrr_solve(b->x, b->y, 2, 1, &hooks, &(labrbf_akrr){0}), "struct_size");
    whole = fixture_hooks();
    fixture_hook_memory(&whole, &memory);
    hooks = whole;
    hooks.release = NULL;
    ARGUMENT_REFUSED(labrbf_fit(NULL, b->x, b->y, N, M, &hooks, &model), "release");
    hooks = whole;
    hooks.allocate = NULL;
    ARGUMENT_REFUSED(labrbf_fit(NULL, b->x, b->y, N, M, &hooks, &model), "release");
    assert_int_equal(memory.calls, 0);
}

static void prediction_refuses_nonsense(void **state) {
    bench *b = *state;
    int which = 7;
    for (size_t i = 0; i < N; i++)
        b->out[i] = 99;
    ARGUMENT_REFUSED(labrbf_model_predict(NULL, b->x, N, M, 1, b->out), "NULL");
    ARGUMENT_REFUSED(labrbf_model_predict(b->model, NULL, N, M, 1, b->out), "NULL");
    ARGUMENT_REFUSED(labrbf_model_predict(b->model, b->x, N, M, 1, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_predict(b->model, b->x, N, M + 1, 1, b->out), "features");
    ARGUMENT_REFUSED(labrbf_model_predict(b->model, b->x, N, 0, 1, b->out), "features");
    ARGUMENT_REFUSED(labrbf_model_predict_second(NULL, 0, b->x, b->theta, N, M, b->out), "NULL");
    ARGUMENT_REFUSED(labrbf_model_predict_second(b->model, 0, b->x, NULL, N, M, b->out), "theta");
    ARGUMENT_REFUSED(labrbf_model_predict_second(b->model, 0, b->x, b->theta, N, 1, b->out), "features");
    ARGUMENT_REFUSED(labrbf_model_predict_better(NULL, 0, b->x, b->theta, N, M, b->out, &which), "NULL");
    ARGUMENT_REFUSED(labrbf_model_predict_better(b->model, 0, b->x, NULL, N, M, b->out, &which), "theta");
    const double kept = b->x[5], theta = b->theta[3];
    b->x[5] = INFINITY;
    REFUSED(labrbf_model_predict(b->model, b->x, N, M, 1, b->out), LABRBF_E_DATA, "row 2");
    REFUSED(labrbf_model_predict_second(b->model, 0, b->x, b->theta, N, M, b->out), LABRBF_E_DATA, "infinite");
    b->x[5] = kept;
    b->theta[3] = NAN;
    REFUSED(labrbf_model_predict_second(b->model, 0, b->x, b->theta, N, M, b->out), LABRBF_E_DATA, "bandwidths");
    REFUSED(labrbf_model_predict_better(b->model, 0, b->x, b->theta, N, M, b->out, &which), LABRBF_E_DATA,
            "bandwidths");
    b->theta[3] = theta;
    for (size_t i = 0; i < N; i++)
        assert_true(b->out[i] == 99);
    assert_int_equal(which, 7);
}

static void no_rows_are_no_mistake(void **state) {
    bench *b = *state;
    int which = 0;
    assert_int_equal(labrbf_model_predict(b->model, NULL, 0, M, 1, NULL), LABRBF_OK);
    assert_int_equal(labrbf_model_predict_second(b->model, 0, NULL, NULL, 0, M, NULL), LABRBF_OK);
    assert_int_equal(labrbf_model_predict_better(b->model, 0, NULL, NULL, 0, M, NULL, &which), LABRBF_OK);
    assert_true(which == 1 || which == 2);
    assert_int_equal(labrbf_model_predict_better(b->model, 0, b->x, b->theta, N, M, b->out, NULL), LABRBF_OK);
}

static void models_refuse_nonsense(void **state) {
    bench *b = *state;
    labrbf_model *model = b->model;
    labrbf_model_info info = {.struct_size = sizeof info};
    labrbf_round round;
    double values[S * M];
    size_t rows[S], size = 0;
    unsigned char byte = 0;
    char text[64];
    ARGUMENT_REFUSED(labrbf_model_save(NULL, "x"), "NULL");
    ARGUMENT_REFUSED(labrbf_model_save(b->model, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_load(NULL, NULL, &model), "NULL");
    ARGUMENT_REFUSED(labrbf_model_load("x", NULL, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_serialize(NULL, NULL, 0, &size), "NULL");
    ARGUMENT_REFUSED(labrbf_model_serialize(b->model, NULL, 0, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_serialize(b->model, &byte, 1, &size), "bytes");
    assert_true(size > 100 && byte == 0);
    ARGUMENT_REFUSED(labrbf_model_deserialize(NULL, 10, NULL, &model), "NULL");
    ARGUMENT_REFUSED(labrbf_model_deserialize("x", 1, NULL, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_info_get(NULL, &info), "NULL");
    ARGUMENT_REFUSED(labrbf_model_info_get(b->model, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_array(NULL, 0, LABRBF_BANDWIDTHS, values, S * M), "NULL");
    ARGUMENT_REFUSED(labrbf_model_array(b->model, 0, LABRBF_BANDWIDTHS, NULL, S * M), "NULL");
    ARGUMENT_REFUSED(labrbf_model_array(b->model, 0, LABRBF_BANDWIDTHS, values, S * M - 1), "count");
    ARGUMENT_REFUSED(labrbf_model_array(b->model, 0, LABRBF_COEFFICIENTS, values, S + 1), "count");
    ARGUMENT_REFUSED(labrbf_model_array(b->model, 0, (labrbf_array)99, values, S), "99");
    ARGUMENT_REFUSED(labrbf_model_support_rows(NULL, 0, rows, S), "NULL");
    ARGUMENT_REFUSED(labrbf_model_support_rows(b->model, 0, NULL, S), "NULL");
    ARGUMENT_REFUSED(labrbf_model_support_rows(b->model, 0, rows, S - 1), "count");
    ARGUMENT_REFUSED(labrbf_model_setting(NULL, "rate", text, sizeof text), "NULL");
    ARGUMENT_REFUSED(labrbf_model_setting(b->model, NULL, text, sizeof text), "NULL");
    ARGUMENT_REFUSED(labrbf_model_setting(b->model, "rate", NULL, sizeof text), "NULL");
    ARGUMENT_REFUSED(labrbf_model_setting(b->model, "kernel", text, 3), "bytes");
    REFUSED(labrbf_model_setting(b->model, "nonsense", text, sizeof text), LABRBF_E_SETTING, "nonsense");
    ARGUMENT_REFUSED(labrbf_model_history(NULL, 0, &round), "NULL");
    ARGUMENT_REFUSED(labrbf_model_history(b->model, 0, NULL), "NULL");
    assert_int_equal(labrbf_model_info_get(b->model, &info), LABRBF_OK);
    ARGUMENT_REFUSED(labrbf_model_history(b->model, info.n_rounds, &round), "rounds");
    labrbf_model_destroy(NULL);
}

static void names_come_and_go(void **state) {
    bench *b = *state;
    const char *names[M] = {"first", "second"}, *others[M] = {"", "x y"}, *hole[M] = {"a", NULL};
    labrbf_model *model = fixture_fit(WORDS, b->x, b->y, N, M);
    assert_null(labrbf_model_feature_name(model, 0));
    assert_null(labrbf_model_target_name(model, 0));
    assert_null(labrbf_model_feature_name(NULL, 0));
    assert_null(labrbf_model_target_name(NULL, 0));
    assert_int_equal(fixture_info(model).has_names, 0);
    ARGUMENT_REFUSED(labrbf_model_set_categories(NULL, names), "NULL");
    ARGUMENT_REFUSED(labrbf_model_set_categories(model, names), "no names");
    assert_null(labrbf_model_feature_category(NULL, 0));
    assert_null(labrbf_model_feature_category(model, 0));
    const char *target = "t", *other = "target", *none = NULL;
    ARGUMENT_REFUSED(labrbf_model_set_names(NULL, names, &target), "NULL");
    ARGUMENT_REFUSED(labrbf_model_set_names(model, NULL, &target), "NULL");
    ARGUMENT_REFUSED(labrbf_model_set_names(model, names, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_model_set_names(model, hole, &target), "feature 1");
    ARGUMENT_REFUSED(labrbf_model_set_names(model, names, &none), "target 0");
    assert_null(labrbf_model_target_name(model, 0));
    assert_int_equal(labrbf_model_set_names(model, names, &target), LABRBF_OK);
    ARGUMENT_REFUSED(labrbf_model_set_names(model, hole, &other), "NULL");
    assert_string_equal(labrbf_model_feature_name(model, 1), "second");
    assert_string_equal(labrbf_model_target_name(model, 0), "t");
    assert_int_equal(labrbf_model_set_names(model, others, &other), LABRBF_OK);
    assert_string_equal(labrbf_model_feature_name(model, 0), "");
    assert_string_equal(labrbf_model_feature_name(model, 1), "x y");
    assert_string_equal(labrbf_model_target_name(model, 0), "target");
    assert_null(labrbf_model_feature_name(model, M));
    assert_int_equal(fixture_info(model).has_names, 1);
    labrbf_model_destroy(model);
}

static void scores_refuse_nonsense(void **state) {
    bench *b = *state;
    labrbf_metrics metrics = {.n = 77};
    double other[N];
    memcpy(other, b->y, sizeof other);
    ARGUMENT_REFUSED(labrbf_metrics_compute(NULL, other, N, &metrics), "metrics");
    ARGUMENT_REFUSED(labrbf_metrics_compute(b->y, NULL, N, &metrics), "metrics");
    ARGUMENT_REFUSED(labrbf_metrics_compute(b->y, other, N, NULL), "metrics");
    ARGUMENT_REFUSED(labrbf_metrics_compute(b->y, other, 0, &metrics), "metrics");
    other[3] = NAN;
    REFUSED(labrbf_metrics_compute(other, b->y, N, &metrics), LABRBF_E_DATA, "number 3");
    REFUSED(labrbf_metrics_compute(b->y, other, N, &metrics), LABRBF_E_DATA, "predictions");
    assert_int_equal(metrics.n, 77);
}

static void own_kernels_refuse_nonsense(void **state) {
    bench *b = *state;
    double k[4] = {1, 0, 0, 1}, out[4] = {99, 99, 99, 99};
    labrbf_akrr result = {.alpha1 = out};
    ARGUMENT_REFUSED(labrbf_akrr_solve(k, b->y, 2, 1, NULL, NULL), "NULL");
    ARGUMENT_REFUSED(labrbf_akrr_solve(NULL, b->y, 2, 1, NULL, &result), "NULL");
    ARGUMENT_REFUSED(labrbf_akrr_solve(k, NULL, 2, 1, NULL, &result), "NULL");
    ARGUMENT_REFUSED(labrbf_akrr_solve(k, b->y, 0, 1, NULL, &result), "n is 0");
    static const double lambdas[] = {-1, NAN, INFINITY, -INFINITY};
    for (int c = 0; c < 4; c++)
        ARGUMENT_REFUSED(labrbf_akrr_solve(k, b->y, 2, lambdas[c], NULL, &result), "lambda");
    k[1] = NAN;
    REFUSED(labrbf_akrr_solve(k, b->y, 2, 1, NULL, &result), LABRBF_E_DATA, "kernel");
    k[1] = 0;
    const double y[2] = {1, INFINITY};
    REFUSED(labrbf_akrr_solve(k, y, 2, 1, NULL, &result), LABRBF_E_DATA, "labels");
    assert_true(out[0] == 99);
    assert_int_equal(labrbf_akrr_solve(k, b->y, 2, 1, NULL, &(labrbf_akrr){0}),
                     LABRBF_OK); /* every output is optional */
}

static void kernel_matrix_refuses_nonsense(void **state) {
    bench *b = *state;
    double out[4] = {99};
    static const char *const wrong[] = {"", "Gaussian", "gauss", "gaussian|exponential", "matern", "auto", "rbf"};
    for (size_t c = 0; c < sizeof wrong / sizeof wrong[0]; c++)
        REFUSED(labrbf_kernel_matrix(wrong[c], b->x, 2, b->x, b->theta, 2, M, out), LABRBF_E_SETTING, "kernel");
    ARGUMENT_REFUSED(labrbf_kernel_matrix(NULL, b->x, 2, b->x, b->theta, 2, M, out), "NULL");
    ARGUMENT_REFUSED(labrbf_kernel_matrix("gaussian", NULL, 2, b->x, b->theta, 2, M, out), "NULL");
    ARGUMENT_REFUSED(labrbf_kernel_matrix("gaussian", b->x, 2, NULL, b->theta, 2, M, out), "NULL");
    ARGUMENT_REFUSED(labrbf_kernel_matrix("gaussian", b->x, 2, b->x, NULL, 2, M, out), "NULL");
    ARGUMENT_REFUSED(labrbf_kernel_matrix("gaussian", b->x, 2, b->x, b->theta, 2, M, NULL), "NULL");
    assert_true(out[0] == 99);
}

/* ---- structs of callers with an older header */

static void a_smaller_struct_gets_what_it_has_room_for(void **state) {
    bench *b = *state;
    labrbf_model_info full = fixture_info(b->model), part;
    memset(&part, 0xee, sizeof part);
    part.struct_size = offsetof(labrbf_model_info, n_rows);
    assert_int_equal(labrbf_model_info_get(b->model, &part), LABRBF_OK);
    assert_int_equal(part.struct_size, offsetof(labrbf_model_info, n_rows));
    assert_int_equal(part.n_support, full.n_support);
    assert_int_equal(part.n_features, full.n_features);
    const unsigned char *beyond = (const unsigned char *)&part + part.struct_size;
    for (size_t i = 0; i < sizeof part - part.struct_size; i++)
        assert_int_equal(beyond[i], 0xee);

    labrbf_training_info info;
    memset(&info, 0xee, sizeof info);
    info.struct_size = offsetof(labrbf_training_info, round);
    assert_int_equal(labrbf_trainer_info(b->trainer, &info), LABRBF_OK);
    assert_int_equal(info.support_max, S);
    beyond = (const unsigned char *)&info + info.struct_size;
    for (size_t i = 0; i < sizeof info - info.struct_size; i++)
        assert_int_equal(beyond[i], 0xee);
    info.struct_size = part.struct_size = 0;
    ARGUMENT_REFUSED(labrbf_trainer_info(b->trainer, &info), "struct_size");
    ARGUMENT_REFUSED(labrbf_model_info_get(b->model, &part), "struct_size");
}

/* Hooks without the last fields: what they would hold is taken as absent, not read. */
static void smaller_hooks_are_read_as_far_as_they_go(void **state) {
    bench *b = *state;
    labrbf_hooks hooks;
    memset(&hooks, 0xee, sizeof hooks);
    fixture_memory memory = {0};
    fixture_hook_memory(&hooks, &memory);
    hooks.struct_size = offsetof(labrbf_hooks, log);
    labrbf_model *model;
    assert_true(labrbf_fit(b->settings, b->x, b->y, N, M, &hooks, &model) > 0);
    assert_true(memory.calls > 0);
    labrbf_model_destroy(model);
    assert_int_equal(memory.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_its_text),
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(messages_belong_to_their_thread),
        cmocka_unit_test(a_success_keeps_the_last_message),
        cmocka_unit_test(settings_refuse_null),
        cmocka_unit_test(training_refuses_null),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
        cmocka_unit_test(hooks_that_make_no_sense_are_refused),
        cmocka_unit_test(prediction_refuses_nonsense),
        cmocka_unit_test(no_rows_are_no_mistake),
        cmocka_unit_test(models_refuse_nonsense),
        cmocka_unit_test(names_come_and_go),
        cmocka_unit_test(scores_refuse_nonsense),
        cmocka_unit_test(own_kernels_refuse_nonsense),
        cmocka_unit_test(kernel_matrix_refuses_nonsense),
        cmocka_unit_test(a_smaller_struct_gets_what_it_has_room_for),
        cmocka_unit_test(smaller_hooks_are_read_as_far_as_they_go),
    };
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
