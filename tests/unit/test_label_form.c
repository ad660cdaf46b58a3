/* The forms of labels: against their formulas in long double, there and back, and for labels that break careless
 * arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "model/label_form.h"
#include "model/scaler.h"
#include "model/settings.h"
#include "oracle.h"

enum { N = 201 };
static const size_t forms[] = {LAB_FORM_ROOT, LAB_FORM_LOG};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* ---- the formulas */

static long double form_oracle(size_t form, long double u) {
    return u <= 0 ? u : form == LAB_FORM_LOG ? logl(1 + u) : 2 * (sqrtl(1 + u) - 1);
}

static long double back_oracle(size_t form, long double t) {
    return t <= 0 ? t : form == LAB_FORM_LOG ? expl(t) - 1 : t + t * t / 4;
}

static void forms_are_their_formulas(void **state) {
    (void)state;
    for (size_t f = 0; f < FORMS; f++) {
        for (int i = -400; i <= 400; i++) {
            double u = sinh((double)i / 20); /* -2e8 to 2e8 */
            long double t = form_oracle(forms[f], u), back = back_oracle(forms[f], u);
            oracle_close("t", lab_form_of(forms[f], u), t, 8 * DBL_EPSILON * fabsl(t));
            if (u < 700)
                oracle_close("u", lab_form_back(forms[f], u), back, 8 * DBL_EPSILON * fabsl(back));
        }
        assert_true(lab_form_of(forms[f], 0) == 0 && lab_form_back(forms[f], 0) == 0);
        assert_true(isinf(lab_form_back(LAB_FORM_LOG, 1000)));
    }
}

/* By four-point differences of the oracle, also across 0, where two formulas meet. */
static void slopes_are_those_of_the_way_back(void **state) {
    (void)state;
    for (size_t f = 0; f < FORMS; f++) {
        for (int i = -100; i <= 100; i++) {
            double t = (double)i / 10;
            long double h = 1e-4L, d = back_oracle(forms[f], t + h) - back_oracle(forms[f], t - h),
                        wide = back_oracle(forms[f], t + 2 * h) - back_oracle(forms[f], t - 2 * h);
            long double slope = lab_form_back_slope(forms[f], t);
            oracle_close("slope", slope, (8 * d - wide) / (12 * h), i == 0 ? 1e-4L : 1e-9L * slope);
        }
    }
}

static void there_and_back_is_where_it_was(void **state) {
    (void)state;
    for (size_t f = 0; f < FORMS; f++) {
        double before = -INFINITY;
        for (int i = -300; i <= 300; i++) {
            double u = sinh((double)i / 15), t = lab_form_of(forms[f], u);
            assert_true(t > before);
            before = t;
            /* an ulp of t is t ulps of log(1 + u) */
            oracle_close("there and back", lab_form_back(forms[f], t), u, 8 * DBL_EPSILON * fabs(u) * fmax(1, fabs(t)));
        }
    }
}

/* ---- skewness and unit */

static long double skewness_oracle(const double *y, const double *weights, size_t n) {
    long double total = 0, mean = 0, second = 0, third = 0;
    for (size_t r = 0; r < n; r++) {
        total += weights[r];
        mean += weights[r] * (long double)y[r];
    }
    mean /= total;
    for (size_t r = 0; r < n; r++) {
        long double d = y[r] - mean;
        second += weights[r] * d * d / total;
        third += weights[r] * d * d * d / total;
    }
    return third / powl(second, 1.5L);
}

static void fill_tail(oracle_random *random, double *y, size_t n, double steepness) {
    for (size_t r = 0; r < n; r++)
        y[r] = exp(steepness * (oracle_uniform(random, -1, 1) + oracle_uniform(random, -1, 1)));
}

static void skewness_is_its_formula(void **state) {
    (void)state;
    oracle_random random = oracle_seed(61);
    double y[N], beside[3 * N], weights[N], ones[N];
    uint32_t rows[N];
    for (size_t r = 0; r < N; r++) {
        weights[r] = oracle_uniform(&random, 0, 3);
        ones[r] = 1;
        rows[r] = (uint32_t)((r * 7) % N);
    }
    for (int c = 0; c < 20; c++) {
        double permuted[N];
        fill_tail(&random, y, N, 0.3 * c);
        for (size_t r = 0; r < N; r++) {
            y[r] = c % 2 ? -y[r] : y[r];
            beside[3 * r + 1] = y[r];
        }
        for (size_t r = 0; r < N; r++)
            permuted[r] = y[rows[r]];
        long double want = skewness_oracle(y, ones, N), weighted = skewness_oracle(permuted, weights, N);
        oracle_close("skewness", lab_form_skewness(y, 1, NULL, NULL, N), c == 0 ? 0 : want, 1e-10L);
        if (c == 0)
            continue;
        oracle_close("of rows and weights", lab_form_skewness(beside + 1, 3, rows, weights, N), weighted, 1e-10L);
        double larger[N];
        for (size_t r = 0; r < N; r++)
            larger[r] = y[r] / 1e10 * 1e300;
        oracle_close("of large labels", lab_form_skewness(larger, 1, NULL, NULL, N), want, 1e-10L);
        for (size_t r = 0; r < N; r++)
            larger[r] = y[r] / fabs(y[0]) > 1 ? DBL_MAX : -DBL_MAX;
        assert_true(isfinite(lab_form_skewness(larger, 1, NULL, NULL, N)));
    }
}

static void the_unit_is_the_median_distance(void **state) {
    (void)state;
    double values[8], y[] = {5, 3, 9, 3.5, 100, 4, 3.25}; /* distances from 3: 0 .25 .5 1 2 6 97 */
    double weights[] = {1, 1, 1, 1, 8, 1, 1}, few[] = {3, 3, 3, 3, 3, 7, 100},
           mirrored[] = {-5, -3, -9, -3.5, -100, -4, -3.25};
    uint32_t order[8];
    assert_true(lab_form_unit(y, NULL, 7, 3, 97, values, order) == 1);
    assert_true(lab_form_unit(mirrored, NULL, 7, -3, 97, values, order) == 1);
    assert_true(lab_form_unit(y, NULL, 6, 3, 97, values, order) == 1); /* 0 .5 1 2 6 97: the lower of the middle two */
    assert_true(lab_form_unit(y, weights, 7, 3, 97, values, order) == 97);
    oracle_close("mean", lab_form_unit(few, NULL, 7, 3, 97, values, order), (4 + 97) / 7.0L, 1e-14L);
    double close[] = {3, 3 + 1e-12, 3 + 1e-12, 1e6}; /* the median would make a number of 1e18 units */
    oracle_close("least", lab_form_unit(close, NULL, 4, 3, 1e6 - 3, values, order), 1e-9L * (1e6L - 3), 1e-15L);
    double tiny[] = {0, 5e-324};
    assert_true(lab_form_unit(tiny, NULL, 2, 0, 5e-324, values, order) == 5e-324);
}

/* A weight of 2 is two labels. */
static void a_weight_is_a_number_of_labels(void **state) {
    (void)state;
    oracle_random random = oracle_seed(62);
    double y[N], repeated[3 * N], weights[N], values[3 * N];
    uint32_t order[3 * N];
    size_t n = 0;
    fill_tail(&random, y, N, 2);
    for (size_t r = 0; r < N; r++) {
        weights[r] = (double)(1 + oracle_below(&random, 3));
        for (size_t i = 0; i < (size_t)weights[r]; i++)
            repeated[n++] = y[r];
    }
    double low = y[0], high = y[0];
    for (size_t r = 0; r < N; r++) {
        low = fmin(low, y[r]);
        high = fmax(high, y[r]);
    }
    assert_true(lab_form_unit(y, weights, N, low, high - low, values, order) ==
                lab_form_unit(repeated, NULL, n, low, high - low, values, order));
}

/* ---- labels of a target */

typedef struct target {
    lab_label_scale label;
    double x[N], y[N], values[N], center, scale, mean, low, high;
    uint32_t order[N];
} target;

static const lab_label_scale *fit(target *t, size_t form, size_t n) {
    lab_scaler scaler = {.n_features = 1, .n_targets = 1, .label_form = form};
    scaler.center = &t->center;
    scaler.scale = &t->scale;
    scaler.mean = &t->mean;
    scaler.low = &t->low;
    scaler.high = &t->high;
    scaler.labels = &t->label;
    memset(t->x, 0, sizeof t->x);
    (void)lab_scaler_fit(&scaler, t->x, t->y, NULL, n, t->values, t->order);
    return &t->label;
}

/* The scaled label, from the range and the unit alone. */
static long double label_oracle(const lab_label_scale *l, size_t form, long double y) {
    long double side = l->unit < 0 ? -1 : 1,
                far = form_oracle(form, ((long double)l->maximum - l->minimum) / fabsl(l->unit));
    long double t = side * form_oracle(form, (y - (l->unit < 0 ? l->maximum : l->minimum)) / l->unit);
    long double low = l->unit < 0 ? -far : 0;
    return 2 * (t - low) / far - 1;
}

static void expect_good_labels(const lab_label_scale *l, size_t form, const double *y, size_t n, double slack) {
    double low = INFINITY, high = -INFINITY, range = l->maximum - l->minimum;
    assert_true(l->form == form && l->scale > 0);
    for (size_t r = 0; r < n; r++) {
        double scaled = lab_scaler_label(l, y[r]);
        low = fmin(low, scaled);
        high = fmax(high, scaled);
        oracle_close("scaled label", scaled, label_oracle(l, form, y[r]), slack);
        oracle_close("label again", (lab_scaler_unlabel(l, scaled) - y[r]) / range, 0, slack);
    }
    oracle_close("smallest", low, -1, slack);
    oracle_close("largest", high, 1, slack);
}

static void labels_are_scaled_after_their_form(void **state) {
    (void)state;
    oracle_random random = oracle_seed(63);
    static const double units[] = {1, 1e-300, 1e-12, 1e12, 1e290}, offsets[] = {0, 100, -100};
    for (size_t c = 0; c < 5 * 3 * 2 * FORMS; c++) {
        static target t;
        size_t form = forms[c / 30];
        bool left = c % 2;
        fill_tail(&random, t.y, N, 2);
        for (size_t r = 0; r < N; r++)
            t.y[r] = units[c / 2 % 5] * ((left ? -t.y[r] : t.y[r]) + offsets[c / 10 % 3]);
        const lab_label_scale *l = fit(&t, form, N);
        assert_true((l->unit < 0) == left && l->anchor == (left ? l->maximum : l->minimum));
        expect_good_labels(l, form, t.y, N, 1e-13);
    }
}

/* Tiny differences on a large offset: what the labels have of digits is not lost. */
static void an_offset_costs_nothing(void **state) {
    (void)state;
    oracle_random random = oracle_seed(64);
    for (size_t f = 0; f < FORMS; f++) {
        static target t;
        fill_tail(&random, t.y, N, 2);
        for (size_t r = 0; r < N; r++)
            t.y[r] = 1e9 + round(1e4 * t.y[r]) * 0x1p-23; /* ulps of 1e9 */
        const lab_label_scale *l = fit(&t, forms[f], N);
        expect_good_labels(l, forms[f], t.y, N, 1e-7); /* an ulp of 1e9 in the range */
        for (size_t r = 0; r < N; r++)
            oracle_close("scaled label", lab_scaler_label(l, t.y[r]), label_oracle(l, forms[f], t.y[r]), 1e-14L);
    }
}

static void labels_without_a_form_stay_plain(void **state) {
    (void)state;
    static const double pairs[][2] = {{7, 7}, {-DBL_MAX, DBL_MAX}, {0, 0}, {-1e308, 1e308}};
    for (size_t c = 0; c < 4 * FORMS; c++) {
        static target t, plain;
        for (size_t r = 0; r < N; r++)
            t.y[r] = plain.y[r] = pairs[c % 4][r % 2];
        const lab_label_scale *l = fit(&t, forms[c / 4], N), *p = fit(&plain, LAB_FORM_PLAIN, N);
        assert_true(l->form == LAB_FORM_PLAIN && l->unit == 0 && l->anchor == 0);
        assert_memory_equal(l, p, sizeof *l);
    }
}

static void two_labels_are_enough(void **state) {
    (void)state;
    static const double pairs[][2] = {{0, 1}, {5, -5}, {0, 5e-324}, {1e300, -1e300}, {1, 1 + DBL_EPSILON}};
    for (size_t c = 0; c < 5 * FORMS; c++) {
        static target t;
        memcpy(t.y, pairs[c % 5], sizeof pairs[0]);
        const lab_label_scale *l = fit(&t, forms[c / 5], 2);
        assert_true(l->form == forms[c / 5] && isfinite(l->unit) && l->unit != 0);
        for (size_t r = 0; r < 2; r++) {
            oracle_close("an end", fabs(lab_scaler_label(l, t.y[r])), 1, 1e-15L);
            oracle_close("a label", lab_scaler_unlabel(l, lab_scaler_label(l, t.y[r])) / fabs(t.y[r] + (t.y[r] == 0)),
                         t.y[r] / fabs(t.y[r] + (t.y[r] == 0)), 1e-14L);
        }
    }
}

/* For any output of a model the label is finite and does not decrease, and the slope is finite and not negative. */
static void any_output_gives_a_finite_label(void **state) {
    (void)state;
    oracle_random random = oracle_seed(65);
    for (size_t c = 0; c < 2 * FORMS * 3; c++) {
        static target t;
        static const double units[] = {1, 1e300, 1e-300};
        fill_tail(&random, t.y, N, 3);
        for (size_t r = 0; r < N; r++)
            t.y[r] *= (c % 2 ? -1 : 1) * units[c / 2 % 3];
        const lab_label_scale *l = fit(&t, forms[c / 6], N);
        static const double far[] = {-INFINITY, -1e308, -1e100, -1e3, -3, 0, 3, 1e3, 1e100, 1e308, INFINITY};
        double before = -DBL_MAX;
        for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
            double y = lab_scaler_unlabel(l, far[i]), slope = lab_scaler_label_slope(l, far[i]);
            assert_true(isfinite(y) && y >= before && isfinite(slope) && slope >= 0);
            before = y;
        }
        assert_true(isfinite(lab_scaler_unlabel(l, NAN)));
    }
}

/* Differences of what unlabel gives, on both sides of the anchor. */
static void slopes_of_labels_agree_with_differences(void **state) {
    (void)state;
    oracle_random random = oracle_seed(66);
    for (size_t c = 0; c < 2 * FORMS; c++) {
        static target t;
        fill_tail(&random, t.y, N, 2);
        for (size_t r = 0; r < N; r++)
            t.y[r] *= c % 2 ? -50 : 50;
        const lab_label_scale *l = fit(&t, forms[c / 2], N);
        for (int i = -19; i <= 19; i += 2) { /* 1 and -1, where an anchor is, lie between */
            double s = (double)i / 10 + 0.05, h = 1e-4;
            double d = lab_scaler_unlabel(l, s + h) - lab_scaler_unlabel(l, s - h),
                   wide = lab_scaler_unlabel(l, s + 2 * h) - lab_scaler_unlabel(l, s - 2 * h);
            double slope = lab_scaler_label_slope(l, s);
            oracle_close("slope", slope, (8 * d - wide) / (12 * h), 1e-8L * slope);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_their_formulas),           cmocka_unit_test(slopes_are_those_of_the_way_back),
        cmocka_unit_test(there_and_back_is_where_it_was),     cmocka_unit_test(skewness_is_its_formula),
        cmocka_unit_test(the_unit_is_the_median_distance),    cmocka_unit_test(a_weight_is_a_number_of_labels),
        cmocka_unit_test(labels_are_scaled_after_their_form), cmocka_unit_test(an_offset_costs_nothing),
        cmocka_unit_test(labels_without_a_form_stay_plain),   cmocka_unit_test(two_labels_are_enough),
        cmocka_unit_test(any_output_gives_a_finite_label),    cmocka_unit_test(slopes_of_labels_agree_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
