/* Tuning: the best setting is found, test rows are never touched, folds are honest and scaled by themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/random.h"
#include "protocol/contender.h"
#include "protocol/grid_search.h"
#include "standin.h"

static void expect_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

enum { N = 53, N_TRAIN = 43, M = 3 };

/*
 * Columns 0 and 1 are random. Column 2 is 5 in the training rows and 6 in the test rows: as long as no test row is
 * looked at it is constant, so it is scaled to exactly 0. The labels are noise that no feature explains.
 */
static data make_data(size_t rows[N]) {
    data d = {.n = N, .m = M, .x = memory_doubles(N, M), .y = memory_doubles(N, 1)};
    generator g = random_from(3);
    for (size_t i = 0; i < N; i++)
        rows[i] = i;
    random_shuffle(&g, rows, N);
    for (size_t i = 0; i < N; i++) {
        double *x = d.x + rows[i] * M;
        x[0] = random_normal(&g);
        x[1] = random_normal(&g);
        x[2] = i < N_TRAIN ? 5.0 : 6.0;
        d.y[rows[i]] = random_normal(&g);
    }
    return d;
}

static size_t folds = TUNE_FOLDS;

static void tuned(const method *m, const char *fixed_settings, contenders *c) {
    size_t rows[N];
    failure why = {""};
    data d = make_data(rows);
    assert_true(contenders_choose(&m, 1, NULL, c, &why));
    assert_true(contender_set_all(&c->list[0], fixed_settings, &why));
    if (!tune_settings(m, c->list[0].values, c->list[0].fixed, &d, rows, N_TRAIN, folds, 11, 12, &why))
        fail_msg("%s", why.text);
    data_free(&d);
}

static void expect_tuned(const method *m, const char *fixed_settings, const char *expected) {
    contenders c;
    char text[CONTENDER_TEXT];
    tuned(m, fixed_settings, &c);
    contender_text(&c.list[0], c.list[0].values, false, text);
    assert_string_equal(text, expected);
    contenders_free(&c);
}

static void the_best_is_found(void **state) {
    (void)state;
    expect_tuned(&standin_bias, "", "bias=0 sign=minus"); /* with 0 both signs are the same: the first one */
    expect_tuned(&standin_bias, "bias=2 sign=plus", "bias=2 sign=plus"); /* nothing left to choose */
    expect_tuned(&standin_bias, "sign=plus", "bias=0 sign=plus");
}

/* On noise the mean of many neighbours is better than one of them. Were a validation row among the training rows, it
 * would be its own nearest neighbour, and k = 1 would be perfect. */
static void folds_do_not_leak(void **state) {
    (void)state;
    expect_tuned(&standin_neighbours, "", "k=9 power=0");
}

/* ---- a method that checks what it is shown */

static size_t fits, predicted, fitted_rows;

static const option spy_options[] = {
    {.name = "a", .kind = OPTION_COUNT, .standard = "1", .low = 1, .high = 9, .grid = "1 2 3"},
    {.name = "b", .kind = OPTION_COUNT, .standard = "1", .low = 1, .high = 9}, /* no grid */
    {.name = "c", .kind = OPTION_COUNT, .standard = "1", .low = 1, .high = 9, .grid = "4 5"},
};
static size_t seen[10][10];

static void expect_range(const double *values, size_t stride, size_t n) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, values[i * stride]);
        high = fmax(high, values[i * stride]);
    }
    expect_near(low, -1.0, 1e-12);
    expect_near(high, 1.0, 1e-12);
}

static void *spy_fit(const value *settings, const problem *p, failure *why) {
    (void)why;
    expect_range(p->y, 1, p->n);
    expect_range(p->x, M, p->n);
    expect_range(p->x + 1, M, p->n);
    for (size_t i = 0; i < p->n; i++)
        assert_true(p->x[i * M + 2] == 0.0);
    assert_int_equal(p->seed, 12);
    fits++;
    fitted_rows += p->n;
    seen[(size_t)settings[0].number][(size_t)settings[2].number]++;
    assert_true(settings[1].number == 1);
    double *constant = memory_doubles(1, 1);
    *constant = settings[0].number == 2 && settings[2].number == 5 ? 0.0 : 3.0;
    return constant;
}

static void spy_predict(const void *model, const double *x, size_t n, double *out) {
    for (size_t i = 0; i < n; i++) {
        assert_true(x[i * M + 2] == 0.0);
        out[i] = *(const double *)model;
    }
    predicted += n;
}

static size_t spy_size(const void *model) { return model != NULL; }

static void test_rows_are_never_touched(void **state) {
    (void)state;
    const method spy = {"spy", "Spy", "rows", spy_options, 3, spy_fit, spy_predict, spy_size, free};
    expect_tuned(&spy, "", "a=2 b=1 c=5");
    assert_int_equal(fits, TUNE_FOLDS * 6);
    assert_int_equal(predicted, 6 * N_TRAIN); /* every training row once per combination */
    assert_int_equal(fitted_rows, (TUNE_FOLDS - 1) * 6 * N_TRAIN);
    for (size_t a = 1; a <= 3; a++)
        for (size_t c = 4; c <= 5; c++)
            assert_int_equal(seen[a][c], TUNE_FOLDS);
}

/* One fold of the five: a fifth of the fits, and every combination is scored on the same rows. */
static void one_fold_is_a_fifth_of_the_work(void **state) {
    (void)state;
    const method spy = {"spy", "Spy", "rows", spy_options, 3, spy_fit, spy_predict, spy_size, free};
    fits = predicted = fitted_rows = 0;
    folds = 1;
    expect_tuned(&spy, "", "a=2 b=1 c=5");
    folds = TUNE_FOLDS;
    assert_int_equal(fits, 6);
    assert_int_equal(predicted, 6 * (N_TRAIN / TUNE_FOLDS));
    assert_int_equal(fitted_rows, 6 * (N_TRAIN - N_TRAIN / TUNE_FOLDS));
}

/* ---- trouble */

static void combinations_that_fail_are_passed_over(void **state) {
    (void)state;
    size_t rows[N];
    failure why = {""};
    contenders c;
    const method *m = &standin_neighbours;
    data d = make_data(rows);
    assert_true(contenders_choose(&m, 1, NULL, &c, &why));
    /* ten rows: eight in a fold's training part, so k = 9 cannot be fitted */
    assert_true(tune_settings(m, c.list[0].values, c.list[0].fixed, &d, rows, 10, TUNE_FOLDS, 1, 1, &why));
    assert_true(c.list[0].values[0].number < 9);
    assert_string_equal(why.text, "");
    assert_true(contender_set_all(&c.list[0], "k=9", &why));
    assert_false(tune_settings(m, c.list[0].values, c.list[0].fixed, &d, rows, 10, TUNE_FOLDS, 1, 1, &why));
    assert_string_equal(why.text, "there are only 8 rows");
    assert_false(tune_settings(m, c.list[0].values, c.list[0].fixed, &d, rows, 9, TUNE_FOLDS, 1, 1, &why));
    assert_non_null(strstr(why.text, "at least 10 training rows, there are 9"));
    for (size_t i = 0; i < N; i++)
        d.y[i] = 1.0;
    assert_false(tune_settings(m, c.list[0].values, c.list[0].fixed, &d, rows, 30, TUNE_FOLDS, 1, 1, &why));
    assert_non_null(strstr(why.text, "the same in every row"));
    contenders_free(&c);
    data_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_found),
        cmocka_unit_test(folds_do_not_leak),
        cmocka_unit_test(test_rows_are_never_touched),
        cmocka_unit_test(one_fold_is_a_fifth_of_the_work),
        cmocka_unit_test(combinations_that_fail_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
