/*
 * Memory: steps allocate nothing, and failing the k-th allocation, for k = 1, 2, ... until there is none left to fail,
 * leaks nothing and says E_MEMORY. The hooks count what the library asks for; the linker's --wrap option counts what
 * its code would ask malloc for behind their back.
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

/* ---- malloc and its relatives, as called from the code under test (and from this program) */

static size_t system_calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size) {
    system_calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    system_calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    system_calls++;
    return __real_realloc(block, size);
}

/* ---- data and hooks */

enum { N = 200, M = 4 };
#define SMALL "support_init=6 support_max=14 support_add=4 steps_grow=4 steps_final=5 batch=16 "
#define LARGE "support_init=40 support_max=110 support_add=35 steps_grow=5 steps_final=6 batch=64 threads=3 "

static double x[N * M], y[N], out[N], theta[N * M], pairs[2 * N], slopes[N * M];

static int make_data(void **state) {
    (void)state;
    fixture_data(171, N, M, x, y);
    for (size_t i = 0; i < N * M; i++)
        theta[i] = 1;
    for (size_t i = 0; i < 2 * N; i++)
        pairs[i] = y[i / 2] * (i % 2 ? x[i] : 1);
    return 0;
}

static labrbf_hooks counting(fixture_memory *memory) {
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_memory(&hooks, memory);
    return hooks;
}

/* ---- steps allocate nothing */

static void expect_no_allocation_with(const char *words, const labrbf_data *data) {
    fixture_memory memory = {0};
    labrbf_hooks hooks = counting(&memory);
    labrbf_settings *settings = fixture_settings(words);
    labrbf_trainer *trainer = NULL;
    assert_int_equal(labrbf_trainer_create(settings, data, &hooks, &trainer), LABRBF_OK);
    labrbf_settings_destroy(settings);
    assert_true(memory.calls > 0);
    size_t asked = memory.calls, system_asked = system_calls, steps = 0;
    labrbf_status status;
    labrbf_training_info info = {.struct_size = sizeof info};
    do {
        status = labrbf_trainer_step(trainer);
        steps++;
        assert_int_equal(labrbf_trainer_info(trainer, &info), LABRBF_OK);
        if (memory.calls != asked || system_calls != system_asked)
            fail_msg("step %zu allocates, with %s", steps, words);
    } while (status == LABRBF_OK);
    assert_int_equal(status, LABRBF_DONE_SUPPORTS);
    assert_true(info.round >= 4); /* growth rounds and the final phase are all behind us */
    labrbf_trainer_destroy(trainer);
    assert_int_equal(memory.live_blocks, 0);
}

static void expect_no_allocation_after_creation(const char *words) {
    double weights[N];
    for (size_t r = 0; r < N; r++)
        weights[r] = (double)(1 + r % 3);
    expect_no_allocation_with(words, &(labrbf_data){sizeof(labrbf_data), N, M, 1, x, y, NULL, NULL, NULL});
    expect_no_allocation_with(words, &(labrbf_data){sizeof(labrbf_data), N, M, 2, x, pairs, weights, NULL, NULL});
}

static void a_step_allocates_nothing(void **state) {
    (void)state;
    expect_no_allocation_after_creation(SMALL "kernel=gaussian");
    expect_no_allocation_after_creation(SMALL "optimizer=adam-sgd theta_new=nearest support_rule=random");
    expect_no_allocation_after_creation(SMALL "batch_rows=all bias=none sigma0=3 optimizer=sgd");
    expect_no_allocation_after_creation(SMALL "scaling=rank");
    expect_no_allocation_after_creation(LARGE);
    expect_no_allocation_after_creation(LARGE
                                        "coefficients=rows theta_form=log rate_decay=cosine center_rate=1 ridge=1e-4");
    expect_no_allocation_after_creation(SMALL "patience=2");
    expect_no_allocation_after_creation(SMALL "coefficients=rows center_rate=1 ridge=1e-4 patience=1000");
    expect_no_allocation_after_creation(LARGE "kernel=gaussian lambda=0 sigma0=0.001"); /* lambda has to be raised */
}

static void prediction_with_one_thread_allocates_nothing(void **state) {
    (void)state;
    fixture_memory memory = {0};
    labrbf_hooks hooks = counting(&memory);
    labrbf_settings *settings = fixture_settings(SMALL);
    labrbf_model *model = NULL;
    assert_true(labrbf_fit(settings, x, y, N, M, &hooks, &model) > 0);
    size_t asked = memory.calls, system_asked = system_calls, size;
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, out), LABRBF_OK);
    assert_int_equal(labrbf_model_predict_second(model, 0, x, theta, N, M, out), LABRBF_OK);
    assert_int_equal(labrbf_model_predict_better(model, 0, x, theta, N, M, out, NULL), LABRBF_OK);
    assert_int_equal(labrbf_model_gradient(model, x, N, M, 1, slopes), LABRBF_OK);
    assert_int_equal(labrbf_model_serialize(model, NULL, 0, &size), LABRBF_OK);
    assert_int_equal(memory.calls, asked);
    assert_int_equal(system_calls, system_asked);
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    assert_int_equal(memory.live_blocks, 0);
}

/* Everything the library keeps comes through the hooks, so it can be limited there. */
static void all_memory_comes_through_the_hooks(void **state) {
    (void)state;
    fixture_memory memory = {0};
    labrbf_hooks hooks = counting(&memory);
    labrbf_settings *settings = fixture_settings(SMALL);
    labrbf_model *model = NULL;
    size_t before = system_calls;
    assert_true(labrbf_fit(settings, x, y, N, M, &hooks, &model) > 0);
    labrbf_model_destroy(model);
    assert_int_equal(system_calls - before, memory.calls); /* the counting allocator's own mallocs and no others */
    labrbf_settings_destroy(settings);
}

/* ---- the k-th allocation fails */

/* Does some work with the hooks and gives everything back; returns the first failure, or success. */
typedef labrbf_status scenario(const labrbf_hooks *hooks);

static void fail_each_allocation(scenario *run, size_t at_least) {
    for (size_t k = 1;; k++) {
        fixture_memory memory = {.fail_at = k};
        labrbf_hooks hooks = counting(&memory);
        labrbf_status status = run(&hooks);
        if (memory.live_blocks != 0)
            fail_msg("%zu blocks leak when allocation %zu fails", memory.live_blocks, k);
        if (memory.calls < k) { /* there was no k-th */
            assert_true(status >= 0);
            assert_true(k > at_least);
            return;
        }
        if (status != LABRBF_E_MEMORY)
            fail_msg("%d when allocation %zu fails", (int)status, k);
        assert_non_null(strstr(labrbf_last_error(), "memory"));
        assert_true(k < 1000);
    }
}

static labrbf_status fit_with(const labrbf_hooks *hooks, const char *words) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = (labrbf_model *)x; /* must become NULL on failure */
    labrbf_status status = labrbf_fit(settings, x, y, N, M, hooks, &model);
    assert_true((status < 0) == (model == NULL));
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    return status;
}

static labrbf_status fit_small(const labrbf_hooks *hooks) { return fit_with(hooks, SMALL); }
static labrbf_status fit_large(const labrbf_hooks *hooks) { return fit_with(hooks, LARGE); }
/* The ridge is chosen on the way, by trainings that allocate. */
static labrbf_status fit_by_rows(const labrbf_hooks *hooks) {
    return fit_with(hooks, SMALL "coefficients=rows theta_form=log center_rate=1 steps_final=8");
}

static labrbf_status fit_members(const labrbf_hooks *hooks) {
    return fit_with(hooks, SMALL "coefficients=rows center_rate=1 steps_final=8 ridge=1e-4 members=2 support_init=4");
}

static labrbf_status fit_with_patience(const labrbf_hooks *hooks) {
    return fit_with(hooks, SMALL "coefficients=rows center_rate=1 steps_final=8 patience=2");
}

/* Weights and two targets; then going on from what came out. */
static labrbf_status fit_data_with(const labrbf_hooks *hooks, const char *words) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_data data = {sizeof data, N / 2, M, 2, x, y, theta, NULL, NULL};
    labrbf_model *model = (labrbf_model *)x, *more = (labrbf_model *)x;
    labrbf_status status = labrbf_fit_data(settings, &data, hooks, &model);
    assert_true((status < 0) == (model == NULL));
    theta[0] = 2; /* rows of different weights */
    data.start = model;
    if (status >= 0) {
        status = labrbf_fit_data(settings, &data, hooks, &more);
        assert_true((status < 0) == (more == NULL));
        labrbf_model_destroy(more);
    }
    theta[0] = 1;
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    return status;
}

static labrbf_status fit_data_small(const labrbf_hooks *hooks) { return fit_data_with(hooks, SMALL); }
static labrbf_status fit_data_by_rows(const labrbf_hooks *hooks) {
    return fit_data_with(hooks, SMALL "coefficients=rows theta_form=log center_rate=1 steps_final=8");
}

/* Marked rows are held out. */
static labrbf_status fit_data_with_patience(const labrbf_hooks *hooks) {
    unsigned char marks[N];
    for (size_t r = 0; r < N; r++)
        marks[r] = r % 3 == 0;
    labrbf_settings *settings = fixture_settings(SMALL "patience=2");
    labrbf_data data = {sizeof data, N, M, 1, x, y, theta, NULL, marks};
    labrbf_model *model = (labrbf_model *)x;
    theta[0] = 2;
    labrbf_status status = labrbf_fit_data(settings, &data, hooks, &model);
    assert_true((status < 0) == (model == NULL));
    theta[0] = 1;
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    return status;
}

static labrbf_status fit_data_by_ranks(const labrbf_hooks *hooks) { return fit_data_with(hooks, SMALL "scaling=rank"); }

static labrbf_status train_by_steps(const labrbf_hooks *hooks) {
    labrbf_settings *settings = fixture_settings(LARGE);
    labrbf_trainer *trainer = (labrbf_trainer *)x;
    labrbf_model *first = NULL, *last = NULL;
    const labrbf_data data = fixture_rows(x, y, N, M);
    labrbf_status status = labrbf_trainer_create(settings, &data, hooks, &trainer);
    assert_true((status < 0) == (trainer == NULL));
    labrbf_settings_destroy(settings);
    for (int i = 0; i < 4 && status >= 0; i++)
        status = labrbf_trainer_step(trainer);
    if (status >= 0) {
        first = (labrbf_model *)x;
        status = labrbf_trainer_take_model(trainer, &first);
        assert_true((status < 0) == (first == NULL));
    }
    if (trainer) { /* it stays usable, even after a model could not be made */
        assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
        labrbf_status taken = labrbf_trainer_take_model(trainer, &last);
        status = status < 0 ? status : taken;
        assert_true(taken >= 0 || last == NULL);
    }
    labrbf_model_destroy(first);
    labrbf_model_destroy(last);
    labrbf_trainer_destroy(trainer);
    return status;
}

static unsigned char *model_bytes(size_t *size) {
    const char *names[M] = {"a", "b", "c", "d"}, *target = "t";
    labrbf_model *model = fixture_fit(SMALL, x, y, N, M);
    assert_int_equal(labrbf_model_set_names(model, names, &target), LABRBF_OK);
    unsigned char *bytes = fixture_bytes(model, size);
    labrbf_model_destroy(model);
    return bytes;
}

static labrbf_status deserialize(const labrbf_hooks *hooks) {
    size_t size;
    unsigned char *bytes = model_bytes(&size);
    labrbf_model *model = (labrbf_model *)x;
    labrbf_status status = labrbf_model_deserialize(bytes, size, hooks, &model);
    assert_true((status < 0) == (model == NULL));
    labrbf_model_destroy(model);
    free(bytes);
    return status;
}

static labrbf_status deserialize_ranks(const labrbf_hooks *hooks) {
    size_t size;
    labrbf_model *ranks = fixture_fit(SMALL "scaling=rank", x, y, N, M), *model = ranks;
    unsigned char *bytes = fixture_bytes(ranks, &size);
    labrbf_status status = labrbf_model_deserialize(bytes, size, hooks, &model);
    assert_true((status < 0) == (model == NULL));
    labrbf_model_destroy(model);
    labrbf_model_destroy(ranks);
    free(bytes);
    return status;
}

static labrbf_status save_and_load(const labrbf_hooks *hooks) {
    fixture_folder folder = fixture_folder_make();
    char path[512];
    (void)fixture_path(&folder, "model.lab", path);
    size_t size;
    unsigned char *bytes = model_bytes(&size);
    labrbf_model *model = NULL, *again = NULL;
    labrbf_status status = labrbf_model_deserialize(bytes, size, hooks, &model);
    if (status >= 0)
        status = labrbf_model_save(model, path);
    assert_int_equal(fixture_folder_count(&folder), status >= 0 ? 1 : 0);
    if (status >= 0) {
        again = (labrbf_model *)x;
        status = labrbf_model_load(path, hooks, &again);
        assert_true((status < 0) == (again == NULL));
    }
    labrbf_model_destroy(model);
    labrbf_model_destroy(again);
    free(bytes);
    fixture_folder_remove(&folder);
    return status;
}

static labrbf_status name_columns(const labrbf_hooks *hooks) {
    const char *names[M] = {"a", "b", "c", "d"}, *others[M] = {"e", "f", "g", "h"}, *target = "t", *other = "u";
    size_t size;
    unsigned char *bytes = model_bytes(&size);
    labrbf_model *model = NULL;
    labrbf_status status = labrbf_model_deserialize(bytes, size, hooks, &model);
    if (status >= 0)
        status = labrbf_model_set_names(model, names, &target);
    if (status >= 0) {
        status = labrbf_model_set_names(model, others, &other);
        assert_string_equal(labrbf_model_target_name(model, 0), status < 0 ? "t" : "u"); /* all or nothing */
        assert_string_equal(labrbf_model_feature_name(model, M - 1), status < 0 ? "d" : "h");
    }
    labrbf_model_destroy(model);
    free(bytes);
    return status;
}

typedef labrbf_status query(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                            size_t n_threads, double *out);

static labrbf_status ask_with_threads(const labrbf_hooks *hooks, query *ask, double *answer) {
    size_t size;
    unsigned char *bytes = model_bytes(&size);
    labrbf_model *model = NULL;
    labrbf_status status = labrbf_model_deserialize(bytes, size, hooks, &model);
    if (status >= 0)
        status = ask(model, x, N, M, 3, answer);
    labrbf_model_destroy(model);
    free(bytes);
    return status;
}

static labrbf_status predict_with_threads(const labrbf_hooks *hooks) {
    return ask_with_threads(hooks, labrbf_model_predict, out);
}

static labrbf_status slopes_with_threads(const labrbf_hooks *hooks) {
    return ask_with_threads(hooks, labrbf_model_gradient, slopes);
}

static labrbf_status solve_own_kernel(const labrbf_hooks *hooks) {
    enum { S = 10 };
    double k[S * S] = {0}, alpha[S];
    for (size_t i = 0; i < S; i++)
        k[i * S + i] = 1;
    labrbf_akrr result = {.alpha1 = alpha};
    return labrbf_akrr_solve(k, y, S, 0.1, hooks, &result);
}

static void failing_allocations_of_fit(void **state) {
    (void)state;
    fail_each_allocation(fit_small, 4);
    fail_each_allocation(fit_large, 6);
    fail_each_allocation(fit_by_rows, 40);
    fail_each_allocation(fit_members, 8);
    fail_each_allocation(fit_data_small, 12);
    fail_each_allocation(fit_data_by_ranks, 12);
    fail_each_allocation(fit_data_by_rows, 80);
    fail_each_allocation(fit_with_patience, 44);
    fail_each_allocation(fit_data_with_patience, 10);
}

static void failing_allocations_of_a_stepped_trainer(void **state) {
    (void)state;
    fail_each_allocation(train_by_steps, 8);
}

static void failing_allocations_of_models(void **state) {
    (void)state;
    fail_each_allocation(deserialize, 3);
    fail_each_allocation(deserialize_ranks, 2);
    fail_each_allocation(save_and_load, 6);
    fail_each_allocation(name_columns, 6);
    fail_each_allocation(predict_with_threads, 4);
    fail_each_allocation(slopes_with_threads, 4);
}

static void failing_allocations_of_own_kernels(void **state) {
    (void)state;
    fail_each_allocation(solve_own_kernel, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(prediction_with_one_thread_allocates_nothing),
        cmocka_unit_test(all_memory_comes_through_the_hooks),
        cmocka_unit_test(failing_allocations_of_fit),
        cmocka_unit_test(failing_allocations_of_a_stepped_trainer),
        cmocka_unit_test(failing_allocations_of_models),
        cmocka_unit_test(failing_allocations_of_own_kernels),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
