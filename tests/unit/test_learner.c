/*
 * A learner's state as bytes: saved after any step and restored into another learner, it goes on to the same bits. And
 * making a part in between changes nothing of what is learnt by the rule of the paper.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/learner.h"
#include "oracle.h"

enum { N = 260, M = 3, T = 2 };

typedef struct scene {
    double x[N * M], y[N * T], weights[N];
    lab_table table;
    lab_view view;
    lab_plan plan;
    lab_resolved how;
    lab_log log;
    lab_allocator allocator;
} scene;

static void open_scene(scene *s, const char *const (*words)[2], size_t n_words, size_t targets, bool weighted,
                       bool holds_out) {
    oracle_random random = oracle_seed(600);
    *s = (scene){.allocator = lab_allocator_of(NULL)};
    oracle_fill(&random, s->x, N * M, -1, 1);
    for (size_t r = 0; r < N; r++) {
        const double *x = s->x + r * M;
        s->weights[r] = (double)(1 + r % 3);
        for (size_t c = 0; c < targets; c++)
            s->y[r * targets + c] = sin(3 * x[0]) * x[1] + (double)c * x[2] + oracle_uniform(&random, -0.05, 0.05);
    }
    labrbf_data data = {.n_rows = N,
                        .n_features = M,
                        .n_targets = targets,
                        .x = s->x,
                        .y = s->y,
                        .weights = weighted ? s->weights : NULL};
    lab_settings asked;
    assert_int_equal(lab_settings_preset(&asked, "default"), LABRBF_OK);
    for (size_t i = 0; i < n_words; i++)
        assert_int_equal(lab_settings_set(&asked, words[i][0], strlen(words[i][0]), words[i][1]), LABRBF_OK);
    unsigned char held[N];
    for (size_t r = 0; r < N; r++)
        held[r] = holds_out && r % 5 == 0;
    assert_int_equal(lab_table_make(&s->table, &s->allocator, &data, true), LABRBF_OK);
    assert_int_equal(lab_view_all(&s->view, &s->table, held), LABRBF_OK);
    assert_int_equal(lab_plan_make(&s->plan, &asked, &s->table, NULL), LABRBF_OK);
    s->how = lab_resolve_usual(&s->plan);
}

static void close_scene(scene *s) {
    lab_view_free(&s->view);
    lab_table_free(&s->table);
}

static lab_learner *start(const scene *s) {
    lab_learner *learner;
    assert_int_equal(lab_learner_create(&s->allocator, &s->log, &s->view, &s->how, (lab_learner_start){0}, &learner),
                     LABRBF_OK);
    return learner;
}

static lab_part *finish(lab_learner *learner) {
    labrbf_status status;
    lab_part *part;
    do
        status = lab_learner_step(learner);
    while (status == LABRBF_OK);
    assert_true(status > 0);
    assert_int_equal(lab_learner_make_part(learner, &part), LABRBF_OK);
    lab_learner_destroy(learner);
    return part;
}

static void expect_same(const lab_part *a, const lab_part *b) {
    assert_int_equal(a->n_support, b->n_support);
    size_t values = a->n_support * a->n_features * sizeof(double),
           labels = a->n_support * a->n_targets * sizeof(double);
    assert_memory_equal(a->x, b->x, values);
    assert_memory_equal(a->theta, b->theta, values);
    assert_memory_equal(a->alpha, b->alpha, labels);
    assert_memory_equal(a->beta, b->beta, a->n_targets * sizeof(double));
    assert_memory_equal(a->rows, b->rows, a->n_support * sizeof *a->rows);
    assert_true(a->lambda == b->lambda && a->rcond == b->rcond);
}

static void check(const scene *s, size_t steps) {
    lab_learner *one = start(s), *other = start(s), *looked_at = start(s);
    for (size_t i = 0; i < steps; i++) {
        lab_part *part;
        (void)lab_learner_step(one);
        (void)lab_learner_step(looked_at);
        if (looked_at->rule->interpolates) { /* not with least squares over rows, which then remembers all of them */
            assert_int_equal(lab_learner_make_part(looked_at, &part), LABRBF_OK);
            lab_part_destroy(part);
        }
    }
    size_t size = lab_learner_save(one, NULL);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(lab_learner_save(one, bytes), size);
    lab_learner *spoilt = start(s);
    assert_false(lab_learner_restore(spoilt, bytes, size - 1));
    lab_learner_destroy(spoilt);
    assert_true(lab_learner_restore(other, bytes, size));
    free(bytes);
    lab_part *went_on = finish(one), *was_restored = finish(other), *was_looked_at = finish(looked_at);
    expect_same(went_on, was_restored);
    expect_same(went_on, was_looked_at);
    lab_part_destroy(went_on);
    lab_part_destroy(was_restored);
    lab_part_destroy(was_looked_at);
}

static void least_squares_over_rows(void **state) {
    (void)state;
    static const char *const words[][2] = {{"support_max", "20"}, {"steps_final", "60"}, {"ridge", "1e-4"}};
    static const size_t steps[] = {0, 1, 17, 59};
    for (int weighted = 0; weighted < 2; weighted++) {
        scene s;
        open_scene(&s, words, 3, weighted ? T : 1, weighted, false);
        for (size_t i = 0; i < 4; i++)
            check(&s, steps[i]);
        close_scene(&s);
    }
}

/* Rounds of growth, then final steps; enough supports for the solver to keep an inverse. */
static void supports_that_grow(void **state) {
    (void)state;
    static const char *const words[][2] = {{"coefficients", "supports"}, {"support_init", "100"},
                                           {"support_max", "130"},       {"steps_grow", "12"},
                                           {"steps_final", "12"},        {"batch_rows", "outside"}};
    static const size_t steps[] = {5, 12, 30, 45};
    scene s;
    open_scene(&s, words, 6, 1, false, false);
    for (size_t i = 0; i < 4; i++)
        check(&s, steps[i]);
    close_scene(&s);
}

static void early_stopping(void **state) {
    (void)state;
    static const char *const words[][2] = {
        {"support_max", "20"}, {"steps_final", "200"}, {"ridge", "1e-4"}, {"patience", "4"}, {"theta_form", "plain"}};
    static const size_t steps[] = {3, 40, 120};
    scene s;
    open_scene(&s, words, 5, 1, false, true);
    for (size_t i = 0; i < 3; i++)
        check(&s, steps[i]);
    close_scene(&s);
}

/* What a learner learns follows from its view and settings alone: two at work in turns do not know of each other. */
static void learners_do_not_know_of_each_other(void **state) {
    (void)state;
    static const char *const words[][2] = {{"support_max", "20"}, {"steps_final", "40"}, {"ridge", "1e-4"}};
    scene s;
    open_scene(&s, words, 3, 1, false, false);
    lab_part *alone = finish(start(&s));
    lab_learner *one = start(&s), *other = start(&s);
    for (size_t i = 0; i < 40; i++) {
        (void)lab_learner_step(one);
        (void)lab_learner_step(other);
        (void)lab_learner_step(other);
    }
    lab_part *first = finish(one), *second = finish(other);
    expect_same(alone, first);
    expect_same(alone, second);
    lab_part_destroy(alone);
    lab_part_destroy(first);
    lab_part_destroy(second);
    close_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_squares_over_rows),
        cmocka_unit_test(supports_that_grow),
        cmocka_unit_test(early_stopping),
        cmocka_unit_test(learners_do_not_know_of_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
