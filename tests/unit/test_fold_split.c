/* How the command line parts rows into folds: every promise of fold_split.h, over many sizes, seeds and keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "fold_split.h"
#include "term/command.h"

enum { ROWS_MAX = 97 };

static size_t random_state = 12345;
static size_t random_below(size_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % n;
}

static cli_split folds(cli_split_kind kind, const double *keys, size_t rows, size_t count, uint64_t seed) {
    cli_split split;
    assert_int_equal(cli_split_folds("cv", kind, keys, rows, count, seed, &split), TERM_SUCCESS);
    assert_int_equal(split.rows, rows);
    return split;
}

static size_t size_of(const cli_split *split, size_t fold) {
    size_t size = 0;
    for (size_t i = 0; i < split->rows; i++)
        size += split->fold[i] == fold;
    return size;
}

static void random_folds_are_even_and_cover_all(void **state) {
    (void)state;
    for (size_t rows = 4; rows < ROWS_MAX; rows++)
        for (size_t count = 2; count <= rows && count < 12; count++) {
            cli_split split = folds(CLI_SPLIT_RANDOM, NULL, rows, count, rows);
            for (size_t k = 1; k <= count; k++) {
                size_t size = size_of(&split, k), trained = 0;
                assert_true(size == rows / count || size == rows / count + 1);
                for (size_t i = 0; i < rows; i++)
                    trained += cli_split_trains(&split, i, k);
                assert_int_equal(trained, rows - size);
            }
            assert_int_equal(size_of(&split, 0), 0);
            cli_split_free(&split);
        }
}

static void the_seed_decides(void **state) {
    (void)state;
    cli_split a = folds(CLI_SPLIT_RANDOM, NULL, 50, 5, 1), b = folds(CLI_SPLIT_RANDOM, NULL, 50, 5, 1),
              c = folds(CLI_SPLIT_RANDOM, NULL, 50, 5, 2);
    assert_memory_equal(a.fold, b.fold, 50 * sizeof *a.fold);
    assert_memory_not_equal(a.fold, c.fold, 50 * sizeof *a.fold);
    cli_split_free(&a);
    cli_split_free(&b);
    cli_split_free(&c);
}

/* Over many seeds every row is in every fold about equally often: 2000 draws of a quarter, within 5 deviations. */
static void random_folds_are_fair(void **state) {
    (void)state;
    enum { N = 12, K = 4, DRAWS = 2000 };
    size_t counts[N][K + 1] = {{0}};
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        cli_split split = folds(CLI_SPLIT_RANDOM, NULL, N, K, seed);
        for (size_t i = 0; i < N; i++)
            counts[i][split.fold[i]]++;
        cli_split_free(&split);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t k = 1; k <= K; k++) /* sqrt(2000 * 1/4 * 3/4) is 19.4 */
            assert_in_range(counts[i][k], 500 - 97, 500 + 97);
}

static void groups_stay_together(void **state) {
    (void)state;
    for (size_t c = 0; c < 200; c++) {
        double keys[ROWS_MAX];
        size_t rows = 30 + random_below(60), groups = 6 + random_below(10), largest = 0, sizes[16] = {0};
        for (size_t i = 0; i < rows; i++) {
            size_t group = i < groups ? i : random_below(groups);
            keys[i] = (double)group - 3;
            sizes[group]++;
        }
        for (size_t g = 0; g < groups; g++)
            largest = sizes[g] > largest ? sizes[g] : largest;
        cli_split split = folds(CLI_SPLIT_GROUPS, keys, rows, 5, c);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < i; j++)
                if (keys[i] == keys[j])
                    assert_int_equal(split.fold[i], split.fold[j]);
        for (size_t k = 1; k <= 5; k++)
            for (size_t l = 1; l <= 5; l++)
                assert_true(size_of(&split, k) <= size_of(&split, l) + largest); /* as even as groups allow, nearly */
        assert_int_equal(size_of(&split, 0), 0);
        cli_split_free(&split);
    }
}

/* Whatever is tested is later than everything it is predicted from, and every row after the first block is tested. */
static void time_goes_forward(void **state) {
    (void)state;
    for (size_t c = 0; c < 200; c++) {
        double keys[ROWS_MAX];
        size_t rows = 60 + random_below(37), times = c % 2 ? 1000000 : 15;
        for (size_t i = 0; i < rows; i++)
            keys[i] = -5 + (double)random_below(times);
        cli_split split = folds(CLI_SPLIT_TIME, keys, rows, 4, c);
        for (size_t k = 1; k <= 4; k++)
            for (size_t i = 0; i < rows; i++)
                for (size_t j = 0; j < rows; j++)
                    if (split.fold[i] == k && cli_split_trains(&split, j, k))
                        assert_true(keys[j] < keys[i]);
        size_t first = size_of(&split, 0);
        assert_true(first >= rows / 5 && (times < 100 || first <= rows / 5 + 1));
        cli_split_free(&split);
    }
}

static void holdout_is_the_share_that_was_asked_for(void **state) {
    (void)state;
    double keys[ROWS_MAX];
    for (size_t i = 0; i < ROWS_MAX; i++)
        keys[i] = (double)((i * 31) % ROWS_MAX); /* all different */
    for (cli_split_kind kind = CLI_SPLIT_RANDOM; kind <= CLI_SPLIT_TIME; kind++)
        for (size_t want = 1; want < ROWS_MAX - 2; want += 5) {
            cli_split split;
            double share = (double)want / ROWS_MAX;
            assert_int_equal(cli_split_holdout("fit", kind, keys, ROWS_MAX, share, want, &split), TERM_SUCCESS);
            assert_int_equal(size_of(&split, 1), want);
            for (size_t i = 0; i < ROWS_MAX; i++) {
                assert_int_equal(cli_split_trains(&split, i, 1), split.fold[i] == 0);
                if (kind == CLI_SPLIT_TIME)
                    assert_int_equal(split.fold[i] == 1, keys[i] >= (double)(ROWS_MAX - want));
            }
            cli_split_free(&split);
        }
    cli_split none;
    assert_int_equal(cli_split_holdout("fit", CLI_SPLIT_RANDOM, NULL, 10, 0, 0, &none), TERM_SUCCESS);
    assert_int_equal(size_of(&none, 0), 10);
    cli_split_free(&none);
}

/* Groups of three: the number of rows held out is as near as they allow. */
static void held_out_groups_are_whole(void **state) {
    (void)state;
    double keys[60];
    for (size_t i = 0; i < 60; i++)
        keys[i] = (double)(i % 20);
    for (uint64_t seed = 0; seed < 50; seed++) {
        cli_split split;
        assert_int_equal(cli_split_holdout("fit", CLI_SPLIT_GROUPS, keys, 60, 0.25, seed, &split), TERM_SUCCESS);
        assert_int_equal(size_of(&split, 1), 15);
        for (size_t i = 20; i < 60; i++)
            assert_int_equal(split.fold[i], split.fold[i - 20]);
        cli_split_free(&split);
    }
}

static void what_cannot_be_parted_is_refused(void **state) {
    (void)state;
    static const double same[10] = {0}, two[10] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    cli_split split;
    assert_int_equal(cli_split_folds("cv", CLI_SPLIT_RANDOM, NULL, 3, 4, 0, &split), TERM_MISUSE);
    cli_split_free(&split);
    assert_int_equal(cli_split_folds("cv", CLI_SPLIT_RANDOM, NULL, 2, 2, 0, &split), TERM_MISUSE);
    cli_split_free(&split);
    assert_int_equal(cli_split_folds("cv", CLI_SPLIT_GROUPS, two, 10, 3, 0, &split), TERM_MISUSE);
    cli_split_free(&split);
    assert_int_equal(cli_split_folds("cv", CLI_SPLIT_TIME, two, 10, 2, 0, &split), TERM_MISUSE);
    cli_split_free(&split);
    assert_int_equal(cli_split_holdout("fit", CLI_SPLIT_GROUPS, same, 10, 0.2, 0, &split), TERM_MISUSE);
    cli_split_free(&split);
    assert_int_equal(cli_split_holdout("fit", CLI_SPLIT_TIME, same, 10, 0.2, 0, &split), TERM_MISUSE);
    cli_split_free(&split);
}

/* Rows with the same key are on one side; of time the later ones validate. Without a part that leaves two rows there is
 * none, and that is only so if there are too few rows or keys. */
static void validation_rows_are_whole_groups_or_the_last_times(void **state) {
    (void)state;
    for (size_t c = 0; c < 2000; c++) {
        double keys[ROWS_MAX];
        cli_split split;
        cli_split_kind kind = c % 2 ? CLI_SPLIT_GROUPS : CLI_SPLIT_TIME;
        size_t rows = 2 + random_below(ROWS_MAX - 2), distinct = 1 + random_below(c % 3 ? 4 : rows), marked = 0;
        for (size_t i = 0; i < rows; i++)
            keys[i] = (double)random_below(distinct) - 1;
        assert_int_equal(cli_split_validation("fit", kind, keys, rows, c, &split), TERM_SUCCESS);
        bool several = false;
        for (size_t i = 0; i < rows; i++) {
            marked += split.fold[i] == 1;
            several = several || keys[i] != keys[0];
            for (size_t j = 0; j < rows; j++) {
                assert_true(keys[i] != keys[j] || split.fold[i] == split.fold[j]);
                assert_true(kind == CLI_SPLIT_GROUPS || split.fold[i] <= split.fold[j] || keys[i] > keys[j]);
            }
        }
        assert_int_equal(marked + size_of(&split, 0), rows);
        assert_true(marked == 0 || (several && rows - marked >= 2));
        assert_true(marked > 0 || !several || rows < 10);
        cli_split_free(&split);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_folds_are_even_and_cover_all),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(random_folds_are_fair),
        cmocka_unit_test(groups_stay_together),
        cmocka_unit_test(time_goes_forward),
        cmocka_unit_test(holdout_is_the_share_that_was_asked_for),
        cmocka_unit_test(held_out_groups_are_whole),
        cmocka_unit_test(what_cannot_be_parted_is_refused),
        cmocka_unit_test(validation_rows_are_whole_groups_or_the_last_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
