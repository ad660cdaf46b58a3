/*
 * The training table against a plain version: rows sorted and merged by comparing all pairs, weights added; and views
 * of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "learn/table.h"
#include "oracle.h"

enum { N = 60, M = 2, T = 2 };

typedef struct sheet {
    double x[N * M], y[N * T], weights[N];
    unsigned char marks[N];
} sheet;

/* Few different values, so that many rows are equal; some are missing, some zeros are negative, some weights 0. */
static sheet make_sheet(uint64_t seed) {
    oracle_random random = oracle_seed(seed);
    static const double values[] = {0.0, -0.0, 1.0, -2.5, NAN};
    sheet s;
    for (size_t i = 0; i < N * M; i++)
        s.x[i] = values[oracle_below(&random, 5)];
    for (size_t i = 0; i < N * T; i++)
        s.y[i] = values[oracle_below(&random, 3)];
    for (size_t r = 0; r < N; r++) {
        s.weights[r] = (double)oracle_below(&random, 4) / 2;
        s.marks[r] = oracle_below(&random, 4) == 0;
    }
    return s;
}

static labrbf_data data_of(const sheet *s) {
    return (labrbf_data){.struct_size = sizeof(labrbf_data),
                         .n_rows = N,
                         .n_features = M,
                         .n_targets = T,
                         .x = s->x,
                         .y = s->y,
                         .weights = s->weights,
                         .validation = s->marks};
}

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static bool same_rows(const sheet *s, size_t a, size_t b) {
    for (size_t j = 0; j < M; j++)
        if (!same(s->x[a * M + j], s->x[b * M + j]))
            return false;
    for (size_t c = 0; c < T; c++)
        if (s->y[a * T + c] != s->y[b * T + c])
            return false;
    return true;
}

/* Does row a of the table come before row b: by features, NaN last, then labels? */
static bool is_before(const lab_table *t, size_t a, size_t b) {
    double left[M], right[M];
    lab_table_features(t, a, left);
    lab_table_features(t, b, right);
    for (size_t j = 0; j < M; j++)
        if (!same(left[j], right[j]))
            return isnan(right[j]) || left[j] < right[j];
    for (size_t c = 0; c < T; c++)
        if (lab_table_label(t, a, c) != lab_table_label(t, b, c))
            return lab_table_label(t, a, c) < lab_table_label(t, b, c);
    return false;
}

static void check_row(const lab_table *t, const sheet *s, size_t row, double mean) {
    size_t origin = lab_table_origin(t, row);
    double features[M], weight = 0;
    bool marked = false;
    for (size_t r = 0; r < N; r++)
        if (s->weights[r] > 0 && same_rows(s, r, origin)) {
            assert_true(r >= origin); /* the first of equal ones */
            weight += s->weights[r];
            marked = marked || s->marks[r];
        }
    oracle_close("weight", lab_table_weight(t, row), weight / mean, 1e-14L);
    assert_int_equal(t->validation[row], marked);
    lab_table_features(t, row, features);
    for (size_t j = 0; j < M; j++) {
        assert_true(same(features[j], s->x[origin * M + j]));
        assert_false(features[j] == 0 && signbit(features[j]));
    }
    for (size_t c = 0; c < T; c++)
        assert_true(lab_table_label(t, row, c) == s->y[origin * T + c]);
}

static void rows_are_sorted_and_merged(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        sheet s = make_sheet(seed), copy = s;
        labrbf_data data = data_of(&copy);
        lab_allocator allocator = lab_allocator_of(NULL);
        lab_table t;
        assert_int_equal(lab_table_make(&t, &allocator, &data, true), LABRBF_OK);
        size_t kinds = 0, missing = 0;
        double total = 0;
        for (size_t r = 0; r < N; r++) {
            bool first = s.weights[r] > 0;
            for (size_t before = 0; before < r; before++)
                first = first && !(s.weights[before] > 0 && same_rows(&s, before, r));
            kinds += first;
            total += s.weights[r];
            for (size_t j = 0; j < M && s.weights[r] > 0; j++)
                missing += isnan(s.x[r * M + j]) != 0;
        }
        assert_int_equal(t.n_rows, kinds);
        assert_int_equal(t.missing_values, missing);
        for (int kept = 0; kept < 2; kept++) {
            for (size_t row = 0; row < t.n_rows; row++)
                check_row(&t, &s, row, total / (double)kinds);
            for (size_t row = 1; row < t.n_rows; row++)
                assert_true(is_before(&t, row - 1, row));
            assert_int_equal(lab_table_keep(&t), LABRBF_OK);
            memset(&copy, 0, sizeof copy); /* it no longer needs the data */
        }
        lab_table_free(&t);
    }
}

static void rows_stay_as_they_are_given(void **state) {
    (void)state;
    sheet s = make_sheet(7);
    labrbf_data data = data_of(&s);
    lab_allocator allocator = lab_allocator_of(NULL);
    lab_table t;
    data.weights = NULL;
    assert_int_equal(lab_table_make(&t, &allocator, &data, false), LABRBF_OK);
    assert_int_equal(t.n_rows, N);
    for (size_t r = 0; r < N; r++) {
        double features[M];
        lab_table_features(&t, r, features);
        assert_memory_equal(features, s.x + r * M, sizeof features); /* -0 is still -0 */
        assert_int_equal(lab_table_origin(&t, r), r);
        assert_true(lab_table_weight(&t, r) == 1);
    }
    lab_table_free(&t);
}

static void views_list_row_numbers(void **state) {
    (void)state;
    sheet s = make_sheet(8);
    labrbf_data data = data_of(&s);
    lab_allocator allocator = lab_allocator_of(NULL);
    lab_table t;
    lab_view all, some;
    assert_int_equal(lab_table_make(&t, &allocator, &data, true), LABRBF_OK);
    assert_int_equal(lab_view_all(&all, &t, t.validation), LABRBF_OK);
    assert_int_equal(all.n_rows, t.n_rows);
    assert_in_range(all.n_learnt, 1, t.n_rows - 1);
    for (size_t i = 0; i < all.n_rows; i++) {
        assert_int_equal(t.validation[all.rows[i]], i >= all.n_learnt);
        assert_true(all.weights[i] == lab_table_weight(&t, all.rows[i]));
        if (i < all.n_learnt)
            assert_int_equal(lab_view_find(&all, all.rows[i]), i);
        if (i > 0 && i != all.n_learnt)
            assert_true(all.rows[i - 1] < all.rows[i]);
    }
    assert_int_equal(lab_view_some(&some, &t, t.validation), LABRBF_OK);
    assert_int_equal(some.n_rows, all.n_rows - all.n_learnt);
    assert_int_equal(some.n_learnt, some.n_rows);
    long double sum = 0;
    for (size_t i = 0; i < some.n_rows; i++) {
        assert_int_equal(some.rows[i], all.rows[all.n_learnt + i]);
        sum += some.weights[i];
        oracle_close("ratio of weights", some.weights[i] / some.weights[0],
                     t.weights[some.rows[i]] / t.weights[some.rows[0]], 1e-14L);
    }
    oracle_close("mean weight", sum / (long double)some.n_rows, 1, 1e-14L);
    lab_view_free(&all);
    lab_view_free(&some);
    lab_table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted_and_merged),
        cmocka_unit_test(rows_stay_as_they_are_given),
        cmocka_unit_test(views_list_row_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
