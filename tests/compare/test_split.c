/* Splits: a partition of the right sizes, fixed by seed and repeat, fair to every row and every pair of rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/experiment.h"
#include "protocol/split.h"

static void sizes_are_rounded_up(void **state) {
    (void)state;
    static const size_t sizes[][2] = {{240, 192},   {308, 247},    {1503, 1203},   {4137, 3310},  {5875, 4700},
                                      {8192, 6554}, {10000, 8000}, {21613, 17291}, {28179, 22544}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        assert_int_equal(split_train_rows(sizes[i][0], 0.8), sizes[i][1]);
    /* shares of so many percent: the exact ceiling, in whole numbers */
    for (size_t percent = 1; percent < 100; percent++)
        for (size_t n = 1; n <= 3000; n += 7)
            assert_int_equal(split_train_rows(n, (double)percent / 100.0), (n * percent + 99) / 100);
}

static void every_row_is_in_one_part(void **state) {
    (void)state;
    for (size_t n = 4; n < 60; n += 11) {
        split s = split_random(n, n - 3, 9, n);
        char *seen = calloc(n, 1);
        assert_int_equal(s.n_train, n - 3);
        assert_int_equal(s.n_test, 3);
        for (size_t i = 0; i < n; i++) {
            assert_true(s.rows[i] < n);
            assert_false(seen[s.rows[i]]);
            seen[s.rows[i]] = 1;
        }
        free(seen);
        split_free(&s);
    }
}

static void given_split_keeps_the_order(void **state) {
    (void)state;
    split s = split_given(10, 7);
    assert_int_equal(s.n_train, 7);
    assert_int_equal(s.n_test, 3);
    for (size_t i = 0; i < 10; i++)
        assert_int_equal(s.rows[i], i);
    split_free(&s);
}

/* Drawn data: every repeat has a block of rows of its own, whatever the seed. */
static void repeats_of_drawn_data_share_no_row(void **state) {
    (void)state;
    data d = {.n = 30, .rows_per_repeat = 10};
    experiment e = {.data = &d, .repeats = 3, .n_train = 4, .seed = 8};
    for (size_t repeat = 0; repeat < 3; repeat++) {
        split s = experiment_split(&e, repeat);
        assert_int_equal(s.n_train, 4);
        assert_int_equal(s.n_test, 6);
        for (size_t i = 0; i < 10; i++)
            assert_int_equal(s.rows[i], 10 * repeat + i);
        split_free(&s);
    }
}

static void seed_and_repeat_decide(void **state) {
    (void)state;
    enum { N = 50 };
    split a = split_random(N, 40, 5, 3), b = split_random(N, 40, 5, 3);
    split other_repeat = split_random(N, 40, 5, 4), other_seed = split_random(N, 40, 6, 3);
    assert_memory_equal(a.rows, b.rows, N * sizeof *a.rows);
    assert_memory_not_equal(a.rows, other_repeat.rows, N * sizeof *a.rows);
    assert_memory_not_equal(a.rows, other_seed.rows, N * sizeof *a.rows);
    assert_true(split_method_seed(5, 3) != split_fold_seed(5, 3));
    assert_true(split_method_seed(5, 3) != split_method_seed(5, 4));
    split_free(&a);
    split_free(&b);
    split_free(&other_repeat);
    split_free(&other_seed);
}

/* Of R splits, a row is in the test part in about R t/n of them, a pair in R t(t-1)/(n(n-1)): within 5 standard
 * deviations of the binomial. */
static void rows_and_pairs_are_equally_likely(void **state) {
    (void)state;
    enum { N = 12, TEST = 3, R = 4000 };
    size_t single[N] = {0}, pairs[N][N] = {{0}};
    for (size_t repeat = 0; repeat < R; repeat++) {
        split s = split_random(N, N - TEST, 77, repeat);
        for (size_t i = N - TEST; i < N; i++) {
            single[s.rows[i]]++;
            for (size_t j = N - TEST; j < N; j++)
                if (i != j)
                    pairs[s.rows[i]][s.rows[j]]++;
        }
        split_free(&s);
    }
    double p = (double)TEST / N, q = p * (TEST - 1) / (N - 1);
    for (size_t i = 0; i < N; i++) {
        assert_true(fabs((double)single[i] - R * p) < 5 * sqrt(R * p * (1 - p)));
        for (size_t j = 0; j < N; j++)
            assert_true(i == j || fabs((double)pairs[i][j] - R * q) < 5 * sqrt(R * q * (1 - q)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_rounded_up),        cmocka_unit_test(every_row_is_in_one_part),
        cmocka_unit_test(given_split_keeps_the_order), cmocka_unit_test(repeats_of_drawn_data_share_no_row),
        cmocka_unit_test(seed_and_repeat_decide),      cmocka_unit_test(rows_and_pairs_are_equally_likely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
