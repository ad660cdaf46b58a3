/*
 * A trainer before its first step: rows in order and scaled, settings resolved, memory laid out, first supports.
 */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/status.h"
#include "learn/canonical.h"
#include "learn/members.h"
#include "learn/sigma.h"
#include "learn/tail.h"
#include "learn/train.h"
#include "learn/trainer.h"
#include "learn/warm.h"
#include "model/label_form.h"

enum { SIGMA_ROWS = 1024 };
static const double PARALLEL_WORK = 3e5;       /* multiplications in a step below which one thread is as fast as two */
static const uint64_t SIGMA_STREAM = 0x736967; /* tuning sigma0 draws its own random numbers */

bool lab_trainer_by_rows(const labrbf_trainer *t) { return t->settings.coefficients != LAB_BY_SUPPORTS; }
bool lab_trainer_places_move(const labrbf_trainer *t) {
    return lab_trainer_by_rows(t) && t->settings.center_rate > 0.0;
}

double lab_trainer_weight(const labrbf_trainer *t, size_t row) { return t->weights ? t->weights[row] : 1.0; }

/* ---- memory */

static void layout(labrbf_trainer *t, const lab_canonical *rows, lab_arena *arena) {
    size_t n = t->n_rows, m = t->n_features, s_max = t->settings.support_max;
    t->x = lab_arena_doubles(arena, n, m);
    t->y = lab_arena_doubles(arena, t->n_targets, n);
    t->weights = rows->weights ? lab_arena_doubles(arena, n, 1) : NULL;
    t->origin = rows->rows ? lab_arena_rows(arena, n) : NULL;
    t->errors = lab_arena_doubles(arena, n, 1);
    t->pool = t->supports.scratch = lab_arena_rows(arena, n);
    lab_scaler_layout(&t->scaler, arena);
    t->slopes = lab_arena_doubles(arena, t->n_targets, m);
    t->history = (labrbf_round *)(void *)lab_arena_doubles(arena, t->settings.members * (t->plan.rounds + 1),
                                                           sizeof(labrbf_round) / sizeof(double));
    lab_support_layout(&t->supports, arena, t->n_learnt, s_max);
    lab_objective_layout(&t->objective, arena);
    lab_optim_layout(&t->optim, arena, m, s_max);
    if (t->n_learnt < n)
        lab_patience_layout(&t->patience, arena, m, s_max);
    if (t->settings.theta_form == LAB_THETA_LOG)
        t->log_step = lab_arena_doubles(arena, m, s_max);
    if (lab_trainer_by_rows(t))
        lab_rows_layout(&t->rows, arena, &t->objective);
    if (lab_trainer_places_move(t))
        lab_optim_layout(&t->place_optim, arena, m, s_max);
}

static bool may_rank(const labrbf_trainer *t) {
    return t->settings.scaling == LAB_SCALING_RANK || t->settings.scaling == LAB_SCALING_AUTO;
}

static labrbf_status allocate(labrbf_trainer *t, const lab_canonical *rows) {
    t->scaler.n_features = t->n_features;
    t->scaler.n_targets = t->n_targets;
    t->scaler.knots.n = may_rank(t) ? lab_knots_most(t->n_features) : 0;
    t->objective.n_features = t->n_features;
    t->objective.n_targets = t->n_targets;
    t->objective.weighted = rows->weights != NULL;
    t->objective.s_max = t->settings.support_max;
    t->objective.b_max = t->settings.batch;
    lab_arena arena = {0};
    layout(t, rows, &arena);
    labrbf_status status = lab_arena_open(&arena, &t->allocator, &t->block);
    if (status >= 0)
        layout(t, rows, &arena);
    return status;
}

/* ---- the support set */

/* Of the supports, by the weights of their rows. */
static double mean_label(const labrbf_trainer *t, size_t target) {
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < t->objective.s; i++) {
        double weight = lab_trainer_weight(t, t->supports.rows[i]);
        sum += weight * t->objective.y[target * t->objective.s_max + i];
        total += weight;
    }
    return sum / total;
}

static void fill_pool(labrbf_trainer *t, bool all) {
    t->n_pool = 0;
    for (size_t r = 0; r < t->n_learnt; r++)
        if (all || !lab_support_has(&t->supports, r))
            t->pool[t->n_pool++] = (uint32_t)r;
}

void lab_trainer_take_in_supports(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    for (; o->s < t->supports.n; o->s++) {
        size_t row = t->supports.rows[o->s];
        lab_objective_set_support(o, o->s, t->x + row * t->n_features, t->y + row, t->n_rows);
    }
    for (size_t c = 0; c < t->n_targets; c++)
        o->beta[c] = t->settings.bias == LAB_BIAS_MEAN ? mean_label(t, c) : 0.0;
    fill_pool(t, t->settings.batch_rows == LAB_ROWS_ALL);
    if (t->n_pool == 0) /* there is only one kind of row */
        fill_pool(t, true);
    o->b = t->settings.batch < t->n_pool ? t->settings.batch : t->n_pool;
}

/* ---- rows */

/* Missing cells of the given rows that count. */
static size_t count_missing(const labrbf_data *data) {
    size_t missing = 0;
    for (size_t r = 0; r < data->n_rows; r++)
        for (size_t j = 0; j < data->n_features && (!data->weights || data->weights[r] > 0.0); j++)
            missing += isnan(data->x[r * data->n_features + j]) != 0;
    return missing;
}

/* The rows in their own units. Of two equal rows one may have -0 where the other has 0: rows that were put in order
 * have 0. */
static void gather(labrbf_trainer *t, const labrbf_data *data, const lab_canonical *rows) {
    size_t m = t->n_features, targets = t->n_targets;
    for (size_t r = 0; r < t->n_rows; r++) {
        size_t from = rows->rows ? rows->rows[r] : r;
        double zero = rows->rows ? 0.0 : -0.0; /* adding -0 changes nothing */
        for (size_t j = 0; j < m; j++)
            t->x[r * m + j] = data->x[from * m + j] + zero;
        for (size_t c = 0; c < targets; c++)
            t->y[c * t->n_rows + r] = data->y[from * targets + c] + zero;
    }
    if (t->origin)
        memcpy(t->origin, rows->rows, t->n_rows * sizeof *t->origin);
    if (t->weights)
        memcpy(t->weights, rows->weights, t->n_rows * sizeof *t->weights);
}

static void scale_data(labrbf_trainer *t, double *row) {
    t->scaler.scaling = t->settings.scaling;
    t->scaler.label_form = t->settings.label_form;
    if (t->scaler.scaling != LAB_SCALING_RANK)
        t->scaler.knots.n = 0;
    (void)lab_scaler_fit(&t->scaler, t->x, t->y, t->weights, t->n_rows, t->errors, t->pool);
    for (size_t r = 0; r < t->n_rows; r++) {
        double *to = t->x + r * t->n_features;
        memcpy(row, to, t->n_features * sizeof *row);
        lab_scaler_features(&t->scaler, row, 0, t->n_features, to);
    }
    for (size_t c = 0; c < t->n_targets; c++) {
        const lab_label_scale *label = &t->scaler.labels[c];
        for (size_t r = 0; r < t->n_rows; r++)
            t->y[c * t->n_rows + r] = lab_scaler_label(label, t->y[c * t->n_rows + r]);
        if (label->minimum == label->maximum && t->n_targets == 1)
            lab_say(&t->log, LABRBF_LOG_WARNING, "every label is %g: the model will predict that value everywhere",
                    label->minimum);
        else if (label->minimum == label->maximum)
            lab_say(&t->log, LABRBF_LOG_WARNING,
                    "every label of target %zu is %g: the model will predict that value everywhere", c + 1,
                    label->minimum);
    }
}

/* Equal rows count once, so there may be fewer possible supports than rows. */
static void limit_supports(labrbf_trainer *t) {
    const lab_settings *asked = &t->asked;
    lab_settings *s = &t->settings;
    size_t most = t->supports.n_distinct;
    if (s->batch_rows == LAB_ROWS_OUTSIDE && most == t->n_learnt && most > 1)
        most--;
    if (s->support_max > most)
        s->support_max = most;
    size_t outside = t->n_learnt - s->support_max;
    if (asked->support_max / s->members > s->support_max && s->support_max == most)
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "support_max lowered from %zu to %zu: there are %zu rows, %zu of them distinct", asked->support_max,
                s->members * s->support_max, t->n_learnt, t->supports.n_distinct);
    else if (s->batch_rows == LAB_ROWS_OUTSIDE && outside < t->n_learnt / 10)
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "only %zu of %zu rows are left outside the supports to learn the bandwidths from: a smaller "
                "support_max may "
                "do better",
                outside, t->n_learnt);
    if (asked->support_init > s->support_max)
        lab_say(&t->log, LABRBF_LOG_WARNING, "support_init lowered from %zu to %zu, the largest number of supports",
                asked->support_init, s->support_max);
    if (s->support_init > s->support_max)
        s->support_init = s->support_max;
}

/* `count` supports over the sorted labels: as many over those of each target. */
static void start_by_labels(labrbf_trainer *t, size_t count) {
    for (size_t c = 0; c < t->n_targets; c++) {
        size_t share = (count - t->supports.n) / (t->n_targets - c);
        lab_support_start_by_label(&t->supports, share, lab_members_share(t->member), t->y + c * t->n_rows);
    }
}

static void clear_supports(labrbf_trainer *t) {
    lab_support_clear(&t->supports);
    t->objective.s = 0;
    t->rng = lab_rng_seed(t->settings.seed + t->member);
}

/* The first `count` supports by the rule, whatever was there before. */
static void start_supports(labrbf_trainer *t, size_t count) {
    clear_supports(t);
    if (t->settings.support_rule == LAB_RULE_RANDOM)
        lab_support_start_random(&t->supports, count, &t->rng);
    else
        start_by_labels(t, count);
    lab_trainer_take_in_supports(t);
}

/* sigma0 if it is auto. For kernel ridge regression it is tuned for as many supports as the model will have: the best
 * width for the few first ones is another. */
static void choose_sigma(labrbf_trainer *t) {
    const lab_sigma_rows rows = {t->x, t->y, t->weights, t->n_learnt, t->n_rows, t->n_features};
    if (t->settings.sigma0 > 0.0)
        return;
    if (lab_trainer_by_rows(t)) {
        t->settings.sigma0 = lab_sigma_of_spread(&rows);
        return;
    }
    start_supports(t, t->settings.support_max);
    lab_rng rng = lab_rng_seed(t->settings.seed ^ SIGMA_STREAM);
    size_t sample = t->n_pool < SIGMA_ROWS ? t->n_pool : SIGMA_ROWS;
    lab_rng_choose(&rng, t->pool, t->n_pool, sample);
    t->settings.sigma0 = lab_sigma_tune(&t->objective, &rows, t->pool, sample);
    lab_say(&t->log, LABRBF_LOG_INFO, "sigma0 tuned on %zu training row%s: %g", sample, sample == 1 ? "" : "s",
            t->settings.sigma0);
}

/* The linear part, if there is to be one, and labels without it. */
static labrbf_status take_tail(labrbf_trainer *t) {
    const lab_tail_rows rows = {t->x, t->weights, t->y, t->n_learnt, t->n_rows, t->n_features, t->n_targets};
    return t->settings.linear == LAB_ON ? lab_tail_take(&t->allocator, &rows, t->slopes) : LABRBF_OK;
}

/* The means over the supports of a model that had bandwidths of their own; what is shared already stays as it is. */
static void share_bandwidths(lab_objective *o) {
    for (size_t j = 0; j < o->n_features; j++) {
        double *theta = o->theta + j * o->s_max, sum = 0.0;
        bool alike = true;
        for (size_t i = 0; i < o->s; i++) {
            alike = alike && theta[i] == theta[0];
            sum += fabs(theta[i]);
        }
        for (size_t i = 0; i < o->s && !alike; i++)
            theta[i] = sum / (double)o->s;
    }
}

/* The first supports and bandwidths: by the settings, or a model's. */
static labrbf_status start_state(labrbf_trainer *t, const labrbf_model *model, bool rows_known) {
    if (!model) {
        choose_sigma(t);
        start_supports(t, t->settings.support_init);
        lab_sigma_fill(&t->objective, t->settings.sigma0);
        return LABRBF_OK;
    }
    const lab_part *start = model->parts[0];
    size_t n = start->n_support, most = t->settings.support_max;
    if (n > most && (t->asked.support_max > 0 || t->asked.max_bytes > 0))
        return lab_fail(LABRBF_E_ARGUMENT,
                        "the model to start from has %zu supports, but there may be at most %zu: a larger %s helps if "
                        "there are as many distinct rows",
                        n, most, t->settings.max_bytes ? "max_bytes" : "support_max");
    if (n > most)
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "the model to start from has %zu supports, but there are %zu distinct rows: the first %zu go on", n,
                t->supports.n_distinct, most);
    clear_supports(t);
    labrbf_status status =
        lab_warm_start(start, n > most ? most : n, &t->scaler, rows_known, &t->objective, &t->supports);
    if (status < 0)
        return status;
    lab_trainer_take_in_supports(t);
    if (t->settings.bandwidths == LAB_BANDWIDTHS_SHARED)
        share_bandwidths(&t->objective);
    return LABRBF_OK;
}

static void start_rows(labrbf_trainer *t) {
    t->rows.x = t->x;
    t->rows.y = t->y;
    t->rows.weights = t->weights;
    t->rows.n = t->n_learnt;
    t->rows.y_stride = t->n_rows;
    t->rows.ridge = t->settings.ridge;
    t->rows.window_rows = t->settings.window;
}

/* ---- creation */

static labrbf_status check_members(const lab_settings *settings, const labrbf_data *data) {
    if (data->start && settings->members > 1)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "members is %zu, but a model to start from gives the supports of one: set members to 1",
                        settings->members);
    return LABRBF_OK;
}

static double largest_skewness(const labrbf_data *data, const lab_canonical *rows) {
    double largest = 0.0;
    for (size_t c = 0; c < data->n_targets; c++)
        largest =
            fmax(largest, fabs(lab_form_skewness(data->y + c, data->n_targets, rows->rows, rows->weights, rows->n)));
    return largest;
}

/* Settings and memory for the rows that canonical.h has made of the data, and these rows, in their own units. */
static labrbf_status take_data(labrbf_trainer *t, const labrbf_data *data, lab_canonical *rows) {
    t->n_rows = rows->n;
    t->n_features = data->n_features;
    t->n_targets = data->n_targets;
    t->n_given = data->n_rows;
    t->missing_values = count_missing(data);
    labrbf_status status = check_members(&t->settings, data);
    if (status >= 0)
        status = lab_patience_hold_out(t, rows, &t->n_learnt);
    if (status < 0)
        return status;
    if (data->start) {
        t->settings.support_init = data->start->parts[0]->n_support;
        lab_plan_as_in(&t->settings, &data->start->settings);
    }
    const lab_plan_table table = {t->n_rows, t->n_features, t->n_targets, largest_skewness(data, rows)};
    status = lab_plan_resolve(&t->settings, &table);
    if (status < 0)
        return status;
    if (t->settings.members < t->asked.members)
        lab_say(&t->log, LABRBF_LOG_WARNING, "members lowered from %zu to %zu: there are no more supports to share out",
                t->asked.members, t->settings.members);
    lab_plan_make(&t->plan, &t->settings, t->n_features);
    t->final_steps = t->settings.steps_final;
    status = allocate(t, rows);
    if (status >= 0)
        gather(t, data, rows);
    return status;
}

labrbf_status lab_trainer_begin(labrbf_trainer *t, const labrbf_model *start, bool rows_known) {
    scale_data(t, t->objective.rows);
    /* Errors are not needed yet: two row numbers fit where one of them will be. */
    lab_support_find_equals(&t->supports, t->x, t->n_features, (uint32_t *)(void *)t->errors);
    limit_supports(t);
    lab_plan_make(&t->plan, &t->settings, t->n_features);
    labrbf_status status = LABRBF_OK;
    if (lab_plan_work(&t->plan, t->settings.support_max) > PARALLEL_WORK)
        status = lab_par_create(&t->allocator, lab_par_threads(t->settings.threads), &t->par);
    t->objective.par = t->par;
    t->objective.log = &t->log;
    t->objective.lambda = t->settings.lambda;
    t->objective.profile = t->settings.kernel;
    if (status >= 0)
        status = take_tail(t);
    if (status >= 0)
        status = start_state(t, start, rows_known);
    if (lab_trainer_by_rows(t))
        start_rows(t);
    lab_trainer_start_phase(t, LAB_GROWING);
    return status;
}

/* The member at work among those that are finished, if it counts. */
static labrbf_status finish_member(labrbf_trainer *t) {
    lab_part *part = NULL;
    labrbf_status status = LABRBF_OK;
    if (!lab_trainer_counts(t))
        return LABRBF_OK;
    if (!t->finished)
        status = lab_model_create(&t->allocator, t->n_features, t->n_targets, 0, &t->finished);
    if (status >= 0)
        status = lab_trainer_take_part(t, &part);
    if (status >= 0)
        status = lab_model_add_part(t->finished, part, 1.0);
    if (status < 0) {
        lab_part_destroy(part);
        return status;
    }
    t->least_error = t->n_finished > 0 ? fmin(t->least_error, t->mean_error) : t->mean_error;
    t->n_finished++;
    return LABRBF_OK;
}

labrbf_status lab_trainer_next_member(labrbf_trainer *t) {
    labrbf_status status = finish_member(t);
    if (status < 0)
        return status;
    t->member++;
    t->afresh = t->n_trials > 0;
    t->first_round = t->n_rounds;
    t->first_step = t->total_steps;
    t->final_steps = t->settings.steps_final;
    double left = (double)(t->settings.members - t->member) * t->plan.member_work;
    t->work_done = fmax(t->work_done, t->plan.work - left); /* more than was done, if it stopped early */
    t->objective.lambda = t->settings.lambda;
    t->rows.window.n = 0;
    lab_objective_clear(&t->objective);
    status = start_state(t, NULL, false);
    lab_trainer_start_phase(t, LAB_GROWING);
    return status;
}

/* What is left open is searched for, before everything else, or decided without. Rows that are held out are not for the
 * search either, unless they are marked for both: a start that has seen them would look better than it is. */
static labrbf_status start_search(labrbf_trainer *t, const labrbf_data *data, const lab_canonical *canonical) {
    size_t n = canonical->validation ? t->n_rows : t->n_learnt;
    if (!lab_trainer_by_rows(t) || !lab_tune_possible(&t->settings, n)) {
        lab_plan_without_choice(&t->settings);
        return lab_trainer_begin(t, data->start, false);
    }
    const lab_tune_rows rows = {data, t->origin, t->weights, canonical->validation, n};
    labrbf_status status = lab_tune_create(&t->allocator, &t->log, &t->settings, &rows, &t->tune);
    if (status >= 0)
        t->tune_share = lab_tune_cost(t->tune) / (lab_tune_cost(t->tune) + (double)t->settings.members - 0.5);
    return status;
}

labrbf_status lab_trainer_create(const lab_settings *settings, const labrbf_data *data, const labrbf_hooks *hooks,
                                 labrbf_trainer **out) {
    *out = NULL;
    lab_allocator allocator = lab_allocator_of(hooks);
    labrbf_trainer *t = lab_alloc(&allocator, 1, sizeof *t);
    if (!t)
        return LABRBF_E_MEMORY;
    labrbf_status status;
    lab_canonical rows = {0};
    t->allocator = allocator;
    t->log = lab_log_of(hooks);
    t->progress = hooks ? hooks->progress : NULL;
    t->progress_user = hooks ? hooks->user : NULL;
    t->settings = t->asked = *settings;
    t->max_error = NAN;

    LAB_TRY(lab_dense_ready());
    LAB_TRY(
        lab_canonical_make(&rows, &allocator, data, lab_trainer_by_rows(t) || data->weights || settings->patience > 0));
    LAB_TRY(take_data(t, data, &rows));
    LAB_TRY(start_search(t, data, &rows));
    lab_canonical_free(&rows, &allocator);
    *out = t;
    return LABRBF_OK;
fail:
    lab_canonical_free(&rows, &allocator);
    lab_trainer_destroy(t);
    return status;
}

void lab_trainer_destroy(labrbf_trainer *t) {
    if (!t)
        return;
    lab_allocator allocator = t->allocator;
    lab_tune_destroy(t->tune);
    lab_model_destroy(t->finished);
    lab_par_destroy(t->par);
    lab_free(&allocator, t->block);
    lab_free(&allocator, t);
}
