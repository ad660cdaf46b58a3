/* Which rows become supports: equal rows, the two ways to start, and the worst rows by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/support.h"
#include "oracle.h"

enum { N_MAX = 400 };

typedef struct bench {
    lab_support_set set;
    lab_allocator allocator;
    void *block;
    double x[N_MAX * 3], key[N_MAX];
    size_t n, m;
} bench;

static void open_bench(bench *b, size_t n, size_t m) {
    memset(b, 0, sizeof *b);
    b->allocator = lab_allocator_of(NULL);
    b->n = n;
    b->m = m;
    lab_arena arena = {0};
    lab_support_layout(&b->set, &arena, n, n);
    assert_int_equal(lab_arena_open(&arena, &b->allocator, &b->block), LABRBF_OK);
    lab_support_layout(&b->set, &arena, n, n);
}

static void close_bench(bench *b) { lab_free(&b->allocator, b->block); }

static void find_twins(bench *b) {
    static uint32_t table[2 * N_MAX], scratch[N_MAX];
    b->set.scratch = scratch;
    lab_support_find_equals(&b->set, b->x, b->m, table);
}

/* Rows on a coarse grid, so that many are equal. */
static void coarse_rows(oracle_random *random, bench *b, size_t levels) {
    for (size_t i = 0; i < b->n * b->m; i++)
        b->x[i] = (double)oracle_below(random, levels) - 1.0;
    oracle_fill(random, b->key, b->n, -1, 1);
    find_twins(b);
}

static bool rows_equal(const bench *b, size_t r, size_t s) {
    for (size_t j = 0; j < b->m; j++)
        if (b->x[r * b->m + j] != b->x[s * b->m + j])
            return false;
    return true;
}

/* Supports are marked, and no two of them are equal rows. */
static void expect_sound(const bench *b) {
    size_t marked = 0;
    for (size_t r = 0; r < b->n; r++)
        marked += lab_support_has(&b->set, r);
    assert_int_equal(marked, b->set.n);
    for (size_t i = 0; i < b->set.n; i++) {
        assert_true(b->set.rows[i] < b->n);
        assert_true(lab_support_has(&b->set, b->set.rows[i]));
        for (size_t j = 0; j < i; j++)
            assert_false(rows_equal(b, b->set.rows[i], b->set.rows[j]));
    }
}

static void twins_are_found_as_by_brute_force(void **state) {
    (void)state;
    oracle_random random = oracle_seed(31);
    for (size_t n = 1; n <= N_MAX; n = 2 * n + 1) {
        for (size_t m = 1; m <= 3; m++) {
            bench b;
            open_bench(&b, n, m);
            coarse_rows(&random, &b, 4);
            size_t distinct = 0;
            for (size_t r = 0; r < n; r++) {
                size_t first = 0;
                while (!rows_equal(&b, first, r))
                    first++;
                distinct += first == r;
            }
            assert_int_equal(b.set.n_distinct, distinct);
            close_bench(&b);
        }
    }
}

static void minus_zero_equals_zero(void **state) {
    (void)state;
    bench b;
    open_bench(&b, 4, 2);
    const double x[] = {0.0, 1.0, -0.0, 1.0, 0.0, -1.0, -0.0, -1.0};
    memcpy(b.x, x, sizeof x);
    find_twins(&b);
    assert_int_equal(b.set.n_distinct, 2);
    lab_support_start_by_label(&b.set, 4, 0.5, b.key);
    assert_int_equal(b.set.n, 2);
    expect_sound(&b);
    close_bench(&b);
}

static void random_start_gives_the_number_asked_for(void **state) {
    (void)state;
    oracle_random random = oracle_seed(32);
    for (size_t count = 1; count <= 50; count += 7) {
        bench b;
        lab_rng rng = lab_rng_seed(count);
        open_bench(&b, 60, 2);
        coarse_rows(&random, &b, 1000);
        size_t most = count < b.set.n_distinct ? count : b.set.n_distinct;
        lab_support_start_random(&b.set, count, &rng);
        assert_int_equal(b.set.n, most);
        expect_sound(&b);
        close_bench(&b);
    }
}

/* Each of 40 rows is drawn about as often as the others: chi-square with 39 degrees of freedom, 99.99 % below 81. */
static void random_start_is_uniform(void **state) {
    (void)state;
    enum { N = 40, COUNT = 8, TRIES = 2000 };
    size_t drawn[N] = {0};
    lab_rng rng = lab_rng_seed(7);
    for (size_t trial = 0; trial < TRIES; trial++) {
        bench b;
        open_bench(&b, N, 1);
        for (size_t r = 0; r < N; r++)
            b.x[r] = (double)r;
        find_twins(&b);
        lab_support_start_random(&b.set, COUNT, &rng);
        for (size_t i = 0; i < b.set.n; i++)
            drawn[b.set.rows[i]]++;
        close_bench(&b);
    }
    double expected = (double)TRIES * COUNT / N, chi = 0;
    for (size_t r = 0; r < N; r++)
        chi += ((double)drawn[r] - expected) * ((double)drawn[r] - expected) / expected;
    assert_true(chi < 81);
}

/* Among the k rows of smallest label there are k S / n supports, give or take one, for every k, wherever in its part a
 * support is. */
static void label_start_is_even_over_the_sorted_labels(void **state) {
    (void)state;
    oracle_random random = oracle_seed(33);
    static const size_t counts[] = {1, 2, 3, 7, 10, 33, 99, 100, 1, 2, 3, 7, 10, 33, 99, 100};
    static const double shares[] = {0.5, 0.0, 0.118, 0.999, 0.5};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        bench b;
        open_bench(&b, 100, 2);
        coarse_rows(&random, &b, 1000000);
        lab_support_start_by_label(&b.set, counts[c], shares[c % 5], b.key);
        assert_int_equal(b.set.n, counts[c]);
        expect_sound(&b);
        for (size_t r = 0; r < b.n; r++) {
            size_t below = 0, supports = 0;
            for (size_t q = 0; q < b.n; q++) {
                below += b.key[q] <= b.key[r];
                supports += b.key[q] <= b.key[r] && lab_support_has(&b.set, q);
            }
            double even = (double)below * (double)counts[c] / (double)b.n;
            assert_true(fabs((double)supports - even) <= 1.0);
        }
        close_bench(&b);
    }
}

/* If an equal row is in the set already, another row is taken, as long as there are distinct rows. */
static void label_start_passes_over_twins(void **state) {
    (void)state;
    oracle_random random = oracle_seed(34);
    for (size_t levels = 1; levels <= 4; levels++) {
        for (size_t count = 1; count <= 20; count += 3) {
            bench b;
            open_bench(&b, 200, 2);
            coarse_rows(&random, &b, levels);
            lab_support_start_by_label(&b.set, count, 0.5, b.key);
            assert_int_equal(b.set.n, count < b.set.n_distinct ? count : b.set.n_distinct);
            expect_sound(&b);
            close_bench(&b);
        }
    }
}

static void label_start_with_equal_labels(void **state) {
    (void)state;
    bench b;
    open_bench(&b, 30, 1);
    for (size_t r = 0; r < b.n; r++)
        b.x[r] = (double)r;
    find_twins(&b);
    lab_support_start_by_label(&b.set, 10, 0.5, b.key);
    assert_int_equal(b.set.n, 10);
    expect_sound(&b);
    close_bench(&b);
}

/* The plain way: look through all rows for the worst that may join, again and again. Equal errors: the later row. */
static size_t worst_by_brute_force(const bench *b, const unsigned char *is_support) {
    size_t worst = b->n;
    for (size_t r = 0; r < b->n; r++) {
        bool has_twin = false;
        for (size_t q = 0; q < b->n; q++)
            has_twin = has_twin || (is_support[q] && rows_equal(b, q, r));
        if (!has_twin && (worst == b->n || b->key[r] >= b->key[worst]))
            worst = r;
    }
    return worst;
}

static void expect_worst_join(bench *b, size_t count) {
    unsigned char is_support[N_MAX];
    size_t expected[N_MAX], n = 0, before = b->set.n;
    for (size_t r = 0; r < b->n; r++)
        is_support[r] = lab_support_has(&b->set, r);
    for (; n < count; n++) {
        size_t worst = worst_by_brute_force(b, is_support);
        if (worst == b->n)
            break;
        is_support[worst] = 1;
        expected[n] = worst;
    }
    assert_int_equal(lab_support_add_worst(&b->set, count, b->key), n);
    assert_int_equal(b->set.n, before + n);
    assert_memory_equal(b->set.rows + before, expected, n * sizeof *expected);
    expect_sound(b);
}

static void worst_rows_join_as_by_brute_force(void **state) {
    (void)state;
    oracle_random random = oracle_seed(35);
    for (size_t levels = 2; levels <= 64; levels *= 2) {
        bench b;
        open_bench(&b, 150, 2);
        coarse_rows(&random, &b, levels);
        lab_support_start_by_label(&b.set, 5, 0.5, b.key);
        for (int round = 0; round < 6; round++) {
            oracle_fill(&random, b.key, b.n, 0, 1);
            expect_worst_join(&b, 1 + 6 * (size_t)round);
        }
        close_bench(&b);
    }
}

static void equal_errors_are_taken_by_row_number(void **state) {
    (void)state;
    oracle_random random = oracle_seed(36);
    bench b;
    open_bench(&b, 120, 2);
    coarse_rows(&random, &b, 50);
    for (size_t r = 0; r < b.n; r++)
        b.key[r] = (double)oracle_below(&random, 3);
    for (int round = 0; round < 8; round++)
        expect_worst_join(&b, 13);
    close_bench(&b);
}

static void all_rows_equal_give_one_support(void **state) {
    (void)state;
    bench b;
    lab_rng rng = lab_rng_seed(1);
    for (int way = 0; way < 2; way++) {
        open_bench(&b, 25, 3);
        find_twins(&b);
        assert_int_equal(b.set.n_distinct, 1);
        if (way == 0)
            lab_support_start_random(&b.set, 10, &rng);
        else
            lab_support_start_by_label(&b.set, 10, 0.5, b.key);
        assert_int_equal(b.set.n, 1);
        assert_int_equal(lab_support_add_worst(&b.set, 10, b.key), 0);
        expect_sound(&b);
        close_bench(&b);
    }
}

static void a_cleared_set_starts_again(void **state) {
    (void)state;
    oracle_random random = oracle_seed(37);
    bench b;
    open_bench(&b, 80, 2);
    coarse_rows(&random, &b, 6);
    size_t rows[20];
    lab_support_start_by_label(&b.set, 20, 0.5, b.key);
    memcpy(rows, b.set.rows, sizeof rows);
    (void)lab_support_add_worst(&b.set, 5, b.key);
    lab_support_clear(&b.set);
    assert_int_equal(b.set.n, 0);
    expect_sound(&b);
    lab_support_start_by_label(&b.set, 20, 0.5, b.key);
    assert_memory_equal(b.set.rows, rows, sizeof rows);
    expect_sound(&b);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_are_found_as_by_brute_force),
        cmocka_unit_test(minus_zero_equals_zero),
        cmocka_unit_test(random_start_gives_the_number_asked_for),
        cmocka_unit_test(random_start_is_uniform),
        cmocka_unit_test(label_start_is_even_over_the_sorted_labels),
        cmocka_unit_test(label_start_passes_over_twins),
        cmocka_unit_test(label_start_with_equal_labels),
        cmocka_unit_test(worst_rows_join_as_by_brute_force),
        cmocka_unit_test(equal_errors_are_taken_by_row_number),
        cmocka_unit_test(all_rows_equal_give_one_support),
        cmocka_unit_test(a_cleared_set_starts_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
