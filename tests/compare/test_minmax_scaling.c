/* Scaling by the training rows, against its definition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "protocol/minmax_scaling.h"

static void expect_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

enum { N = 6, M = 4 };

/* Column 0: plain; 1: constant; 2: with missing values; 3: all missing among the training rows. */
static const double x[N * M] = {
    3.0, 7.0, 1.0, NAN, /**/ 1.0, 7.0, NAN, NAN,  /**/ 2.0,  7.0, 4.0,  NAN,
    5.0, 7.0, 2.5, NAN, /**/ 9.0, 8.0, NAN, 12.0, /**/ -3.0, NAN, 10.0, NAN,
};
static const double y[N] = {10.0, 30.0, 14.0, 20.0, 50.0, 0.0};
static const size_t train[] = {2, 0, 3, 1}, test[] = {4, 5};

static void training_rows_span_minus_one_to_one(void **state) {
    (void)state;
    double out[4 * M], labels[4];
    scaling s = scaling_from(x, y, M, train, 4);
    scaling_features(&s, x, train, 4, out);
    scaling_labels(&s, y, train, 4, labels);
    for (size_t i = 0; i < 4; i++) {
        expect_near(out[i * M], 2 * (x[train[i] * M] - 1.0) / 4.0 - 1, 1e-15);
        assert_true(out[i * M + 1] == 0.0);
        expect_near(labels[i], 2 * (y[train[i]] - 10.0) / 20.0 - 1, 1e-15);
        assert_true(out[i * M + 3] == 0.0);
    }
    /* the missing one, row 1, is the mean of 1, 4 and 2.5, scaled like them */
    expect_near(out[3 * M + 2], 2 * (2.5 - 1.0) / 3.0 - 1, 1e-15);
    scaling_free(&s);
}

static void test_rows_are_scaled_by_the_training_rows(void **state) {
    (void)state;
    double out[2 * M], back[2] = {-1.0, 2.0};
    scaling s = scaling_from(x, y, M, train, 4);
    scaling_features(&s, x, test, 2, out);
    expect_near(out[0], 2 * (9.0 - 1.0) / 4.0 - 1, 1e-14);
    expect_near(out[M], 2 * (-3.0 - 1.0) / 4.0 - 1, 1e-14);
    assert_true(out[1] == 1.0);     /* a constant column has scale 1 */
    assert_true(out[M + 1] == 0.0); /* missing: the mean, 7 */
    expect_near(out[2], 0.0, 1e-15);
    expect_near(out[M + 2], 2 * (10.0 - 1.0) / 3.0 - 1, 1e-14);
    assert_true(out[3] == 12.0 && out[M + 3] == 0.0); /* nothing known of it: center 0, scale 1 */
    scaling_back(&s, back, 2);
    expect_near(back[0], 10.0, 1e-14);
    expect_near(back[1], 40.0, 1e-14);
    scaling_free(&s);
}

static void extremes_stay_finite(void **state) {
    (void)state;
    static const double wide[] = {-1e308, 1e308, 0.0, 3e-300}, tiny[] = {1.0, 1.0 + 1e-15, 1.0, 1.0};
    static const size_t all[] = {0, 1, 2, 3};
    double out[4];
    scaling s = scaling_from(wide, tiny, 1, all, 4);
    scaling_features(&s, wide, all, 4, out);
    assert_true(out[0] == -1.0 && out[1] == 1.0 && out[2] == 0.0);
    scaling_labels(&s, tiny, all, 4, out);
    for (size_t i = 0; i < 4; i++) /* a range of a few units in the last place: the center is rounded by one of them */
        assert_true(fabs(out[i]) <= 1.5);
    scaling_back(&s, out, 4);
    for (size_t i = 0; i < 4; i++)
        expect_near(out[i], tiny[i], 1e-15);
    scaling_free(&s);

    static const size_t one[] = {3};
    s = scaling_from(wide, tiny, 1, one, 1);
    scaling_features(&s, wide, all, 4, out); /* the range is a point: far away, but numbers */
    for (size_t i = 0; i < 4; i++)
        assert_true(isfinite(out[i] * out[i]));
    scaling_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_rows_span_minus_one_to_one),
        cmocka_unit_test(test_rows_are_scaled_by_the_training_rows),
        cmocka_unit_test(extremes_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
