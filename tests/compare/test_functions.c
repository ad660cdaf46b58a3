/* The paper's test functions: values, domains, noise, and that the seed decides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper/functions.h"

enum { ROWS = 20000 };

typedef struct sample {
    double *x, *y;
} sample;

static sample drawn(const test_function *f, uint64_t seed) {
    sample s = {calloc(ROWS * f->m, sizeof(double)), calloc(ROWS, sizeof(double))};
    assert_non_null(s.x);
    assert_non_null(s.y);
    functions_draw(f, seed, ROWS, s.x, s.y);
    return s;
}

static void release(sample *s) {
    free(s->x);
    free(s->y);
}

/* The printed formulas once more, in long double, counting features from 1 as the paper does. */
static long double printed(size_t which, const double *x0) {
    const long double pi = acosl(-1.0L);
    long double x[7] = {0};
    for (size_t i = 0; i < functions[which].m; i++)
        x[i + 1] = x0[i];
    switch (which) {
    case 0:
        return sinl(powl(x[1], 3));
    case 1:
        return (1 + sinl(2 * x[1] + 3 * x[2])) / (3.5L + sinl(x[1] - x[2]));
    case 2:
        return 10 * sinl(pi * x[1] * x[2]) + 20 * powl(x[3] - 0.5L, 2) + 5 * x[4] + 10 * x[5] + 0 * x[6];
    default:
        return expl(2 * pi * x[1] * sinl(x[4]) + sinl(x[2] * x[3]));
    }
}

static void values_are_the_printed_formulas(void **state) {
    (void)state;
    for (size_t which = 0; which < FUNCTIONS; which++) {
        const test_function *f = &functions[which];
        sample s = drawn(f, 3);
        for (size_t i = 0; i < ROWS; i++) {
            long double right = printed(which, s.x + i * f->m);
            assert_true(fabsl(f->value(s.x + i * f->m) - right) <= 1e-14L * (20 + fabsl(right)));
        }
        release(&s);
    }
}

/* Points where the value can be worked out in the head. */
static void values_at_simple_points(void **state) {
    (void)state;
    const double pi = acos(-1.0);
    assert_true(fabs(functions[0].value((double[]){cbrt(pi / 2)}) - 1.0) <= 1e-15);
    assert_true(fabs(functions[1].value((double[]){0, 0}) - (1 / 3.5)) <= 1e-15);
    assert_true(fabs(functions[1].value((double[]){pi / 4, pi / 4}) - ((1 + sin(5 * pi / 4)) / 3.5)) <= 1e-15);
    assert_true(fabs(functions[2].value((double[]){1, 0.5, 0.5, 0, 0, 9}) - 10.0) <= 1e-14);
    assert_true(fabs(functions[2].value((double[]){0, 1, -0.5, 1, -1, 9}) - (20.0 + 5.0 - 10.0)) <= 1e-14);
    assert_true(fabs(functions[3].value((double[]){0, 0, 9, 9}) - 1.0) <= 1e-15);
    assert_true(fabs(functions[3].value((double[]){0.25, 0, 0, pi / 6}) - exp(pi / 4)) <= 1e-14);
}

static void paper_decides_sizes_domains_and_noise(void **state) {
    (void)state;
    static const struct {
        size_t m;
        double low, high, noise;
    } paper[FUNCTIONS] = {{1, 0, 2.5132741228718345, 0.4}, {2, -2, 2, 0.1}, {6, -1, 1, 0.1}, {4, -0.25, 0.25, 0.1}};
    for (size_t which = 0; which < FUNCTIONS; which++) {
        const test_function *f = &functions[which];
        assert_int_equal(f->m, paper[which].m);
        assert_true(f->low == paper[which].low && fabs(f->high - paper[which].high) < 1e-15);
        assert_true(f->noise == paper[which].noise);
    }
}

/* Every feature fills its domain evenly: in each tenth of it, a tenth of the rows, within 5 standard deviations. */
static void features_are_uniform(void **state) {
    (void)state;
    for (size_t which = 0; which < FUNCTIONS; which++) {
        const test_function *f = &functions[which];
        sample s = drawn(f, 4);
        for (size_t m = 0; m < f->m; m++) {
            size_t tenth[10] = {0};
            for (size_t i = 0; i < ROWS; i++) {
                double place = (s.x[i * f->m + m] - f->low) / (f->high - f->low);
                assert_true(place >= 0 && place < 1);
                tenth[(size_t)(10 * place)]++;
            }
            for (size_t t = 0; t < 10; t++)
                assert_true(fabs((double)tenth[t] - ROWS / 10.0) < 5 * sqrt(ROWS * 0.1 * 0.9));
        }
        release(&s);
    }
}

/* Mean of a[i] b[i] over the rows. */
static double mean_product(const double *a, const double *b) {
    double sum = 0;
    for (size_t i = 0; i < ROWS; i++)
        sum += a[i] * b[i];
    return sum / ROWS;
}

/* y minus the function's value has mean 0, the stated share of the values' variance, the fourth moment of a normal
 * distribution, and nothing to do with the value; each within 5 standard errors. */
static void noise_is_normal_and_of_the_stated_variance(void **state) {
    (void)state;
    for (size_t which = 0; which < FUNCTIONS; which++) {
        const test_function *f = &functions[which];
        sample s = drawn(f, 5);
        double *value = calloc(ROWS, sizeof *value), *noise = calloc(ROWS, sizeof *noise),
               *one = calloc(ROWS, sizeof *one), *square = calloc(ROWS, sizeof *square);
        for (size_t i = 0; i < ROWS; i++) {
            value[i] = f->value(s.x + i * f->m);
            noise[i] = s.y[i] - value[i];
            one[i] = 1;
            square[i] = noise[i] * noise[i];
        }
        double mean = mean_product(value, one), variance = mean_product(value, value) - mean * mean;
        double wanted = f->noise * variance, root = sqrt((double)ROWS);
        assert_true(fabs(mean_product(noise, one)) < 5 * sqrt(wanted) / root);
        assert_true(fabs(mean_product(noise, noise) / wanted - 1) < 5 * sqrt(2.0) / root);
        assert_true(fabs(mean_product(square, square) / (wanted * wanted) - 3) < 5 * sqrt(96.0) / root);
        for (size_t i = 0; i < ROWS; i++)
            value[i] -= mean;
        assert_true(fabs(mean_product(noise, value)) < 5 * sqrt(wanted * variance) / root);
        free(value);
        free(noise);
        free(one);
        free(square);
        release(&s);
    }
}

static void seed_decides(void **state) {
    (void)state;
    for (size_t which = 0; which < FUNCTIONS; which++) {
        const test_function *f = &functions[which];
        sample a = drawn(f, 6), same = drawn(f, 6), other = drawn(f, 7);
        assert_memory_equal(a.x, same.x, ROWS * f->m * sizeof *a.x);
        assert_memory_equal(a.y, same.y, ROWS * sizeof *a.y);
        assert_memory_not_equal(a.x, other.x, ROWS * f->m * sizeof *a.x);
        release(&a);
        release(&same);
        release(&other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_printed_formulas),
        cmocka_unit_test(values_at_simple_points),
        cmocka_unit_test(paper_decides_sizes_domains_and_noise),
        cmocka_unit_test(features_are_uniform),
        cmocka_unit_test(noise_is_normal_and_of_the_stated_variance),
        cmocka_unit_test(seed_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
