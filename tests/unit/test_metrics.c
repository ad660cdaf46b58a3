/* Scores against two passes in long double, from their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "labrbf/labrbf.h"
#include "oracle.h"

enum { N = 500 };

static labrbf_metrics compute(const double *truth, const double *prediction, size_t n) {
    labrbf_metrics metrics;
    assert_int_equal(labrbf_metrics_compute(truth, prediction, n, &metrics), LABRBF_OK);
    assert_int_equal(metrics.n, n);
    return metrics;
}

static void expect_scores(const double *truth, const double *prediction, size_t n, long double relative) {
    long double mean = 0, squares = 0, absolute = 0, total = 0;
    for (size_t i = 0; i < n; i++)
        mean += truth[i];
    mean /= (long double)n;
    for (size_t i = 0; i < n; i++) {
        long double error = (long double)truth[i] - prediction[i];
        squares += error * error;
        absolute += fabsl(error);
        total += (truth[i] - mean) * (truth[i] - mean);
    }
    labrbf_metrics m = compute(truth, prediction, n);
    long double rsse = squares / total, rmse = sqrtl(squares / (long double)n), mae = absolute / (long double)n;
    oracle_close("rsse", m.rsse, rsse, relative * rsse);
    oracle_close("r2", m.r2, 1 - rsse, relative * (rsse + 1));
    oracle_close("rmse", m.rmse, rmse, relative * rmse);
    oracle_close("mae", m.mae, mae, relative * mae);
}

static void scores_are_those_of_the_definitions(void **state) {
    (void)state;
    oracle_random random = oracle_seed(61);
    double truth[N], prediction[N];
    for (size_t n = 2; n <= N; n = n * 3 / 2 + 1) {
        oracle_fill(&random, truth, n, -5, 9);
        for (size_t i = 0; i < n; i++)
            prediction[i] = truth[i] + oracle_uniform(&random, -1, 1);
        expect_scores(truth, prediction, n, 1e-13L);
    }
}

/* The sum of squares about the mean must not be lost in that of the values. */
static void a_large_offset_does_not_drown_the_spread(void **state) {
    (void)state;
    oracle_random random = oracle_seed(62);
    double truth[N], prediction[N];
    for (size_t i = 0; i < N; i++) {
        truth[i] = 1e8 + oracle_uniform(&random, -1, 1);
        prediction[i] = truth[i] + oracle_uniform(&random, -0.1, 0.1);
    }
    expect_scores(truth, prediction, N, 1e-11L);
}

/* Squares of such values leave the range of double; their ratio does not. */
static void very_large_and_very_small_values_have_scores(void **state) {
    (void)state;
    oracle_random random = oracle_seed(63);
    static const double sizes[] = {1e200, 1e-200};
    double truth[N], prediction[N];
    for (int c = 0; c < 2; c++) {
        for (size_t i = 0; i < N; i++) {
            truth[i] = sizes[c] * oracle_uniform(&random, -1, 1);
            prediction[i] = truth[i] + sizes[c] * oracle_uniform(&random, -0.1, 0.1);
        }
        expect_scores(truth, prediction, N, 1e-13L);
    }
}

static void a_perfect_prediction(void **state) {
    (void)state;
    oracle_random random = oracle_seed(64);
    double truth[N];
    oracle_fill(&random, truth, N, 0, 1);
    labrbf_metrics m = compute(truth, truth, N);
    assert_true(m.r2 == 1 && m.rsse == 0 && m.rmse == 0 && m.mae == 0);
}

static void the_mean_as_prediction_explains_nothing(void **state) {
    (void)state;
    const double truth[] = {1, 2, 3, 6}, prediction[] = {3, 3, 3, 3};
    labrbf_metrics m = compute(truth, prediction, 4);
    assert_true(m.r2 == 0 && m.rsse == 1 && m.mae == 1.5);
    oracle_close("rmse", m.rmse, sqrtl(14.0L / 4), 4 * DBL_EPSILON);
}

static void a_constant_truth_has_no_r2(void **state) {
    (void)state;
    static const double constants[] = {0, 0.1, -1e9, 1e-300};
    for (int c = 0; c < 4; c++) {
        double truth[7], prediction[7];
        for (int i = 0; i < 7; i++) {
            truth[i] = constants[c];
            prediction[i] = constants[c] + 2;
        }
        labrbf_metrics m = compute(truth, prediction, 7);
        assert_true(isnan(m.r2) && isnan(m.rsse));
        oracle_close("rmse", m.rmse, 2, 1e-6L);
        oracle_close("mae", m.mae, 2, 1e-6L);
    }
}

static void one_row_has_errors_but_no_r2(void **state) {
    (void)state;
    const double truth = 3, prediction = 5;
    labrbf_metrics m = compute(&truth, &prediction, 1);
    assert_true(isnan(m.r2) && isnan(m.rsse) && m.rmse == 2 && m.mae == 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_the_definitions),
        cmocka_unit_test(a_large_offset_does_not_drown_the_spread),
        cmocka_unit_test(very_large_and_very_small_values_have_scores),
        cmocka_unit_test(a_perfect_prediction),
        cmocka_unit_test(the_mean_as_prediction_explains_nothing),
        cmocka_unit_test(a_constant_truth_has_no_r2),
        cmocka_unit_test(one_row_has_errors_but_no_r2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
