/* Results: sums of what is done, failed cells left out; outcomes as lines; the paper beside ours; quotes in CSV. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/results_print.h"
#include "standin.h"

enum { REPEATS = 4, CONTENDERS = 2 };

static char path[] = "/tmp/labrbf-results-XXXXXX";
static method named_krr; /* a stand-in under a name that the paper has */
static contenders chosen;
static data table = {.name = "d.csv", .target = "y", .n = 10, .m = 3};
static experiment e = {.data = &table, .contenders = &chosen, .repeats = REPEATS, .n_train = 8, .seed = 5};
static outcome outcomes[REPEATS * CONTENDERS];
static results r = {.experiment = &e, .outcomes = outcomes};

static int set_up(void **state) {
    (void)state;
    failure why;
    named_krr = standin_neighbours;
    named_krr.name = "krr";
    named_krr.title = "Krr";
    const method *list[] = {&named_krr, &standin_dice};
    for (size_t job = 0; job < REPEATS * CONTENDERS; job++)
        outcomes[job] = (outcome){.state = OUTCOME_DONE,
                                  .trial = {.r2 = 0.5 + 0.01 * (double)(job * job),
                                            .rmse = (double)job,
                                            .mae = 1.0 / 3,
                                            .size = 100 + job,
                                            .fit_seconds = 0.25 * (double)job,
                                            .predict_seconds = 12.0},
                                  .peak_mb = 64,
                                  .settings = "k=3 power=0"};
    outcomes[2] = (outcome){.state = OUTCOME_FAILED, .settings = "a=1,2", .why = {"a \"reason\", really"}};
    int file = mkstemp(path);
    return file < 0 || close(file) != 0 || !contenders_choose(list, CONTENDERS, NULL, &chosen, &why);
}

static int tear_down(void **state) {
    (void)state;
    contenders_free(&chosen);
    return unlink(path);
}

static char *printed(void (*print)(const results *, io_output *)) {
    static char text[1 << 16];
    io_output *output;
    io_error error;
    assert_true(io_output_open(path, &output, &error));
    print(&r, output);
    assert_true(io_output_commit(output, &error));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void sums_leave_failures_out(void **state) {
    (void)state;
    tally t = results_tally(&r, 0); /* jobs 0, 4, 6; job 2 failed */
    long double values[] = {0.5L, 0.66L, 0.86L}, mean = (0.5L + 0.66L + 0.86L) / 3, squares = 0;
    for (size_t i = 0; i < 3; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    assert_true(t.done == 3 && t.failed == 1);
    assert_true(fabsl(t.r2.mean - mean) < 1e-15L && fabsl(t.r2.sd - sqrtl(squares / 2)) < 1e-15L);
    assert_true(fabs(t.size.mean - (100 + 104 + 106) / 3.0) < 1e-12);
    assert_true(fabs(t.fit_seconds.mean - (0 + 1 + 1.5) / 3) < 1e-15);
    t = results_tally(&r, 1);
    assert_true(t.done == 4 && t.failed == 0 && t.peak_mb.mean == 64 && t.peak_mb.sd == 0);
}

static void one_repeat_has_no_deviation(void **state) {
    (void)state;
    e.repeats = 1;
    tally t = results_tally(&r, 0);
    assert_true(t.r2.mean == 0.5 && t.r2.sd != t.r2.sd);
    assert_null(strstr(printed(results_text), "±"));
    e.repeats = REPEATS;
}

static void the_paper_stands_beside_ours(void **state) {
    (void)state;
    assert_null(strstr(printed(results_text), "paper"));
    r.paper = "yacht";
    const char *text = printed(results_text);
    assert_non_null(strstr(text, "R² in paper"));
    assert_non_null(strstr(text, "0.6733 ± 0.1804  0.9889 ± 0.0025"));
    assert_non_null(strstr(printed(results_json), "\"paper\": {\"r2\": 0.9889, \"sd\": 0.0025, \"size\": null}"));
    r.paper = "compactiv"; /* a given split: no deviation there */
    assert_non_null(strstr(printed(results_text), "0.6733 ± 0.1804       0.9822  "));
    r.paper = NULL;
}

static void csv_is_quoted_and_measures_come_last(void **state) {
    (void)state;
    const char *text = printed(results_csv);
    assert_non_null(strstr(text, "\n2,krr,failed,,,,,\"a=1,2\",\"a \"\"reason\"\", really\",0,0,0,0\n"));
    assert_non_null(strstr(text, "\n1,krr,done,0.5,0,0.3333333333333333,100,k=3 power=0,,0,0,12,64\n"));
}

static void outcomes_survive_as_lines(void **state) {
    (void)state;
    char line[OUTCOME_LINE];
    outcome again;
    for (size_t job = 0; job < REPEATS * CONTENDERS; job++) {
        outcome_write(&outcomes[job], line);
        assert_true(outcome_read(line, &again));
        assert_int_equal(again.state, outcomes[job].state);
        assert_true(again.trial.r2 == outcomes[job].trial.r2 && again.trial.mae == outcomes[job].trial.mae);
        assert_int_equal(again.trial.size, outcomes[job].trial.size);
        assert_string_equal(again.settings, outcomes[job].settings);
        assert_string_equal(again.why.text, outcomes[job].why.text);
    }
    outcome odd = {.state = OUTCOME_DONE, .trial = {.r2 = (double)NAN}, .why = {"a\tb\nc"}};
    outcome_write(&odd, line);
    assert_true(outcome_read(line, &again) && again.trial.r2 != again.trial.r2);
    assert_string_equal(again.why.text, "a b c");
    static const char *const wrong[] = {"",
                                        "done",
                                        "done\t1\t2",
                                        "well\t1\t1\t1\t1\t1\t1\t1\t1\ts\tw",
                                        "done\tx\t1\t1\t1\t1\t1\t1\t1\ts\tw",
                                        "done\t1\t1\t1\t-1\t1\t1\t1\t1\ts\tw",
                                        "done\t1\t1\t1\t1\t1\t1\t1\t1\ts\tw\tmore"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(outcome_read(wrong[i], &again));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_leave_failures_out),      cmocka_unit_test(one_repeat_has_no_deviation),
        cmocka_unit_test(the_paper_stands_beside_ours), cmocka_unit_test(csv_is_quoted_and_measures_come_last),
        cmocka_unit_test(outcomes_survive_as_lines),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
