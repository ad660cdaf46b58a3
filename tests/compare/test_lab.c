/* LAB RBF in the comparison: the library's table of settings, and the library's own results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <labrbf/labrbf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/method_settings.h"
#include "baselines/random.h"

enum { N = 80, M = 2, T = 30, OPTIONS_MOST = 64, CHANGES_MOST = 8 };

typedef struct sample {
    double x[N * M], y[N], t[T * M];
} sample;

static sample draw(void) {
    sample s;
    generator g = random_from(5);
    for (size_t i = 0; i < N * M; i++)
        s.x[i] = 2 * random_unit(&g) - 1;
    for (size_t i = 0; i < T * M; i++)
        s.t[i] = 2 * random_unit(&g) - 1;
    for (size_t i = 0; i < N; i++)
        s.y[i] = sin(4 * s.x[i * M]) * s.x[i * M + 1];
    return s;
}

/* Settings as a user would type them; the short training of these tests comes with all of them. */
typedef struct change {
    const char *name, *text;
} change;
static const change brief[] = {{"support_max", "15"}, {"steps_grow", "10"}, {"steps_final", "20"}};
enum { BRIEF = sizeof brief / sizeof brief[0] };

static void set(value *values, change c) {
    failure why = {""};
    assert_true(settings_set(&lab_method, values, c.name, c.text, &why));
}

static void *fit_method(const method *m, const sample *s, const change *changes, uint64_t seed) {
    value values[OPTIONS_MOST];
    failure why = {""};
    assert_true(m->n_options <= OPTIONS_MOST);
    settings_standard(m, values);
    for (size_t i = 0; i < BRIEF; i++)
        set(values, brief[i]);
    for (; changes->name; changes++)
        set(values, *changes);
    const problem p = {s->x, s->y, N, M, seed};
    void *model = m->fit(values, &p, &why);
    assert_non_null(model);
    return model;
}

/* The same by the library alone. */
static labrbf_model *fit_library(const sample *s, const char *preset, const change *changes, const char *seed) {
    labrbf_settings *settings;
    labrbf_model *model;
    assert_int_equal(labrbf_settings_create(&settings), LABRBF_OK);
    assert_int_equal(labrbf_settings_preset(settings, preset), LABRBF_OK);
    for (size_t i = 0; i < BRIEF; i++)
        assert_int_equal(labrbf_settings_set(settings, brief[i].name, brief[i].text), LABRBF_OK);
    for (; changes->name; changes++)
        assert_int_equal(labrbf_settings_set(settings, changes->name, changes->text), LABRBF_OK);
    assert_int_equal(labrbf_settings_set(settings, "seed", seed), LABRBF_OK);
    assert_true(labrbf_fit(settings, s->x, s->y, N, M, NULL, &model) >= 0);
    labrbf_settings_destroy(settings);
    return model;
}

static void predict(const sample *s, void *model, double *out) {
    lab_method.predict(model, s->t, T, out);
    lab_method.destroy(model);
}

/* `lab` is what users get, `lab-paper` the strict algorithm. */
static void results_are_the_library_s(void **state) {
    (void)state;
    static const struct {
        const method *method;
        const char *preset;
        change changes[CHANGES_MOST];
    } cases[] = {
        {&lab_paper_method, "paper", {{NULL, NULL}}},
        {&lab_paper_method, "paper", {{"kernel", "exponential"}, {NULL, NULL}}},
        {&lab_paper_method,
         "paper",
         {{"rate", "0.03"}, {"sigma0", "auto"}, {"batch", "16"}, {"clip_labels", "off"}, {NULL, NULL}}},
        {&lab_method, "default", {{NULL, NULL}}},
        {&lab_method, "default", {{"lambda", "0.1"}, {"sigma0", "2.5"}, {NULL, NULL}}},
    };
    enum { CASES = sizeof cases / sizeof cases[0] };
    double ours[CASES][T], theirs[T];
    sample s = draw();
    for (size_t c = 0; c < CASES; c++) {
        void *model = fit_method(cases[c].method, &s, cases[c].changes, 7);
        labrbf_model *expected = fit_library(&s, cases[c].preset, cases[c].changes, "7");
        labrbf_model_info info = {.struct_size = sizeof info};
        assert_int_equal(labrbf_model_info_get(expected, &info), LABRBF_OK);
        assert_int_equal(lab_method.size(model), info.n_support);
        assert_int_equal(labrbf_model_predict(expected, s.t, T, M, 1, theirs), LABRBF_OK);
        labrbf_model_destroy(expected);
        predict(&s, model, ours[c]);
        assert_memory_equal(ours[c], theirs, sizeof theirs);
        for (size_t other = 0; other < c; other++) /* so the settings matter */
            assert_memory_not_equal(ours[c], ours[other], sizeof theirs);
    }
}

/* Seeds are 64 bits wide, the library's setting 53. */
static void the_seed_is_the_problem_s(void **state) {
    (void)state;
    static const change none[] = {{NULL, NULL}};
    double first[T], second[T], expected[T];
    sample s = draw();
    predict(&s, fit_method(&lab_paper_method, &s, none, 1), first);
    predict(&s, fit_method(&lab_paper_method, &s, none, UINT64_MAX), second);
    assert_memory_not_equal(first, second, sizeof first);
    predict(&s, fit_library(&s, "paper", none, "9007199254740991"), expected);
    assert_memory_equal(second, expected, sizeof expected);
}

static const option *find(const char *name) {
    for (size_t i = 0; i < lab_method.n_options; i++)
        if (strcmp(lab_method.options[i].name, name) == 0)
            return &lab_method.options[i];
    return NULL;
}

/* Every setting of the library is there with what it may be; the comparison keeps seed and threads to itself. */
static void options_are_the_library_s_table(void **state) {
    (void)state;
    assert_int_equal(lab_method.n_options, labrbf_settings_count() - 2);
    assert_null(find("seed"));
    assert_null(find("threads"));
    for (size_t i = 0; i < labrbf_settings_count(); i++) {
        labrbf_setting_info info;
        assert_int_equal(labrbf_settings_describe(i, &info), LABRBF_OK);
        const option *o = find(info.name);
        if (!o)
            continue;
        assert_string_equal(o->help, info.help);
        bool automatic = info.allows_auto || strstr(info.choices, "auto") != NULL;
        assert_int_equal(strstr(o->words, "auto") != NULL, automatic);
        if (info.type == LABRBF_SETTING_CHOICE)
            assert_non_null(strstr(o->words, info.choices));
        else
            assert_true(o->low == info.minimum && o->high == info.maximum);
    }
}

static void values_read_back(void **state) {
    (void)state;
    static const change changes[] = {{"sigma0", "auto"},  {"sigma0", "0.1"},    {"sigma0", "preset"},  {"batch", "32"},
                                     {"batch", "preset"}, {"kernel", "preset"}, {"kernel", "gaussian"}};
    value values[OPTIONS_MOST];
    char text[SETTING_TEXT];
    settings_standard(&lab_method, values);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        set(values, changes[i]);
        const option *o = find(changes[i].name);
        settings_text(o, &values[o - lab_method.options], text);
        assert_string_equal(text, changes[i].text);
    }
}

static void expect_refused(const char *name, const char *text, const char *said) {
    value values[OPTIONS_MOST];
    failure why = {""};
    settings_standard(&lab_method, values);
    assert_false(settings_set(&lab_method, values, name, text, &why));
    assert_non_null(strstr(why.text, name));
    assert_non_null(strstr(why.text, said));
}

static void wrong_values_are_refused(void **state) {
    (void)state;
    expect_refused("kernel", "cubic", "gaussian|exponential|");
    expect_refused("preset", "paper", "no setting");
    expect_refused("rate", "0", "1e-12 to 1000, or preset");
    expect_refused("steps_final", "auto", "whole number");
    expect_refused("sigma0", "automatic", "preset|auto");
    expect_refused("support_max", "12.5", "whole number");
    expect_refused("seed", "1", "no setting");
}

static void what_cannot_be_fitted_is_said(void **state) {
    (void)state;
    sample s = draw();
    s.y[3] = NAN;
    value values[OPTIONS_MOST];
    failure why = {""};
    settings_standard(&lab_method, values);
    const problem p = {s.x, s.y, N, M, 0};
    assert_null(lab_method.fit(values, &p, &why));
    assert_string_equal(why.text, labrbf_last_error());
    assert_true(strlen(why.text) > 10);
}

/* Each value that --tune would try is one that the setting takes, and a fold is fitted at most 12 times. */
static void grids_are_small_and_valid(void **state) {
    (void)state;
    for (size_t i = 0; i < lab_method.n_options; i++)
        assert_null(lab_method.options[i].grid); /* it searches by itself */
    size_t combinations = 1, tuned = 0;
    for (size_t i = 0; i < lab_paper_method.n_options; i++) {
        const option *o = &lab_paper_method.options[i];
        if (!o->grid)
            continue;
        char grid[64], *rest = grid;
        assert_true((size_t)snprintf(grid, sizeof grid, "%s", o->grid) < sizeof grid);
        size_t values_tried = 0;
        for (char *word; (word = strtok_r(rest, " ", &rest)); values_tried++) {
            value values[OPTIONS_MOST];
            settings_standard(&lab_paper_method, values);
            set(values, (change){o->name, word});
        }
        combinations *= values_tried;
        tuned++;
    }
    assert_int_equal(tuned, 3);
    assert_true(combinations > 1 && combinations <= 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_the_library_s),       cmocka_unit_test(the_seed_is_the_problem_s),
        cmocka_unit_test(options_are_the_library_s_table), cmocka_unit_test(values_read_back),
        cmocka_unit_test(wrong_values_are_refused),        cmocka_unit_test(what_cannot_be_fitted_is_said),
        cmocka_unit_test(grids_are_small_and_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
