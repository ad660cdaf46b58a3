/* The protocol: results do not depend on how many jobs run at once, on other methods or on interruptions; a failure
 * touches no other cell. */
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

#include "baselines/memory.h"
#include "baselines/random.h"
#include "protocol/protocol.h"
#include "standin.h"

enum { N = 60, M = 2, REPEATS = 4 };

static const method *const all[] = {&standin_neighbours, &standin_dice, &standin_bias, &standin_trouble};

static data make_data(uint64_t seed) {
    data d = {.n = N, .m = M, .x = memory_doubles(N, M), .y = memory_doubles(N, 1)};
    generator g = random_from(seed);
    for (size_t i = 0; i < N; i++) {
        d.x[i * M] = 10 * random_unit(&g);
        d.x[i * M + 1] = random_normal(&g);
        d.y[i] = 100 + sin(d.x[i * M]) + 0.3 * d.x[i * M + 1];
    }
    snprintf(d.hash, sizeof d.hash, "%064d", (int)seed);
    return d;
}

/* An experiment and its outcomes, to be run and compared. */
typedef struct bench {
    data data;
    contenders contenders;
    experiment experiment;
    outcome *outcomes;
    size_t resumed;
} bench;

static void set_up(bench *b, const char *names, size_t repeats) {
    failure why;
    *b = (bench){.data = make_data(1)};
    assert_true(contenders_choose(all, 4, names, &b->contenders, &why));
    b->experiment =
        (experiment){.data = &b->data, .contenders = &b->contenders, .repeats = repeats, .n_train = 48, .seed = 21};
    b->outcomes = memory_get(repeats * b->contenders.count, 1, sizeof *b->outcomes);
}

static void set(bench *b, const char *text) {
    failure why;
    assert_true(contenders_set(&b->contenders, text, &why));
}

static void tear_down(bench *b) {
    data_free(&b->data);
    contenders_free(&b->contenders);
    free(b->outcomes);
}

static void run(bench *b, size_t at_once, const char *path) {
    journal *kept = NULL;
    io_error error = {""};
    watch w;
    memset(b->outcomes, 0, experiment_jobs(&b->experiment) * sizeof *b->outcomes);
    if (path && !journal_open(path, &b->experiment, b->outcomes, &kept, &error))
        fail_msg("%s", error.text);
    watch_start(&w, &b->experiment, at_once, b->outcomes, true);
    b->resumed = w.resumed;
    assert_int_equal(protocol_run(&b->experiment, at_once, b->outcomes, kept, &w, &error), PROTOCOL_FINISHED);
    assert_int_equal(w.done, experiment_jobs(&b->experiment));
    journal_close(kept);
}

/* Bit for bit, but for times and memory. */
static void expect_same(const outcome *a, const outcome *b) {
    assert_int_equal(a->state, b->state);
    assert_memory_equal(&a->trial.r2, &b->trial.r2, sizeof a->trial.r2);
    assert_memory_equal(&a->trial.rmse, &b->trial.rmse, sizeof a->trial.rmse);
    assert_memory_equal(&a->trial.mae, &b->trial.mae, sizeof a->trial.mae);
    assert_int_equal(a->trial.size, b->trial.size);
    assert_string_equal(a->settings, b->settings);
    assert_string_equal(a->why.text, b->why.text);
}

static void expect_all_same(const bench *a, const bench *b) {
    for (size_t job = 0; job < experiment_jobs(&a->experiment); job++)
        expect_same(&a->outcomes[job], &b->outcomes[job]);
}

/* ---- */

static void jobs_at_once_change_nothing(void **state) {
    (void)state;
    bench one, several;
    for (int tune = 0; tune < 2; tune++) {
        set_up(&one, NULL, REPEATS);
        set_up(&several, NULL, REPEATS);
        one.experiment.tune = several.experiment.tune = tune;
        run(&one, 1, NULL);
        run(&several, 2, NULL);
        expect_all_same(&one, &several);
        run(&several, 100, NULL);
        expect_all_same(&one, &several);
        tear_down(&one);
        tear_down(&several);
    }
}

static void other_methods_change_nothing(void **state) {
    (void)state;
    bench alone, among;
    set_up(&alone, "dice", REPEATS + 2); /* nor do more repeats */
    set_up(&among, "trouble,bias,dice,neighbours", REPEATS);
    run(&alone, 1, NULL);
    run(&among, 1, NULL);
    for (size_t i = 0; i < REPEATS; i++)
        expect_same(&alone.outcomes[i], &among.outcomes[4 * i + 2]);
    for (size_t i = 1; i < REPEATS; i++) /* the repeats themselves differ */
        assert_true(alone.outcomes[i].trial.r2 != alone.outcomes[0].trial.r2);
    tear_down(&alone);
    tear_down(&among);
}

/* bias: the training mean, minus 7 scaled units. Recomputed from the split. */
static void scores_are_right(void **state) {
    (void)state;
    bench b;
    set_up(&b, "bias", REPEATS);
    run(&b, 1, NULL);
    for (size_t i = 0; i < REPEATS; i++) {
        split s = split_random(N, 48, 21, i);
        long double mean = 0, low = 1e9L, high = -1e9L, test_mean = 0, residual = 0, total = 0, absolute = 0;
        for (size_t k = 0; k < 48; k++) {
            long double y = b.data.y[s.rows[k]];
            mean += y / 48;
            low = y < low ? y : low;
            high = y > high ? y : high;
        }
        long double prediction = mean - 7 * (high - low) / 2;
        for (size_t k = 48; k < N; k++)
            test_mean += (long double)b.data.y[s.rows[k]] / 12;
        for (size_t k = 48; k < N; k++) {
            long double y = b.data.y[s.rows[k]];
            residual += (y - prediction) * (y - prediction);
            absolute += fabsl(y - prediction);
            total += (y - test_mean) * (y - test_mean);
        }
        const trial *t = &b.outcomes[i].trial;
        assert_true(fabsl(t->r2 - (1 - residual / total)) < 1e-9L * (residual / total));
        assert_true(fabsl(t->rmse - sqrtl(residual / 12)) < 1e-10L);
        assert_true(fabsl(t->mae - absolute / 12) < 1e-10L);
        assert_int_equal(t->size, 48);
        assert_string_equal(b.outcomes[i].settings, "bias=7 sign=minus");
        assert_true(b.outcomes[i].peak_mb > 0.5);
        split_free(&s);
    }
    tear_down(&b);
}

static void a_given_split_is_used(void **state) {
    (void)state;
    bench b;
    set_up(&b, "dice,bias", REPEATS);
    b.data.fixed_train_rows = 48;
    run(&b, 1, NULL);
    for (size_t i = 1; i < REPEATS; i++) {
        expect_same(&b.outcomes[2 * i + 1], &b.outcomes[1]);               /* the same rows every time */
        assert_true(b.outcomes[2 * i].trial.r2 != b.outcomes[0].trial.r2); /* another seed for the method */
    }
    tear_down(&b);
}

static void tuning_is_reported(void **state) {
    (void)state;
    bench b;
    set_up(&b, "bias,neighbours", 2);
    b.experiment.tune = true;
    set(&b, "neighbours.k=9");
    run(&b, 1, NULL);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(b.outcomes[2 * i].settings, "bias=0 sign=minus");
        assert_true(b.outcomes[2 * i].trial.r2 > -1.0); /* it is what was fitted: with 7 it is below -100 */
        assert_true(b.outcomes[2 * i].tune_seconds > 0);
        assert_string_equal(b.outcomes[2 * i + 1].settings, "k=9 power=0");
        assert_true(b.outcomes[2 * i + 1].tune_seconds == 0); /* nothing to tune */
    }
    tear_down(&b);
}

/* Memory that a job had and gave back is its peak; the next job has its own. */
static void peak_memory_is_the_jobs_own(void **state) {
    (void)state;
    bench b;
    set_up(&b, "trouble,dice", 2);
    set(&b, "trouble.how=large");
    run(&b, 1, NULL);
    for (size_t i = 0; i < 2; i++) {
        assert_true(b.outcomes[2 * i].peak_mb > STANDIN_LARGE_MB);
        assert_true(b.outcomes[2 * i].peak_mb > b.outcomes[2 * i + 1].peak_mb + STANDIN_LARGE_MB / 2.0);
    }
    tear_down(&b);
}

/* ---- failures */

static void expect_failure(const char *how, const char *reason) {
    bench b, calm;
    char text[64];
    snprintf(text, sizeof text, "trouble.how=%s", how);
    set_up(&b, "trouble,neighbours", 8);
    set_up(&calm, "trouble,neighbours", 8);
    set(&b, text);
    set(&b, "trouble.below=0"); /* in some repeats only */
    run(&b, 2, NULL);
    run(&calm, 1, NULL);
    size_t failed = 0;
    for (size_t i = 0; i < 8; i++) {
        const outcome *o = &b.outcomes[2 * i];
        expect_same(&b.outcomes[2 * i + 1], &calm.outcomes[2 * i + 1]);
        if (o->state == OUTCOME_DONE) {
            assert_true(o->trial.r2 == calm.outcomes[2 * i].trial.r2);
            continue;
        }
        failed++;
        assert_string_equal(o->why.text, reason);
        snprintf(text, sizeof text, "how=%s below=0", how);
        assert_string_equal(o->settings, text);
    }
    assert_true(failed > 0 && failed < 8);
    tear_down(&b);
    tear_down(&calm);
}

static void failures_stay_in_their_cells(void **state) {
    (void)state;
    expect_failure("refuse", "a reason with a tab, \"quotes\" and a line end");
    expect_failure("signal", "the process died of signal 8 (Floating point exception): some talk before it");
    expect_failure("killed", "the process was killed (signal 9), perhaps for want of memory: some talk before it");
    expect_failure("exit", "the process stopped with code 7: some talk before it");
    expect_failure("memory", "the process stopped with code 1: there is no memory for 18446744073709551615 x 2 numbers "
                             "of 8 bytes");
}

static void predictions_must_be_numbers(void **state) {
    (void)state;
    bench b;
    set_up(&b, "trouble", 1);
    set(&b, "trouble.how=nan");
    run(&b, 1, NULL);
    assert_int_equal(b.outcomes[0].state, OUTCOME_FAILED);
    assert_string_equal(b.outcomes[0].why.text, "12 of 12 predictions are not finite numbers");
    tear_down(&b);
}

/* ---- the file of results */

static char path[] = "/tmp/labrbf-compare-test-XXXXXX";

static int make_path(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int remove_path(void **state) {
    (void)state;
    return unlink(path);
}

static char *slurp(size_t *length) {
    char *text = memory_get(1 << 20, 1, 1);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

static void spill(const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* Cut the file anywhere, as a crash does: what is whole counts, the rest runs again, the results are the same. */
static void any_beginning_can_be_resumed(void **state) {
    (void)state;
    bench whole, again;
    size_t length, lines = 0;
    spill("", 0);
    set_up(&whole, "neighbours,dice", REPEATS);
    set_up(&again, "neighbours,dice", REPEATS);
    run(&whole, 1, path);
    assert_int_equal(whole.resumed, 0);
    char *text = slurp(&length);
    for (size_t cut = 0; cut <= length; cut += cut % 7 == 0 ? 1 : 31) {
        spill(text, cut);
        run(&again, 1 + cut % 2, path);
        expect_all_same(&whole, &again);
        lines = 0;
        for (size_t i = 0; i < cut; i++)
            lines += text[i] == '\n';
        assert_int_equal(again.resumed, lines > 0 ? lines - 1 : 0);
        size_t rewritten;
        char *now = slurp(&rewritten); /* it is whole again: nothing to do next time */
        lines = 0;
        for (size_t i = 0; i < rewritten; i++)
            lines += now[i] == '\n';
        assert_int_equal(lines, 1 + experiment_jobs(&again.experiment));
        free(now);
    }
    run(&again, 1, path);
    assert_int_equal(again.resumed, experiment_jobs(&again.experiment));
    expect_all_same(&whole, &again);
    free(text);
    tear_down(&whole);
    tear_down(&again);
}

static void more_repeats_go_on(void **state) {
    (void)state;
    bench few, many, fresh;
    spill("", 0);
    set_up(&few, "dice,bias", 2);
    set_up(&many, "dice,bias", 5);
    set_up(&fresh, "dice,bias", 5);
    run(&few, 1, path);
    run(&many, 1, path);
    run(&fresh, 1, NULL);
    assert_int_equal(many.resumed, 4);
    expect_all_same(&many, &fresh);
    run(&few, 1, path); /* and fewer are there already */
    assert_int_equal(few.resumed, 4);
    tear_down(&few);
    tear_down(&many);
    tear_down(&fresh);
}

static void what_failed_is_tried_again(void **state) {
    (void)state;
    bench b;
    spill("", 0);
    set_up(&b, "trouble,dice", 2);
    set(&b, "trouble.how=exit");
    run(&b, 1, path);
    assert_int_equal(b.outcomes[0].state, OUTCOME_FAILED);
    run(&b, 1, path);
    assert_int_equal(b.resumed, 2); /* those of dice */
    tear_down(&b);
}

static void expect_refused(bench *b, const char *reason) {
    journal *j;
    io_error error = {""};
    assert_false(journal_open(path, &b->experiment, b->outcomes, &j, &error));
    assert_null(j);
    if (!strstr(error.text, reason))
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

static void another_comparison_is_refused(void **state) {
    (void)state;
    bench b, other;
    size_t length, after;
    spill("", 0);
    set_up(&b, "neighbours,bias", 1);
    run(&b, 1, path);
    char *text = slurp(&length);
    b.experiment.seed = 22;
    expect_refused(&b, "seed is '21' there and '22' here");
    b.experiment.seed = 21;
    b.experiment.n_train = 47;
    expect_refused(&b, "training rows is '48' there and '47' here");
    b.experiment.n_train = 48;
    b.experiment.tune = true;
    expect_refused(&b, "tuning is 'no' there and 'yes' here");
    b.experiment.tune = false;
    b.data.fixed_train_rows = 48;
    expect_refused(&b, "split is 'random' there and 'given' here");
    b.data.fixed_train_rows = 0;
    b.data.hash[3] = 'f';
    expect_refused(&b, "data is '0000");
    b.data.hash[3] = '0';
    set(&b, "bias.sign=plus");
    expect_refused(&b, "bias is 'bias=7 sign=minus' there and 'bias=7 sign=plus' here");
    set_up(&other, "neighbours,bias,dice", 1);
    expect_refused(&other, "dice is only here");
    tear_down(&other);
    set_up(&other, "bias", 1);
    expect_refused(&other, "neighbours is only there");
    tear_down(&other);
    char *now = slurp(&after); /* and the file is as it was */
    assert_int_equal(after, length);
    assert_memory_equal(now, text, length);
    free(now);
    free(text);
    tear_down(&b);
}

static void other_files_are_refused_and_left_alone(void **state) {
    (void)state;
    static const char *const texts[] = {"a,b,c\n1,2,3\n", "precious words without a line end", "labrbf-compare\n",
                                        "name,value\nlast line without its end"};
    bench b;
    set_up(&b, "dice", 1);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t after;
        spill(texts[i], strlen(texts[i]));
        expect_refused(&b, "is not a file of results");
        char *now = slurp(&after);
        assert_string_equal(now, texts[i]);
        free(now);
    }
    static const char binary[] = "\x1f\x8b\0\0\nno text\n at all";
    size_t after;
    spill(binary, sizeof binary - 1);
    expect_refused(&b, "is not a file of results");
    char *now = slurp(&after);
    assert_int_equal(after, sizeof binary - 1);
    assert_memory_equal(now, binary, after);
    free(now);
    tear_down(&b);
}

static void a_damaged_line_is_named(void **state) {
    (void)state;
    bench b;
    size_t length;
    spill("", 0);
    set_up(&b, "dice", 3);
    run(&b, 1, path);
    char *text = slurp(&length);
    char *third = strchr(strchr(text, '\n') + 1, '\n') + 1;
    char *tab = strchr(third, '\t');
    *tab = ' ';
    spill(text, length);
    expect_refused(&b, "line 3, is damaged");
    free(text);
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_at_once_change_nothing),
        cmocka_unit_test(other_methods_change_nothing),
        cmocka_unit_test(scores_are_right),
        cmocka_unit_test(a_given_split_is_used),
        cmocka_unit_test(tuning_is_reported),
        cmocka_unit_test(peak_memory_is_the_jobs_own),
        cmocka_unit_test(failures_stay_in_their_cells),
        cmocka_unit_test(predictions_must_be_numbers),
        cmocka_unit_test(any_beginning_can_be_resumed),
        cmocka_unit_test(more_repeats_go_on),
        cmocka_unit_test(what_failed_is_tried_again),
        cmocka_unit_test(another_comparison_is_refused),
        cmocka_unit_test(other_files_are_refused_and_left_alone),
        cmocka_unit_test(a_damaged_line_is_named),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
