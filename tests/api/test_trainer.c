/* Training by steps: cancel and go on, take a model at any time, the ways to stop, and what is reported on the way. */
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

enum { N = 150, M = 3 };
/* 10 supports, then 15, then 20: 3 rounds of 8 steps and 9 final ones. */
#define WORDS "support_init=10 support_max=20 support_add=5 steps_grow=8 steps_final=9 batch=32 "
enum { STEPS = 3 * 8 + 9 };

typedef struct data {
    double x[N * M], y[N];
} data;

static const data *the_data(void) {
    static data d;
    fixture_data(141, N, M, d.x, d.y);
    return &d;
}

static labrbf_trainer *make_trainer(const char *words, const labrbf_hooks *hooks) {
    const data *d = the_data();
    labrbf_settings *settings = fixture_settings(words);
    labrbf_trainer *trainer = NULL;
    const labrbf_data rows = fixture_rows(d->x, d->y, N, M);
    assert_int_equal(labrbf_trainer_create(settings, &rows, hooks, &trainer), LABRBF_OK);
    labrbf_settings_destroy(settings); /* the trainer needs it no more */
    return trainer;
}

static labrbf_round last_round(const labrbf_model *model) {
    labrbf_round round;
    assert_int_equal(labrbf_model_history(model, fixture_info(model).n_rounds - 1, &round), LABRBF_OK);
    return round;
}

/* The trainer's model as bytes. */
static unsigned char *bytes_of(labrbf_trainer *trainer, size_t *size) {
    labrbf_model *model = fixture_take_model(trainer);
    unsigned char *bytes = fixture_bytes(model, size);
    labrbf_model_destroy(model);
    return bytes;
}

/* Ends the trainer and compares its model with that of labrbf_fit. */
static void expect_model_of_fit(labrbf_trainer *trainer, const char *words) {
    size_t size, fit_size;
    unsigned char *bytes = bytes_of(trainer, &size);
    labrbf_model *model = fixture_fit(words, the_data()->x, the_data()->y, N, M);
    unsigned char *fit_bytes = fixture_bytes(model, &fit_size);
    assert_int_equal(size, fit_size);
    assert_memory_equal(bytes, fit_bytes, size);
    free(bytes);
    free(fit_bytes);
    labrbf_model_destroy(model);
    labrbf_trainer_destroy(trainer);
}

static const char *const VARIANTS[] = {WORDS, WORDS "kernel=gaussian optimizer=adam-sgd batch_rows=all",
                                       WORDS "support_rule=random optimizer=sgd theta_new=nearest bias=none",
                                       /* so many that steps start from an old inverse and the last alpha */
                                       WORDS "support_init=100 support_max=120 support_add=10", WORDS "kernel=matern32",
                                       WORDS "kernel=matern52 optimizer=sgd"};
enum { N_VARIANTS = sizeof VARIANTS / sizeof VARIANTS[0] };

static void step_by_step_equals_fit(void **state) {
    (void)state;
    for (int v = 0; v < N_VARIANTS; v++) {
        labrbf_trainer *trainer = make_trainer(VARIANTS[v], NULL);
        labrbf_status status;
        do
            status = labrbf_trainer_step(trainer);
        while (status == LABRBF_OK);
        assert_int_equal(status, LABRBF_DONE_SUPPORTS);
        expect_model_of_fit(trainer, VARIANTS[v]);
    }
}

static void run_equals_fit_and_done_stays_done(void **state) {
    (void)state;
    for (int v = 0; v < N_VARIANTS; v++) {
        labrbf_trainer *trainer = make_trainer(VARIANTS[v], NULL);
        assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
        for (int again = 0; again < 3; again++) {
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_DONE_SUPPORTS);
            assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
        }
        assert_int_equal(fixture_training_info(trainer).step, STEPS);
        expect_model_of_fit(trainer, VARIANTS[v]);
    }
}

static void slices_of_time_come_to_the_same_end(void **state) {
    (void)state;
    for (int v = 0; v < N_VARIANTS; v++) {
        labrbf_trainer *trainer = make_trainer(VARIANTS[v], NULL);
        labrbf_status status = labrbf_trainer_run(trainer, 0.0); /* no time at all: one step */
        assert_int_equal(status, LABRBF_OK);
        assert_true(fixture_training_info(trainer).step <= 1);
        while (status == LABRBF_OK)
            status = labrbf_trainer_run(trainer, 1e-4);
        assert_int_equal(status, LABRBF_DONE_SUPPORTS);
        expect_model_of_fit(trainer, VARIANTS[v]);
    }
}

static void slices_of_no_sensible_time_are_refused(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(VARIANTS[0], NULL);
    assert_int_equal(labrbf_trainer_run(NULL, 1.0), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_trainer_run(trainer, -1.0), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_trainer_run(trainer, NAN), LABRBF_E_ARGUMENT);
    assert_int_equal(fixture_training_info(trainer).step, 0);
    labrbf_trainer_destroy(trainer);
}

/* Taking a model after every step does not change the result. */
static void models_can_be_taken_at_any_time(void **state) {
    (void)state;
    for (int v = 0; v < N_VARIANTS; v++) {
        labrbf_trainer *trainer = make_trainer(VARIANTS[v], NULL);
        labrbf_status status = LABRBF_OK;
        for (size_t steps = 0; status == LABRBF_OK; steps++) {
            labrbf_model *model = fixture_take_model(trainer);
            labrbf_model_info info = fixture_info(model);
            assert_int_equal(info.stopped, LABRBF_DONE_CANCELLED);
            assert_int_equal(info.n_steps, fixture_training_info(trainer).step);
            assert_int_equal(info.n_support, fixture_training_info(trainer).n_support);
            assert_int_equal(info.n_rounds, fixture_training_info(trainer).round);
            double out;
            assert_int_equal(labrbf_model_predict(model, the_data()->x, 1, M, 1, &out), LABRBF_OK);
            assert_true(isfinite(out));
            labrbf_model_destroy(model);
            status = labrbf_trainer_step(trainer);
        }
        expect_model_of_fit(trainer, VARIANTS[v]);
    }
}

static void a_model_outlives_its_trainer(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(WORDS, NULL);
    assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    labrbf_model *model = fixture_take_model(trainer);
    labrbf_trainer_destroy(trainer);
    double out[N];
    assert_int_equal(labrbf_model_predict(model, the_data()->x, N, M, 1, out), LABRBF_OK);
    labrbf_model_destroy(model);
}

/* ---- progress and cancel */

typedef struct watcher {
    size_t calls, cancel_at; /* 0: never */
    labrbf_training_info last;
    int wrong;
} watcher;

static int watch(void *user, const labrbf_training_info *info) {
    watcher *w = user;
    w->calls++;
    bool sound = info->struct_size == sizeof *info && info->step == w->calls && info->step_limit == STEPS &&
                 info->support_max == 20 && info->n_support >= w->last.n_support && info->n_support <= 20 &&
                 info->round >= w->last.round && info->fraction >= w->last.fraction && info->fraction <= 1.0 &&
                 isfinite(info->loss) && info->loss >= 0 && info->lambda == 0.001 &&
                 (info->round > 0) == isfinite(info->max_error);
    w->wrong += !sound;
    w->last = *info;
    return w->calls == w->cancel_at;
}

static labrbf_hooks watched(watcher *w) {
    labrbf_hooks hooks = fixture_hooks();
    hooks.progress = watch;
    hooks.user = w;
    return hooks;
}

static void progress_is_reported_after_every_gradient_step(void **state) {
    (void)state;
    watcher w = {0};
    labrbf_hooks hooks = watched(&w);
    labrbf_trainer *trainer = make_trainer(WORDS, &hooks);
    assert_int_equal(w.calls, 0);
    assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
    assert_int_equal(w.wrong, 0);
    assert_int_equal(w.calls, STEPS);
    labrbf_trainer_destroy(trainer);
}

/* Single steps report as well, and can be asked to stop. */
static void single_steps_report_progress(void **state) {
    (void)state;
    watcher w = {.cancel_at = 3};
    labrbf_hooks hooks = watched(&w);
    labrbf_trainer *trainer = make_trainer(WORDS, &hooks);
    size_t cancelled = 0;
    labrbf_status status;
    do {
        status = labrbf_trainer_step(trainer);
        cancelled += status == LABRBF_DONE_CANCELLED;
    } while (status == LABRBF_OK || (status == LABRBF_DONE_CANCELLED && cancelled == 1));
    assert_int_equal(status, LABRBF_DONE_SUPPORTS);
    assert_int_equal(cancelled, 1);
    assert_int_equal(w.wrong, 0);
    assert_int_equal(w.calls, STEPS);
    expect_model_of_fit(trainer, WORDS);
}

static void cancel_and_go_on(const char *words, size_t cancel_at, bool take_model) {
    watcher w = {.cancel_at = cancel_at};
    labrbf_hooks hooks = watched(&w);
    labrbf_trainer *trainer = make_trainer(words, &hooks);
    assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_CANCELLED);
    assert_int_equal(fixture_training_info(trainer).step, cancel_at);
    if (take_model) {
        labrbf_model *model = fixture_take_model(trainer);
        assert_int_equal(fixture_info(model).stopped, LABRBF_DONE_CANCELLED);
        labrbf_model_destroy(model);
    }
    assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
    assert_int_equal(w.calls, STEPS);
    expect_model_of_fit(trainer, words);
}

static void a_cancelled_run_goes_on_to_the_same_end(void **state) {
    (void)state;
    for (size_t cancel_at = 1; cancel_at < STEPS; cancel_at += 3) {
        for (int v = 0; v < N_VARIANTS - 1; v++)
            cancel_and_go_on(VARIANTS[v], cancel_at, false);
        cancel_and_go_on(WORDS, cancel_at, true);
    }
    cancel_and_go_on(VARIANTS[N_VARIANTS - 1], 11, false); /* the large one */
}

/* The model of a cancelled run is one that the caller can keep, and then go on. */
static void a_large_cancelled_run_goes_on_after_its_model_is_taken(void **state) {
    (void)state;
    for (size_t cancel_at = 3; cancel_at < STEPS; cancel_at += 11)
        cancel_and_go_on(VARIANTS[N_VARIANTS - 1], cancel_at, true);
}

static void a_cancelled_fit_gives_the_model_so_far(void **state) {
    (void)state;
    watcher w = {.cancel_at = 11};
    labrbf_hooks hooks = watched(&w);
    labrbf_settings *settings = fixture_settings(WORDS);
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_fit(settings, the_data()->x, the_data()->y, N, M, &hooks, &model), LABRBF_DONE_CANCELLED);
    assert_non_null(model);
    assert_int_equal(fixture_info(model).stopped, LABRBF_DONE_CANCELLED);
    assert_int_equal(fixture_info(model).n_steps, 11);
    assert_int_equal(fixture_info(model).n_support, 15); /* one round of 8 steps is over */

    labrbf_trainer *trainer = make_trainer(WORDS, NULL); /* the same 11 steps by hand */
    for (int i = 0; i < 11; i++)
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    size_t size, other;
    unsigned char *by_hand = bytes_of(trainer, &size), *cancelled = fixture_bytes(model, &other);
    assert_int_equal(size, other);
    assert_memory_equal(by_hand, cancelled, size);
    free(by_hand);
    free(cancelled);
    labrbf_trainer_destroy(trainer);
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
}

static void information_before_the_first_step(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(WORDS, NULL);
    labrbf_training_info info = fixture_training_info(trainer);
    assert_int_equal(info.n_support, 10);
    assert_int_equal(info.support_max, 20);
    assert_int_equal(info.round, 0);
    assert_int_equal(info.step, 0);
    assert_int_equal(info.step_limit, STEPS);
    assert_true(isnan(info.loss) && isnan(info.max_error) && info.fraction == 0.0 && info.lambda == 0.001);
    assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
    assert_true(fixture_training_info(trainer).fraction == 1.0);
    labrbf_trainer_destroy(trainer);
}

/* The loss is averaged over recent steps: over all of them as long as there are fewer than 50. */
static void the_loss_on_the_way_is_that_of_the_history(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(WORDS, NULL);
    long double sum = 0;
    for (size_t steps = 1, round = 0; steps <= STEPS; steps++) {
        (void)labrbf_trainer_step(trainer);
        if (fixture_training_info(trainer).round == round)
            continue;
        round = fixture_training_info(trainer).round;
        labrbf_model *model = fixture_take_model(trainer);
        labrbf_round last = last_round(model);
        sum += last.loss * (double)last.n_steps;
        oracle_close("mean loss", fixture_training_info(trainer).loss, sum / (long double)steps, 1e-13L);
        oracle_close("largest error", fixture_training_info(trainer).max_error, last.max_error, 0);
        labrbf_model_destroy(model);
    }
    labrbf_trainer_destroy(trainer);
}

/* ---- the ways to stop */

static labrbf_model *fit_stopping(const char *words, labrbf_status expected) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_fit(settings, the_data()->x, the_data()->y, N, M, NULL, &model), expected);
    assert_int_equal(fixture_info(model).stopped, expected);
    labrbf_settings_destroy(settings);
    return model;
}

static void stop_by_supports(void **state) {
    (void)state;
    labrbf_model *model = fit_stopping(WORDS, LABRBF_DONE_SUPPORTS);
    labrbf_model_info info = fixture_info(model);
    assert_int_equal(info.n_support, 20);
    assert_int_equal(info.n_steps, STEPS);
    assert_int_equal(info.n_rounds, 4); /* three of growth and the final steps */
    static const size_t supports[] = {10, 15, 20, 20}, steps[] = {8, 8, 8, 9};
    for (size_t i = 0; i < 4; i++) {
        labrbf_round round;
        assert_int_equal(labrbf_model_history(model, i, &round), LABRBF_OK);
        assert_int_equal(round.n_support, supports[i]);
        assert_int_equal(round.n_steps, steps[i]);
        assert_true(round.loss > 0 && round.max_error >= round.mean_error && round.mean_error > 0);
    }
    labrbf_model_destroy(model);
}

static void stop_by_rounds(void **state) {
    (void)state;
    labrbf_model *model = fit_stopping(WORDS "rounds=2", LABRBF_DONE_ROUNDS);
    assert_int_equal(fixture_info(model).n_support, 15);
    assert_int_equal(fixture_info(model).n_steps, 2 * 8 + 9);
    labrbf_model_destroy(model);
}

/* The tolerance is the squared error of labels scaled to [-1, 1]: the largest over the rows outside must be within. */
static void stop_by_tolerance(void **state) {
    (void)state;
    labrbf_model *model = fit_stopping(WORDS "tolerance=3", LABRBF_DONE_TOLERANCE); /* after the first round */
    assert_int_equal(fixture_info(model).n_support, 10);
    assert_int_equal(fixture_info(model).n_steps, 8); /* no final steps */
    assert_true(last_round(model).max_error <= 3);
    labrbf_model_destroy(model);
    model = fit_stopping(WORDS "support_max=100 tolerance=0.05", LABRBF_DONE_TOLERANCE);
    labrbf_model_info info = fixture_info(model);
    assert_true(info.n_support > 10 && info.n_support < 100);
    labrbf_round round;
    for (size_t i = 0; i < info.n_rounds; i++) {
        assert_int_equal(labrbf_model_history(model, i, &round), LABRBF_OK);
        assert_true((round.max_error <= 0.05) == (i + 1 == info.n_rounds));
    }
    labrbf_model_destroy(model);
}

static void stop_when_no_distinct_row_is_left(void **state) {
    (void)state;
    double x[12], y[12];
    for (size_t r = 0; r < 12; r++) {
        x[r] = (double)(r % 4);
        y[r] = (double)r;
    }
    labrbf_settings *settings = fixture_settings("support_init=2 support_max=10 support_add=1 steps_grow=2 batch=4 "
                                                 "steps_final=3");
    labrbf_model *model;
    assert_int_equal(labrbf_fit(settings, x, y, 12, 1, NULL, &model), LABRBF_DONE_SUPPORTS);
    assert_int_equal(fixture_info(model).n_support, 4);
    labrbf_settings_destroy(settings);
    labrbf_model_destroy(model);
}

/* ---- the settings in the model */

static void settings_of_a_model_train_it_again(void **state) {
    (void)state;
    static const char *const words[] = {"steps_grow=5 steps_final=5 sigma0=auto support_max=auto",
                                        "steps_grow=5 steps_final=5 support_max=1000 batch=100000 batch_rows=all",
                                        WORDS "kernel=gaussian seed=77 lambda=0 rate_final=0.003 optimizer=adam-sgd"};
    for (int w = 0; w < 3; w++) {
        labrbf_model *model = fixture_fit(words[w], the_data()->x, the_data()->y, N, M);
        labrbf_settings *settings = NULL;
        assert_int_equal(labrbf_settings_create(&settings), LABRBF_OK);
        for (size_t i = 0; i < labrbf_settings_count(); i++) {
            labrbf_setting_info row;
            char text[64];
            assert_int_equal(labrbf_settings_describe(i, &row), LABRBF_OK);
            assert_int_equal(labrbf_model_setting(model, row.name, text, sizeof text), LABRBF_OK);
            assert_int_equal(labrbf_settings_set(settings, row.name, text), LABRBF_OK);
        }
        labrbf_model *again;
        assert_true(labrbf_fit(settings, the_data()->x, the_data()->y, N, M, NULL, &again) > 0);
        size_t size, other;
        unsigned char *one = fixture_bytes(model, &size), *two = fixture_bytes(again, &other);
        assert_int_equal(size, other);
        assert_memory_equal(one, two, size);
        free(one);
        free(two);
        labrbf_model_destroy(model);
        labrbf_model_destroy(again);
        labrbf_settings_destroy(settings);
    }
}

static void what_was_auto_is_resolved_in_the_model(void **state) {
    (void)state;
    char text[64];
    labrbf_model *model = fixture_fit("steps_grow=2 steps_final=2 threads=3", the_data()->x, the_data()->y, N, M);
    static const char *const expected[][2] = {
        {"support_max", "75"}, {"support_init", "25"}, {"rate_final", "0.01"}, {"threads", "auto"}, {"batch", "128"}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(labrbf_model_setting(model, expected[i][0], text, sizeof text), LABRBF_OK);
        assert_string_equal(text, expected[i][1]);
    }
    assert_int_equal(labrbf_model_setting(model, "sigma0", text, sizeof text), LABRBF_OK);
    assert_true(atof(text) > 0);
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_by_step_equals_fit),
        cmocka_unit_test(run_equals_fit_and_done_stays_done),
        cmocka_unit_test(slices_of_time_come_to_the_same_end),
        cmocka_unit_test(slices_of_no_sensible_time_are_refused),
        cmocka_unit_test(models_can_be_taken_at_any_time),
        cmocka_unit_test(a_model_outlives_its_trainer),
        cmocka_unit_test(progress_is_reported_after_every_gradient_step),
        cmocka_unit_test(single_steps_report_progress),
        cmocka_unit_test(a_cancelled_run_goes_on_to_the_same_end),
        cmocka_unit_test(a_large_cancelled_run_goes_on_after_its_model_is_taken),
        cmocka_unit_test(a_cancelled_fit_gives_the_model_so_far),
        cmocka_unit_test(information_before_the_first_step),
        cmocka_unit_test(the_loss_on_the_way_is_that_of_the_history),
        cmocka_unit_test(stop_by_supports),
        cmocka_unit_test(stop_by_rounds),
        cmocka_unit_test(stop_by_tolerance),
        cmocka_unit_test(stop_when_no_distinct_row_is_left),
        cmocka_unit_test(settings_of_a_model_train_it_again),
        cmocka_unit_test(what_was_auto_is_resolved_in_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
