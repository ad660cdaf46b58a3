/* Ordering rows: against insertion sort, and the heap step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/order.h"
#include "oracle.h"

enum { N_MAX = 300 };

static bool after(const void *context, size_t a, size_t b) {
    const double *key = context;
    return key[a] != key[b] ? key[a] > key[b] : a > b;
}

static void insertion_sort(uint32_t *items, size_t n, const double *key) {
    for (size_t i = 1; i < n; i++) {
        for (size_t j = i; j > 0 && after(key, items[j - 1], items[j]); j--) {
            uint32_t item = items[j];
            items[j] = items[j - 1];
            items[j - 1] = item;
        }
    }
}

/* n rows in a mixed-up order, keys with many ties if `levels` is small. */
static void mix(oracle_random *random, uint32_t *items, double *key, size_t n, size_t levels) {
    for (size_t i = 0; i < n; i++) {
        items[i] = (uint32_t)i;
        key[i] = (double)oracle_below(random, levels);
    }
    for (size_t i = n; i > 1; i--) {
        size_t j = oracle_below(random, i);
        uint32_t item = items[j];
        items[j] = items[i - 1];
        items[i - 1] = item;
    }
}

static void sorting_agrees_with_insertion_sort(void **state) {
    (void)state;
    oracle_random random = oracle_seed(51);
    static const size_t levels[] = {1, 3, 1000000};
    for (size_t n = 0; n <= N_MAX; n = n < 20 ? n + 1 : 2 * n) {
        for (size_t c = 0; c < 3; c++) {
            uint32_t items[N_MAX], expected[N_MAX];
            double key[N_MAX];
            mix(&random, items, key, n, levels[c]);
            memcpy(expected, items, n * sizeof *items);
            insertion_sort(expected, n, key);
            lab_order_sort(items, n, after, key);
            assert_memory_equal(items, expected, n * sizeof *items);
        }
    }
}

static void result_does_not_depend_on_the_order_given(void **state) {
    (void)state;
    oracle_random random = oracle_seed(52);
    uint32_t items[100], again[100];
    double key[100], unused[100];
    mix(&random, items, key, 100, 7);
    mix(&random, again, unused, 100, 7);
    lab_order_sort(items, 100, after, key);
    lab_order_sort(again, 100, after, key);
    assert_memory_equal(items, again, sizeof items);
}

static void heap_gives_the_last_row_first(void **state) {
    (void)state;
    oracle_random random = oracle_seed(53);
    uint32_t items[N_MAX], sorted[N_MAX];
    double key[N_MAX];
    mix(&random, items, key, N_MAX, 40);
    memcpy(sorted, items, sizeof items);
    insertion_sort(sorted, N_MAX, key);
    lab_heap_make(items, N_MAX, after, key);
    for (size_t left = N_MAX; left > 0; left--) {
        for (size_t i = 1; i < left; i++)
            assert_false(after(key, items[i], items[(i - 1) / 2]));
        assert_int_equal(items[0], sorted[left - 1]);
        lab_heap_pop(items, left, after, key);
        assert_int_equal(items[left - 1], sorted[left - 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting_agrees_with_insertion_sort),
        cmocka_unit_test(result_does_not_depend_on_the_order_given),
        cmocka_unit_test(heap_gives_the_last_row_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
