/*
 * Algorithm 1 followed step by step from outside: the first bandwidths, one gradient step on a batch of all rows
 * (recomputed by the oracle's gradient), the error scan, the worst rows that join, their bandwidths, the history.
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

#include "fixture.h"
#include "oracle.h"

enum { N = 90, M = 2, S = 8 };
/* A batch larger than the table is the whole of what batches are drawn from. */
#define WORDS "support_init=8 sigma0=6 batch=1000 lambda=0.05 clip_labels=off steps_final=0 "

typedef struct data {
    double x[N * M], y[N];
} data;

/* What a trainer shows of itself, and the training rows on its scale. */
typedef struct view {
    labrbf_model_info info;
    double *x, *theta, *y, *alpha;
    size_t rows[N];
    double scaled[N * M], label[N];
} view;

static const data *the_data(void) {
    static data d;
    fixture_data(151, N, M, d.x, d.y);
    return &d;
}

static labrbf_trainer *make_trainer(const char *words) {
    labrbf_settings *settings = fixture_settings(words);
    labrbf_trainer *trainer = NULL;
    const labrbf_data rows = fixture_rows(the_data()->x, the_data()->y, N, M);
    assert_int_equal(labrbf_trainer_create(settings, &rows, NULL, &trainer), LABRBF_OK);
    labrbf_settings_destroy(settings);
    return trainer;
}

static labrbf_trainer *go_on_from(const labrbf_model *start, const char *words) {
    labrbf_data rows = {.struct_size = sizeof rows,
                        .n_rows = N,
                        .n_features = M,
                        .n_targets = 1,
                        .x = the_data()->x,
                        .y = the_data()->y,
                        .start = start};
    return fixture_trainer(words, &rows, NULL);
}

static view look_at(const labrbf_model *model) {
    const data *d = the_data();
    view v = {.info = fixture_info(model)};
    size_t s = v.info.n_support;
    v.x = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, s * M);
    v.theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, s * M);
    v.y = fixture_array(model, 0, LABRBF_SUPPORT_LABELS, s);
    v.alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, s);
    assert_int_equal(labrbf_model_support_rows(model, 0, v.rows, s), LABRBF_OK);
    for (size_t j = 0; j < M; j++) { /* to [-1, 1] by the smallest and largest value */
        double low = INFINITY, high = -INFINITY;
        for (size_t r = 0; r < N; r++) {
            low = fmin(low, d->x[r * M + j]);
            high = fmax(high, d->x[r * M + j]);
        }
        for (size_t r = 0; r < N; r++)
            v.scaled[r * M + j] = (double)((2 * (long double)d->x[r * M + j] - low - high) / ((long double)high - low));
    }
    for (size_t r = 0; r < N; r++)
        v.label[r] = (double)((2 * (long double)d->y[r] - v.info.label_minimum - v.info.label_maximum) /
                              ((long double)v.info.label_maximum - v.info.label_minimum));
    return v;
}

static view look(labrbf_trainer *trainer) {
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_trainer_take_model(trainer, &model), LABRBF_OK);
    view v = look_at(model);
    labrbf_model_destroy(model);
    return v;
}

static void unlook(view *v) {
    free(v->x);
    free(v->theta);
    free(v->y);
    free(v->alpha);
}

static bool is_support(const view *v, size_t row) {
    for (size_t i = 0; i < v->info.n_support; i++)
        if (v->rows[i] == row)
            return true;
    return false;
}

/* xi = (f(x) - y)^2 in scaled units, from the view's alpha. */
static long double squared_error(const view *v, int kernel, size_t row) {
    long double f = v->info.beta;
    for (size_t i = 0; i < v->info.n_support; i++)
        f += v->alpha[i] *
             oracle_kernel(kernel, oracle_distance(v->scaled + row * M, v->x + i * M, v->theta + i * M, M));
    return (f - v->label[row]) * (f - v->label[row]);
}

/* ---- the start */

static void supports_are_scaled_rows_of_the_data(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(WORDS "support_rule=random");
    view v = look(trainer);
    assert_int_equal(v.info.n_support, S);
    long double mean = 0;
    for (size_t i = 0; i < S; i++) {
        for (size_t j = 0; j < M; j++) {
            oracle_close("support", v.x[i * M + j], v.scaled[v.rows[i] * M + j], 1e-14L);
            oracle_close("sqrt(sigma0 / M)", v.theta[i * M + j], sqrtl(6.0L / M), 1e-15L);
        }
        oracle_close("label", v.y[i], v.label[v.rows[i]], 1e-14L);
        mean += v.y[i] / (long double)S;
    }
    oracle_close("bias", v.info.beta, mean, 1e-15L);
    unlook(&v);
    labrbf_trainer_destroy(trainer);
    trainer = make_trainer(WORDS "bias=none");
    v = look(trainer);
    assert_true(v.info.beta == 0.0);
    unlook(&v);
    labrbf_trainer_destroy(trainer);
}

/* ---- one gradient step */

/* The problem that the first step solves: batch of all rows, or of all rows outside the supports. */
static oracle_problem problem_of(const view *v, int kernel, bool all_rows) {
    oracle_random unused = oracle_seed(0);
    oracle_problem p = oracle_problem_make(&unused, kernel, S, all_rows ? N : N - S, M, 1, 2);
    p.lambda = 0.05;
    p.beta = v->info.beta;
    memcpy(p.x, v->x, S * M * sizeof *p.x);
    memcpy(p.theta, v->theta, S * M * sizeof *p.theta);
    memcpy(p.y, v->y, S * sizeof *p.y);
    size_t t = 0;
    for (size_t r = 0; r < N; r++) {
        if (!all_rows && is_support(v, r))
            continue;
        memcpy(p.batch + t * M, v->scaled + r * M, M * sizeof *p.batch);
        p.target[t++] = v->label[r];
    }
    assert_int_equal(t, p.b);
    return p;
}

typedef enum method { SGD, ADAM, CLIPPED_SGD } method;

static long double moved(method how, long double theta, long double g, long double norm) {
    if (how == ADAM)
        return theta - 0.02L * g / (fabsl(g) + 1e-8L);
    if (how == CLIPPED_SGD)
        return theta - 0.02L * g * (0.001L / norm); /* the norm is well above 0.001 */
    return theta - 0.02L * g;
}

static void check_step(int kernel, bool all_rows, method how) {
    static const char *const methods[] = {"optimizer=sgd clip_norm=0", "optimizer=adam clip_norm=0",
                                          "optimizer=sgd clip_norm=0.001"};
    char words[512];
    (void)snprintf(words, sizeof words, WORDS "support_max=20 steps_grow=5 rate=0.02 kernel=%s %s batch_rows=%s",
                   oracle_kernel_words[kernel], methods[how], all_rows ? "all" : "outside");
    labrbf_trainer *trainer = make_trainer(words);
    view before = look(trainer);
    oracle_problem p = problem_of(&before, kernel, all_rows);
    long double gradient[S * M], loss = oracle_loss(&p, NULL);
    oracle_gradient(&p, gradient);
    long double norm = oracle_norm(gradient, S * M);
    assert_true(norm > 0.002L);
    assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    labrbf_training_info info = {.struct_size = sizeof info};
    assert_int_equal(labrbf_trainer_info(trainer, &info), LABRBF_OK);
    oracle_close("loss", info.loss, loss, 1e-12L * loss);
    view after = look(trainer);
    for (size_t i = 0; i < S * M; i++)
        oracle_close("bandwidth", after.theta[i], moved(how, before.theta[i], gradient[i], norm), 1e-12L);
    oracle_problem_free(&p);
    unlook(&before);
    unlook(&after);
    labrbf_trainer_destroy(trainer);
}

static void a_step_goes_down_the_exact_gradient(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        check_step(kernel, false, SGD);
        check_step(kernel, true, SGD);
        check_step(kernel, false, ADAM);
        check_step(kernel, true, CLIPPED_SGD);
    }
}

/* ---- bandwidths that all supports share */

/* The loss as a function of one bandwidth for each feature: its gradient is the sum over the supports, and steps go
 * down the mean, which is a rate of its own. */
static void shared_bandwidths_go_down_the_mean_gradient(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(
        WORDS "support_max=20 steps_grow=5 rate=0.02 optimizer=sgd clip_norm=0 bandwidths=shared batch_rows=all");
    view before = look(trainer);
    oracle_problem p = problem_of(&before, ORACLE_EXPONENTIAL, true);
    long double gradient[S * M];
    oracle_gradient(&p, gradient);
    assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    view after = look(trainer);
    for (size_t j = 0; j < M; j++) {
        long double mean = 0;
        for (size_t i = 0; i < S; i++)
            mean += gradient[i * M + j] / S;
        assert_true(fabsl(mean) > 1e-4L);
        for (size_t i = 0; i < S; i++)
            oracle_close("bandwidth", after.theta[i * M + j], before.theta[j] - 0.02L * mean, 1e-12L);
    }
    oracle_problem_free(&p);
    unlook(&before);
    unlook(&after);
    labrbf_trainer_destroy(trainer);
}

/* Through growth and final steps, in both forms and by both rules; and not from one feature to another. */
static void shared_bandwidths_stay_alike(void **state) {
    (void)state;
    static const char *const words[] = {"", "theta_form=log", "coefficients=rows ridge=0.001",
                                        "coefficients=rows ridge=0.001 theta_form=log center_rate=0.5",
                                        "theta_new=nearest optimizer=adam-sgd"};
    for (size_t c = 0; c < sizeof words / sizeof words[0]; c++) {
        char text[512];
        (void)snprintf(text, sizeof text, "support_init=8 support_max=20 sigma0=6 bandwidths=shared steps_grow=30 %s",
                       words[c]);
        labrbf_model *model = fixture_fit(text, the_data()->x, the_data()->y, N, M);
        view v = look_at(model);
        assert_int_equal(v.info.n_support, 20);
        for (size_t i = 0; i < 20 * M; i++)
            assert_true(v.theta[i] == v.theta[i % M]);
        assert_true(v.theta[0] != v.theta[1] && v.theta[0] != sqrt(6.0 / M));
        unlook(&v);
        labrbf_model_destroy(model);
    }
}

/* A model with them says so in its file, and training that begins with it changes nothing by itself. */
static void shared_bandwidths_are_kept(void **state) {
    (void)state;
    labrbf_model *start = fixture_fit(WORDS "support_max=20 steps_grow=30 bandwidths=shared", the_data()->x,
                                      the_data()->y, N, M),
                 *copy = NULL;
    size_t size;
    unsigned char *bytes = fixture_bytes(start, &size);
    char text[64];
    assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &copy), LABRBF_OK);
    assert_int_equal(labrbf_model_setting(copy, "bandwidths", text, sizeof text), LABRBF_OK);
    assert_string_equal(text, "shared");
    labrbf_trainer *trainer = go_on_from(copy, WORDS "support_max=20 steps_grow=0 bandwidths=auto");
    view before = look_at(start), after = look(trainer);
    assert_memory_equal(after.theta, before.theta, before.info.n_support * M * sizeof(double));
    unlook(&before);
    unlook(&after);
    labrbf_trainer_destroy(trainer);
    labrbf_model_destroy(start);
    labrbf_model_destroy(copy);
    free(bytes);
}

/* From a model whose supports had their own: the means of these. */
static void shared_bandwidths_begin_with_the_means_of_others(void **state) {
    (void)state;
    labrbf_model *start =
        fixture_fit(WORDS "support_max=8 steps_grow=30 bandwidths=own", the_data()->x, the_data()->y, N, M);
    labrbf_trainer *trainer = go_on_from(start, WORDS "support_max=8 steps_grow=0 bandwidths=shared");
    view own = look_at(start), shared = look(trainer);
    for (size_t j = 0; j < M; j++) {
        long double mean = 0;
        for (size_t i = 0; i < S; i++)
            mean += own.theta[i * M + j] / (long double)S;
        assert_true(fabsl(own.theta[j] - mean) > 1e-3L);
        for (size_t i = 0; i < S; i++)
            oracle_close("mean", shared.theta[i * M + j], mean, 1e-15L);
    }
    unlook(&own);
    unlook(&shared);
    labrbf_trainer_destroy(trainer);
    labrbf_model_destroy(start);
}

/* ---- growth */

/* The k worst rows outside by the plain model of the state before. */
static void worst_rows(const view *v, int kernel, size_t *worst, size_t k) {
    bool taken[N] = {false};
    for (size_t i = 0; i < k; i++) {
        size_t best = N;
        for (size_t r = 0; r < N; r++)
            if (!taken[r] && !is_support(v, r) &&
                (best == N || squared_error(v, kernel, r) > squared_error(v, kernel, best)))
                best = r;
        taken[best] = true;
        worst[i] = best;
    }
}

/* Without gradient steps the first call only scans and grows. */
static void the_worst_rows_join(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        char words[512];
        (void)snprintf(words, sizeof words, WORDS "support_max=20 support_add=5 steps_grow=0 kernel=%s",
                       oracle_kernel_words[kernel]);
        labrbf_trainer *trainer = make_trainer(words);
        for (size_t s = S; s < 20;) {
            view before = look(trainer);
            size_t added = 20 - s < 5 ? 20 - s : 5, worst[5];
            worst_rows(&before, kernel, worst, added);
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
            view after = look(trainer);
            assert_int_equal(after.info.n_support, s + added);
            assert_memory_equal(after.rows, before.rows, s * sizeof *before.rows);
            assert_memory_equal(after.rows + s, worst, added * sizeof *worst);
            s += added;
            unlook(&before);
            unlook(&after);
        }
        labrbf_trainer_destroy(trainer);
    }
}

/* auto: a tenth of the present ones, at least ten, cut at the largest number. */
static void automatic_growth(void **state) {
    (void)state;
    labrbf_trainer *trainer = make_trainer(WORDS "support_max=25 steps_grow=0");
    static const size_t supports[] = {8, 18, 25};
    for (int i = 0; i < 3; i++) {
        view v = look(trainer);
        assert_int_equal(v.info.n_support, supports[i]);
        unlook(&v);
        assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
    }
    assert_int_equal(labrbf_trainer_step(trainer), LABRBF_DONE_SUPPORTS);
    labrbf_trainer_destroy(trainer);
}

/* New bandwidths: the mean over all entries of all present ones, or those of the nearest support. */
static void new_supports_start_with_old_bandwidths(void **state) {
    (void)state;
    for (int nearest = 0; nearest < 2; nearest++) {
        labrbf_trainer *trainer = make_trainer(nearest ? WORDS "support_max=14 steps_grow=6 theta_new=nearest"
                                                       : WORDS "support_max=14 steps_grow=6 theta_new=mean");
        for (int i = 0; i < 6; i++)
            assert_int_equal(labrbf_trainer_step(trainer), LABRBF_OK);
        view v = look(trainer);
        assert_int_equal(v.info.n_support, 14);
        long double mean = 0;
        for (size_t i = 0; i < S * M; i++)
            mean += v.theta[i] / (long double)(S * M);
        for (size_t i = S; i < 14; i++) {
            const double ones[M] = {1, 1};
            size_t best = 0;
            for (size_t c = 1; c < S; c++)
                if (oracle_distance(v.x + i * M, v.x + c * M, ones, M) <
                    oracle_distance(v.x + i * M, v.x + best * M, ones, M))
                    best = c;
            for (size_t j = 0; j < M; j++)
                oracle_close("bandwidth", v.theta[i * M + j], nearest ? v.theta[best * M + j] : mean, 1e-15L);
        }
        unlook(&v);
        labrbf_trainer_destroy(trainer);
    }
}

/* ---- what is remembered */

static void history_has_the_errors_of_the_end(void **state) {
    (void)state;
    const char *start = "support_max=20 steps_grow=5 steps_final=7 batch=20 lambda=0.05 clip_labels=off kernel=";
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        char words[256];
        (void)snprintf(words, sizeof words, "%s%s", start, oracle_kernel_words[kernel]);
        labrbf_model *model = fixture_fit(words, the_data()->x, the_data()->y, N, M);
        view v = look_at(model);
        long double largest = 0, mean = 0;
        for (size_t r = 0; r < N; r++) {
            if (is_support(&v, r))
                continue;
            largest = fmaxl(largest, squared_error(&v, kernel, r));
            mean += squared_error(&v, kernel, r) / (long double)(N - 20);
        }
        labrbf_round last;
        assert_int_equal(labrbf_model_history(model, v.info.n_rounds - 1, &last), LABRBF_OK);
        oracle_close("largest error", last.max_error, largest, 1e-11L * largest);
        oracle_close("mean error", last.mean_error, mean, 1e-11L * mean);
        unlook(&v);
        labrbf_model_destroy(model);
    }
}

/* sigma0 auto: of the grid it was chosen from, no neighbour does better on the rows outside the supports. */
static void check_sigma0(int kernel) {
    const char *start = "support_init=20 support_max=20 steps_grow=0 steps_final=0 clip_labels=off lambda=0.01 ";
    char words[256], text[64];
    (void)snprintf(words, sizeof words, "%skernel=%s sigma0=auto", start, oracle_kernel_words[kernel]);
    labrbf_model *model = fixture_fit(words, the_data()->x, the_data()->y, N, M);
    assert_int_equal(labrbf_model_setting(model, "sigma0", text, sizeof text), LABRBF_OK);
    labrbf_model_destroy(model);
    long double errors[3];
    for (int side = 0; side < 3; side++) {
        (void)snprintf(words, sizeof words, "%skernel=%s sigma0=%.17g", start, oracle_kernel_words[kernel],
                       atof(text) * pow(10, (side - 1) / 4.0));
        model = fixture_fit(words, the_data()->x, the_data()->y, N, M);
        view v = look_at(model);
        errors[side] = 0;
        for (size_t r = 0; r < N; r++)
            errors[side] += is_support(&v, r) ? 0 : squared_error(&v, kernel, r);
        unlook(&v);
        labrbf_model_destroy(model);
    }
    assert_true(errors[1] <= errors[0] && errors[1] <= errors[2]);
    assert_true(errors[0] != errors[1] && errors[1] != errors[2]);
}

static void automatic_sigma0_is_the_best_of_its_neighbours(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++)
        check_sigma0(kernel);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(supports_are_scaled_rows_of_the_data),
        cmocka_unit_test(a_step_goes_down_the_exact_gradient),
        cmocka_unit_test(shared_bandwidths_go_down_the_mean_gradient),
        cmocka_unit_test(shared_bandwidths_stay_alike),
        cmocka_unit_test(shared_bandwidths_are_kept),
        cmocka_unit_test(shared_bandwidths_begin_with_the_means_of_others),
        cmocka_unit_test(the_worst_rows_join),
        cmocka_unit_test(automatic_growth),
        cmocka_unit_test(new_supports_start_with_old_bandwidths),
        cmocka_unit_test(history_has_the_errors_of_the_end),
        cmocka_unit_test(automatic_sigma0_is_the_best_of_its_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
