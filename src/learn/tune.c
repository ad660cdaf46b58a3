#include "learn/tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/par.h"
#include "base/status.h"
#include "learn/plan.h"
#include "learn/train.h"

/* Candidates by rung: all, 3, 2; their further steps, in eighths of steps_final. Much shorter first rungs would favour
 * small ridges: overfitting takes time. */
enum { MOST = LAB_PROPOSALS_MOST, RUNGS = 3, PARTS = 8 };
static const size_t in_rung[RUNGS] = {MOST, 3, 2}, parts[RUNGS] = {1, 1, 2};
enum { LEAST_ROWS = 40 };
enum { LANES = 2, STRIDE = 8 };                 /* candidates at work side by side; steps of each until they meet */
static const double MUCH = 1.1, HOPELESS = 2.0; /* times the error of another */

typedef struct candidate {
    lab_trial trial;
    labrbf_model *models[LAB_FOLDS_MOST]; /* as far as they are trained */
    double *misses;     /* squared errors of the validation rows, added over targets in terms of their ranges */
    double error;       /* their mean */
    size_t n_folds;     /* that it was scored on */
    double first_error; /* on the first fold; if that is hopeless, the candidate is not trained for others */
    bool hopeless;
} candidate;

/* Where a candidate is trained. */
typedef struct tune_lane {
    labrbf_trainer *trial; /* NULL: none is left for it */
    labrbf_status status;  /* of the last step, which some other thread may have taken */
    char error[256];
    double *predictions; /* n_folds x n_fold x n_targets */
} tune_lane;

struct lab_tune {
    lab_allocator allocator;
    lab_log log;
    lab_settings settings;
    lab_folds folds;
    double *training; /* weights of the rows without those of the fold */
    candidate candidates[MOST];
    size_t n_trials, rung, at, fold; /* the first of the candidates at work */
    tune_lane lanes[LANES];
    lab_par *par;
};

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* ---- candidates */

bool lab_tune_possible(const lab_settings *settings, size_t n_rows) {
    lab_trial trials[MOST];
    return n_rows >= LEAST_ROWS && settings->steps_final > 0 && lab_proposals_make(settings, n_rows, trials) > 1;
}

static size_t candidates_in(const lab_tune *tune, size_t rung) { return smaller(in_rung[rung], tune->n_trials); }

double lab_tune_cost(const lab_tune *tune) {
    size_t sum = 0;
    for (size_t rung = 0; rung < RUNGS; rung++)
        sum += candidates_in(tune, rung) * parts[rung];
    return (double)(sum * tune->folds.n_folds) / PARTS;
}

static size_t validated(const lab_tune *tune) { return tune->folds.n_folds * tune->folds.n_fold; }

static labrbf_status allocate(lab_tune *tune) {
    const lab_allocator *allocator = &tune->allocator;
    const lab_folds *folds = &tune->folds;
    bool done = (tune->training = lab_alloc(allocator, folds->n_rows, sizeof *tune->training)) != NULL;
    for (size_t l = 0; l < LANES && done; l++)
        done = (tune->lanes[l].predictions =
                    lab_alloc(allocator, validated(tune) * folds->n_targets, sizeof(double))) != NULL;
    for (size_t c = 0; c < tune->n_trials && done; c++)
        done = (tune->candidates[c].misses = lab_alloc(allocator, validated(tune), sizeof(double))) != NULL;
    return done ? LABRBF_OK : LABRBF_E_MEMORY;
}

/* ---- candidates at work */

static size_t steps_in(const lab_tune *tune, size_t rung) {
    return tune->settings.steps_final * parts[rung] / PARTS + 1;
}

/* Rates fall from rung to rung if they begin above that of the final steps, which training on all rows then has. */
static double rate_in(const lab_settings *settings, size_t rung) {
    return rung + 1 < RUNGS ? settings->rate : sqrt(settings->rate * settings->rate_final);
}

static labrbf_status start_trial(lab_tune *tune, candidate *c, size_t threads, labrbf_trainer **trial) {
    lab_settings settings = tune->settings;
    lab_proposals_apply(&c->trial, &settings);
    if (tune->rung == 0)
        settings.sigma0 = tune->settings.sigma0; /* every fold by itself */
    settings.steps_final = steps_in(tune, tune->rung);
    settings.steps_grow = 0;
    if (tune->rung == 0)
        settings.batch = lab_plan_first_batch(&settings, tune->folds.n_rows);
    settings.rate_final = rate_in(&settings, tune->rung);
    settings.patience = 0; /* the search has rows of its own to judge by */
    settings.members = 1;  /* support_max is that of one already */
    settings.support_max = smaller(settings.support_max, (tune->folds.n_rows - tune->folds.n_fold) / 2);
    settings.support_init = smaller(settings.support_init, settings.support_max);
    settings.seed += tune->rung; /* other batches than before */
    settings.threads = threads;
    labrbf_hooks hooks = {.struct_size = sizeof hooks,
                          .allocate = tune->allocator.allocate,
                          .release = tune->allocator.release,
                          .allocator_user = tune->allocator.user};
    for (size_t r = 0; r < tune->folds.n_rows; r++)
        tune->training[r] = r / tune->folds.n_fold == tune->fold ? 0.0 : tune->folds.weights[r];
    labrbf_data data = {.struct_size = sizeof data,
                        .n_rows = tune->folds.n_rows,
                        .n_features = tune->folds.n_features,
                        .n_targets = tune->folds.n_targets,
                        .x = tune->folds.x,
                        .y = tune->folds.y,
                        .weights = tune->training,
                        .start = c->models[tune->fold]};
    return lab_trainer_create(&settings, &data, &hooks, trial);
}

static bool has_work(const lab_tune *tune, size_t l) {
    size_t at = tune->at + l;
    return at < candidates_in(tune, tune->rung) && !(tune->fold > 0 && tune->candidates[at].hopeless);
}

/* Threads divide the candidates among themselves: that leaves them less to wait for than the parts of a step would. */
static labrbf_status start_trials(lab_tune *tune) {
    size_t all = lab_par_threads(tune->settings.threads), n = 0;
    for (size_t l = 0; l < LANES; l++)
        n += has_work(tune, l) ? 1 : 0;
    const size_t each = n > 0 && all > n ? all / n : 1;
    labrbf_status status = LABRBF_OK;
    for (size_t l = 0; l < LANES && status >= 0; l++) {
        tune_lane *lane = &tune->lanes[l];
        lane->status = LABRBF_OK;
        if (has_work(tune, l))
            status = start_trial(tune, &tune->candidates[tune->at + l], each, &lane->trial);
    }
    return status;
}

static void end_trials(lab_tune *tune) {
    for (size_t l = 0; l < LANES; l++) {
        lab_trainer_destroy(tune->lanes[l].trial);
        tune->lanes[l].trial = NULL;
    }
}

/* Some steps in a lane; messages of errors are a thread's own. */
static void run_lane(void *context, size_t begin, size_t end) {
    lab_tune *tune = context;
    for (tune_lane *lane = tune->lanes + begin; lane < tune->lanes + end; lane++) {
        for (size_t i = 0; i < STRIDE && lane->trial && lane->status == LABRBF_OK; i++)
            lane->status = lab_trainer_step(lane->trial);
        if (lane->status < 0)
            (void)snprintf(lane->error, sizeof lane->error, "%s", labrbf_last_error());
    }
}

/* LABRBF_OK while a lane has more steps to take. */
static labrbf_status run_lanes(lab_tune *tune) {
    labrbf_status status = LABRBF_DONE_SUPPORTS;
    lab_par_run(tune->par, LANES, 1, run_lane, tune);
    for (size_t l = 0; l < LANES; l++) {
        const tune_lane *lane = &tune->lanes[l];
        if (lane->status < 0)
            return lab_fail(lane->status, "%s", lane->error);
        if (lane->trial && lane->status == LABRBF_OK)
            status = LABRBF_OK;
    }
    return status;
}

labrbf_status lab_tune_create(const lab_allocator *allocator, const lab_log *log, const lab_settings *settings,
                              const lab_tune_rows *from, lab_tune **out) {
    *out = NULL;
    lab_tune *tune = lab_alloc(allocator, 1, sizeof *tune);
    if (!tune)
        return LABRBF_E_MEMORY;
    *tune = (lab_tune){.allocator = *allocator, .log = *log, .settings = *settings};
    lab_trial trials[MOST];
    tune->n_trials = lab_proposals_make(settings, from->n, trials);
    for (size_t c = 0; c < tune->n_trials; c++)
        tune->candidates[c] = (candidate){.trial = trials[c], .error = INFINITY};
    labrbf_status status;
    LAB_TRY(lab_folds_make(&tune->folds, allocator, from, settings->seed));
    LAB_TRY(allocate(tune));
    LAB_TRY(lab_par_create(allocator, smaller(LANES, lab_par_threads(settings->threads)), &tune->par));
    LAB_TRY(start_trials(tune));
    *out = tune;
    return status;
fail:
    lab_tune_destroy(tune);
    return status;
}

void lab_tune_destroy(lab_tune *tune) {
    if (!tune)
        return;
    lab_allocator allocator = tune->allocator;
    end_trials(tune);
    lab_par_destroy(tune->par);
    for (size_t l = 0; l < LANES; l++)
        lab_free(&allocator, tune->lanes[l].predictions);
    for (size_t c = 0; c < tune->n_trials; c++) {
        for (size_t fold = 0; fold < LAB_FOLDS_MOST; fold++)
            lab_model_destroy(tune->candidates[c].models[fold]);
        lab_free(&allocator, tune->candidates[c].misses);
    }
    lab_free(&allocator, tune->training);
    lab_folds_free(&tune->folds, &allocator);
    lab_free(&allocator, tune);
}

/* ---- scores */

/* The candidate is trained for the folds up to this one, for so many steps more in this rung. */
static void judge(const lab_tune *tune, candidate *c, const double *predictions, size_t steps) {
    double uncertain;
    size_t n = (tune->fold + 1) * tune->folds.n_fold;
    c->trial.n_steps = (tune->rung > 0 ? c->trial.n_steps : 0) + steps;
    if (c->trial.settings.sigma0 == 0.0)
        c->trial.settings.sigma0 = c->models[0]->settings.sigma0;
    memset(c->misses, 0, n * sizeof *c->misses);
    c->trial.r2 = 0.0;
    for (size_t target = 0; target < tune->folds.n_targets; target++) {
        double range = lab_scaler_half_range(&c->models[0]->parts[0]->scaler.labels[target]);
        c->trial.r2 +=
            lab_folds_compare(&tune->folds, predictions, n, target, range, c->misses) / (double)tune->folds.n_targets;
    }
    c->error = lab_folds_mean(&tune->folds, n, c->misses, &uncertain);
    c->n_folds = tune->fold + 1;
}

/* Has the first fold shown it to be much worse than as many others as the next rung takes? */
static bool is_hopeless(const lab_tune *tune, const candidate *c) {
    size_t better = 0;
    for (const candidate *other = tune->candidates; other < c; other++)
        better += HOPELESS * other->first_error < c->first_error ? 1 : 0;
    return better >= in_rung[1];
}

static labrbf_status score(lab_tune *tune, size_t l, size_t steps) {
    candidate *c = &tune->candidates[tune->at + l];
    double *predictions = tune->lanes[l].predictions;
    labrbf_model *model;
    labrbf_status status = lab_trainer_take_model(tune->lanes[l].trial, &model);
    if (status < 0)
        return status;
    lab_model_destroy(c->models[tune->fold]);
    c->models[tune->fold] = model;
    size_t first = tune->fold * tune->folds.n_fold;
    status = lab_model_predict(model, tune->folds.x + first * tune->folds.n_features, tune->folds.n_fold,
                               tune->settings.threads, predictions + first * tune->folds.n_targets);
    bool race = tune->rung == 0 && tune->fold == 0;
    if (status >= 0 && (race || tune->fold + 1 == tune->folds.n_folds))
        judge(tune, c, predictions, steps);
    if (status >= 0 && race) {
        c->first_error = c->error;
        c->hopeless = is_hopeless(tune, c);
    }
    return status;
}

static labrbf_status score_all(lab_tune *tune) {
    labrbf_status status = LABRBF_OK;
    for (size_t l = 0; l < LANES && status >= 0; l++)
        if (tune->lanes[l].trial)
            status = score(tune, l, steps_in(tune, tune->rung));
    return status;
}

static void move_first(candidate *candidates, size_t at) {
    candidate first = candidates[at];
    for (; at > 0; at--)
        candidates[at] = candidates[at - 1];
    candidates[0] = first;
}

/* Errors on different folds cannot be compared; but those that were not scored on all are worse. */
static bool is_worse(const candidate *a, const candidate *b) {
    return a->n_folds != b->n_folds ? a->n_folds < b->n_folds : a->error > b->error;
}

static void sort_by_error(candidate *candidates, size_t n) {
    for (size_t i = 1; i < n; i++) {
        size_t at = 0;
        while (at < i && !is_worse(&candidates[at], &candidates[i]))
            at++;
        move_first(candidates + at, i - at);
    }
}

/* Is candidate c no worse than the best one, as far as the validation rows can tell? Both have met the same rows, so
 * what counts is the difference in each; but a few rows with very large errors shall not excuse a much larger one. */
static bool as_good(const lab_tune *tune, const candidate *c) {
    const double *best = tune->candidates[0].misses;
    double *difference = tune->lanes[0].predictions, uncertain; /* predictions are no longer needed */
    if (c->n_folds < tune->folds.n_folds)
        return false;
    for (size_t r = 0; r < validated(tune); r++)
        difference[r] = c->misses[r] - best[r];
    return lab_folds_mean(&tune->folds, validated(tune), difference, &uncertain) <= uncertain &&
           c->error <= MUCH * tune->candidates[0].error;
}

/* The better ones first; but of those that are as good as the best the smoothest, with the largest ridge, leads. Fewer
 * supports have to be better: led by them, airfoil and tecator lose much more than noisy tables gain. */
static void rank(lab_tune *tune, size_t n) {
    size_t smoothest = 0;
    sort_by_error(tune->candidates, n);
    for (size_t c = 1; c < n; c++)
        if (tune->candidates[c].trial.settings.ridge > tune->candidates[smoothest].trial.settings.ridge &&
            as_good(tune, &tune->candidates[c]))
            smoothest = c;
    move_first(tune->candidates, smoothest);
}

/* ---- the search */

/* On to the next fold, or the next candidates, or with the better ones to the next rung; true if that was the last. */
static bool advance(lab_tune *tune) {
    end_trials(tune);
    tune->fold++;
    for (size_t l = 0; l < LANES && tune->fold < tune->folds.n_folds; l++)
        if (has_work(tune, l))
            return false;
    tune->fold = 0;
    tune->at += LANES;
    if (tune->at < candidates_in(tune, tune->rung))
        return false;
    rank(tune, candidates_in(tune, tune->rung));
    tune->at = 0;
    return ++tune->rung == RUNGS;
}

/* From the rows of the search to those it was given. */
static void number_rows(lab_tune *tune) {
    lab_part *best = tune->candidates[0].models[0]->parts[0];
    for (size_t i = 0; i < best->n_support; i++)
        best->rows[i] = tune->folds.order[best->rows[i]];
}

static size_t count_scored(const lab_tune *tune) {
    size_t scored = 0;
    for (size_t c = 0; c < tune->n_trials; c++)
        scored += isnan(tune->candidates[c].trial.r2) ? 0 : 1;
    return scored;
}

static void say_choice(const lab_tune *tune) {
    const lab_trial *best = &tune->candidates[0].trial;
    char text[LAB_SEARCHED_TEXT];
    lab_settings_searched_text(&best->settings, text);
    lab_say(&tune->log, LABRBF_LOG_INFO, "chosen of %zu on %zu validation rows (R2 %.4f): %zu supports%s, %s",
            count_scored(tune), validated(tune), best->r2, best->n_support,
            tune->settings.members > 1 ? " in each member" : "", text);
}

static void end(lab_tune *tune) {
    number_rows(tune);
    say_choice(tune);
}

labrbf_status lab_tune_step(lab_tune *tune) {
    if (tune->rung == RUNGS)
        return LABRBF_DONE_SUPPORTS;
    labrbf_status status = run_lanes(tune);
    if (status <= LABRBF_OK)
        return status;
    status = score_all(tune);
    if (status < 0)
        return status;
    if (!advance(tune)) {
        status = start_trials(tune);
        return status < 0 ? status : LABRBF_OK;
    }
    end(tune);
    return LABRBF_DONE_SUPPORTS;
}

/* Of the first candidates: the scores on the first fold, or the first one's as it is if that is at work. */
static labrbf_status score_as_it_is(lab_tune *tune) {
    labrbf_training_info info;
    tune->folds.n_folds = 1;
    if (tune->fold > 0) {
        tune->at = smaller(LANES, tune->n_trials);
        return LABRBF_OK;
    }
    lab_trainer_info(tune->lanes[0].trial, &info);
    labrbf_status status = score(tune, 0, info.step);
    tune->at = status < 0 ? 0 : 1;
    return status;
}

labrbf_status lab_tune_settle(lab_tune *tune) {
    if (tune->rung == RUNGS)
        return LABRBF_OK;
    labrbf_status status = tune->rung == 0 && tune->at == 0 ? score_as_it_is(tune) : LABRBF_OK;
    if (status < 0)
        return status;
    end_trials(tune);
    for (size_t c = tune->at; tune->rung == 0 && c < tune->n_trials; c++)
        tune->candidates[c].trial.r2 = NAN; /* it may have been scored, on fewer folds than the others */
    rank(tune, tune->rung == 0 ? tune->at : candidates_in(tune, tune->rung));
    tune->at = tune->fold = 0;
    tune->rung = RUNGS;
    end(tune);
    return LABRBF_OK;
}

static double fraction_of(const tune_lane *lane) {
    labrbf_training_info info = {.fraction = 0.0};
    if (lane->trial)
        lab_trainer_info(lane->trial, &info);
    return info.fraction;
}

double lab_tune_fraction(const lab_tune *tune) {
    double done = 0.0;
    for (size_t rung = 0; rung < RUNGS && rung < tune->rung; rung++)
        done += (double)(candidates_in(tune, rung) * parts[rung] * tune->folds.n_folds);
    if (tune->rung < RUNGS)
        done += (double)(tune->at * tune->folds.n_folds * parts[tune->rung]);
    for (size_t l = 0; l < LANES && tune->rung < RUNGS; l++)
        if (tune->at + l < candidates_in(tune, tune->rung))
            done += ((double)tune->fold + fraction_of(&tune->lanes[l])) * (double)parts[tune->rung];
    return done / PARTS / lab_tune_cost(tune);
}

/* The lane to show: each for its share of the time. */
static size_t shown(const lab_tune *tune) {
    size_t l = (size_t)(fraction_of(&tune->lanes[0]) * LANES);
    return l < LANES && tune->lanes[l].trial ? l : tune->lanes[0].trial ? 0 : LANES - 1;
}

const lab_trial *lab_tune_candidate(const lab_tune *tune) { return &tune->candidates[tune->at + shown(tune)].trial; }

double lab_tune_loss(const lab_tune *tune) {
    labrbf_training_info info = {.loss = NAN};
    const tune_lane *lane = &tune->lanes[shown(tune)];
    if (lane->trial)
        lab_trainer_info(lane->trial, &info);
    return info.loss;
}

size_t lab_tune_trials(const lab_tune *tune, lab_trial trials[MOST]) {
    size_t scored = count_scored(tune); /* these stand before the others */
    for (size_t c = 0; c < scored; c++)
        trials[c] = tune->candidates[c].trial;
    return scored;
}

labrbf_status lab_tune_model(const lab_tune *tune, labrbf_model **out) {
    const candidate *best = &tune->candidates[0];
    for (size_t c = 1; c < tune->n_trials; c++)
        if (tune->candidates[c].models[0] && is_worse(best, &tune->candidates[c]))
            best = &tune->candidates[c];
    labrbf_status status =
        best->models[0] ? lab_model_copy(best->models[0], out) : lab_trainer_take_model(tune->lanes[0].trial, out);
    lab_part *part = status >= 0 ? (*out)->parts[0] : NULL;
    for (size_t i = 0; part && i < part->n_support; i++)
        part->rows[i] = tune->folds.order[part->rows[i]];
    return status < 0 ? status : LABRBF_OK;
}

const labrbf_model *lab_tune_best(const lab_tune *tune) { return tune->candidates[0].models[0]; }
