/*
 * Validation rows that the caller marks, and a search and a training that the caller shortens: the scores of the search
 * recomputed from models of the same rows, equal rows, what is refused, and that exactly what was asked for is left
 * out.
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

enum { N = 120, M = 3, STEPS = 80, SUPPORTS = 9 };
#define COMMON                                                                                                         \
    "coefficients=rows theta_form=log center_rate=0.5 rate=0.05 rate_decay=cosine steps_grow=0 batch_rows=all "        \
    "batch=16 support_max=9 sigma0=1 "
#define OPEN COMMON "kernel=auto linear=auto scaling=auto ridge=auto steps_final=80 "
#define TWO  COMMON "kernel=gaussian scaling=minmax ridge=0.001 linear=auto steps_final=80 "
#define ONE  COMMON "kernel=gaussian scaling=minmax ridge=0.001 linear=on "

typedef struct rows {
    double x[N * M], y[N];
    unsigned char marks[N];
} rows;

static rows make_rows(uint64_t seed) {
    oracle_random random = oracle_seed(seed);
    rows r;
    oracle_fill(&random, r.x, N * M, -1, 1);
    for (size_t i = 0; i < N; i++) {
        r.y[i] = sin(3 * r.x[i * M]) * r.x[i * M + 1] + r.x[i * M + 2] + 0.1 * oracle_uniform(&random, -1, 1);
        r.marks[i] = i % 7 == 3 || i > 110;
    }
    return r;
}

static labrbf_data data_of(const rows *r, const unsigned char *marks) {
    return (labrbf_data){.struct_size = sizeof(labrbf_data),
                         .n_rows = N,
                         .n_features = M,
                         .n_targets = 1,
                         .x = r->x,
                         .y = r->y,
                         .validation = marks};
}

/* As far as a trainer is; it is destroyed. */
static labrbf_model *take(labrbf_trainer *trainer) {
    labrbf_model *model = fixture_take_model(trainer);
    labrbf_trainer_destroy(trainer);
    return model;
}

static labrbf_model *finish(labrbf_trainer *trainer) {
    assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
    return take(trainer);
}

static labrbf_trial trial_at(const labrbf_model *model, size_t i) {
    labrbf_trial trial;
    assert_int_equal(labrbf_model_trial(model, i, &trial), LABRBF_OK);
    return trial;
}

static bool same_bytes(const labrbf_model *a, const labrbf_model *b) {
    size_t n, m;
    unsigned char *one = fixture_bytes(a, &n), *other = fixture_bytes(b, &m);
    bool same = n == m && memcmp(one, other, n) == 0;
    free(one);
    free(other);
    return same;
}

/* ---- scores, computed again */

/* 1 - sum (f - y)^2 / sum (y - mean)^2 over the marked rows */
static long double r2_of_marked(const labrbf_model *model, const rows *r) {
    double f[N];
    long double mean = 0, errors = 0, squares = 0;
    size_t n = 0;
    assert_int_equal(labrbf_model_predict(model, r->x, N, M, 1, f), LABRBF_OK);
    for (size_t i = 0; i < N; i++) {
        mean += r->marks[i] ? r->y[i] : 0;
        n += r->marks[i];
    }
    mean /= n;
    for (size_t i = 0; i < N; i++) {
        if (!r->marks[i])
            continue;
        errors += ((long double)f[i] - r->y[i]) * ((long double)f[i] - r->y[i]);
        squares += (r->y[i] - mean) * (r->y[i] - mean);
    }
    return 1 - errors / squares;
}

/* A trainer of the rows that are not marked, with a candidate's settings. */
static labrbf_trainer *train_unmarked(const labrbf_trial *trial, const rows *r, size_t seed, size_t steps,
                                      const labrbf_model *start) {
    char words[1024];
    double weights[N];
    snprintf(words, sizeof words, COMMON "%s seed=%zu steps_final=%zu", trial->settings, seed, steps);
    for (size_t i = 0; i < N; i++)
        weights[i] = r->marks[i] ? 0 : 1;
    labrbf_data data = data_of(r, NULL);
    data.weights = weights;
    data.start = start;
    return fixture_trainer(words, &data, NULL);
}

/* What two finalists have been through: an eighth of the steps, another, and two more, each from where it was. */
static void the_marked_rows_are_those_that_are_scored(void **state) {
    (void)state;
    static const size_t eighths[] = {1, 1, 2};
    rows r = make_rows(1);
    labrbf_data data = data_of(&r, r.marks);
    labrbf_model *model = finish(fixture_trainer(TWO, &data, NULL));
    assert_int_equal(fixture_info(model).n_trials, 2);
    for (size_t i = 0; i < 2; i++) {
        labrbf_trial trial = trial_at(model, i);
        labrbf_model *again = NULL;
        for (size_t rung = 0; rung < 3; rung++) {
            labrbf_model *next = finish(train_unmarked(&trial, &r, rung, STEPS * eighths[rung] / 8 + 1, again));
            labrbf_model_destroy(again);
            again = next;
        }
        oracle_close("r2 of the marked rows", trial.r2, r2_of_marked(again, &r), 1e-10L);
        labrbf_model_destroy(again);
    }
    labrbf_model_destroy(model);
}

static void other_marks_give_other_scores(void **state) {
    (void)state;
    rows r = make_rows(1);
    labrbf_data data = data_of(&r, r.marks);
    labrbf_model *marked = finish(fixture_trainer(TWO, &data, NULL));
    data.validation = NULL;
    labrbf_model *drawn = finish(fixture_trainer(TWO, &data, NULL));
    assert_true(trial_at(marked, 0).r2 != trial_at(drawn, 0).r2);
    labrbf_model_destroy(marked);
    labrbf_model_destroy(drawn);
}

/* Any value but 0 is a mark; of equal rows one mark is as good as many; the order of rows does not matter. */
static void equal_rows_validate_together(void **state) {
    (void)state;
    rows r = make_rows(2), turned;
    for (size_t i = 100; i < N; i++) { /* rows 100 .. 119 are equal to 0 .. 19 */
        memcpy(r.x + i * M, r.x + (i - 100) * M, M * sizeof *r.x);
        r.y[i] = r.y[i - 100];
        r.marks[i] = 0;
    }
    labrbf_data data = data_of(&r, r.marks);
    labrbf_model *first = finish(fixture_trainer(OPEN, &data, NULL));
    for (size_t i = 100; i < N; i++)
        r.marks[i] = r.marks[i - 100] ? 200 : 0;
    labrbf_model *second = finish(fixture_trainer(OPEN, &data, NULL));
    assert_true(same_bytes(first, second));
    labrbf_model_destroy(second);
    for (size_t i = 0; i < N; i++) {
        memcpy(turned.x + i * M, r.x + (N - 1 - i) * M, M * sizeof *r.x);
        turned.y[i] = r.y[N - 1 - i];
        turned.marks[i] = r.marks[N - 1 - i];
    }
    data = data_of(&turned, turned.marks);
    second = finish(fixture_trainer(OPEN, &data, NULL));
    assert_true(trial_at(first, 0).r2 == trial_at(second, 0).r2);
    labrbf_model_destroy(first);
    labrbf_model_destroy(second);
}

static void marks_without_a_search_change_nothing(void **state) {
    (void)state;
    rows r = make_rows(3);
    labrbf_data data = data_of(&r, r.marks), plain = data_of(&r, NULL);
    labrbf_model *a = finish(fixture_trainer(ONE "steps_final=20", &data, NULL));
    labrbf_model *b = finish(fixture_trainer(ONE "steps_final=20", &plain, NULL));
    assert_true(same_bytes(a, b));
    labrbf_model_destroy(a);
    labrbf_model_destroy(b);
}

/* Groups of rows that lie together and share a label of their own: rows of the same group tell each other's labels, so
 * rows drawn at random like every detail to be learnt. Of new groups only the mean can be known. */
static void whole_groups_show_what_is_not_known(void **state) {
    (void)state;
    enum { GROUPS = 20, SIZE = 15, ALL = GROUPS * SIZE, NEW = 400 };
    oracle_random random = oracle_seed(4);
    static double x[ALL * 2], y[ALL], new_x[NEW * 2], f[NEW];
    static unsigned char marks[ALL];
    for (size_t g = 0; g < GROUPS; g++) {
        double place[2] = {oracle_uniform(&random, -1, 1), oracle_uniform(&random, -1, 1)};
        double label = oracle_uniform(&random, -1, 1);
        for (size_t i = g * SIZE; i < (g + 1) * SIZE; i++) {
            x[2 * i] = place[0] + 0.01 * oracle_uniform(&random, -1, 1);
            x[2 * i + 1] = place[1] + 0.01 * oracle_uniform(&random, -1, 1);
            y[i] = label;
            marks[i] = g % 5 == 0;
        }
    }
    oracle_fill(&random, new_x, NEW * 2, -1, 1);
    double errors[2] = {0, 0};
    for (int marked = 0; marked < 2; marked++) { /* the label of a new group is anything: its expected square is 1/3 */
        labrbf_data data = {.struct_size = sizeof data, .n_rows = ALL, .n_features = 2, .n_targets = 1, .x = x, .y = y};
        data.validation = marked ? marks : NULL;
        labrbf_model *model = finish(fixture_trainer(OPEN "support_max=20 steps_final=400", &data, NULL));
        assert_int_equal(labrbf_model_predict(model, new_x, NEW, 2, 1, f), LABRBF_OK);
        for (size_t i = 0; i < NEW; i++)
            errors[marked] += (f[i] * f[i] + 1.0 / 3) / NEW;
        assert_true(marked == 0 ? trial_at(model, 0).r2 > 0.9 : trial_at(model, 0).r2 < 0.5);
        labrbf_model_destroy(model);
    }
    assert_true(errors[1] < 0.9 * errors[0]);
}

static void remember(void *user, labrbf_log_level level, const char *message) {
    (void)level;
    if (strstr(message, "validation rows"))
        snprintf(user, 256, "%s", message);
}

/* Of many rows a sample: a fifth of 25,000 at most of those that are marked. */
static void of_many_rows_some_are_used(void **state) {
    (void)state;
    enum { MANY = 26000 };
    static double x[MANY], y[MANY];
    static unsigned char marks[MANY];
    static const size_t marked[] = {100, 9000, MANY - 50};
    static const char *const said[] = {"on 100 validation rows", "on 5000 validation rows", "on 5000 validation rows"};
    oracle_random random = oracle_seed(12);
    oracle_fill(&random, x, MANY, -1, 1);
    for (size_t i = 0; i < MANY; i++)
        y[i] = sin(5 * x[i]);
    for (size_t c = 0; c < 3; c++) {
        char message[256] = "";
        labrbf_hooks hooks = fixture_hooks();
        hooks.log = remember;
        hooks.user = message;
        for (size_t i = 0; i < MANY; i++)
            marks[i] = i < marked[c];
        labrbf_data data = {
            .struct_size = sizeof data, .n_rows = MANY, .n_features = 1, .n_targets = 1, .x = x, .y = y};
        data.validation = marks;
        labrbf_model *model = finish(fixture_trainer(TWO "steps_final=8", &data, &hooks));
        assert_non_null(strstr(message, said[c]));
        assert_true(trial_at(model, 0).r2 > 0.5);
        labrbf_model_destroy(model);
    }
}

/* ---- refusals */

static void expect_refusal(const labrbf_data *data, const char *words, const char *said) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_fit_data(settings, data, NULL, &model), LABRBF_E_DATA);
    assert_null(model);
    if (!strstr(labrbf_last_error(), said))
        fail_msg("'%s' is not in '%s'", said, labrbf_last_error());
    labrbf_settings_destroy(settings);
}

static void marks_that_part_nothing_are_refused(void **state) {
    (void)state;
    rows r = make_rows(5);
    double weights[N];
    labrbf_data data = data_of(&r, r.marks);
    memset(r.marks, 0, sizeof r.marks);
    expect_refusal(&data, OPEN, "none of the 120 rows");
    memset(r.marks, 1, sizeof r.marks);
    expect_refusal(&data, OPEN, "all of the 120 rows");
    for (size_t i = 0; i < N; i++) {
        r.marks[i] = i < 60;
        weights[i] = i < 60;
    }
    data.weights = weights;
    expect_refusal(&data, OPEN, "all of the 60 rows"); /* the others do not count */
    data.weights = NULL;
    for (size_t i = 60; i < N; i++) { /* all but one of the others are equal to a marked row */
        memcpy(r.x + i * M, r.x + (i - 60) * M, (i < N - 1 ? M : 0) * sizeof *r.x);
        r.y[i] = r.y[i - 60];
    }
    expect_refusal(&data, OPEN, "leave 1 distinct row to train on");
}

/* ---- in a hurry */

/* Before anything is scored: the first of those at work, as it is. A call takes eight steps, of which the first one
 * opens the first round. */
static void the_first_candidate_is_scored_as_it_is(void **state) {
    (void)state;
    for (size_t calls = 0; calls < 2; calls++) {
        size_t steps = calls * 7;
        rows r = make_rows(6);
        labrbf_data data = data_of(&r, r.marks);
        labrbf_trainer *trainer = fixture_trainer(OPEN, &data, NULL);
        if (calls > 0)
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
        assert_int_equal(labrbf_trainer_settle(trainer), LABRBF_OK);
        assert_int_equal(fixture_training_info(trainer).stage, LABRBF_STAGE_TRAIN);
        assert_int_equal(fixture_training_info(trainer).step, 0);
        assert_int_equal(fixture_training_info(trainer).step_limit, STEPS - steps);
        labrbf_model *model = finish(trainer);
        assert_int_equal(fixture_info(model).n_trials, 1);
        assert_int_equal(fixture_info(model).n_steps, STEPS - steps);
        labrbf_trial trial = trial_at(model, 0);
        assert_int_equal(trial.n_steps, steps);
        labrbf_trainer *again = train_unmarked(&trial, &r, 0, STEPS / 8 + 1, NULL);
        for (size_t i = 0; i <= steps && steps > 0; i++)
            assert_int_equal(labrbf_trainer_step(again), LABRBF_OK);
        labrbf_model *cut = take(again);
        oracle_close("r2 as it is", trial.r2, r2_of_marked(cut, &r), 1e-10L);
        labrbf_model_destroy(cut);
        labrbf_model_destroy(model);
    }
}

/* Settled after each of its steps in turn: what was scored is in the table, the choice is first and in the settings. */
static void a_search_can_be_settled_at_any_time(void **state) {
    (void)state;
    rows r = make_rows(7);
    labrbf_data data = data_of(&r, NULL); /* drawn, in several folds */
    size_t seen = 0;
    bool searching = true;
    for (size_t at = 0; searching; at += 3) {
        labrbf_trainer *trainer = fixture_trainer(OPEN, &data, NULL);
        for (size_t i = 0; i < at; i++)
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
        searching = fixture_training_info(trainer).stage == LABRBF_STAGE_SEARCH;
        assert_int_equal(labrbf_trainer_settle(trainer), LABRBF_OK);
        labrbf_model *model = finish(trainer);
        size_t n = fixture_info(model).n_trials;
        labrbf_trial first = trial_at(model, 0);
        fixture_expect_setting(model, "kernel", fixture_tried(&first, "kernel"));
        assert_true(n >= 1 && n >= seen);
        for (size_t i = 0; i < n; i++)
            assert_true(isfinite(trial_at(model, i).r2) && trial_at(model, i).n_steps <= STEPS / 2 + 3);
        assert_true(n == 1 || trial_at(model, 0).n_steps > 0);
        seen = n;
        labrbf_model_destroy(model);
    }
    assert_int_equal(seen, 14);
}

static double ridge_of(const labrbf_trial *trial) { return strtod(fixture_tried(trial, "ridge"), NULL); }

/* In the midst of the folds of the first two candidates they have the scores of the first one; in those of the next
 * two, which have fewer of them behind them, these do not count. */
static void settling_compares_what_can_be_compared(void **state) {
    (void)state;
    rows r = make_rows(9);
    labrbf_data data = data_of(&r, NULL);
    for (size_t pair = 0; pair < 2; pair++) {
        labrbf_trainer *trainer = fixture_trainer(OPEN, &data, NULL);
        labrbf_trial at = {.r2 = NAN};
        while (isnan(at.r2) || (ridge_of(&at) < 1e-4) != (pair == 1)) { /* the first two have large ridges */
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
            at = fixture_training_info(trainer).trial;
        }
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK); /* of the next fold */
        assert_int_equal(labrbf_trainer_settle(trainer), LABRBF_OK);
        labrbf_model *model = finish(trainer);
        assert_int_equal(fixture_info(model).n_trials, 2);
        for (size_t i = 0; i < 2; i++) {
            labrbf_trial trial = trial_at(model, i);
            assert_true(ridge_of(&trial) > 1e-4 && trial.n_steps == STEPS / 8 + 1);
            assert_true(ridge_of(&trial) != ridge_of(&at) || trial.r2 == at.r2);
        }
        labrbf_model_destroy(model);
    }
}

static void after_the_search_settling_changes_nothing(void **state) {
    (void)state;
    rows r = make_rows(8);
    labrbf_data data = data_of(&r, NULL);
    labrbf_trainer *trainer = fixture_trainer(OPEN, &data, NULL);
    labrbf_model *model = finish(fixture_trainer(OPEN, &data, NULL));
    while (fixture_training_info(trainer).stage == LABRBF_STAGE_SEARCH)
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    assert_int_equal(labrbf_trainer_settle(trainer), LABRBF_OK);
    assert_int_equal(labrbf_trainer_shorten(trainer, STEPS), LABRBF_OK);
    labrbf_model *settled = finish(trainer);
    assert_true(same_bytes(model, settled));
    labrbf_model_destroy(model);
    labrbf_model_destroy(settled);
    assert_int_equal(labrbf_trainer_settle(NULL), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_trainer_shorten(NULL, 1), LABRBF_E_ARGUMENT);
}

static void expect_same_predictions(const labrbf_model *a, const labrbf_model *b, const rows *r) {
    double f[N], g[N];
    assert_int_equal(labrbf_model_predict(a, r->x, N, M, 1, f), LABRBF_OK);
    assert_int_equal(labrbf_model_predict(b, r->x, N, M, 1, g), LABRBF_OK);
    assert_true(memcmp(f, g, sizeof f) == 0);
}

/* Shortened before they begin, the final steps are those of a smaller steps_final: the rate falls along them alone. */
static void fewer_steps_are_those_of_a_shorter_plan(void **state) {
    (void)state;
    static const char *const words[] = {ONE, ONE "support_init=4 support_add=3 steps_grow=6 "};
    static const size_t growth[] = {0, 18};
    rows r = make_rows(9);
    labrbf_data data = data_of(&r, NULL);
    for (size_t c = 0; c < 2; c++) {
        for (size_t steps = 0; steps <= 30; steps += 15) {
            char text[1024];
            snprintf(text, sizeof text, "%s steps_final=80", words[c]);
            labrbf_trainer *trainer = fixture_trainer(text, &data, NULL);
            assert_int_equal(labrbf_trainer_shorten(trainer, growth[c] + steps), LABRBF_OK);
            assert_int_equal(labrbf_trainer_shorten(trainer, 1000), LABRBF_OK); /* never more again */
            assert_int_equal(fixture_training_info(trainer).step_limit, growth[c] + steps);
            labrbf_model *cut = finish(trainer);
            snprintf(text, sizeof text, "%s steps_final=%zu", words[c], steps);
            labrbf_model *planned = finish(fixture_trainer(text, &data, NULL));
            assert_int_equal(fixture_info(cut).n_steps, growth[c] + steps);
            expect_same_predictions(cut, planned, &r);
            labrbf_model_destroy(cut);
            labrbf_model_destroy(planned);
        }
    }
}

static void training_can_be_shortened_on_the_way(void **state) {
    (void)state;
    rows r = make_rows(10);
    labrbf_data data = data_of(&r, NULL);
    labrbf_trainer *trainer = fixture_trainer(ONE "steps_final=1000", &data, NULL);
    double before = 0;
    while (fixture_training_info(trainer).step < 40)
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    assert_int_equal(labrbf_trainer_shorten(trainer, 25), LABRBF_OK);
    labrbf_status status = LABRBF_OK;
    for (; status == LABRBF_OK; status = labrbf_trainer_step(trainer)) {
        labrbf_training_info info = fixture_training_info(trainer);
        assert_int_equal(info.step_limit, 65);
        assert_true(info.fraction >= before && info.fraction <= 1);
        before = info.fraction;
    }
    assert_int_equal(status, LABRBF_DONE_SUPPORTS);
    assert_true(before > 0.9);
    assert_int_equal(labrbf_trainer_shorten(trainer, 0), LABRBF_OK);
    labrbf_model *model = take(trainer);
    assert_int_equal(fixture_info(model).n_steps, 65);
    labrbf_model_destroy(model);
}

/* ---- memory */

static void failing_memory_leaves_nothing(void **state) {
    (void)state;
    rows r = make_rows(11);
    labrbf_data data = data_of(&r, r.marks);
    labrbf_settings *settings = fixture_settings(OPEN "support_max=5");
    size_t at = 1;
    for (;; at++) {
        fixture_memory memory = {.fail_at = at};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        labrbf_trainer *trainer = NULL;
        labrbf_model *model = NULL;
        labrbf_status status = labrbf_trainer_create(settings, &data, &hooks, &trainer);
        for (size_t i = 0; i < 15 && status >= 0; i++)
            status = labrbf_trainer_step(trainer);
        if (status >= 0)
            status = labrbf_trainer_settle(trainer);
        if (status >= 0)
            status = labrbf_trainer_take_model(trainer, &model);
        assert_true(status >= 0 || status == LABRBF_E_MEMORY);
        labrbf_model_destroy(model);
        labrbf_trainer_destroy(trainer);
        assert_int_equal(memory.live_blocks, 0);
        if (memory.calls < at)
            break;
    }
    assert_true(at > 20);
    labrbf_settings_destroy(settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_marked_rows_are_those_that_are_scored),
        cmocka_unit_test(other_marks_give_other_scores),
        cmocka_unit_test(equal_rows_validate_together),
        cmocka_unit_test(marks_without_a_search_change_nothing),
        cmocka_unit_test(whole_groups_show_what_is_not_known),
        cmocka_unit_test(of_many_rows_some_are_used),
        cmocka_unit_test(marks_that_part_nothing_are_refused),
        cmocka_unit_test(the_first_candidate_is_scored_as_it_is),
        cmocka_unit_test(a_search_can_be_settled_at_any_time),
        cmocka_unit_test(settling_compares_what_can_be_compared),
        cmocka_unit_test(after_the_search_settling_changes_nothing),
        cmocka_unit_test(fewer_steps_are_those_of_a_shorter_plan),
        cmocka_unit_test(training_can_be_shortened_on_the_way),
        cmocka_unit_test(failing_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
