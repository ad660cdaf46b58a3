#include "learn/tune.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/status.h"
#include "learn/train.h"

/* Candidates by rung: all, 4, 2; their further steps, in eighths of steps_final. Much shorter first rungs would favour
 * small ridges: overfitting takes time. */
enum { MOST = LAB_TUNE_MOST, RUNGS = 3, EIGHTHS = 8 };
static const size_t in_rung[RUNGS] = {MOST, 4, 2}, eighths[RUNGS] = {1, 1, 2};
enum { LEAST_ROWS = 40, MOST_TRAINING_ROWS = 20000, MOST_VALIDATION_ROWS = 5000 };
static const uint64_t STREAM = 0x72696467; /* the split draws its own random numbers */

static const lab_trial proposals[MOST] = {
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_ON, .ridge = 1e-7},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_ON, .ridge = 1e-5},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_ON, .ridge = 1e-4},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_ON, .ridge = 1e-3},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_ON, .ridge = 1e-2},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_ON, .ridge = 1.0},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_OFF, .ridge = 1e-5},
    {.kernel = LAB_EXPONENTIAL, .linear = LAB_OFF, .ridge = 1e-3},
    {.kernel = LAB_GAUSSIAN, .linear = LAB_ON, .ridge = 1e-6},
    {.kernel = LAB_GAUSSIAN, .linear = LAB_ON, .ridge = 1e-4},
};

typedef struct candidate {
    lab_trial trial;
    labrbf_model *model; /* as far as it is trained */
    double *misses;      /* squared errors of the validation rows, added over targets in terms of their ranges */
    double error;        /* their mean */
} candidate;

struct lab_tune {
    lab_allocator allocator;
    lab_log log;
    lab_settings settings;
    size_t n_features, n_targets, n_training, n_validation;
    double *x, *y, *weights; /* training rows, then validation rows; weights is NULL if every row counts once */
    uint32_t *order;         /* which rows these are */
    double *predictions;     /* n_validation x n_targets */
    candidate candidates[MOST];
    size_t n_trials, rung, at; /* the candidate at work */
    labrbf_trainer *trial;
};

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* ---- candidates */

void lab_tune_apply(const lab_trial *trial, lab_settings *settings) {
    settings->kernel = trial->kernel;
    settings->linear = trial->linear;
    settings->ridge = trial->ridge;
}

/* A proposal as far as the settings leave it open. */
static lab_trial within(const lab_trial *proposal, const lab_settings *s) {
    lab_trial trial = *proposal;
    if (s->kernel != LAB_KERNEL_AUTO)
        trial.kernel = s->kernel;
    if (s->linear != LAB_AUTO)
        trial.linear = s->linear;
    if (s->ridge > 0.0)
        trial.ridge = s->ridge;
    trial.n_support = s->support_init;
    trial.r2 = NAN;
    return trial;
}

static bool same(const lab_trial *a, const lab_trial *b) {
    return a->kernel == b->kernel && a->linear == b->linear && a->ridge == b->ridge;
}

/* The different ones among the proposals. */
static size_t propose(const lab_settings *settings, lab_trial trials[MOST]) {
    size_t n = 0;
    for (size_t i = 0; i < MOST; i++) {
        lab_trial trial = within(&proposals[i], settings);
        size_t at = 0;
        while (at < n && !same(&trials[at], &trial))
            at++;
        if (at == n)
            trials[n++] = trial;
    }
    return n;
}

bool lab_tune_possible(const lab_settings *settings, size_t n_rows) {
    lab_trial trials[MOST];
    return n_rows >= LEAST_ROWS && settings->steps_final > 0 && propose(settings, trials) > 1;
}

static size_t candidates_in(const lab_tune *tune, size_t rung) { return smaller(in_rung[rung], tune->n_trials); }

double lab_tune_cost(const lab_tune *tune) {
    size_t sum = 0;
    for (size_t rung = 0; rung < RUNGS; rung++)
        sum += candidates_in(tune, rung) * eighths[rung];
    return (double)sum / EIGHTHS;
}

/* ---- rows */

/* A random fifth of the rows for validation, the others for training, both within limits. */
static void split(lab_tune *tune, const lab_tune_rows *from) {
    size_t m = tune->n_features, targets = tune->n_targets, rows = tune->n_training + tune->n_validation;
    lab_rng rng = lab_rng_seed(tune->settings.seed ^ STREAM);
    for (size_t r = 0; r < from->n; r++)
        tune->order[r] = (uint32_t)r;
    lab_rng_choose(&rng, tune->order, from->n, rows);
    for (size_t r = 0; r < rows; r++) {
        size_t row = from->rows[tune->order[r]];
        memcpy(tune->x + r * m, from->data->x + row * m, m * sizeof *tune->x);
        memcpy(tune->y + r * targets, from->data->y + row * targets, targets * sizeof *tune->y);
        if (tune->weights)
            tune->weights[r] = from->weights[tune->order[r]];
    }
}

static bool allocate(lab_tune *tune, size_t n, bool weighted) {
    const lab_allocator *allocator = &tune->allocator;
    size_t rows = tune->n_training + tune->n_validation, features, labels;
    if (!lab_size_mul(rows, tune->n_features, &features) || !lab_size_mul(rows, tune->n_targets, &labels))
        return false;
    tune->x = lab_alloc(allocator, features, sizeof *tune->x);
    tune->y = lab_alloc(allocator, labels, sizeof *tune->y);
    tune->weights = weighted ? lab_alloc(allocator, rows, sizeof *tune->weights) : NULL;
    tune->order = lab_alloc(allocator, n, sizeof *tune->order);
    tune->predictions = lab_alloc(allocator, tune->n_validation * tune->n_targets, sizeof *tune->predictions);
    bool done = tune->x && tune->y && tune->order && tune->predictions && (tune->weights || !weighted);
    for (size_t c = 0; c < tune->n_trials && done; c++)
        done = (tune->candidates[c].misses = lab_alloc(allocator, tune->n_validation, sizeof(double))) != NULL;
    return done;
}

/* ---- one candidate after the other */

static labrbf_status start_trial(lab_tune *tune) {
    lab_settings settings = tune->settings;
    candidate *c = &tune->candidates[tune->at];
    lab_tune_apply(&c->trial, &settings);
    settings.steps_final = settings.steps_final * eighths[tune->rung] / EIGHTHS + 1;
    settings.steps_grow = 0;
    settings.support_max = smaller(settings.support_max, tune->n_training / 2);
    settings.support_init = smaller(settings.support_init, settings.support_max);
    settings.seed += tune->rung; /* other batches than before */
    labrbf_hooks hooks = {.struct_size = sizeof hooks,
                          .allocate = tune->allocator.allocate,
                          .release = tune->allocator.release,
                          .allocator_user = tune->allocator.user};
    labrbf_data data = {.struct_size = sizeof data,
                        .n_rows = tune->n_training,
                        .n_features = tune->n_features,
                        .n_targets = tune->n_targets,
                        .x = tune->x,
                        .y = tune->y,
                        .weights = tune->weights,
                        .start = c->model};
    c->trial.n_support = settings.support_init;
    c->trial.n_steps += settings.steps_final;
    return lab_trainer_create(&settings, &data, &hooks, &tune->trial);
}

labrbf_status lab_tune_create(const lab_allocator *allocator, const lab_log *log, const lab_settings *settings,
                              const lab_tune_rows *from, lab_tune **out) {
    *out = NULL;
    lab_tune *tune = lab_alloc(allocator, 1, sizeof *tune);
    if (!tune)
        return LABRBF_E_MEMORY;
    *tune = (lab_tune){.allocator = *allocator,
                       .log = *log,
                       .settings = *settings,
                       .n_features = from->data->n_features,
                       .n_targets = from->data->n_targets};
    tune->n_validation = smaller(from->n / 5, MOST_VALIDATION_ROWS);
    tune->n_training = smaller(from->n - tune->n_validation, MOST_TRAINING_ROWS);
    lab_trial trials[MOST];
    tune->n_trials = propose(settings, trials);
    labrbf_status status = LABRBF_E_MEMORY;
    if (allocate(tune, from->n, from->weights != NULL)) {
        split(tune, from);
        for (size_t c = 0; c < tune->n_trials; c++)
            tune->candidates[c].trial = trials[c];
        status = start_trial(tune);
    }
    if (status < 0)
        lab_tune_destroy(tune);
    else
        *out = tune;
    return status;
}

void lab_tune_destroy(lab_tune *tune) {
    if (!tune)
        return;
    lab_allocator allocator = tune->allocator;
    lab_trainer_destroy(tune->trial);
    for (size_t c = 0; c < tune->n_trials; c++) {
        lab_model_destroy(tune->candidates[c].model);
        lab_free(&allocator, tune->candidates[c].misses);
    }
    lab_free(&allocator, tune->x);
    lab_free(&allocator, tune->y);
    lab_free(&allocator, tune->weights);
    lab_free(&allocator, tune->order);
    lab_free(&allocator, tune->predictions);
    lab_free(&allocator, tune);
}

/* ---- scores */

static double weight_of(const lab_tune *tune, size_t r) {
    return tune->weights ? tune->weights[tune->n_training + r] : 1.0;
}

/* Adds a target's squared errors to the misses; returns its R2. */
static double compare_target(const lab_tune *tune, size_t target, double range, double *misses) {
    size_t targets = tune->n_targets;
    const double *y = tune->y + tune->n_training * targets + target, *f = tune->predictions + target;
    double total = 0.0, sum = 0.0, squares = 0.0, errors = 0.0;
    double shift = y[0]; /* keeps the squares of a label with a large offset exact */
    for (size_t r = 0; r < tune->n_validation; r++) {
        double weight = weight_of(tune, r), label = (y[r * targets] - shift) / range;
        double miss = (f[r * targets] - y[r * targets]) / range;
        misses[r] += miss * miss;
        errors += weight * miss * miss;
        sum += weight * label;
        squares += weight * label * label;
        total += weight;
    }
    double variance = squares - sum * sum / total;
    return variance > 0.0 ? 1.0 - errors / variance : 0.0;
}

/* The weighted mean over the validation rows, and how uncertain it is. */
static double mean_of(const lab_tune *tune, const double *values, double *standard_error) {
    double total = 0.0, sum = 0.0, squares = 0.0, weights = 0.0;
    for (size_t r = 0; r < tune->n_validation; r++) {
        double weight = weight_of(tune, r);
        total += weight;
        sum += weight * values[r];
    }
    for (size_t r = 0; r < tune->n_validation; r++) {
        double weight = weight_of(tune, r) / total, d = values[r] - sum / total;
        squares += weight * d * d;
        weights += weight * weight;
    }
    *standard_error = sqrt(squares * weights);
    return sum / total;
}

static labrbf_status score(lab_tune *tune) {
    candidate *c = &tune->candidates[tune->at];
    labrbf_model *model;
    labrbf_status status = lab_trainer_take_model(tune->trial, &model);
    if (status < 0)
        return status;
    lab_model_destroy(c->model);
    c->model = model;
    const double *x = tune->x + tune->n_training * tune->n_features;
    status = lab_model_predict(model, x, tune->n_validation, tune->settings.threads, tune->predictions);
    memset(c->misses, 0, tune->n_validation * sizeof *c->misses);
    c->trial.r2 = 0.0;
    for (size_t target = 0; target < tune->n_targets; target++)
        c->trial.r2 += compare_target(tune, target, model->scaler.labels[target].scale, c->misses) /
                       (double)tune->n_targets;
    double uncertain;
    c->error = mean_of(tune, c->misses, &uncertain);
    return status;
}

static void move_first(candidate *candidates, size_t at) {
    candidate first = candidates[at];
    for (; at > 0; at--)
        candidates[at] = candidates[at - 1];
    candidates[0] = first;
}

static void sort_by_error(candidate *candidates, size_t n) {
    for (size_t i = 1; i < n; i++) {
        size_t at = 0;
        while (at < i && candidates[at].error <= candidates[i].error)
            at++;
        move_first(candidates + at, i - at);
    }
}

/* Is candidate c no worse than the best one, as far as the validation rows can tell? Both have met the same rows, so
 * what counts is the difference in each. */
static bool as_good(const lab_tune *tune, const candidate *c) {
    const double *best = tune->candidates[0].misses;
    double *difference = tune->predictions, uncertain; /* predictions are no longer needed */
    for (size_t r = 0; r < tune->n_validation; r++)
        difference[r] = c->misses[r] - best[r];
    return mean_of(tune, difference, &uncertain) <= uncertain;
}

/* The better ones first; but of those that are as good as the best the smoothest, with the largest ridge, leads. */
static void rank(lab_tune *tune, size_t n) {
    size_t smoothest = 0;
    sort_by_error(tune->candidates, n);
    for (size_t c = 1; c < n; c++)
        if (tune->candidates[c].trial.ridge > tune->candidates[smoothest].trial.ridge && as_good(tune, &tune->candidates[c]))
            smoothest = c;
    move_first(tune->candidates, smoothest);
}

/* ---- the search */

/* On to the next candidate, or with the better ones to the next rung; true if that was the last. */
static bool advance(lab_tune *tune) {
    lab_trainer_destroy(tune->trial);
    tune->trial = NULL;
    if (++tune->at < candidates_in(tune, tune->rung))
        return false;
    rank(tune, tune->at);
    tune->at = 0;
    return ++tune->rung == RUNGS;
}

/* From the rows of the search to those it was given. */
static void number_rows(lab_tune *tune) {
    labrbf_model *best = tune->candidates[0].model;
    for (size_t i = 0; i < best->n_support; i++)
        best->rows[i] = tune->order[best->rows[i]];
}

static void say_choice(const lab_tune *tune) {
    static const char *const kernels[] = {"gaussian", "exponential", "matern32", "matern52"};
    const lab_trial *best = &tune->candidates[0].trial;
    lab_say(&tune->log, LABRBF_LOG_INFO,
            "chosen of %zu on %zu validation rows (R2 %.4f): %s kernel, %s linear part, ridge %g", tune->n_trials,
            tune->n_validation, best->r2, kernels[best->kernel], best->linear == LAB_ON ? "with a" : "no", best->ridge);
}

labrbf_status lab_tune_step(lab_tune *tune) {
    if (tune->rung == RUNGS)
        return LABRBF_DONE_SUPPORTS;
    labrbf_status status = lab_trainer_step(tune->trial);
    if (status == LABRBF_OK)
        return LABRBF_OK;
    status = status < 0 ? status : score(tune);
    if (status < 0)
        return status;
    if (advance(tune)) {
        number_rows(tune);
        say_choice(tune);
        return LABRBF_DONE_SUPPORTS;
    }
    status = start_trial(tune);
    return status < 0 ? status : LABRBF_OK;
}

double lab_tune_fraction(const lab_tune *tune) {
    labrbf_training_info info = {.fraction = 0.0};
    double done = 0.0;
    for (size_t rung = 0; rung < tune->rung; rung++)
        done += (double)(candidates_in(tune, rung) * eighths[rung]);
    if (tune->trial)
        lab_trainer_info(tune->trial, &info);
    if (tune->rung < RUNGS)
        done += ((double)tune->at + info.fraction) * (double)eighths[tune->rung];
    return done / EIGHTHS / lab_tune_cost(tune);
}

const lab_trial *lab_tune_candidate(const lab_tune *tune) { return &tune->candidates[tune->at].trial; }

double lab_tune_loss(const lab_tune *tune) {
    labrbf_training_info info = {.loss = NAN};
    if (tune->trial)
        lab_trainer_info(tune->trial, &info);
    return info.loss;
}

size_t lab_tune_trials(const lab_tune *tune, lab_trial trials[MOST]) {
    for (size_t c = 0; c < tune->n_trials; c++)
        trials[c] = tune->candidates[c].trial;
    return tune->n_trials;
}

const labrbf_model *lab_tune_best(const lab_tune *tune) { return tune->candidates[0].model; }
