/* Features and labels to [-1, 1], missing values by the mean, and the ranges that break careless arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "model/scaler.h"
#include "oracle.h"

enum { N = 40, M = 3 };

typedef struct bench {
    lab_scaler scaler;
    double center[M], scale[M], mean[M], low[M], high[M];
    lab_label_scale label;
    double x[N * M], y[N];
} bench;

static size_t fit(bench *b) {
    b->scaler = (lab_scaler){.n_features = M,
                             .n_targets = 1,
                             .center = b->center,
                             .scale = b->scale,
                             .mean = b->mean,
                             .low = b->low,
                             .high = b->high,
                             .labels = &b->label};
    return lab_scaler_fit(&b->scaler, b->x, b->y, NULL, N);
}

static double between(oracle_random *random, double low, double high) { /* without overflow */
    double u = oracle_uniform(random, 0, 1);
    return low * (1 - u) + high * u;
}

static void fill(oracle_random *random, bench *b, double low, double high) {
    for (size_t i = 0; i < N * M; i++)
        b->x[i] = between(random, low, high);
    for (size_t r = 0; r < N; r++)
        b->y[r] = between(random, low, high);
}

static void scaled_row(const bench *b, size_t r, double out[M]) {
    lab_scaler_features(&b->scaler, b->x + r * M, 0, M, out);
}

/* The range itself is kept as it is: no row is outside, and both ends are some row's value. */
static void expect_range_kept(const bench *b, size_t j) {
    bool least = false, most = false;
    for (size_t r = 0; r < N; r++) {
        double value = b->x[r * M + j];
        assert_true(value >= b->low[j] && value <= b->high[j]);
        least = least || value == b->low[j];
        most = most || value == b->high[j];
    }
    assert_true(least && most);
}

/* Training rows land in [-1, 1] and reach both ends; labels too. slack: what rounding of a large offset costs. */
static void expect_unit_range(const bench *b, double slack) {
    for (size_t j = 0; j < M; j++) {
        double low = 2, high = -2, row[M];
        for (size_t r = 0; r < N; r++) {
            scaled_row(b, r, row);
            assert_true(isfinite(row[j]));
            low = fmin(low, row[j]);
            high = fmax(high, row[j]);
        }
        oracle_close("smallest", low, -1, slack);
        oracle_close("largest", high, 1, slack);
        expect_range_kept(b, j);
    }
    double low = 2, high = -2;
    for (size_t r = 0; r < N; r++) {
        double label = lab_scaler_label(&b->label, b->y[r]);
        assert_true(isfinite(label));
        low = fmin(low, label);
        high = fmax(high, label);
    }
    oracle_close("smallest label", low, -1, slack);
    oracle_close("largest label", high, 1, slack);
}

static void training_rows_land_in_the_unit_range(void **state) {
    (void)state;
    static const double ranges[][2] = {{-1, 1}, {0, 1}, {3, 1e6}, {-5e-9, -2e-9}, {-1e300, 2e300}};
    oracle_random random = oracle_seed(41);
    for (size_t c = 0; c < 5; c++) {
        bench b;
        fill(&random, &b, ranges[c][0], ranges[c][1]);
        assert_int_equal(fit(&b), 0);
        expect_unit_range(&b, 8 * DBL_EPSILON);
    }
}

static void a_large_offset_costs_only_its_own_rounding(void **state) {
    (void)state;
    oracle_random random = oracle_seed(42);
    bench b;
    fill(&random, &b, 1e9, 1e9 + 1);
    (void)fit(&b);
    expect_unit_range(&b, 4e9 * DBL_EPSILON);
}

static void the_whole_range_of_doubles_does_not_overflow(void **state) {
    (void)state;
    oracle_random random = oracle_seed(43);
    static const double ends[][2] = {{-1e308, 1e308}, {-DBL_MAX, DBL_MAX}, {1e308, DBL_MAX}};
    for (size_t c = 0; c < 3; c++) {
        bench b;
        fill(&random, &b, ends[c][0], ends[c][1]);
        for (size_t j = 0; j < M; j++) {
            b.x[j] = ends[c][0];
            b.x[M + j] = ends[c][1];
        }
        b.y[0] = ends[c][0];
        b.y[1] = ends[c][1];
        (void)fit(&b);
        expect_unit_range(&b, 16 * DBL_EPSILON);
        for (size_t j = 0; j < M; j++)
            assert_true(b.mean[j] >= ends[c][0] && b.mean[j] <= ends[c][1]);
        oracle_close("label back", lab_scaler_unlabel(&b.label, lab_scaler_label(&b.label, b.y[5])), b.y[5],
                     8 * DBL_EPSILON * 1e308);
    }
}

static void a_subnormal_range_is_scaled_too(void **state) {
    (void)state;
    oracle_random random = oracle_seed(44);
    bench b;
    fill(&random, &b, 1e-310, 3e-310); /* a few times 1e13 smallest numbers wide */
    (void)fit(&b);
    expect_unit_range(&b, 1e-12);
}

/* A range of a few smallest numbers cannot be halved exactly; the result is still a number of modest size. */
static void a_range_of_the_smallest_numbers_stays_finite(void **state) {
    (void)state;
    for (unsigned low = 0; low <= 6; low++) {
        for (unsigned high = low; high <= low + 6; high++) {
            bench b;
            for (size_t i = 0; i < N * M; i++)
                b.x[i] = (i / M % 2 ? high : low) * DBL_TRUE_MIN;
            for (size_t r = 0; r < N; r++)
                b.y[r] = (r % 2 ? high : low) * DBL_TRUE_MIN;
            (void)fit(&b);
            for (size_t r = 0; r < N; r++) {
                double row[M];
                scaled_row(&b, r, row);
                assert_true(fabs(row[0]) <= 2.0);
                assert_true(fabs(lab_scaler_label(&b.label, b.y[r])) <= 2.0);
            }
        }
    }
}

static void a_constant_column_becomes_zero(void **state) {
    (void)state;
    static const double constants[] = {0, -7.25, 1e300, 1e-300};
    oracle_random random = oracle_seed(45);
    for (size_t c = 0; c < 4; c++) {
        bench b;
        fill(&random, &b, -1, 1);
        for (size_t r = 0; r < N; r++)
            b.x[r * M + 1] = b.y[r] = constants[c];
        assert_int_equal(fit(&b), 0);
        assert_true(b.scale[1] == 1.0 && b.label.scale == 1.0);
        double row[M];
        scaled_row(&b, 3, row);
        assert_true(row[1] == 0.0);
        assert_true(lab_scaler_label(&b.label, constants[c]) == 0.0);
        assert_true(lab_scaler_unlabel(&b.label, 0.0) == constants[c]);
        assert_true(b.label.minimum == constants[c] && b.label.maximum == constants[c]);
    }
}

static void a_missing_value_becomes_the_mean_of_its_column(void **state) {
    (void)state;
    oracle_random random = oracle_seed(46);
    bench b;
    fill(&random, &b, 100, 900);
    b.x[0 * M + 2] = b.x[7 * M + 2] = b.x[7 * M] = NAN;
    assert_int_equal(fit(&b), 3);
    long double sum = 0, low = 900, high = 100;
    for (size_t r = 0; r < N; r++) {
        if (r == 0 || r == 7)
            continue;
        sum += b.x[r * M + 2];
        low = fminl(low, b.x[r * M + 2]);
        high = fmaxl(high, b.x[r * M + 2]);
    }
    long double mean = sum / (N - 2);
    oracle_close("mean", b.mean[2], mean, 900 * 8 * DBL_EPSILON);
    double row[M];
    scaled_row(&b, 0, row);
    oracle_close("scaled mean", row[2], (2 * mean - low - high) / (high - low), 32 * DBL_EPSILON);
}

static void a_column_of_missing_values_becomes_zero(void **state) {
    (void)state;
    oracle_random random = oracle_seed(47);
    bench b;
    fill(&random, &b, -1, 1);
    for (size_t r = 0; r < N; r++)
        b.x[r * M] = NAN;
    assert_int_equal(fit(&b), N);
    double row[M];
    scaled_row(&b, 5, row);
    assert_true(row[0] == 0.0);
    assert_true(isfinite(b.center[0]) && b.scale[0] == 1.0 && isfinite(b.mean[0]));
}

/* Prediction scales features in pieces. */
static void a_piece_of_a_row_is_scaled_as_in_the_whole(void **state) {
    (void)state;
    oracle_random random = oracle_seed(48);
    bench b;
    fill(&random, &b, -3, 17);
    b.x[4 * M + 1] = NAN;
    (void)fit(&b);
    double whole[M], piece;
    scaled_row(&b, 4, whole);
    for (size_t j = 0; j < M; j++) {
        lab_scaler_features(&b.scaler, b.x + 4 * M + j, j, 1, &piece);
        assert_true(piece == whole[j]);
    }
}

static void rows_far_outside_stay_finite(void **state) {
    (void)state;
    oracle_random random = oracle_seed(49);
    bench b;
    fill(&random, &b, 0, 1e-3);
    (void)fit(&b);
    const double far[M] = {1e308, -1e308, DBL_MAX};
    double row[M];
    lab_scaler_features(&b.scaler, far, 0, M, row);
    for (size_t j = 0; j < M; j++)
        assert_true(isfinite(row[j]) && fabs(row[j]) > 1e50 && (row[j] > 0) == (far[j] > 0));
}

static void labels_survive_the_round_trip(void **state) {
    (void)state;
    static const double ranges[][2] = {{-1, 1}, {1e6, 1e6 + 1}, {-1e-8, 3e-8}, {-1e307, 1e308}};
    oracle_random random = oracle_seed(50);
    for (size_t c = 0; c < 4; c++) {
        bench b;
        fill(&random, &b, ranges[c][0], ranges[c][1]);
        (void)fit(&b);
        double size = fmax(fabs(ranges[c][0]), fabs(ranges[c][1]));
        for (size_t r = 0; r < N; r++)
            oracle_close("label", lab_scaler_unlabel(&b.label, lab_scaler_label(&b.label, b.y[r])), b.y[r],
                         4 * DBL_EPSILON * size);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_rows_land_in_the_unit_range),
        cmocka_unit_test(a_large_offset_costs_only_its_own_rounding),
        cmocka_unit_test(the_whole_range_of_doubles_does_not_overflow),
        cmocka_unit_test(a_subnormal_range_is_scaled_too),
        cmocka_unit_test(a_range_of_the_smallest_numbers_stays_finite),
        cmocka_unit_test(a_constant_column_becomes_zero),
        cmocka_unit_test(a_missing_value_becomes_the_mean_of_its_column),
        cmocka_unit_test(a_column_of_missing_values_becomes_zero),
        cmocka_unit_test(a_piece_of_a_row_is_scaled_as_in_the_whole),
        cmocka_unit_test(rows_far_outside_stay_finite),
        cmocka_unit_test(labels_survive_the_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
