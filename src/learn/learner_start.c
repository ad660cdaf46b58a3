/*
 * A learner before its first step: rows scaled, memory laid out, linear term, first supports and bandwidths.
 */
#include <math.h>

#include "base/status.h"
#include "learn/learner.h"
#include "learn/linear_term.h"
#include "learn/start_width.h"
#include "learn/warm_start.h"

enum { WIDTH_ROWS = 1024 };
static const double PARALLEL_WORK = 3e5;       /* multiplications in a step below which one thread is as fast as two */
static const uint64_t WIDTH_STREAM = 0x736967; /* tuning sigma0 draws its own random numbers */
static const double GOLDEN = 0.6180339887498949; /* (sqrt(5) - 1) / 2: its multiples spread evenly between 0 and 1 */

/* ---- memory */

static void layout(lab_learner *l, const lab_view *view, lab_arena *arena) {
    const lab_settings *s = &l->how.settings;
    size_t n = view->n_rows, m = view->table->n_features;
    lab_rows_layout(&l->rows, arena, view);
    l->errors = lab_arena_doubles(arena, n, 1);
    l->pool = l->supports.scratch = lab_arena_rows(arena, n);
    l->history =
        (labrbf_round *)(void *)lab_arena_doubles(arena, l->schedule.rounds + 1, sizeof(labrbf_round) / sizeof(double));
    lab_support_layout(&l->supports, arena, view->n_learnt, s->support_max);
    lab_expansion_layout(&l->expansion, arena);
    l->rule->layout(l->rule_state, arena, &l->expansion, &l->how);
    lab_optim_layout(&l->optim, arena, m, s->support_max);
    if (l->expansion.moves_centres)
        lab_optim_layout(&l->centre_optim, arena, m, s->support_max);
    if (s->theta_form == LAB_THETA_LOG)
        l->log_step = lab_arena_doubles(arena, m, s->support_max);
    if (view->n_learnt < n)
        lab_early_layout(&l->early, arena, m, s->support_max);
}

static labrbf_status allocate(lab_learner *l, const lab_view *view) {
    const lab_settings *s = &l->how.settings;
    l->rows.scaler.scaling = s->scaling;
    l->rows.scaler.label_form = s->label_form;
    l->expansion.profile = s->kernel;
    l->expansion.n_features = view->table->n_features;
    l->expansion.n_targets = view->table->n_targets;
    l->expansion.weighted = view->weights != NULL;
    l->expansion.s_max = s->support_max;
    l->expansion.b_max = s->batch;
    l->expansion.moves_centres = l->rule->moves_centres && s->center_rate > 0.0;
    l->rule_state = lab_alloc(&l->allocator, 1, l->rule->state_size);
    if (!l->rule_state)
        return LABRBF_E_MEMORY;
    lab_arena arena = {0};
    layout(l, view, &arena);
    labrbf_status status = lab_arena_open(&arena, &l->allocator, &l->block);
    if (status >= 0)
        layout(l, view, &arena);
    return status;
}

/* ---- the support set */

size_t lab_learner_most_supports(const lab_learner *l) {
    size_t most = l->supports.n_distinct;
    bool all_distinct = most == l->rows.n_learnt;
    return l->how.settings.batch_rows == LAB_ROWS_OUTSIDE && all_distinct && most > 1 ? most - 1 : most;
}

static void limit_supports(lab_learner *l) {
    lab_settings *s = &l->how.settings;
    s->support_max = lab_smaller(s->support_max, lab_learner_most_supports(l));
    s->support_init = lab_smaller(s->support_init, s->support_max);
}

/* Of the supports, by the weights of their rows. */
static double mean_label(const lab_learner *l, size_t target) {
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < l->expansion.s; i++) {
        double weight = lab_rows_weight(&l->rows, l->supports.rows[i]);
        sum += weight * l->expansion.y[target * l->expansion.s_max + i];
        total += weight;
    }
    return sum / total;
}

static void fill_pool(lab_learner *l, bool all) {
    l->n_pool = 0;
    for (size_t r = 0; r < l->rows.n_learnt; r++)
        if (all || !lab_support_has(&l->supports, r))
            l->pool[l->n_pool++] = (uint32_t)r;
}

void lab_learner_take_in_supports(lab_learner *l) {
    const lab_settings *s = &l->how.settings;
    lab_expansion *e = &l->expansion;
    for (; e->s < l->supports.n; e->s++) {
        size_t row = l->supports.rows[e->s];
        lab_expansion_set_support(e, e->s, l->rows.x + row * e->n_features, l->rows.y + row, l->rows.n);
    }
    for (size_t c = 0; c < e->n_targets; c++)
        e->beta[c] = s->bias == LAB_BIAS_MEAN ? mean_label(l, c) : 0.0;
    fill_pool(l, s->batch_rows == LAB_ROWS_ALL);
    if (l->n_pool == 0) /* there is only one kind of row */
        fill_pool(l, true);
    e->b = lab_smaller(s->batch, l->n_pool);
}

/* `count` supports over the sorted labels: as many over those of each target. How far through its part of the labels a
 * support is taken differs from member to member: the first takes the middle, the others elsewhere, no two alike. */
static void start_by_labels(lab_learner *l, size_t count) {
    size_t targets = l->rows.n_targets;
    double through = fmod(0.5 + (double)l->how.member * GOLDEN, 1.0);
    for (size_t c = 0; c < targets; c++) {
        size_t part = (count - l->supports.n) / (targets - c);
        lab_support_start_by_label(&l->supports, part, through, l->rows.y + c * l->rows.n);
    }
}

static void clear_supports(lab_learner *l) {
    lab_support_clear(&l->supports);
    l->expansion.s = 0;
    l->rng = lab_rng_seed(l->how.settings.seed + l->how.member);
}

/* The first `count` supports by the rule, whatever was there before. */
static void start_supports(lab_learner *l, size_t count) {
    clear_supports(l);
    if (l->how.settings.support_rule == LAB_RULE_RANDOM)
        lab_support_start_random(&l->supports, count, &l->rng);
    else
        start_by_labels(l, count);
    lab_learner_take_in_supports(l);
}

/* ---- first bandwidths */

/* For rules that interpolate, sigma0 is tuned for as many supports as there will be: the best width for the few first
 * ones is another. */
static double find_sigma0(lab_learner *l) {
    const lab_settings *s = &l->how.settings;
    if (!l->rule->interpolates)
        return lab_start_width_of_spread(&l->rows);
    start_supports(l, s->support_max);
    lab_rng rng = lab_rng_seed(s->seed ^ WIDTH_STREAM);
    size_t sample = lab_smaller(l->n_pool, WIDTH_ROWS);
    lab_rng_choose(&rng, l->pool, l->n_pool, sample);
    double sigma0 = lab_start_width_tune(l->rule, l->rule_state, &l->expansion, &l->rows, s->lambda, l->pool, sample);
    lab_say(&l->log, LABRBF_LOG_INFO, "sigma0 tuned on %zu training row%s: %g", sample, sample == 1 ? "" : "s", sigma0);
    return sigma0;
}

/* The means over the supports of a part that had bandwidths of their own; what is shared already stays as it is. */
static void share_bandwidths(lab_expansion *e) {
    for (size_t j = 0; j < e->n_features; j++) {
        double *theta = e->theta + j * e->s_max, sum = 0.0;
        bool alike = true;
        for (size_t i = 0; i < e->s; i++) {
            alike = alike && theta[i] == theta[0];
            sum += fabs(theta[i]);
        }
        for (size_t i = 0; i < e->s && !alike; i++)
            theta[i] = sum / (double)e->s;
    }
}

static labrbf_status start_from_part(lab_learner *l, const lab_view *view, lab_learner_start start) {
    const lab_settings *s = &l->how.settings;
    size_t n = start.part->n_support, most = s->support_max;
    if (n > most && l->how.size_is_asked)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "the model to start from has %zu supports, but there may be at most %zu: a larger %s helps if "
                        "there are as many distinct rows",
                        n, most, s->max_bytes ? "max_bytes" : "support_max");
    if (n > most)
        lab_say(&l->log, LABRBF_LOG_WARNING,
                "the model to start from has %zu supports, but there are %zu distinct rows: the first %zu go on", n,
                l->supports.n_distinct, most);
    clear_supports(l);
    LAB_OR_RETURN(lab_warm_start(start.part, lab_smaller(n, most), &l->rows.scaler, start.of_table ? view : NULL,
                                 &l->expansion, &l->supports));
    lab_learner_take_in_supports(l);
    if (s->bandwidths == LAB_BANDWIDTHS_SHARED)
        share_bandwidths(&l->expansion);
    return LABRBF_OK;
}

/* The first supports and bandwidths: by the settings, or those of a part. */
static labrbf_status start_expansion(lab_learner *l, const lab_view *view, lab_learner_start start) {
    if (start.part)
        return start_from_part(l, view, start);
    if (l->how.finds_sigma0)
        l->how.settings.sigma0 = find_sigma0(l);
    start_supports(l, l->how.settings.support_init);
    lab_start_width_fill(&l->expansion, l->how.settings.sigma0);
    return LABRBF_OK;
}

/* ---- creation */

static labrbf_status begin(lab_learner *l, const lab_view *view, lab_learner_start start) {
    const lab_settings *s = &l->how.settings;
    lab_rows_fill(&l->rows, view, l->errors, l->pool, l->expansion.points);
    /* Errors are not needed yet: two row numbers fit where one of them will be. */
    lab_support_find_equals(&l->supports, l->rows.x, l->rows.n_features, (uint32_t *)(void *)l->errors);
    limit_supports(l);
    l->schedule = lab_schedule_make(s, l->how.final_steps, l->rows.n_features);
    if (lab_schedule_step_work(s, l->rows.n_features, s->support_max) > PARALLEL_WORK)
        LAB_OR_RETURN(lab_par_create(&l->allocator, lab_par_threads(s->threads), &l->par));
    l->expansion.par = l->par;
    l->expansion.log = &l->log;
    l->now.lambda = s->lambda;
    l->now.final_steps = l->how.final_steps;
    l->now.max_error = NAN;
    if (s->linear == LAB_ON)
        LAB_OR_RETURN(lab_linear_term_take(&l->rows, &l->allocator));
    LAB_OR_RETURN(start_expansion(l, view, start));
    lab_learner_start_phase(l, LAB_GROWING);
    return LABRBF_OK;
}

labrbf_status lab_learner_create(const lab_allocator *allocator, const lab_log *log, const lab_view *view,
                                 const lab_resolved *how, lab_learner_start start, lab_learner **out) {
    *out = NULL;
    lab_learner *l = lab_alloc(allocator, 1, sizeof *l);
    if (!l)
        return LABRBF_E_MEMORY;
    l->allocator = *allocator;
    l->log = *log;
    l->how = *how;
    l->numbers = view->rows;
    l->rule = lab_rule_of(how->settings.coefficients);
    l->schedule = lab_schedule_make(&how->settings, how->final_steps, view->table->n_features);
    labrbf_status status = allocate(l, view);
    if (status >= 0)
        status = begin(l, view, start);
    if (status < 0)
        lab_learner_destroy(l);
    else
        *out = l;
    return status;
}

void lab_learner_destroy(lab_learner *l) {
    if (!l)
        return;
    lab_allocator allocator = l->allocator;
    lab_par_destroy(l->par);
    lab_free(&allocator, l->rule_state);
    lab_free(&allocator, l->block);
    lab_free(&allocator, l);
}
