/* Sweeps over arrays: every instruction set that this machine can run against plain code, bit by bit, at sizes that
 * leave every kind of rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/sweep.h"
#include "oracle.h"

enum { N_MAX = 70 };

typedef void check(const lab_sweeps *sweeps, oracle_random *random, size_t n);

static void for_every_variant_and_size(check *holds) {
    size_t variants = 0;
    for (; lab_sweep_variant(variants); variants++) {
        oracle_random random = oracle_seed(77);
        for (size_t n = 0; n <= N_MAX; n++)
            holds(lab_sweep_variant(variants), &random, n);
    }
    assert_true(variants >= 1);
    assert_string_equal(lab_sweep_variant(variants - 1)->name, "portable");
    assert_ptr_equal(lab_sweep(), lab_sweep_variant(0));
}

/* One element past the end stays as it was. */
static void to_single_holds(const lab_sweeps *sweeps, oracle_random *random, size_t n) {
    double x[N_MAX];
    float y[N_MAX + 1] = {0};
    oracle_fill(random, x, n, -1e3, 1e3);
    y[n] = -7;
    double shift = oracle_uniform(random, -1, 1);
    sweeps->to_single(n, x, shift, y);
    for (size_t i = 0; i < n; i++)
        assert_true(y[i] == (float)(x[i] - shift));
    assert_true(y[n] == -7);
}

static void add_and_scale_hold(const lab_sweeps *sweeps, oracle_random *random, size_t n) {
    double x[N_MAX], a[N_MAX], y[N_MAX + 1], want[N_MAX + 1];
    oracle_fill(random, x, n, -1, 1);
    oracle_fill(random, a, n, -1, 1);
    oracle_fill(random, y, n + 1, -1, 1);
    memcpy(want, y, sizeof y);
    sweeps->add(n, x, y);
    for (size_t i = 0; i < n; i++)
        want[i] += x[i];
    assert_memory_equal(y, want, (n + 1) * sizeof *y);
    sweeps->scale(n, -2.0, a, x, y);
    for (size_t i = 0; i < n; i++)
        want[i] *= -2.0 * a[i] * x[i];
    assert_memory_equal(y, want, (n + 1) * sizeof *y);
}

static void single_ones_hold(const lab_sweeps *sweeps, oracle_random *random, size_t n) {
    float x[N_MAX], y[N_MAX + 1], want[N_MAX + 1];
    for (size_t i = 0; i <= n; i++) {
        want[i] = y[i] = (float)oracle_uniform(random, -1, 1);
        if (i < n)
            x[i] = (float)oracle_uniform(random, -1, 1);
    }
    sweeps->add_single(n, 0.7F, x, y);
    for (size_t i = 0; i < n; i++) {
        float product = 0.7F * x[i];
        want[i] += product;
    }
    assert_memory_equal(y, want, (n + 1) * sizeof *y);
    sweeps->scale_single(n, -1.3F, y);
    for (size_t i = 0; i < n; i++)
        want[i] *= -1.3F;
    assert_memory_equal(y, want, (n + 1) * sizeof *y);
}

/* Missing values, and values far out. */
static void standardize_holds(const lab_sweeps *sweeps, oracle_random *random, size_t n) {
    double x[N_MAX], center[N_MAX], width[N_MAX], mean[N_MAX], y[N_MAX + 1];
    oracle_fill(random, x, n, -10, 10);
    oracle_fill(random, center, n, -1, 1);
    oracle_fill(random, width, n, 0.1, 3);
    oracle_fill(random, mean, n, -1, 1);
    for (size_t i = 0; i < n; i++)
        x[i] = i % 5 == 3 ? NAN : i % 7 == 2 ? 1e300 : i % 7 == 4 ? -1e300 : x[i];
    y[n] = -7;
    sweeps->standardize(n, x, center, width, mean, 1e6, y);
    for (size_t i = 0; i < n; i++) {
        double want = isnan(x[i]) ? (mean[i] - center[i]) / width[i] : (x[i] - center[i]) / width[i];
        assert_true(y[i] == fmin(fmax(want, -1e6), 1e6));
    }
    assert_true(y[n] == -7);
}

/* Against expl, within two of the last digits, for exponents of all sizes; the same bits in every instruction set; and
 * held where it has to be. */
static void grow_holds(const lab_sweeps *sweeps, oracle_random *random, size_t n) {
    double x[N_MAX], y[N_MAX + 1], before[N_MAX + 1], plain[N_MAX + 1];
    oracle_fill(random, x, n, -1, 1);
    oracle_fill(random, y, n + 1, 0.1, 10);
    for (size_t i = 0; i < n; i++)
        x[i] = i % 6 == 5 ? 1000 * x[i] : x[i] * pow(10, (double)(i % 6) - 3);
    memcpy(before, y, sizeof y);
    memcpy(plain, y, sizeof y);
    sweeps->grow(n, x, 1e-9, 1e9, y);
    lab_sweep_portable.grow(n, x, 1e-9, 1e9, plain);
    assert_memory_equal(y, plain, n * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        long double want = fminl(fmaxl(before[i] * expl(x[i]), 1e-9L), 1e9L);
        assert_true(fabsl(y[i] - want) <= 2 * 0x1p-52L * want);
    }
    assert_true(y[n] == before[n]);
}

static void adam_holds(const lab_sweeps *sweeps, oracle_random *random, size_t n) {
    double g[N_MAX], p[N_MAX + 1], first[N_MAX + 1], second[N_MAX + 1];
    double want_p[N_MAX + 1], want_first[N_MAX + 1], want_second[N_MAX + 1];
    oracle_fill(random, g, n, -1, 1);
    oracle_fill(random, p, n + 1, -1, 1);
    oracle_fill(random, first, n + 1, -1, 1);
    oracle_fill(random, second, n + 1, 0, 1);
    memcpy(want_p, p, sizeof p);
    memcpy(want_first, first, sizeof first);
    memcpy(want_second, second, sizeof second);
    lab_sweep_moments moments = {first, second, 0.9, 0.999, 0.01, 1.3, 1e-8};
    sweeps->adam(n, &moments, g, p);
    for (size_t i = 0; i < n; i++) {
        want_first[i] = 0.9 * want_first[i] + (1.0 - 0.9) * g[i];
        want_second[i] = 0.999 * want_second[i] + (1.0 - 0.999) * g[i] * g[i];
        want_p[i] -= 0.01 * want_first[i] / (sqrt(want_second[i] * 1.3) + 1e-8);
    }
    assert_memory_equal(first, want_first, (n + 1) * sizeof *first);
    assert_memory_equal(second, want_second, (n + 1) * sizeof *second);
    assert_memory_equal(p, want_p, (n + 1) * sizeof *p);
}

static void single_precision_is_rounded_right(void **state) {
    (void)state;
    for_every_variant_and_size(to_single_holds);
}

static void sums_and_products_are_those_of_plain_code(void **state) {
    (void)state;
    for_every_variant_and_size(add_and_scale_hold);
}

static void those_in_single_precision_are_those_of_plain_code(void **state) {
    (void)state;
    for_every_variant_and_size(single_ones_hold);
}

static void features_are_standardized_as_by_plain_code(void **state) {
    (void)state;
    for_every_variant_and_size(standardize_holds);
}

static void growth_is_that_of_the_exponential(void **state) {
    (void)state;
    for_every_variant_and_size(grow_holds);
}

static void adam_is_that_of_plain_code(void **state) {
    (void)state;
    for_every_variant_and_size(adam_holds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision_is_rounded_right),
        cmocka_unit_test(sums_and_products_are_those_of_plain_code),
        cmocka_unit_test(those_in_single_precision_are_those_of_plain_code),
        cmocka_unit_test(features_are_standardized_as_by_plain_code),
        cmocka_unit_test(growth_is_that_of_the_exponential),
        cmocka_unit_test(adam_is_that_of_plain_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
