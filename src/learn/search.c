#include "learn/search.h"

#include <math.h>
#include <stdio.h>

#include "base/par.h"
#include "base/status.h"
#include "learn/folds.h"
#include "learn/learner.h"
#include "learn/ranking.h"

/* Candidates by rung: all, 3, 2; their further steps, in eighths of steps_final. Much shorter first rungs would favour
 * small ridges: overfitting takes time. */
enum { MOST = LAB_CANDIDATES_MOST, RUNGS = 3, EIGHTHS = 8 };
static const size_t in_rung[RUNGS] = {MOST, 3, 2}, eighths[RUNGS] = {1, 1, 2};
enum { LEAST_ROWS = 40, ROW_BLOCK = 64 };
enum { LANES = 2, STRIDE = 8 }; /* candidates at work side by side; steps of each until they meet */

/* Where a candidate is trained. */
typedef struct search_lane {
    lab_learner *learner; /* NULL: no candidate is left for it */
    labrbf_status status; /* of the last step, which some other thread may have taken */
    char error[256];
    double *predictions; /* n_folds x n_fold x n_targets */
    bool scored;         /* what it has trained */
} search_lane;

struct lab_search {
    lab_allocator allocator;
    lab_log log;
    const lab_plan *plan;
    lab_folds folds;
    double *fold_rows; /* n_fold x n_features: those of the fold at work, in their own units */
    lab_candidate candidates[MOST];
    size_t n_candidates, rung, at, fold; /* at: the first of the candidates at work */
    search_lane lanes[LANES];
    lab_par *par;
};

bool lab_search_is_possible(const lab_plan *plan, const lab_view *view) {
    lab_trial trials[MOST];
    size_t n = lab_folds_rows(view);
    return !lab_rule_of(plan->one.coefficients)->interpolates && n >= LEAST_ROWS && plan->one.steps_final > 0 &&
           lab_candidates_make(plan, n, trials) > 1;
}

static size_t candidates_in(const lab_search *search, size_t rung) {
    return lab_smaller(in_rung[rung], search->n_candidates);
}

double lab_search_cost(const lab_search *search) {
    size_t sum = 0;
    for (size_t rung = 0; rung < RUNGS; rung++)
        sum += candidates_in(search, rung) * eighths[rung];
    return (double)(sum * search->folds.n_folds) / EIGHTHS;
}

static size_t n_validated(const lab_search *search) { return search->folds.n_folds * search->folds.n_fold; }

/* ---- candidates at work */

static size_t steps_in(const lab_search *search, size_t rung) {
    return search->plan->one.steps_final * eighths[rung] / EIGHTHS + 1;
}

/* Rates fall from rung to rung if they begin above that of the final steps, which training on all rows then has. */
static double rate_in(const lab_settings *settings, size_t rung) {
    return rung + 1 < RUNGS ? settings->rate : sqrt(settings->rate * settings->rate_final);
}

/* The settings of a candidate's learner in this rung: all supports join before the first step, there is no early
 * stopping, and at most half of the rows are supports. */
static lab_resolved resolve(const lab_search *search, const lab_candidate *c, size_t threads) {
    const lab_folds *folds = &search->folds;
    lab_resolved how = lab_resolve_trial(search->plan, &c->trial);
    lab_settings *s = &how.settings;
    how.final_steps = steps_in(search, search->rung);
    how.rate_final = rate_in(s, search->rung);
    s->steps_grow = 0;
    if (search->rung == 0)
        s->batch = lab_plan_first_batch(s->batch, folds->n_rows);
    s->batch = lab_smaller(s->batch, folds->training[search->fold].n_rows);
    s->patience = 0;
    s->support_max = lab_smaller(s->support_max, (folds->n_rows - folds->n_fold) / 2);
    s->support_init = lab_smaller(s->support_init, s->support_max);
    s->seed += search->rung; /* other batches than before */
    s->threads = threads;
    return how;
}

static bool has_work(const lab_search *search, size_t l) {
    size_t at = search->at + l;
    return at < candidates_in(search, search->rung) && !(search->fold > 0 && search->candidates[at].hopeless);
}

static void end_lanes(lab_search *search) {
    for (size_t l = 0; l < LANES; l++) {
        lab_learner_destroy(search->lanes[l].learner);
        search->lanes[l].learner = NULL;
    }
}

static bool is_at_work(const lab_search *search) {
    for (size_t l = 0; l < LANES; l++)
        if (search->lanes[l].learner)
            return true;
    return false;
}

/* Threads divide the candidates among themselves: they then wait less for each other than within a step. */
static labrbf_status start_lanes(lab_search *search) {
    static const lab_log silent;
    size_t all = lab_par_threads(search->plan->one.threads), n = 0;
    for (size_t l = 0; l < LANES; l++)
        n += has_work(search, l) ? 1 : 0;
    const size_t each = n > 0 && all > n ? all / n : 1;
    labrbf_status status = LABRBF_OK;
    for (size_t l = 0; l < LANES && status >= 0; l++) {
        search_lane *lane = &search->lanes[l];
        lane->status = LABRBF_OK;
        lane->scored = false;
        if (!has_work(search, l))
            continue;
        const lab_candidate *c = &search->candidates[search->at + l];
        lab_resolved how = resolve(search, c, each);
        status = lab_learner_create(&search->allocator, &silent, &search->folds.training[search->fold], &how,
                                    (lab_learner_start){.part = c->parts[search->fold]}, &lane->learner);
    }
    if (status < 0)
        end_lanes(search); /* the next step begins again */
    return status;
}

/* Some steps in a lane; messages of errors are a thread's own. */
static void run_lane(void *context, size_t begin, size_t end) {
    lab_search *search = context;
    for (search_lane *lane = search->lanes + begin; lane < search->lanes + end; lane++) {
        for (size_t i = 0; i < STRIDE && lane->learner && lane->status == LABRBF_OK; i++)
            lane->status = lab_learner_step(lane->learner);
        if (lane->status < 0)
            (void)snprintf(lane->error, sizeof lane->error, "%s", labrbf_last_error());
    }
}

/* *trained: no lane has more steps to take. */
static labrbf_status run_lanes(lab_search *search, bool *trained) {
    *trained = true;
    lab_par_run(search->par, LANES, 1, run_lane, search);
    for (size_t l = 0; l < LANES; l++) {
        const search_lane *lane = &search->lanes[l];
        if (lane->status < 0)
            return lab_fail(lane->status, "%s", lane->error);
        if (lane->learner && lane->status == LABRBF_OK)
            *trained = false;
    }
    return LABRBF_OK;
}

/* ---- creation */

static labrbf_status allocate(lab_search *search) {
    const lab_allocator *allocator = &search->allocator;
    size_t n = n_validated(search), values;
    bool done = lab_size_mul(search->folds.n_fold, search->folds.table->n_features, &values);
    done = done && (search->fold_rows = lab_alloc(allocator, values, sizeof *search->fold_rows)) != NULL;
    done = done && lab_size_mul(n, search->folds.table->n_targets, &values);
    for (size_t l = 0; l < LANES && done; l++)
        done = (search->lanes[l].predictions = lab_alloc(allocator, values, sizeof(double))) != NULL;
    for (size_t c = 0; c < search->n_candidates && done; c++)
        done = (search->candidates[c].squares = lab_alloc(allocator, n, sizeof(double))) != NULL;
    return done ? LABRBF_OK : LABRBF_E_MEMORY;
}

labrbf_status lab_search_create(const lab_allocator *allocator, const lab_log *log, const lab_plan *plan,
                                const lab_view *view, lab_search **out) {
    *out = NULL;
    lab_search *search = lab_alloc(allocator, 1, sizeof *search);
    if (!search)
        return LABRBF_E_MEMORY;
    *search = (lab_search){.allocator = *allocator, .log = *log, .plan = plan};
    lab_trial trials[MOST];
    search->n_candidates = lab_candidates_make(plan, lab_folds_rows(view), trials);
    for (size_t c = 0; c < search->n_candidates; c++)
        search->candidates[c] = (lab_candidate){.trial = trials[c], .error = INFINITY, .first_error = INFINITY};
    labrbf_status status;
    LAB_TRY(lab_folds_make(&search->folds, view, plan->one.seed));
    LAB_TRY(allocate(search));
    LAB_TRY(lab_par_create(allocator, lab_smaller(LANES, lab_par_threads(plan->one.threads)), &search->par));
    LAB_TRY(start_lanes(search));
    *out = search;
    return LABRBF_OK;
fail:
    lab_search_destroy(search);
    return status;
}

void lab_search_destroy(lab_search *search) {
    if (!search)
        return;
    lab_allocator allocator = search->allocator;
    end_lanes(search);
    lab_par_destroy(search->par);
    for (size_t l = 0; l < LANES; l++)
        lab_free(&allocator, search->lanes[l].predictions);
    for (size_t c = 0; c < search->n_candidates; c++) {
        for (size_t fold = 0; fold < LAB_FOLDS_MOST; fold++)
            lab_part_destroy(search->candidates[c].parts[fold]);
        lab_free(&allocator, search->candidates[c].squares);
    }
    lab_free(&allocator, search->fold_rows);
    lab_folds_free(&search->folds);
    lab_free(&allocator, search);
}

/* ---- scores */

typedef struct prediction {
    const lab_part *part;
    const double *rows;
    double *out;
} prediction;

static void predict_block(void *context, size_t begin, size_t end) {
    const prediction *job = context;
    lab_part_predict_rows(job->part, job->rows, begin, end, job->out);
}

static void predict_fold(lab_search *search, const lab_part *part, double *predictions) {
    const lab_folds *folds = &search->folds;
    size_t m = folds->table->n_features, first = search->fold * folds->n_fold;
    for (size_t r = 0; r < folds->n_fold; r++)
        lab_table_features(folds->table, folds->order[first + r], search->fold_rows + r * m);
    prediction job = {part, search->fold_rows, predictions + first * folds->table->n_targets};
    lab_par_run(search->par, folds->n_fold, ROW_BLOCK, predict_block, &job);
}

/* What lane l has trained; in small tables the first fold already tells who is hopeless. */
static labrbf_status score(lab_search *search, size_t l) {
    lab_candidate *c = &search->candidates[search->at + l];
    lab_learner *learner = search->lanes[l].learner;
    double *predictions = search->lanes[l].predictions;
    bool first = search->rung == 0 && search->fold == 0;
    lab_part *part;
    LAB_OR_RETURN(lab_learner_make_part(learner, &part));
    search->lanes[l].scored = true;
    lab_part_destroy(c->parts[search->fold]);
    c->parts[search->fold] = part;
    part->fold = search->fold + 1; /* 0: it has seen all rows */
    if (search->fold == 0)
        c->trial.n_steps += learner->now.steps;
    if (search->plan->one.support_init < search->plan->one.support_max)
        c->trial.n_support = part->n_support; /* it has grown */
    if (first)
        c->trial.settings.sigma0 = learner->how.settings.sigma0;
    predict_fold(search, part, predictions);
    if (first || search->fold + 1 == search->folds.n_folds)
        lab_candidate_judge(c, &search->folds, search->fold + 1, predictions);
    if (first)
        lab_candidate_race(search->candidates, (size_t)(c - search->candidates), in_rung[1]);
    return LABRBF_OK;
}

static labrbf_status score_all(lab_search *search) {
    for (size_t l = 0; l < LANES; l++)
        if (search->lanes[l].learner && !search->lanes[l].scored)
            LAB_OR_RETURN(score(search, l));
    return LABRBF_OK;
}

/* Predictions are no longer needed: their memory serves as scratch. */
static void rank(lab_search *search, size_t n) {
    lab_candidates_rank(search->candidates, n, &search->folds, search->lanes[0].predictions);
}

/* ---- the search */

/* On to the next fold, or the next candidates, or with the better ones to the next rung; false after the last. */
static bool advance(lab_search *search) {
    end_lanes(search);
    search->fold++;
    for (size_t l = 0; l < LANES && search->fold < search->folds.n_folds; l++)
        if (has_work(search, l))
            return true;
    search->fold = 0;
    search->at += LANES;
    if (search->at < candidates_in(search, search->rung))
        return true;
    rank(search, candidates_in(search, search->rung));
    search->at = 0;
    return ++search->rung < RUNGS;
}

static size_t count_scored(const lab_search *search) {
    size_t scored = 0;
    for (size_t c = 0; c < search->n_candidates; c++)
        scored += isnan(search->candidates[c].trial.r2) ? 0 : 1;
    return scored;
}

/* Fits a terminal of 80 columns; the trials of the model have the settings. */
static void say_choice(const lab_search *search) {
    const lab_trial *best = &search->candidates[0].trial;
    lab_say(&search->log, LABRBF_LOG_INFO, "chosen of %zu on %zu validation rows: R2 %.4f, %zu supports%s",
            count_scored(search), n_validated(search), best->r2, best->n_support,
            search->plan->n_members > 1 ? " a member" : "");
}

labrbf_status lab_search_step(lab_search *search, bool *over) {
    bool trained;
    *over = search->rung == RUNGS;
    if (*over)
        return LABRBF_OK;
    if (!is_at_work(search))
        LAB_OR_RETURN(start_lanes(search));
    LAB_OR_RETURN(run_lanes(search, &trained));
    if (!trained)
        return LABRBF_OK;
    LAB_OR_RETURN(score_all(search));
    *over = !advance(search);
    if (*over)
        say_choice(search);
    return LABRBF_OK;
}

/* Settled while the first candidates are at work: their scores on the first fold count, or if there are none yet, the
 * first one is scored as it is. */
static labrbf_status score_as_it_is(lab_search *search) {
    if (search->fold == 0 && !search->lanes[0].scored)
        LAB_OR_RETURN(score(search, 0));
    search->folds.n_folds = 1;
    search->at = search->fold > 0 ? lab_smaller(LANES, search->n_candidates) : 1;
    return LABRBF_OK;
}

labrbf_status lab_search_settle(lab_search *search) {
    if (search->rung == RUNGS)
        return LABRBF_OK;
    if (search->rung == 0 && search->at == 0)
        LAB_OR_RETURN(score_as_it_is(search));
    end_lanes(search);
    for (size_t c = search->at; search->rung == 0 && c < search->n_candidates; c++)
        search->candidates[c].trial.r2 = NAN; /* it may have been scored, on fewer folds than the others */
    rank(search, search->rung == 0 ? search->at : candidates_in(search, search->rung));
    search->at = search->fold = 0;
    search->rung = RUNGS;
    say_choice(search);
    return LABRBF_OK;
}

/* ---- what comes of it */

static double fraction_of(const search_lane *lane) { return lane->learner ? lab_learner_fraction(lane->learner) : 0.0; }

static double fraction_done(const lab_search *search) {
    double done = 0.0;
    if (search->rung >= RUNGS)
        return 1.0;
    for (size_t rung = 0; rung <= search->rung; rung++) {
        size_t candidates = rung < search->rung ? candidates_in(search, rung) : search->at;
        done += (double)(candidates * eighths[rung] * search->folds.n_folds);
    }
    for (size_t l = 0; l < LANES; l++)
        if (search->at + l < candidates_in(search, search->rung))
            done += ((double)search->fold + fraction_of(&search->lanes[l])) * (double)eighths[search->rung];
    return done / EIGHTHS / lab_search_cost(search);
}

/* The lane to show: each for its share of the time. */
static size_t shown(const lab_search *search) {
    size_t l = (size_t)(fraction_of(&search->lanes[0]) * LANES);
    if (search->rung == RUNGS)
        return 0;
    return l < LANES && has_work(search, l) ? l : has_work(search, 0) ? 0 : LANES - 1;
}

lab_search_standing lab_search_stands(const lab_search *search) {
    const lab_learner *learner = search->lanes[shown(search)].learner;
    return (lab_search_standing){.fraction = fraction_done(search),
                                 .loss = learner && learner->now.steps ? learner->now.recent_loss : NAN,
                                 .trial = &search->candidates[search->at + shown(search)].trial};
}

const lab_part *lab_search_result(const lab_search *search, lab_trial trials[MOST], size_t *n) {
    *n = count_scored(search); /* these stand before the others */
    for (size_t c = 0; c < *n; c++)
        trials[c] = search->candidates[c].trial;
    return search->candidates[0].parts[0];
}

labrbf_status lab_search_take(lab_search *search, lab_part **part, lab_trial *trial) {
    const lab_candidate *best = &search->candidates[0];
    for (size_t c = 1; c < search->n_candidates; c++)
        if (search->candidates[c].parts[0] && lab_candidate_is_worse(best, &search->candidates[c]))
            best = &search->candidates[c];
    *trial = best->trial;
    if (best->parts[0])
        return lab_part_copy(best->parts[0], part);
    lab_learner *learner = search->lanes[0].learner;
    LAB_OR_RETURN(lab_learner_make_part(learner, part));
    (*part)->fold = search->fold + 1;
    *trial = search->candidates[search->at].trial;
    trial->n_steps = learner->now.steps;
    trial->n_support = (*part)->n_support;
    trial->settings.sigma0 = learner->how.settings.sigma0;
    return LABRBF_OK;
}
