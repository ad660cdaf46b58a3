/* How many rows a budget has time for, by pilots that never were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "sample_plan.h"

/* Least squares, 2000 rows of 10 features, 250 supports, a tenth of a second. */
static const cli_pilot usual = {
    .rows = 2000, .features = 10, .supports = 250, .most = 250, .fit = 0.1, .predict = 0.01};

static void close_to(double found, double expected) { assert_true(fabs(found - expected) <= 1e-9 * fabs(expected)); }

static void a_pilot_predicts_itself(void **state) {
    (void)state;
    close_to(cli_plan_fit(&usual, 2000), 0.1);
    close_to(cli_plan_predict(&usual, 2000, 2000), 0.01);
}

/* n S (S + 4 M + 20) + 10 S^3, as the header says. */
static double work(double n, double s) { return n * s * (s + 60) + 10 * s * s * s; }

static void work_is_that_of_rows_and_supports(void **state) {
    (void)state;
    close_to(cli_plan_fit(&usual, 4000), 0.1 * work(4000, 500) / work(2000, 250));
    close_to(cli_plan_fit(&usual, 1e6), 0.1 * work(1e6, 500) / work(2000, 250)); /* no more than 500 by themselves */
    cli_pilot asked = usual;
    asked.asked = 2000;
    close_to(cli_plan_fit(&asked, 5000), 0.1 * work(5000, 2000) / work(2000, 250));
    close_to(cli_plan_fit(&asked, 1000), 0.1 * work(1000, 1000) / work(2000, 250)); /* no more than rows */
    close_to(cli_plan_predict(&asked, 100, 5000), 0.01 * 100 / 2000 * 2000 / 250);
}

/* Supports that are added round by round: n S (4 M + 20) + 10 S^3, up to as many as there may be. */
static void growth_costs_errors_alone(void **state) {
    (void)state;
    cli_pilot grows = usual;
    grows.supports = 25;
    grows.most = 100;
    close_to(cli_plan_fit(&grows, 1e6), 0.1 * (1e6 * 100 * 60 + 1e7) / (2000.0 * 25 * 60 + 10.0 * 25 * 25 * 25));
}

static void rows_fit_into_the_time(void **state) {
    (void)state;
    for (int k = 0; k < 9; k++) {
        double seconds = 0.11 * pow(3, k);
        double rows = cli_plan_rows(&usual, 1e6, seconds);
        assert_true(rows == floor(rows) && rows >= 2000 && rows <= 1e6);
        assert_true(cli_plan_fit(&usual, rows) <= seconds);
        assert_true(rows == 1e6 || cli_plan_fit(&usual, rows / 0.9 + 2) > seconds); /* not fewer than need be */
    }
    assert_true(cli_plan_rows(&usual, 1e6, 1e9) == 1e6);
    assert_true(cli_plan_rows(&usual, 1e6, 1e-9) == 2000);
    assert_true(cli_plan_rows(&usual, 1500, 1e-9) == 1500);
}

static void wide_tables_begin_with_fewer_rows(void **state) {
    (void)state;
    assert_true(cli_plan_fewest(1, 0) == 2000);
    assert_true(cli_plan_fewest(100, 0) == 2000);
    assert_true(cli_plan_fewest(1000, 0) == 200);
    assert_true(cli_plan_fewest(1e6, 0) == 100);
    assert_true(cli_plan_fewest(10, 200) == 2000);
    assert_true(cli_plan_fewest(10, 5000) == 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pilot_predicts_itself),           cmocka_unit_test(work_is_that_of_rows_and_supports),
        cmocka_unit_test(growth_costs_errors_alone),         cmocka_unit_test(rows_fit_into_the_time),
        cmocka_unit_test(wide_tables_begin_with_fewer_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
