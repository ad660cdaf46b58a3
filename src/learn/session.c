#include "learn/session.h"

#include <math.h>
#include <time.h>

#include "base/dense.h"
#include "base/status.h"
#include "learn/ensemble.h"
#include "learn/search.h"

struct labrbf_trainer {
    lab_allocator allocator;
    lab_log log;
    int (*progress)(void *user, const labrbf_training_info *info);
    void *progress_user;

    lab_table table;
    lab_view view;
    lab_plan plan;
    labrbf_stage stage;

    lab_search *search;  /* in the stage of that name */
    double search_share; /* of the work */
    lab_trial trials[LAB_CANDIDATES_MOST];
    size_t n_trials;

    size_t member, n_members; /* the learner at work, and how many there are */
    lab_learner *learner;     /* NULL in the search */
    lab_resolved first;       /* how the first learner is trained */
    lab_ensemble ensemble;    /* those before the one at work */
};

/* ---- what a user should know */

static void say_constant_labels(const labrbf_trainer *t) {
    for (size_t c = 0; c < t->table.n_targets; c++) {
        const lab_label_scale *label = &t->learner->rows.scaler.labels[c];
        if (label->minimum < label->maximum)
            continue;
        if (t->table.n_targets == 1)
            lab_say(&t->log, LABRBF_LOG_WARNING, "every label is %g: the model will predict that value everywhere",
                    label->minimum);
        else
            lab_say(&t->log, LABRBF_LOG_WARNING,
                    "every label of target %zu is %g: the model will predict that value everywhere", c + 1,
                    label->minimum);
    }
}

static void say_limits(const labrbf_trainer *t) {
    const lab_settings *asked = &t->plan.asked, *s = &t->learner->how.settings;
    size_t n = t->view.n_learnt, outside = n - s->support_max;
    if (asked->support_max / t->n_members > s->support_max && s->support_max == lab_learner_most_supports(t->learner))
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "support_max lowered from %zu to %zu: there are %zu rows, %zu of them distinct", asked->support_max,
                t->n_members * s->support_max, n, t->learner->supports.n_distinct);
    else if (s->batch_rows == LAB_ROWS_OUTSIDE && outside < n / 10)
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "only %zu of %zu rows are left outside the supports to learn the bandwidths from: a smaller "
                "support_max may do better",
                outside, n);
    if (asked->support_init > s->support_max)
        lab_say(&t->log, LABRBF_LOG_WARNING, "support_init lowered from %zu to %zu, the largest number of supports",
                asked->support_init, s->support_max);
}

static void say_left_out(const labrbf_trainer *t) {
    if (!lab_ensemble_takes(&t->ensemble, t->learner))
        lab_say(&t->log, t->plan.asked.members > 0 ? LABRBF_LOG_WARNING : LABRBF_LOG_INFO,
                "member %zu is left out: its mean squared error is %.2g, another's %.2g", t->member + 1,
                t->learner->now.mean_error, t->ensemble.least_error);
}

/* ---- the recipe */

/* A search takes its first steps at the rate that it chooses. A learner that starts anew uses that rate itself. */
static double rate_afresh(const labrbf_trainer *t, const lab_settings *chosen) {
    bool searched = t->n_trials > 0 && t->plan.asked.rate_final == 0.0;
    return searched ? chosen->rate : t->plan.one.rate_final;
}

static labrbf_status train_first(labrbf_trainer *t, const lab_resolved *how, lab_learner_start start) {
    LAB_OR_RETURN(lab_learner_create(&t->allocator, &t->log, &t->view, how, start, &t->learner));
    t->stage = LABRBF_STAGE_TRAIN;
    t->first = t->learner->how;
    say_constant_labels(t);
    say_limits(t);
    return LABRBF_OK;
}

/* With what the search has chosen, and from where its best candidate is if that has all supports: it has used up half
 * of the final steps, or fewer if it was settled early. */
static labrbf_status train_chosen(labrbf_trainer *t) {
    const lab_part *best = lab_search_result(t->search, t->trials, &t->n_trials);
    lab_resolved how = lab_resolve_trial(&t->plan, &t->trials[0]);
    lab_settings *s = &how.settings;
    bool goes_on = best->n_support == s->support_max && s->support_init == s->support_max;
    size_t used = goes_on ? lab_smaller(t->trials[0].n_steps, s->steps_final / 2) : 0;
    how.final_steps = lab_smaller(t->first.final_steps, s->steps_final - used);
    how.finds_sigma0 = false;
    s->sigma0 = t->trials[0].settings.sigma0;
    if (!goes_on)
        how.rate_final = rate_afresh(t, s);
    LAB_OR_RETURN(train_first(t, &how, (lab_learner_start){goes_on ? best : NULL, true}));
    lab_search_destroy(t->search);
    t->search = NULL; /* only now: had it failed, the next step could try again */
    return LABRBF_OK;
}

/* Further members differ from the first in their seed and their first supports, and begin afresh. If memory fails,
 * nothing has changed. */
static labrbf_status train_next(labrbf_trainer *t) {
    lab_resolved how = t->first;
    lab_learner *next;
    how.member = t->member + 1;
    how.final_steps = how.settings.steps_final;
    how.finds_sigma0 = false;
    how.rate_final = rate_afresh(t, &how.settings);
    LAB_OR_RETURN(lab_learner_create(&t->allocator, &t->log, &t->view, &how, (lab_learner_start){0}, &next));
    labrbf_status status = lab_ensemble_add(&t->ensemble, t->learner);
    if (status < 0) {
        lab_learner_destroy(next);
        return status;
    }
    lab_learner_destroy(t->learner);
    t->learner = next;
    t->member++;
    return LABRBF_OK;
}

static labrbf_status step_search(labrbf_trainer *t) {
    bool over;
    labrbf_status status = lab_search_step(t->search, &over);
    return status >= 0 && over ? train_chosen(t) : status;
}

static labrbf_status step_training(labrbf_trainer *t) {
    labrbf_status status = LABRBF_OK;
    if (t->learner->now.phase == LAB_DONE && t->member + 1 < t->n_members)
        status = train_next(t);
    if (status >= 0)
        status = lab_learner_step(t->learner);
    if (status <= LABRBF_OK)
        return status;
    say_left_out(t);
    if (t->member + 1 == t->n_members)
        t->stage = LABRBF_STAGE_DONE;
    return LABRBF_OK;
}

static labrbf_status advance(labrbf_trainer *t) {
    labrbf_status status = t->stage == LABRBF_STAGE_SEARCH  ? step_search(t)
                           : t->stage == LABRBF_STAGE_TRAIN ? step_training(t)
                                                            : LABRBF_OK;
    return status >= 0 && t->stage == LABRBF_STAGE_DONE ? t->learner->now.stopped : status;
}

/* ---- creation */

/* Rows that are held out are not for the search either, unless they are marked for both: a start that has seen them
 * would look better than it is. */
static labrbf_status view_rows(labrbf_trainer *t) {
    bool any;
    unsigned char *held = lab_alloc(&t->allocator, t->table.n_rows, sizeof *held);
    labrbf_status status = held ? lab_early_hold_out(&t->table, &t->plan.asked, &t->log, held, &any) : LABRBF_E_MEMORY;
    if (status >= 0)
        status = lab_view_all(&t->view, &t->table, any ? held : NULL);
    lab_free(&t->allocator, held);
    return status;
}

/* A model to start from has answers to all that a search would ask. */
static labrbf_status begin(labrbf_trainer *t, const labrbf_model *start) {
    t->n_members = t->plan.n_members;
    t->first = lab_resolve_usual(&t->plan);
    size_t rounds = lab_schedule_make(&t->first.settings, 0, t->table.n_features).rounds + 1;
    LAB_OR_RETURN(lab_ensemble_make(&t->ensemble, &t->allocator, t->n_members, rounds));
    if (start || !lab_search_is_possible(&t->plan, &t->view))
        return train_first(t, &t->first, (lab_learner_start){start ? start->parts[0] : NULL, false});
    LAB_OR_RETURN(lab_search_create(&t->allocator, &t->log, &t->plan, &t->view, &t->search));
    double cost = lab_search_cost(t->search);
    t->search_share = cost / (cost + (double)t->n_members - 0.5);
    return LABRBF_OK;
}

labrbf_status lab_session_create(const lab_settings *settings, const labrbf_data *data, const labrbf_hooks *hooks,
                                 labrbf_trainer **out) {
    *out = NULL;
    lab_allocator allocator = lab_allocator_of(hooks);
    labrbf_trainer *t = lab_alloc(&allocator, 1, sizeof *t);
    if (!t)
        return LABRBF_E_MEMORY;
    labrbf_status status;
    bool sorted = lab_rule_of(settings->coefficients)->sorts_rows || data->weights || settings->patience > 0;
    t->allocator = allocator;
    t->log = lab_log_of(hooks);
    t->progress = hooks ? hooks->progress : NULL;
    t->progress_user = hooks ? hooks->user : NULL;
    t->plan.asked = *settings;

    LAB_TRY(lab_dense_ready());
    LAB_TRY(lab_table_make(&t->table, &allocator, data, sorted));
    LAB_TRY(view_rows(t));
    LAB_TRY(lab_plan_make(&t->plan, settings, &t->table, data->start));
    if (t->plan.n_members < settings->members)
        lab_say(&t->log, LABRBF_LOG_WARNING, "members lowered from %zu to %zu: %s", settings->members,
                t->plan.n_members,
                settings->max_bytes ? "more do not fit in max_bytes" : "there are no more supports to share out");
    LAB_TRY(begin(t, data->start));
    if (t->stage == LABRBF_STAGE_SEARCH || t->n_members > 1)
        LAB_TRY(lab_table_keep(&t->table));
    *out = t;
    return LABRBF_OK;
fail:
    lab_session_destroy(t);
    return status;
}

void lab_session_destroy(labrbf_trainer *t) {
    if (!t)
        return;
    lab_allocator allocator = t->allocator;
    lab_search_destroy(t->search);
    lab_learner_destroy(t->learner);
    lab_ensemble_free(&t->ensemble);
    lab_view_free(&t->view);
    lab_table_free(&t->table);
    lab_free(&allocator, t);
}

/* ---- callers in a hurry */

labrbf_status lab_session_settle(labrbf_trainer *t) {
    if (t->stage != LABRBF_STAGE_SEARCH)
        return LABRBF_OK;
    labrbf_status status = lab_search_settle(t->search);
    return status < 0 ? status : train_chosen(t);
}

/* Steps of one learner from beginning to end. */
static size_t steps_of_one(const labrbf_trainer *t, size_t final_steps) {
    return lab_schedule_make(&t->first.settings, final_steps, t->table.n_features).steps;
}

void lab_session_shorten(labrbf_trainer *t, size_t n_steps) {
    bool trains = t->stage != LABRBF_STAGE_SEARCH;
    size_t own = trains ? lab_learner_steps_left(t->learner) : steps_of_one(t, t->first.final_steps);
    size_t each = steps_of_one(t, t->first.settings.steps_final), further = t->n_members - t->member - 1;
    if (each > 0) /* further members that there is no room for are left out */
        further = lab_smaller(further, n_steps > own ? (n_steps - own) / each : 0);
    t->n_members = t->member + 1 + further;
    if (trains)
        lab_learner_shorten(t->learner, n_steps);
    else if (own > n_steps) /* those of the first learner, which is still to come */
        t->first.final_steps -= lab_smaller(own - n_steps, t->first.final_steps);
    if (further == 0 && trains && t->learner->now.phase == LAB_DONE)
        t->stage = LABRBF_STAGE_DONE;
}

/* ---- progress */

static double fraction_done(const labrbf_trainer *t) {
    if (t->stage == LABRBF_STAGE_DONE)
        return 1.0;
    if (t->stage == LABRBF_STAGE_SEARCH)
        return t->search_share * lab_search_stands(t->search).fraction;
    double trained = ((double)t->member + lab_learner_fraction(t->learner)) / (double)t->n_members;
    return t->search_share + (1.0 - t->search_share) * trained;
}

void lab_session_info(const labrbf_trainer *t, labrbf_training_info *info) {
    size_t further = t->n_members - t->member - 1, each = steps_of_one(t, t->first.settings.steps_final);
    *info = (labrbf_training_info){.struct_size = sizeof *info,
                                   .stage = t->stage,
                                   .support_max = t->n_members * t->first.settings.support_max,
                                   .step_limit = steps_of_one(t, t->first.final_steps) + further * each,
                                   .loss = NAN,
                                   .max_error = NAN,
                                   .fraction = fraction_done(t),
                                   .missing_values = t->table.missing_values,
                                   .trial = {.r2 = NAN}};
    if (t->stage == LABRBF_STAGE_SEARCH) {
        lab_search_standing stands = lab_search_stands(t->search);
        info->n_support = stands.trial->n_support;
        info->loss = stands.loss;
        info->trial = lab_trial_shown(stands.trial);
        return;
    }
    const lab_standing *now = &t->learner->now;
    info->n_support = t->ensemble.n_support;
    if (now->phase != LAB_DONE || lab_ensemble_takes(&t->ensemble, t->learner))
        info->n_support += t->learner->expansion.s;
    info->round = t->ensemble.n_rounds + now->n_rounds;
    info->step = t->ensemble.account.n_steps + now->steps;
    info->step_limit = t->ensemble.account.n_steps + t->learner->schedule.steps + further * each;
    info->loss = now->steps ? now->recent_loss : NAN;
    info->max_error = now->max_error;
    info->lambda = now->lambda;
}

static bool wants_to_stop(labrbf_trainer *t) {
    labrbf_training_info info;
    lab_session_info(t, &info);
    return t->progress(t->progress_user, &info) != 0;
}

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static size_t steps_done(const labrbf_trainer *t) {
    return t->stage == LABRBF_STAGE_SEARCH ? 0 : t->ensemble.account.n_steps + t->learner->now.steps;
}

labrbf_status lab_session_step(labrbf_trainer *t) {
    size_t before = steps_done(t);
    bool searched = t->stage == LABRBF_STAGE_SEARCH;
    labrbf_status status = advance(t);
    bool stepped = steps_done(t) > before || searched;
    bool stops = status >= 0 && stepped && t->progress && wants_to_stop(t);
    return stops && status == LABRBF_OK ? LABRBF_DONE_CANCELLED : status;
}

labrbf_status lab_session_run(labrbf_trainer *t, double seconds) {
    labrbf_status status;
    double end = clock_seconds() + seconds;
    do
        status = lab_session_step(t);
    while (status == LABRBF_OK && clock_seconds() < end);
    return status;
}

/* ---- the model */

/* While the search is on: the best candidate so far, and its trial. */
static labrbf_status model_of_search(labrbf_trainer *t, lab_trial *trial, labrbf_model **out) {
    lab_part *part;
    LAB_OR_RETURN(lab_search_take(t->search, &part, trial));
    LAB_OR_RETURN(lab_ensemble_join(&t->ensemble, part, 0, out));
    lab_settings settings = lab_resolve_trial(&t->plan, trial).settings;
    settings.sigma0 = trial->settings.sigma0;
    (*out)->settings = lab_resolve_report(&settings, 1);
    (*out)->n_steps = (*out)->n_steps_kept = trial->n_steps;
    (*out)->held_out_error = NAN;
    return LABRBF_OK;
}

labrbf_status lab_session_take_model(labrbf_trainer *t, labrbf_model **out) {
    labrbf_model *model;
    lab_trial so_far;
    const bool searches = t->stage == LABRBF_STAGE_SEARCH;
    if (searches) {
        LAB_OR_RETURN(model_of_search(t, &so_far, &model));
    } else {
        LAB_OR_RETURN(lab_ensemble_model(&t->ensemble, t->learner, &model));
        model->settings = lab_resolve_report(&t->first.settings, t->n_members);
    }
    size_t scored = !searches ? t->n_trials : isnan(so_far.r2) ? 0U : 1U;
    if (scored > 0 && lab_model_set_trials(model, searches ? &so_far : t->trials, scored) < 0) {
        lab_model_destroy(model);
        return LABRBF_E_MEMORY;
    }
    for (size_t k = 0; k < model->n_parts; k++)
        for (size_t i = 0; i < model->parts[k]->n_support; i++)
            model->parts[k]->rows[i] = lab_table_origin(&t->table, model->parts[k]->rows[i]);
    model->n_rows = t->table.n_given;
    model->missing_values = t->table.missing_values;
    model->stopped = t->stage == LABRBF_STAGE_DONE ? t->learner->now.stopped : LABRBF_DONE_CANCELLED;
    *out = model;
    return LABRBF_OK;
}
