/*
 * Early stopping (setting patience): the model kept is the one with the smallest error on the held-out rows, recomputed
 * from models of the other rows alone; nothing is learnt from those rows before the end; training ends when it should;
 * and what is refused.
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

/* Half of the rows are marked, and their weights sum up to powers of 2: so the others, alone, have the same weights to
 * the last bit. */
enum { N = 128, MARKED = 64, M = 3, T = 2, FINAL = 50, EVERY = 2, LOOKS = 25, S = 12 };
#define COMMON "clip_labels=off support_max=12 batch=16 steps_final=50 "
#define BY_ROWS                                                                                                        \
    COMMON "coefficients=rows theta_form=log center_rate=0.5 rate=0.1 rate_decay=cosine batch_rows=all "               \
           "ridge=1e-7 linear=off scaling=minmax steps_grow=0 "
#define BY_SUPPORTS COMMON "support_init=6 support_add=3 steps_grow=4 rate=0.05 "

typedef struct rows {
    double x[N * M], y[N * T], weights[N], others[N];
    unsigned char marks[N];
    size_t n_targets;
    bool weighted;
    const labrbf_model *start;
} rows;

static bool is_extreme(const double *values, size_t stride, size_t at) {
    bool least = true, most = true;
    for (size_t i = 0; i < N; i++) {
        least = least && values[at * stride] <= values[i * stride];
        most = most && values[at * stride] >= values[i * stride];
    }
    return least || most;
}

/* Marked rows have no extreme value, so that the ranges of the others are those of all. */
static void make_marks(rows *r) {
    size_t marked = 0, kind[2] = {0, 0};
    for (size_t i = 0; i < N; i++) {
        bool extreme = false;
        for (size_t j = 0; j < M; j++)
            extreme = extreme || is_extreme(r->x + j, M, i);
        for (size_t c = 0; c < r->n_targets; c++)
            extreme = extreme || is_extreme(r->y + c, r->n_targets, i);
        r->marks[i] = !extreme && (i % 2 == 0 || N - i <= 2 * (MARKED - marked)) && marked < MARKED;
        marked += r->marks[i];
        r->weights[i] = r->weighted && kind[r->marks[i]]++ % 2 ? 3 : 1;
        r->others[i] = r->marks[i] ? 0 : r->weights[i];
    }
    assert_int_equal(marked, MARKED);
}

static rows make_rows(uint64_t seed, size_t n_targets, bool weighted) {
    oracle_random random = oracle_seed(seed);
    rows r = {.n_targets = n_targets, .weighted = weighted};
    oracle_fill(&random, r.x, N * M, -1, 1);
    for (size_t i = 0; i < N; i++)
        for (size_t c = 0; c < n_targets; c++)
            r.y[i * n_targets + c] = sin(3 * r.x[i * M + c]) * r.x[i * M + 1] + 0.4 * oracle_uniform(&random, -1, 1);
    make_marks(&r);
    return r;
}

static labrbf_data data_of(const rows *r) {
    return (labrbf_data){.struct_size = sizeof(labrbf_data),
                         .n_rows = N,
                         .n_features = M,
                         .n_targets = r->n_targets,
                         .x = r->x,
                         .y = r->y,
                         .weights = r->weighted ? r->weights : NULL,
                         .start = r->start,
                         .validation = r->marks};
}

/* The rows that are not marked, alone. */
static labrbf_data others_of(const rows *r) {
    labrbf_data data = data_of(r);
    data.weights = r->others;
    data.validation = NULL;
    return data;
}

static labrbf_trainer *make_trainer(const char *words, size_t patience, const labrbf_data *data,
                                    const labrbf_hooks *hooks) {
    char text[1100];
    assert_in_range(snprintf(text, sizeof text, "%s patience=%zu", words, patience), 1, sizeof text - 1);
    return fixture_trainer(text, data, hooks);
}

static labrbf_model *finish(labrbf_trainer *trainer) {
    assert_true(labrbf_trainer_run(trainer, INFINITY) > 0);
    labrbf_model *model = fixture_take_model(trainer);
    labrbf_trainer_destroy(trainer);
    return model;
}

static bool same_array(const labrbf_model *a, const labrbf_model *b, labrbf_array which, size_t count) {
    size_t n = fixture_info(a).n_support * count;
    double *one = fixture_array(a, 0, which, n), *other = fixture_array(b, 0, which, n);
    bool same = memcmp(one, other, n * sizeof *one) == 0;
    free(one);
    free(other);
    return same;
}

/* Supports, their centres and bandwidths. */
static void expect_same_supports(const labrbf_model *a, const labrbf_model *b) {
    assert_int_equal(fixture_info(a).n_support, fixture_info(b).n_support);
    assert_true(same_array(a, b, LABRBF_SUPPORT_VECTORS, M));
    assert_true(same_array(a, b, LABRBF_BANDWIDTHS, M));
}

/* ---- looks, found again */

/* The weighted mean of the squared errors of marked rows, labels scaled to [-1, 1], the mean over targets. */
static long double error_of_marked(const labrbf_model *model, const rows *r) {
    double f[N * T], low[T], high[T];
    long double sum = 0, total = 0;
    assert_int_equal(labrbf_model_predict(model, r->x, N, M, 1, f), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, 0, LABRBF_LABEL_MINIMA, low, r->n_targets), LABRBF_OK);
    assert_int_equal(labrbf_model_array(model, 0, LABRBF_LABEL_MAXIMA, high, r->n_targets), LABRBF_OK);
    for (size_t i = 0; i < N; i++) {
        for (size_t c = 0; c < r->n_targets && r->marks[i]; c++) {
            long double error = ((long double)f[i * r->n_targets + c] - r->y[i * r->n_targets + c]) * 2 /
                                ((long double)high[c] - low[c]);
            sum += r->weights[i] * error * error / r->n_targets;
        }
        total += r->marks[i] ? r->weights[i] : 0;
    }
    return sum / total;
}

/* Training on the other rows alone, and what a look at the marked rows would have seen after every second final step.
 */
typedef struct looks {
    size_t growth; /* steps before the final ones */
    labrbf_model *models[LOOKS];
    long double errors[LOOKS];
} looks;

/* Taking a model fits coefficients to all rows that there are, and the window of later steps goes on from there: a look
 * does the same with all that are not held out. */
static looks look_alone(const char *words, const rows *r) {
    labrbf_data data = others_of(r);
    labrbf_trainer *trainer = make_trainer(words, 0, &data, NULL);
    looks seen = {.growth = fixture_training_info(trainer).step_limit - FINAL};
    size_t n = 0;
    for (labrbf_status status = LABRBF_OK; status == LABRBF_OK;) {
        status = labrbf_trainer_step(trainer);
        if (fixture_training_info(trainer).step != seen.growth + (n + 1) * EVERY)
            continue;
        seen.models[n] = fixture_take_model(trainer);
        seen.errors[n] = error_of_marked(seen.models[n], r);
        n++;
    }
    assert_int_equal(n, LOOKS);
    labrbf_trainer_destroy(trainer);
    return seen;
}

static void free_looks(looks *seen) {
    for (size_t i = 0; i < LOOKS; i++)
        labrbf_model_destroy(seen->models[i]);
}

/* The best of the first n looks, and after how many of them training stops. */
static size_t best_of(const looks *seen, size_t n) {
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = seen->errors[i] < seen->errors[best] ? i : best;
    return best;
}

static size_t looks_before_end(const looks *seen, size_t patience) {
    size_t n = 1;
    while (n < LOOKS && n - 1 - best_of(seen, n) < patience)
        n++;
    return n;
}

static void expect_best(const labrbf_model *model, const looks *seen, size_t n) {
    labrbf_model_info info = fixture_info(model);
    size_t best = best_of(seen, n);
    expect_same_supports(model, seen->models[best]);
    assert_int_equal(info.n_held_out, MARKED);
    assert_int_equal(info.n_steps_kept, seen->growth + (best + 1) * EVERY);
    oracle_close("error of the held-out rows", info.held_out_error, seen->errors[best], 1e-9L);
}

/* How often training stopped early, over several values of patience. */
static size_t expect_best_for_each_patience(const char *words, const rows *r) {
    static const size_t patiences[] = {1, 2, 4, 1000000};
    labrbf_data data = data_of(r);
    looks seen = look_alone(words, r);
    size_t early = 0;
    for (size_t p = 0; p < 4; p++) {
        labrbf_trainer *trainer = make_trainer(words, patiences[p], &data, NULL);
        size_t n = looks_before_end(&seen, patiences[p]);
        assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_SUPPORTS);
        labrbf_training_info at_end = fixture_training_info(trainer);
        assert_int_equal(at_end.step, seen.growth + n * EVERY);
        assert_int_equal(at_end.step_limit, at_end.step);
        assert_true(at_end.fraction == 1);
        labrbf_model *model = finish(trainer);
        labrbf_round last;
        assert_int_equal(labrbf_model_history(model, fixture_info(model).n_rounds - 1, &last), LABRBF_OK);
        assert_int_equal(last.n_steps, n * EVERY);
        assert_int_equal(fixture_info(model).n_steps, at_end.step);
        expect_best(model, &seen, n);
        labrbf_model_destroy(model);
        early += n < LOOKS;
    }
    free_looks(&seen);
    return early;
}

static void the_best_look_is_kept(void **state) {
    (void)state;
    static const char *const variants[] = {BY_ROWS,
                                           BY_ROWS "linear=on kernel=gaussian",
                                           BY_ROWS "support_init=6 support_add=3 steps_grow=3 support_rule=random",
                                           BY_ROWS "center_rate=0 theta_form=plain",
                                           BY_SUPPORTS,
                                           BY_SUPPORTS "sigma0=2 batch_rows=all optimizer=adam-sgd",
                                           BY_SUPPORTS "kernel=gaussian lambda=1e-6 rate=0.2 rate_decay=cosine",
                                           BY_SUPPORTS "kernel=gaussian lambda=0 sigma0=0.0001"}; /* it is raised */
    size_t early = 0;
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
        for (size_t kind = 0; kind < 4; kind++) {
            rows r = make_rows(20 + v, kind % 2 ? T : 1, kind >= 2);
            early += expect_best_for_each_patience(variants[v], &r);
        }
    assert_true(early >= 7); /* or nothing has been tried */
}

static void training_that_goes_on_from_a_model_keeps_the_best(void **state) {
    (void)state;
    static const char *const variants[] = {BY_ROWS, BY_SUPPORTS};
    for (size_t v = 0; v < 2; v++) {
        rows r = make_rows(40 + v, 1, false);
        labrbf_data data = others_of(&r);
        labrbf_model *start = finish(make_trainer(variants[v], 0, &data, NULL));
        r.start = start;
        (void)expect_best_for_each_patience(variants[v], &r);
        labrbf_model_destroy(start);
    }
}

/* ---- models on the way */

/* After every step: the best so far, or what there is before the first look; and however often a model is taken, which
 * fits coefficients to all rows, steps learn nothing of those held out. */
static void a_model_on_the_way_is_the_best_so_far(void **state) {
    (void)state;
    static const char *const variants[] = {BY_ROWS, BY_SUPPORTS};
    for (size_t v = 0; v < 2; v++) {
        rows r = make_rows(50 + v, T, true);
        labrbf_data data = data_of(&r), others = others_of(&r);
        labrbf_trainer *trainer = make_trainer(variants[v], 1000, &data, NULL);
        labrbf_trainer *alone = make_trainer(variants[v], 0, &others, NULL);
        looks seen = {.growth = fixture_training_info(alone).step_limit - FINAL};
        size_t n = 0;
        labrbf_status status;
        do {
            status = labrbf_trainer_step(trainer);
            assert_int_equal(labrbf_trainer_step(alone), status);
            labrbf_model *model = fixture_take_model(trainer), *present = fixture_take_model(alone);
            labrbf_model_info info = fixture_info(model);
            if (n < LOOKS && info.n_steps == seen.growth + (n + 1) * EVERY) {
                seen.models[n] = present;
                seen.errors[n++] = error_of_marked(present, &r);
                present = NULL;
            }
            if (n > 0) {
                expect_best(model, &seen, n);
            } else {
                expect_same_supports(model, present);
                assert_int_equal(info.n_steps_kept, info.n_steps);
                assert_true(isnan(info.held_out_error));
            }
            assert_int_equal(info.stopped, status == LABRBF_OK ? LABRBF_DONE_CANCELLED : status);
            labrbf_model_destroy(model);
            labrbf_model_destroy(present);
        } while (status == LABRBF_OK);
        assert_int_equal(n, LOOKS);
        free_looks(&seen);
        labrbf_trainer_destroy(trainer);
        labrbf_trainer_destroy(alone);
    }
}

/* ---- coefficients of the end */

/* (K^T (K alpha + beta - y))_i + lambda n alpha_i = 0 and sum (K alpha + beta - y) = 0, over all rows. */
static void expect_least_squares_over_all_rows(const labrbf_model *model, const rows *r) {
    labrbf_model_info info = fixture_info(model);
    double scaled[N * M], k[N * S], residual[N];
    double *alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, S),
           *x = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, S * M);
    double *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, S * M);
    assert_int_equal(labrbf_model_scale(model, 0, r->x, N, M, scaled), LABRBF_OK);
    assert_int_equal(labrbf_kernel_matrix("exponential", scaled, N, x, theta, S, M, k), LABRBF_OK);
    long double sum = 0, size = 0;
    for (size_t t = 0; t < N; t++) {
        long double f = info.beta;
        for (size_t i = 0; i < S; i++)
            f += (long double)k[t * S + i] * alpha[i];
        residual[t] = (double)(f - (2 * (long double)r->y[t] - info.label_minimum - info.label_maximum) /
                                       ((long double)info.label_maximum - info.label_minimum));
        sum += residual[t];
        size += fabs(residual[t]);
    }
    assert_true(fabsl(sum) < 1e-9L * size);
    for (size_t i = 0; i < S; i++) {
        long double slope = (long double)info.lambda * N * alpha[i], largest = fabsl(slope);
        for (size_t t = 0; t < N; t++) {
            slope += (long double)k[t * S + i] * residual[t];
            largest += fabsl((long double)k[t * S + i] * residual[t]);
        }
        assert_true(fabsl(slope) < 1e-7L * largest);
    }
    free(alpha);
    free(x);
    free(theta);
}

static void in_the_end_all_rows_give_the_coefficients(void **state) {
    (void)state;
    for (size_t seed = 60; seed < 63; seed++) {
        rows r = make_rows(seed, 1, false);
        labrbf_data data = data_of(&r);
        labrbf_model *model = finish(make_trainer(BY_ROWS, 3, &data, NULL));
        expect_least_squares_over_all_rows(model, &r);
        labrbf_model_destroy(model);
    }
}

/* ---- what it is for */

/* Noise as large as what there is to learn, and as many supports as a third of the rows. */
static void long_training_that_overfits_is_ended(void **state) {
    (void)state;
    enum { ROWS = 300, NEW = 1000, STEPS = 1200 };
    static double x[ROWS * M], y[ROWS], new_x[NEW * M], truth[NEW], f[NEW];
    static const char *const words = "coefficients=rows theta_form=log center_rate=0.5 rate=0.05 batch_rows=all "
                                     "steps_grow=0 support_max=100 ridge=1e-6 steps_final=1200 batch=64";
    for (uint64_t seed = 70; seed < 73; seed++) {
        oracle_random random = oracle_seed(seed);
        oracle_fill(&random, x, ROWS * M, -1, 1);
        oracle_fill(&random, new_x, NEW * M, -1, 1);
        for (size_t i = 0; i < NEW; i++)
            truth[i] = sin(3 * new_x[i * M]) + new_x[i * M + 1];
        for (size_t i = 0; i < ROWS; i++)
            y[i] = sin(3 * x[i * M]) + x[i * M + 1] + oracle_uniform(&random, -1.5, 1.5);
        double r2[2];
        for (size_t patience = 0; patience < 2; patience++) {
            labrbf_data data = {
                .struct_size = sizeof data, .n_rows = ROWS, .n_features = M, .n_targets = 1, .x = x, .y = y};
            labrbf_model *model = finish(make_trainer(words, patience ? 4 : 0, &data, NULL));
            labrbf_metrics metrics;
            assert_int_equal(labrbf_model_predict(model, new_x, NEW, M, 1, f), LABRBF_OK);
            assert_int_equal(labrbf_metrics_compute(truth, f, NEW, &metrics), LABRBF_OK);
            r2[patience] = metrics.r2;
            assert_int_equal(fixture_info(model).n_held_out, patience ? ROWS / 5 : 0);
            assert_true(patience ? fixture_info(model).n_steps < STEPS / 2 : fixture_info(model).n_steps == STEPS);
            labrbf_model_destroy(model);
        }
        print_message("R2 %g without, %g with patience\n", r2[0], r2[1]);
        assert_true(r2[1] > r2[0] + 0.02);
    }
}

/* ---- members, progress, shortened training */

/* Every member has its own best, of the same rows: those before others are the same whatever follows. */
static void every_member_keeps_its_best(void **state) {
    (void)state;
    static const char *const words[] = {BY_ROWS "members=1 support_max=12", BY_ROWS "members=2 support_max=24",
                                        BY_ROWS "members=3 support_max=36"};
    rows r = make_rows(80, 1, false);
    labrbf_data data = data_of(&r);
    labrbf_model *models[3];
    double errors[3], *theta[3] = {NULL};
    for (size_t k = 0; k < 3; k++) {
        models[k] = finish(make_trainer(words[k], 2, &data, NULL));
        errors[k] = fixture_info(models[k]).held_out_error;
        theta[k] = fixture_array(models[k], k, LABRBF_BANDWIDTHS, (size_t)S * M);
        for (size_t earlier = 0; earlier < k; earlier++) {
            double *same = fixture_array(models[k], earlier, LABRBF_BANDWIDTHS, (size_t)S * M);
            assert_memory_equal(same, theta[earlier], S * M * sizeof(double));
            free(same);
        }
    }
    assert_true(memcmp(theta[1], theta[0], S * M * sizeof(double)) != 0);
    /* What a further member adds to the sum of the errors is the error of some look: not negative. */
    assert_true(2 * errors[1] >= errors[0] && 3 * errors[2] >= 2 * errors[1]);
    assert_true(fixture_info(models[2]).n_steps < 3 * FINAL);
    for (size_t k = 0; k < 3; k++) {
        assert_true(fixture_info(models[k]).n_steps_kept <= fixture_info(models[k]).n_steps);
        labrbf_model_destroy(models[k]);
        free(theta[k]);
    }
}

/* Steps until the end, with progress that never goes back; `shorten_at` so many of them only `left` may follow. */
static labrbf_model *watch(labrbf_trainer *trainer, size_t shorten_at, size_t left) {
    labrbf_training_info before = fixture_training_info(trainer), now;
    labrbf_status status;
    do {
        if (before.step == shorten_at)
            assert_int_equal(labrbf_trainer_shorten(trainer, left), LABRBF_OK);
        status = labrbf_trainer_step(trainer);
        now = fixture_training_info(trainer);
        assert_true(now.fraction >= before.fraction && now.fraction <= 1);
        assert_true(now.step <= now.step_limit && now.step_limit <= before.step_limit);
        before = now;
    } while (status == LABRBF_OK);
    assert_true(now.fraction == 1 && now.step == now.step_limit);
    labrbf_model *model = fixture_take_model(trainer);
    labrbf_trainer_destroy(trainer);
    return model;
}

static void progress_never_goes_back(void **state) {
    (void)state;
    static const char *const variants[] = {BY_ROWS "members=3 support_max=30", BY_SUPPORTS "members=2 support_max=24",
                                           BY_ROWS "linear=auto ridge=auto kernel=auto"};
    rows r = make_rows(81, 1, false);
    labrbf_data data = data_of(&r);
    for (size_t v = 0; v < 3; v++)
        for (size_t patience = 1; patience < 1000; patience *= 5)
            labrbf_model_destroy(watch(make_trainer(variants[v], patience, &data, NULL), SIZE_MAX, 0));
}

/* Cut short, training ends with a look, wherever that is. */
static void training_cut_short_ends_with_a_look(void **state) {
    (void)state;
    rows r = make_rows(82, 1, false);
    labrbf_data data = data_of(&r);
    for (size_t left = 0; left < 4; left++) {
        labrbf_model *model = watch(make_trainer(BY_ROWS, 1000, &data, NULL), 1, left);
        labrbf_model_info info = fixture_info(model);
        assert_int_equal(info.n_steps, 1 + left);
        assert_true(info.held_out_error >= 0);
        assert_true(info.n_steps_kept == info.n_steps || info.n_steps_kept % EVERY == 0);
        labrbf_model_destroy(model);
    }
}

/* ---- which rows are held out */

typedef struct said {
    char looks[256], search[256], warning[256];
} said;

static void listen(void *user, labrbf_log_level level, const char *message) {
    said *s = user;
    if (level == LABRBF_LOG_WARNING)
        (void)snprintf(s->warning, sizeof s->warning, "%s", message);
    else if (strstr(message, "held-out"))
        (void)snprintf(s->looks, sizeof s->looks, "%s", message);
    else if (strstr(message, "validation rows"))
        (void)snprintf(s->search, sizeof s->search, "%s", message);
}

static labrbf_hooks listening(said *s) {
    labrbf_hooks hooks = fixture_hooks();
    hooks.log = listen;
    hooks.user = s;
    *s = (said){.warning = ""};
    return hooks;
}

#define SEARCHED BY_ROWS "linear=auto scaling=auto ridge=auto kernel=auto "

/* Of 128 rows 25 are held out, and the search parts the other 103: a fifth of them, three times. */
static void the_search_never_sees_rows_that_are_drawn(void **state) {
    (void)state;
    said s;
    labrbf_hooks hooks = listening(&s);
    rows r = make_rows(90, 1, false);
    labrbf_data data = data_of(&r);
    data.validation = NULL;
    labrbf_model *model = finish(make_trainer(SEARCHED, 1000, &data, &hooks));
    assert_non_null(strstr(s.search, "on 60 validation rows"));
    /* the search has used up half of the steps: what is left is looked at after every step */
    assert_non_null(strstr(s.looks, "looks at 25 held-out rows was after step "));
    assert_non_null(strstr(s.looks, "; stopped 0 steps early"));
    assert_int_equal(fixture_info(model).n_held_out, 25);
    labrbf_model_destroy(model);
}

/* The search uses the marked rows with early stopping and without: its result is the same. */
static void marked_rows_serve_the_search_and_training(void **state) {
    (void)state;
    rows r = make_rows(91, 1, false);
    labrbf_data data = data_of(&r);
    labrbf_model *with = finish(make_trainer(SEARCHED, 3, &data, NULL));
    labrbf_model *without = finish(make_trainer(SEARCHED, 0, &data, NULL));
    size_t n = fixture_info(with).n_trials;
    assert_true(n > 1);
    assert_int_equal(fixture_info(without).n_trials, n);
    for (size_t i = 0; i < n; i++) {
        labrbf_trial a, b;
        assert_int_equal(labrbf_model_trial(with, i, &a), LABRBF_OK);
        assert_int_equal(labrbf_model_trial(without, i, &b), LABRBF_OK);
        assert_true(a.r2 == b.r2 && strcmp(a.settings, b.settings) == 0);
    }
    assert_int_equal(fixture_info(with).n_held_out, MARKED);
    labrbf_model_destroy(with);
    labrbf_model_destroy(without);
}

/* Which rows are drawn depends on the seed, and not on the order of rows; with coefficients from supports, too. */
static void the_seed_draws_the_rows(void **state) {
    (void)state;
    static const char *const variants[] = {BY_ROWS, BY_SUPPORTS "sigma0=1"};
    rows r = make_rows(92, 1, false), turned = r;
    for (size_t i = 0; i < N; i++) {
        memcpy(turned.x + i * M, r.x + (N - 1 - i) * M, M * sizeof *r.x);
        turned.y[i] = r.y[N - 1 - i];
    }
    for (size_t v = 0; v < 2; v++) {
        char other_seed[1024];
        (void)snprintf(other_seed, sizeof other_seed, "%s seed=1 support_rule=label", variants[v]);
        labrbf_data data = data_of(&r), turned_data = data_of(&turned);
        data.validation = turned_data.validation = NULL;
        labrbf_model *one = finish(make_trainer(variants[v], 1000, &data, NULL));
        labrbf_model *again = finish(make_trainer(variants[v], 1000, &data, NULL));
        labrbf_model *back = finish(make_trainer(variants[v], 1000, &turned_data, NULL));
        labrbf_model *other = finish(make_trainer(other_seed, 1000, &data, NULL));
        fixture_expect_same_bytes(one, again);
        expect_same_supports(one, back);
        assert_true(same_array(one, back, LABRBF_COEFFICIENTS, 1));
        assert_false(same_array(one, other, LABRBF_SUPPORT_LABELS, 1)); /* spread over the labels of other rows */
        labrbf_model_destroy(one);
        labrbf_model_destroy(again);
        labrbf_model_destroy(back);
        labrbf_model_destroy(other);
    }
}

static void without_enough_rows_or_steps_there_is_a_warning(void **state) {
    (void)state;
    rows r = make_rows(93, 1, false);
    said s;
    labrbf_hooks hooks = listening(&s);
    labrbf_data data = data_of(&r);
    data.validation = NULL;
    data.n_rows = 49;
    labrbf_model *ignored = finish(make_trainer(BY_ROWS, 3, &data, &hooks));
    assert_non_null(strstr(s.warning, "patience is ignored: there are 49 distinct rows"));
    labrbf_model *plain = finish(make_trainer(BY_ROWS, 0, &data, NULL));
    expect_same_supports(ignored, plain);
    assert_true(same_array(ignored, plain, LABRBF_COEFFICIENTS, 1));
    assert_int_equal(fixture_info(ignored).n_held_out, 0);
    assert_int_equal(fixture_info(ignored).n_steps_kept, FINAL);
    labrbf_model_destroy(ignored);
    labrbf_model_destroy(plain);
    data.n_rows = 50;
    labrbf_model *model = finish(make_trainer(BY_ROWS, 3, &data, &hooks));
    assert_int_equal(fixture_info(model).n_held_out, 10);
    labrbf_model_destroy(model);
    model = finish(make_trainer(BY_ROWS "steps_grow=3 steps_final=0", 3, &data, &hooks));
    assert_non_null(strstr(s.warning, "there are no final steps"));
    assert_int_equal(fixture_info(model).n_held_out, 0);
    labrbf_model_destroy(model);
}

static void expect_refusal(const rows *r, const char *words, const char *message) {
    labrbf_data data = data_of(r);
    labrbf_settings *settings = fixture_settings(words);
    labrbf_model *model = NULL;
    assert_int_equal(labrbf_fit_data(settings, &data, NULL, &model), LABRBF_E_DATA);
    assert_null(model);
    if (!strstr(labrbf_last_error(), message))
        fail_msg("'%s' is not in '%s'", message, labrbf_last_error());
    labrbf_settings_destroy(settings);
}

static void marks_of_too_few_rows_are_refused(void **state) {
    (void)state;
    rows r = make_rows(94, 1, false);
    for (size_t i = 0; i < N; i++)
        r.marks[i] = i < 9;
    expect_refusal(&r, BY_ROWS "patience=3", "9 distinct rows are marked for validation");
    expect_refusal(&r, BY_SUPPORTS "patience=3", "9 distinct rows are marked for validation");
    for (size_t i = 0; i < N; i++)
        r.marks[i] = i > 0;
    expect_refusal(&r, BY_ROWS "patience=3", "leave 1 distinct row to train on");
}

/* Where growing ends training, there is nothing to look at. */
static void a_tolerance_that_is_met_needs_no_look(void **state) {
    (void)state;
    rows r = make_rows(95, 1, false);
    labrbf_data data = data_of(&r);
    labrbf_trainer *trainer = make_trainer(BY_ROWS "tolerance=100", 3, &data, NULL);
    assert_int_equal(labrbf_trainer_run(trainer, INFINITY), LABRBF_DONE_TOLERANCE);
    labrbf_model *model = fixture_take_model(trainer);
    assert_int_equal(fixture_info(model).n_held_out, MARKED);
    assert_true(isnan(fixture_info(model).held_out_error));
    expect_least_squares_over_all_rows(model, &r);
    labrbf_model_destroy(model);
    labrbf_trainer_destroy(trainer);
}

/* ---- files */

static void files_keep_what_the_rows_showed(void **state) {
    (void)state;
    rows r = make_rows(96, 1, false);
    labrbf_data data = data_of(&r);
    labrbf_model *model = finish(make_trainer(BY_SUPPORTS, 2, &data, NULL)), *again;
    size_t size;
    unsigned char *bytes = fixture_bytes(model, &size);
    assert_int_equal(labrbf_model_deserialize(bytes, size, NULL, &again), LABRBF_OK);
    fixture_expect_same_bytes(model, again);
    assert_int_equal(fixture_info(again).n_held_out, MARKED);
    assert_int_equal(fixture_info(again).n_steps_kept, fixture_info(model).n_steps_kept);
    assert_true(fixture_info(again).held_out_error == fixture_info(model).held_out_error);
    labrbf_model_destroy(again);
    labrbf_model_destroy(model);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_look_is_kept),
        cmocka_unit_test(training_that_goes_on_from_a_model_keeps_the_best),
        cmocka_unit_test(a_model_on_the_way_is_the_best_so_far),
        cmocka_unit_test(in_the_end_all_rows_give_the_coefficients),
        cmocka_unit_test(long_training_that_overfits_is_ended),
        cmocka_unit_test(every_member_keeps_its_best),
        cmocka_unit_test(progress_never_goes_back),
        cmocka_unit_test(training_cut_short_ends_with_a_look),
        cmocka_unit_test(the_search_never_sees_rows_that_are_drawn),
        cmocka_unit_test(marked_rows_serve_the_search_and_training),
        cmocka_unit_test(the_seed_draws_the_rows),
        cmocka_unit_test(without_enough_rows_or_steps_there_is_a_warning),
        cmocka_unit_test(marks_of_too_few_rows_are_refused),
        cmocka_unit_test(a_tolerance_that_is_met_needs_no_look),
        cmocka_unit_test(files_keep_what_the_rows_showed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
