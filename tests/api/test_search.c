/*
 * The search for what the default settings leave open: what it keeps of its trials, that it finds what is known to be
 * right for made-up tables, that its length and result depend on the settings alone, and that it can be stopped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model_bytes.h"
#include "fixture.h"
#include "oracle.h"

enum { N = 300, M = 4, REST = 400, SUPPORTS = N / 8 };
#define DEFAULT                                                                                                        \
    "coefficients=rows kernel=auto linear=auto scaling=auto ridge=auto theta_form=log center_rate=0.5 rate=0.05 "      \
    "rate_decay=cosine steps_grow=0 batch_rows=all bandwidths=auto "
#define SHORT DEFAULT "steps_final=400 "

typedef double function(const double *x);

static double line(const double *x) { return 100 + 3 * x[0] - 2 * x[1] + 0.5 * x[3]; }
static double wave(const double *x) { return sin(3 * x[0]) * x[1] + x[2]; }
static double nothing(const double *x) {
    (void)x;
    return 0;
}

typedef struct table {
    double x[(N + REST) * M], y[N + REST];
} table;

/* N rows to learn from and REST to score on. */
static table make_table(uint64_t seed, function *f, double noise) {
    oracle_random random = oracle_seed(seed);
    table t;
    oracle_fill(&random, t.x, (N + REST) * M, -1, 1);
    for (size_t r = 0; r < N + REST; r++)
        t.y[r] = f(t.x + r * M) + noise * (oracle_uniform(&random, -1, 1) + oracle_uniform(&random, -1, 1));
    return t;
}

static double score(const labrbf_model *model, const table *t) {
    double f[REST];
    labrbf_metrics m;
    assert_int_equal(labrbf_model_predict(model, t->x + N * M, REST, M, 1, f), LABRBF_OK);
    assert_int_equal(labrbf_metrics_compute(t->y + N, f, REST, &m), LABRBF_OK);
    return m.r2;
}

static labrbf_trial trial_at(const labrbf_model *model, size_t i) {
    labrbf_trial trial;
    assert_int_equal(labrbf_model_trial(model, i, &trial), LABRBF_OK);
    return trial;
}

static const char *tried(const labrbf_model *model, size_t i, const char *name) {
    labrbf_trial trial = trial_at(model, i);
    return fixture_tried(&trial, name);
}

/* ---- what is found */

static void a_line_is_found(void **state) {
    (void)state;
    table t = make_table(1, line, 0);
    labrbf_model *model = fixture_fit(SHORT, t.x, t.y, N, M);
    fixture_expect_setting(model, "linear", "on");
    assert_true(score(model, &t) > 0.999); /* labels beyond those of the training rows are cut off */
    double *slopes = fixture_array(model, 0, LABRBF_SLOPES, M);
    assert_true(slopes[0] > 0 && slopes[1] < 0 && fabs(slopes[2]) < 1e-3 && slopes[3] > 0);
    free(slopes);
    labrbf_model_destroy(model);
    model = fixture_fit(SHORT "clip_labels=off", t.x, t.y, N, M);
    assert_true(score(model, &t) > 1 - 1e-12);
    labrbf_model_destroy(model);
}

static void noise_is_left_alone(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        table t = make_table(10 + seed, nothing, 1);
        labrbf_model *model = fixture_fit(SHORT, t.x, t.y, N, M);
        assert_true(score(model, &t) > -0.06);
        labrbf_model_destroy(model);
    }
}

static void a_wave_is_followed(void **state) {
    (void)state;
    table t = make_table(20, wave, 0.01);
    labrbf_model *model = fixture_fit(SHORT, t.x, t.y, N, M);
    assert_true(score(model, &t) > 0.98);
    labrbf_model_destroy(model);
}

/* ---- the table of trials */

/* Of tables with some noise fewer supports suit one or the other; the model has as many as were chosen. */
static void fewer_supports_may_be_chosen(void **state) {
    (void)state;
    size_t fewer = 0;
    for (unsigned seed = 0; seed < 6; seed++) {
        table t = make_table(100 + seed, wave, 0.5);
        labrbf_model *model = fixture_fit(SHORT "bandwidths=own", t.x, t.y, N, M);
        size_t chosen = trial_at(model, 0).n_support;
        assert_int_equal(fixture_info(model).n_support, chosen);
        char text[64];
        assert_int_equal(labrbf_model_setting(model, "support_max", text, sizeof text), LABRBF_OK);
        assert_int_equal(strtoul(text, NULL, 10), chosen);
        fewer += chosen < SUPPORTS;
        labrbf_model_destroy(model);
    }
    assert_true(fewer > 0);
}

static void the_choice_stands_first_and_in_the_settings(void **state) {
    (void)state;
    table t = make_table(30, wave, 0.1);
    labrbf_model *model = fixture_fit(SHORT, t.x, t.y, N, M);
    size_t n = fixture_info(model).n_trials, finalists = 0;
    assert_true(n > 4);
    labrbf_trial first = trial_at(model, 0);
    labrbf_setting_info setting;
    size_t searched = 0;
    for (size_t i = 0; labrbf_settings_describe(i, &setting) >= 0; i++)
        if (setting.searched) {
            fixture_expect_setting(model, setting.name, fixture_tried(&first, setting.name));
            searched++;
        }
    assert_int_equal(searched, 7);
    for (size_t i = 0; i < n; i++) {
        labrbf_trial trial = trial_at(model, i);
        assert_true(trial.n_steps <= first.n_steps && trial.r2 <= 1);
        assert_true(trial.n_support == SUPPORTS || trial.n_support == SUPPORTS / 4);
        finalists += trial.n_steps == first.n_steps;
        for (size_t j = 0; j < i; j++) { /* all are different */
            labrbf_trial other = trial_at(model, j);
            assert_false(strcmp(trial.settings, other.settings) == 0 && trial.n_support == other.n_support);
        }
    }
    assert_int_equal(finalists, 2);
    assert_int_equal(fixture_info(model).n_support, first.n_support);
    labrbf_trial none;
    assert_int_equal(labrbf_model_trial(model, n, &none), LABRBF_E_ARGUMENT);
    labrbf_model_destroy(model);
}

/* What is set is not tried otherwise; with nothing open nothing is tried. */
static void settings_narrow_the_search(void **state) {
    (void)state;
    table t = make_table(31, wave, 0.1);
    labrbf_model *model = fixture_fit(SHORT "kernel=matern52 linear=off", t.x, t.y, N, M);
    for (size_t i = 0; i < fixture_info(model).n_trials; i++) {
        assert_string_equal(tried(model, i, "kernel"), "matern52");
        assert_string_equal(tried(model, i, "linear"), "off");
    }
    assert_true(fixture_info(model).n_trials > 1);
    labrbf_model_destroy(model);
    model = fixture_fit(SHORT "kernel=matern52 linear=off scaling=rank ridge=0.001", t.x, t.y, N, M);
    assert_int_equal(fixture_info(model).n_trials, 0);
    labrbf_model_destroy(model);
}

static void trials_are_saved(void **state) {
    (void)state;
    table t = make_table(32, line, 0.5);
    labrbf_model *model = fixture_fit(SHORT, t.x, t.y, N, M), *copy = NULL;
    size_t size, again;
    unsigned char *bytes = fixture_bytes(model, &size);
    assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copy), LABRBF_OK);
    unsigned char *second = fixture_bytes(copy, &again);
    assert_true(size == again && memcmp(bytes, second, size) == 0);
    for (size_t i = 0; i < fixture_info(model).n_trials; i++)
        assert_true(trial_at(model, i).r2 == trial_at(copy, i).r2);
    free(bytes);
    free(second);
    labrbf_model_destroy(model);
    labrbf_model_destroy(copy);
}

/* How many calls a search takes, and how often memory is asked for in them: when a candidate starts on a fold. */
static size_t search_calls(const table *t, size_t *allocations) {
    labrbf_data data = {.struct_size = sizeof data, .n_rows = N, .n_features = M, .n_targets = 1, .x = t->x, .y = t->y};
    fixture_memory memory = {0};
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_memory(&hooks, &memory);
    labrbf_trainer *trainer = fixture_trainer(SHORT, &data, &hooks);
    size_t calls = 0;
    for (; fixture_training_info(trainer).stage == LABRBF_STAGE_SEARCH; calls++)
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    *allocations = memory.calls;
    labrbf_trainer_destroy(trainer);
    return calls;
}

/* Three folds of 300 rows: in noise all candidates are much the same, and take the steps of all rungs in each of them
 * (and one to start with), two candidates side by side and eight steps in a call; of an exact function the first fold
 * tells enough about most. */
static void hopeless_candidates_are_left_out_of_further_folds(void **state) {
    (void)state;
    table noise = make_table(42, nothing, 1), exact = make_table(43, wave, 0);
    labrbf_model *model = fixture_fit(SHORT, noise.x, noise.y, N, M);
    size_t all = fixture_info(model).n_trials,
           calls = (all + 1) / 2 * ((52 + 7) / 8) + 2 * ((52 + 7) / 8) + (102 + 7) / 8;
    size_t allocations, fewer;
    labrbf_model_destroy(model);
    assert_int_equal(search_calls(&noise, &allocations), 3 * calls);
    assert_true(search_calls(&exact, &fewer) <= 3 * calls);
    assert_true(fewer < allocations && fewer > allocations / 3);
    model = fixture_fit(SHORT, exact.x, exact.y, N, M); /* they are in the table all the same, behind the others */
    assert_int_equal(fixture_info(model).n_trials, all);
    for (size_t i = 0; i < all; i++)
        assert_true(isfinite(trial_at(model, i).r2) && trial_at(model, i).n_steps >= 51);
    assert_true(1 - trial_at(model, all - 1).r2 > 1.5 * (1 - trial_at(model, 2).r2));
    labrbf_model_destroy(model);
}

/* The rate goes with the ridge: it is left open, and tried, where that is. Final steps have the usual one. */
static void rates_are_tried_with_the_ridge(void **state) {
    (void)state;
    table t = make_table(36, wave, 0.1);
    labrbf_model *open = fixture_fit(SHORT "rate=auto", t.x, t.y, N, M);
    size_t cool = 0, hot = 0, n = fixture_info(open).n_trials;
    for (size_t i = 0; i < n; i++) {
        cool += strtod(tried(open, i, "rate"), NULL) == 0.05;
        hot += strtod(tried(open, i, "rate"), NULL) == 0.2;
    }
    assert_true(cool > 0 && hot > 0 && cool + hot == n);
    fixture_expect_setting(open, "rate", tried(open, 0, "rate"));
    fixture_expect_setting(open, "rate_final", "0.05");
    labrbf_model_destroy(open);
    static const char *const said[] = {SHORT "rate=0.01", SHORT "rate=auto ridge=0.001"};
    for (size_t c = 0; c < 2; c++) {
        labrbf_model *model = fixture_fit(said[c], t.x, t.y, N, M);
        double rate = c == 0 ? 0.01 : 0.05;
        for (size_t i = 0; i < fixture_info(model).n_trials; i++)
            assert_true(strtod(tried(model, i, "rate"), NULL) == rate);
        assert_true(fixture_info(model).n_trials > 1);
        fixture_expect_setting(model, "rate_final", c == 0 ? "0.01" : "0.05");
        labrbf_model_destroy(model);
    }
    labrbf_model *few = fixture_fit(SHORT "rate=auto", t.x, t.y, 20, M); /* nothing is tried */
    assert_int_equal(fixture_info(few).n_trials, 0);
    fixture_expect_setting(few, "rate", "0.05");
    labrbf_model_destroy(few);
}

/* The rule for coefficients and sigma0 are not searched: by rows, and as their spread says. */
static void the_rule_and_sigma0_are_not_searched(void **state) {
    (void)state;
    table t = make_table(38, wave, 0.1);
    static const char *const said[] = {SHORT "coefficients=auto scaling=minmax", SHORT "coefficients=auto ridge=0.001",
                                       SHORT "coefficients=auto sigma0=3"};
    for (size_t c = 0; c < sizeof said / sizeof said[0]; c++) {
        labrbf_model *model = fixture_fit(said[c], t.x, t.y, N, M);
        assert_true(fixture_info(model).n_trials > 1);
        fixture_expect_setting(model, "coefficients", "rows");
        if (c == 2)
            fixture_expect_setting(model, "sigma0", "3");
        labrbf_model_destroy(model);
    }
    labrbf_model *few = fixture_fit(SHORT "coefficients=auto", t.x, t.y, 20, M); /* nothing is tried */
    fixture_expect_setting(few, "coefficients", "rows");
    labrbf_model_destroy(few);
}

static size_t count_shared(const labrbf_model *model) {
    size_t count = 0;
    for (size_t i = 0; i < fixture_info(model).n_trials; i++)
        count += strcmp(tried(model, i, "bandwidths"), "shared") == 0;
    return count;
}

/* The Gaussian profile has a second, larger ridge from 2,000 rows on. */
static void large_tables_have_a_candidate_more(void **state) {
    (void)state;
    enum { ROWS = 2000, LEAST = ROWS - 1 };
    oracle_random random = oracle_seed(41);
    double *x = calloc(ROWS, M * sizeof *x), *y = calloc(ROWS, sizeof *y);
    assert_true(x && y);
    oracle_fill(&random, x, (size_t)ROWS * M, -1, 1);
    for (size_t r = 0; r < ROWS; r++)
        y[r] = wave(x + r * M);
    for (size_t rows = LEAST; rows <= ROWS; rows++) {
        labrbf_model *model = fixture_fit(DEFAULT "steps_final=8 support_max=4", x, y, rows, M);
        size_t smaller = 0, larger = 0, gaussian = 0;
        for (size_t i = 0; i < fixture_info(model).n_trials; i++) {
            if (strcmp(tried(model, i, "kernel"), "gaussian") != 0)
                continue;
            assert_string_equal(tried(model, i, "scaling"), "standard");
            gaussian++;
            double ridge = strtod(tried(model, i, "ridge"), NULL);
            smaller += ridge == 1e-4;
            larger += ridge == 1e-3;
        }
        assert_int_equal(smaller, 1);
        assert_int_equal(larger, rows == ROWS);
        assert_int_equal(gaussian, smaller + larger);
        labrbf_model_destroy(model);
    }
    free(x);
    free(y);
}

/* As with rates and rules: bandwidths that all supports share. */
static void shared_bandwidths_are_tried_with_the_ridge(void **state) {
    (void)state;
    table t = make_table(40, wave, 0.1);
    labrbf_model *open = fixture_fit(SHORT, t.x, t.y, N, M);
    assert_true(count_shared(open) > 0 && count_shared(open) < fixture_info(open).n_trials);
    fixture_expect_setting(open, "bandwidths", tried(open, 0, "bandwidths"));
    labrbf_model_destroy(open);
    static const char *const said[] = {SHORT "ridge=0.001", SHORT "bandwidths=own", SHORT "bandwidths=shared"};
    for (size_t c = 0; c < 3; c++) {
        labrbf_model *model = fixture_fit(said[c], t.x, t.y, N, M);
        assert_true(fixture_info(model).n_trials > 1);
        assert_int_equal(count_shared(model), c == 2 ? fixture_info(model).n_trials : 0);
        fixture_expect_setting(model, "bandwidths", c == 2 ? "shared" : "own");
        labrbf_model_destroy(model);
    }
    labrbf_model *few = fixture_fit(SHORT, t.x, t.y, 20, M); /* nothing is tried */
    fixture_expect_setting(few, "bandwidths", "own");
    labrbf_model_destroy(few);
}

/* A wave that is everywhere alike, along a direction that is none of the features'. */
static void shared_bandwidths_are_found(void **state) {
    (void)state;
    enum { ROWS = 300, MANY = 8 };
    static double x[(ROWS + REST) * MANY], y[ROWS + REST], f[REST];
    oracle_random random = oracle_seed(41);
    oracle_fill(&random, x, (ROWS + REST) * MANY, -1, 1);
    for (size_t r = 0; r < ROWS + REST; r++)
        y[r] = sin(2 * (x[r * MANY] + x[r * MANY + 1] + x[r * MANY + 2] + x[r * MANY + 3]));
    double r2[2];
    for (size_t own = 0; own < 2; own++) {
        labrbf_metrics metrics;
        labrbf_model *model =
            fixture_fit(own ? DEFAULT "steps_final=800 rate=auto bandwidths=own" : DEFAULT "steps_final=800 rate=auto",
                        x, y, ROWS, MANY);
        fixture_expect_setting(model, "bandwidths", own ? "own" : "shared");
        assert_int_equal(labrbf_model_predict(model, x + ROWS * MANY, REST, MANY, 1, f), LABRBF_OK);
        assert_int_equal(labrbf_metrics_compute(y + ROWS, f, REST, &metrics), LABRBF_OK);
        r2[own] = metrics.r2;
        labrbf_model_destroy(model);
    }
    assert_true(1 - r2[0] < 0.5 * (1 - r2[1]));
}

/* The first rungs train at the rate, the last one on the way to that of the final steps: only the two that come so far
 * notice the latter. */
static void rates_fall_in_the_last_rung(void **state) {
    (void)state;
    table t = make_table(37, wave, 0.1);
    labrbf_model *level = fixture_fit(SHORT "rate=0.05 rate_final=0.05", t.x, t.y, N, M);
    labrbf_model *falling = fixture_fit(SHORT "rate=0.05 rate_final=0.0005", t.x, t.y, N, M);
    size_t n = fixture_info(level).n_trials;
    assert_int_equal(fixture_info(falling).n_trials, n);
    for (size_t i = 2; i < n; i++)
        assert_true(trial_at(level, i).r2 == trial_at(falling, i).r2);
    for (size_t i = 0; i < 4; i++)
        assert_true(trial_at(level, i / 2).r2 != trial_at(falling, i % 2).r2);
    labrbf_model_destroy(level);
    labrbf_model_destroy(falling);
}

/* ---- f(t) = beta + s . t + sum alpha_i K(t, x_i), from what the model shows of itself */

static void predictions_have_the_linear_part(void **state) {
    (void)state;
    table t = make_table(33, wave, 0.1);
    labrbf_model *model = fixture_fit(SHORT "linear=on kernel=gaussian scaling=minmax clip_labels=off", t.x, t.y, N, M);
    labrbf_model_info info = fixture_info(model);
    size_t s = info.n_support;
    double *x = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, s * M),
           *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, s * M);
    double *alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, s),
           *slopes = fixture_array(model, 0, LABRBF_SLOPES, M);
    double *center = fixture_array(model, 0, LABRBF_FEATURE_CENTERS, M),
           *scale = fixture_array(model, 0, LABRBF_FEATURE_SCALES, M);
    double half = info.label_maximum / 2 - info.label_minimum / 2,
           middle = info.label_maximum / 2 + info.label_minimum / 2;
    double f[REST];
    assert_int_equal(labrbf_model_predict(model, t.x + N * M, REST, M, 1, f), LABRBF_OK);
    assert_true(fabs(slopes[2]) > 0.01);
    for (size_t r = 0; r < REST; r++) {
        double scaled[M];
        long double sum = info.beta;
        for (size_t j = 0; j < M; j++) {
            scaled[j] = (t.x[(N + r) * M + j] - center[j]) / scale[j];
            sum += (long double)slopes[j] * scaled[j];
        }
        for (size_t i = 0; i < s; i++)
            sum += alpha[i] * expl(-oracle_distance(scaled, x + i * M, theta + i * M, M));
        oracle_close("prediction", f[r], middle + half * sum, 1e-9L);
    }
    double *all[] = {x, theta, alpha, slopes, center, scale};
    for (size_t i = 0; i < 6; i++)
        free(all[i]);
    labrbf_model_destroy(model);
}

/* ---- sizes that leave little to choose by */

static void small_and_odd_tables_give_a_model(void **state) {
    (void)state;
    static const size_t sizes[][2] = {{2, 1}, {10, 3}, {39, 4}, {40, 4}, {60, 30}, {100, 500}};
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        size_t n = sizes[c][0], m = sizes[c][1];
        oracle_random random = oracle_seed(40 + c);
        double *x = malloc(n * m * sizeof *x), *y = malloc(n * sizeof *y), *f = malloc(n * sizeof *f);
        assert_true(x && y && f);
        oracle_fill(&random, x, n * m, -1, 1);
        for (size_t r = 0; r < n; r++)
            y[r] = x[r * m] + 0.1 * oracle_uniform(&random, -1, 1);
        labrbf_model *model = fixture_fit(DEFAULT "steps_final=80", x, y, n, m);
        assert_int_equal(labrbf_model_predict(model, x, n, m, 1, f), LABRBF_OK);
        for (size_t r = 0; r < n; r++)
            assert_true(f[r] >= -1.2 && f[r] <= 1.2);
        labrbf_model_destroy(model);
        free(x);
        free(y);
        free(f);
    }
}

static void equal_rows_and_equal_labels_give_a_model(void **state) {
    (void)state;
    double x[N * M], y[N], f[N];
    for (size_t r = 0; r < N; r++) {
        for (size_t j = 0; j < M; j++)
            x[r * M + j] = (double)(r % 3);
        y[r] = (double)(r % 3) + 0.1 * (double)(r % 2);
    }
    labrbf_model *model = fixture_fit(SHORT, x, y, N, M);
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, f), LABRBF_OK);
    for (size_t r = 0; r < N; r++)
        oracle_close("mean of equal rows", f[r], (double)(r % 3) + 0.05, 0.02L);
    labrbf_model_destroy(model);
    for (size_t r = 0; r < N; r++)
        y[r] = 7;
    model = fixture_fit(SHORT, x, y, N, M);
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, f), LABRBF_OK);
    for (size_t r = 0; r < N; r++)
        assert_true(f[r] == 7);
    labrbf_model_destroy(model);
}

/* ---- the course of it */

static void threads_change_nothing(void **state) {
    (void)state;
    table t = make_table(50, wave, 0.2);
    unsigned char *first = NULL;
    size_t size = 0;
    for (size_t threads = 1; threads <= 3; threads++) {
        char text[1024];
        snprintf(text, sizeof text, SHORT "support_max=120 threads=%zu steps_final=40", threads);
        labrbf_model *model = fixture_fit(text, t.x, t.y, N, M);
        size_t other;
        unsigned char *bytes = fixture_bytes(model, &other);
        labrbf_model_destroy(model);
        if (first)
            assert_true(size == other && memcmp(first, bytes, size) == 0);
        free(first);
        first = bytes;
        size = other;
    }
    free(first);
}

/* Memory that fails once, anywhere in a fit: the next call goes on, and the model is the same. */
static void a_failed_allocation_costs_nothing(void **state) {
    (void)state;
    const char *words = DEFAULT "steps_final=8 support_max=6 members=2 batch=8";
    table t = make_table(52, wave, 0.2);
    enum { FEW = 60 };
    const labrbf_data data = fixture_rows(t.x, t.y, FEW, M);
    labrbf_model *whole = fixture_fit(words, t.x, t.y, FEW, M);
    size_t failed = 0;
    for (size_t at = 1;; at++) {
        fixture_memory memory = {0};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        labrbf_trainer *trainer = fixture_trainer(words, &data, &hooks);
        memory.fail_at = memory.calls + at;
        labrbf_status status = labrbf_trainer_run(trainer, INFINITY);
        bool was_last = status > 0;
        if (!was_last) {
            assert_int_equal(status, LABRBF_E_MEMORY);
            labrbf_training_info info = {.struct_size = sizeof info};
            assert_int_equal(labrbf_trainer_info(trainer, &info), LABRBF_OK);
            assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
            failed++;
        }
        memory.fail_at = 0;
        labrbf_model *model = fixture_take_model(trainer);
        fixture_expect_same_bytes(model, whole);
        labrbf_model_destroy(model);
        labrbf_trainer_destroy(trainer);
        assert_int_equal(memory.live_blocks, 0);
        if (was_last)
            break;
    }
    assert_true(failed > 100);
    labrbf_model_destroy(whole);
}

/* Stopped in the search there is a model, and training can go on to the same end. */
static void the_search_can_be_stopped(void **state) {
    (void)state;
    table t = make_table(51, wave, 0.2);
    labrbf_settings *settings = fixture_settings(SHORT);
    labrbf_trainer *trainer = NULL;
    labrbf_model *model = NULL;
    labrbf_training_info info = {.struct_size = sizeof info};
    const labrbf_data data = fixture_rows(t.x, t.y, N, M);
    assert_int_equal(labrbf_trainer_create(settings, &data, NULL, &trainer), LABRBF_OK);
    double before = -1;
    for (size_t step = 0; step < 130; step++) {
        assert_int_equal(labrbf_trainer_info(trainer, &info), LABRBF_OK);
        assert_true(info.stage == LABRBF_STAGE_SEARCH && *info.trial.settings);
        assert_true(info.fraction >= before && info.fraction < 1);
        before = info.fraction;
        if (step % 60 == 0) {
            assert_int_equal(labrbf_trainer_take_model(trainer, &model), LABRBF_OK);
            assert_true(isfinite(score(model, &t)));
            assert_int_equal(fixture_info(model).n_rows, N);
            assert_int_equal(fixture_info(model).stopped, LABRBF_DONE_CANCELLED);
            assert_int_equal(fixture_info(model).n_trials, step > 0); /* its own, once it is scored */
            labrbf_part_info part = {.struct_size = sizeof part};
            assert_int_equal(labrbf_model_part_info(model, 0, &part), LABRBF_OK);
            assert_int_equal(part.fold, 1);
            labrbf_model_destroy(model);
        }
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    }
    assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
    assert_int_equal(labrbf_trainer_info(trainer, &info), LABRBF_OK);
    assert_true(info.stage == LABRBF_STAGE_DONE && !*info.trial.settings && info.fraction == 1);
    assert_int_equal(labrbf_trainer_take_model(trainer, &model), LABRBF_OK);
    labrbf_model *whole = fixture_fit(SHORT, t.x, t.y, N, M);
    size_t a, b;
    unsigned char *bytes = fixture_bytes(model, &a), *others = fixture_bytes(whole, &b);
    assert_true(a == b && memcmp(bytes, others, a) == 0);
    free(bytes);
    free(others);
    labrbf_model_destroy(whole);
    labrbf_model_destroy(model);
    labrbf_trainer_destroy(trainer);
    labrbf_settings_destroy(settings);
}

static void failing_memory_leaves_nothing(void **state) {
    (void)state;
    table t = make_table(52, wave, 0.2);
    labrbf_settings *settings = fixture_settings(DEFAULT "steps_final=8 support_max=6");
    size_t at = 1;
    for (;; at += at < 60 ? 1 : 7) {
        fixture_memory memory = {.fail_at = at};
        labrbf_hooks hooks = fixture_hooks();
        fixture_hook_memory(&hooks, &memory);
        labrbf_model *model = NULL;
        labrbf_status status = labrbf_fit(settings, t.x, t.y, 60, M, &hooks, &model);
        if (status >= 0)
            labrbf_model_destroy(model);
        else
            assert_true(status == LABRBF_E_MEMORY && !model);
        assert_int_equal(memory.live_blocks, 0);
        if (memory.calls < at)
            break;
    }
    assert_true(at > 60);
    labrbf_settings_destroy(settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_found),
        cmocka_unit_test(noise_is_left_alone),
        cmocka_unit_test(a_wave_is_followed),
        cmocka_unit_test(fewer_supports_may_be_chosen),
        cmocka_unit_test(the_choice_stands_first_and_in_the_settings),
        cmocka_unit_test(settings_narrow_the_search),
        cmocka_unit_test(trials_are_saved),
        cmocka_unit_test(rates_are_tried_with_the_ridge),
        cmocka_unit_test(the_rule_and_sigma0_are_not_searched),
        cmocka_unit_test(hopeless_candidates_are_left_out_of_further_folds),
        cmocka_unit_test(large_tables_have_a_candidate_more),
        cmocka_unit_test(shared_bandwidths_are_tried_with_the_ridge),
        cmocka_unit_test(shared_bandwidths_are_found),
        cmocka_unit_test(rates_fall_in_the_last_rung),
        cmocka_unit_test(predictions_have_the_linear_part),
        cmocka_unit_test(small_and_odd_tables_give_a_model),
        cmocka_unit_test(equal_rows_and_equal_labels_give_a_model),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_failed_allocation_costs_nothing),
        cmocka_unit_test(the_search_can_be_stopped),
        cmocka_unit_test(failing_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
