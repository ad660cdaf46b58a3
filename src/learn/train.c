/*
 * Algorithm 1: learning LAB RBF kernels with minibatch gradients and a dynamic support set.
 *
 *     supports: S0 rows, bandwidths sqrt(sigma0 / M)
 *     repeat (a round)
 *         repeat steps_grow times: a batch of rows outside the supports, a gradient step on the bandwidths
 *         errors xi = (f(x) - y)^2 of all rows outside the supports
 *         stop if the largest is within the tolerance, or S = S_max, or the rounds are used up
 *         else the k rows of largest error join the supports
 *     steps_final more gradient steps (not after a stop by the tolerance)
 *     alpha for the final bandwidths
 *
 * All memory is one block, laid out at creation for S_max supports; steps allocate nothing.
 */
#include "learn/train.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/dense.h"
#include "base/log.h"
#include "base/par.h"
#include "base/rng.h"
#include "base/status.h"
#include "learn/objective.h"
#include "learn/optim.h"
#include "learn/plan.h"
#include "learn/rows.h"
#include "learn/sigma.h"
#include "learn/support.h"
#include "learn/tune.h"
#include "model/model.h"

enum { SCAN_BLOCK = 64, SIGMA_ROWS = 1024, RECENT_STEPS = 50 };
static const double PI = 3.14159265358979323846, FARTHEST_LOG = 20.0; /* a bandwidth of e^20 sees nothing but its row */
static const double PARALLEL_WORK = 3e5;       /* multiplications in a step below which one thread is as fast as two */
static const uint64_t SIGMA_STREAM = 0x736967; /* tuning sigma0 draws its own random numbers */

typedef enum phase { GROWING, FINAL, DONE } phase;

struct labrbf_trainer {
    lab_allocator allocator;
    lab_log log;
    int (*progress)(void *user, const labrbf_training_info *info);
    void *progress_user;
    lab_settings settings; /* with auto resolved */
    lab_plan plan;
    lab_par *par;
    void *block;

    size_t n_rows, n_features, missing_values;
    double *x, *y; /* scaled */
    lab_scaler scaler;

    lab_objective objective;
    lab_support_set supports;
    lab_optim optim, place_optim;
    double *log_theta; /* of the bandwidths, if steps are taken on it */
    lab_rows rows;     /* coefficients by least squares over rows; empty if they are not */
    lab_tune *tune;    /* while the ridge is being chosen */
    double tune_share; /* of the work */
    lab_rng rng;
    uint32_t *pool; /* rows that batches are drawn from; free for other uses while supports are chosen */
    size_t n_pool;
    double *errors;

    phase phase;
    labrbf_status stopped; /* why growing ended */
    size_t phase_steps;    /* steps in this round, or in the final phase */
    size_t total_steps;
    double work_done;
    double phase_loss;  /* sum over this round */
    double recent_loss; /* running mean */
    double max_error, mean_error;
    size_t bad_steps; /* steps without a finite gradient */
    labrbf_round *history;
    size_t n_rounds;
};

static bool by_rows(const labrbf_trainer *t) { return t->settings.coefficients == LAB_BY_ROWS; }
static bool places_move(const labrbf_trainer *t) { return by_rows(t) && t->settings.center_rate > 0.0; }

/* ---- memory */

static void layout(labrbf_trainer *t, lab_arena *arena) {
    size_t n = t->n_rows, m = t->n_features, s_max = t->settings.support_max;
    t->x = lab_arena_doubles(arena, n, m);
    t->y = lab_arena_doubles(arena, n, 1);
    t->errors = lab_arena_doubles(arena, n, 1);
    t->pool = t->supports.scratch = lab_arena_rows(arena, n);
    lab_scaler_layout(&t->scaler, arena);
    t->history =
        (labrbf_round *)(void *)lab_arena_doubles(arena, t->plan.rounds + 1, sizeof(labrbf_round) / sizeof(double));
    lab_support_layout(&t->supports, arena, n, s_max);
    lab_objective_layout(&t->objective, arena);
    lab_optim_layout(&t->optim, arena, m, s_max);
    if (t->settings.theta_form == LAB_THETA_LOG)
        t->log_theta = lab_arena_doubles(arena, m, s_max);
    if (t->settings.coefficients == LAB_BY_ROWS)
        lab_rows_layout(&t->rows, arena, m, s_max);
    if (places_move(t))
        lab_optim_layout(&t->place_optim, arena, m, s_max);
}

static labrbf_status allocate(labrbf_trainer *t) {
    t->scaler.n_features = t->n_features;
    t->objective.profile = t->settings.kernel;
    t->objective.n_features = t->n_features;
    t->objective.s_max = t->settings.support_max;
    t->objective.b_max = t->settings.batch;
    lab_arena arena = {0};
    layout(t, &arena);
    labrbf_status status = lab_arena_open(&arena, &t->allocator, &t->block);
    if (status >= 0)
        layout(t, &arena);
    return status;
}

/* ---- the support set and its bandwidths */

static double mean_label(const labrbf_trainer *t) {
    double sum = 0.0;
    for (size_t i = 0; i < t->objective.s; i++)
        sum += t->objective.y[i];
    return sum / (double)t->objective.s;
}

/* Brings rows that joined the support set into the objective, and renews what depends on the set. */
static void take_in_supports(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    for (; o->s < t->supports.n; o->s++) {
        size_t row = t->supports.rows[o->s];
        lab_objective_set_support(o, o->s, t->x + row * t->n_features, t->y[row]);
    }
    o->beta = t->settings.bias == LAB_BIAS_MEAN ? mean_label(t) : 0.0;
    t->n_pool = 0;
    for (size_t r = 0; r < t->n_rows; r++)
        if (t->settings.batch_rows == LAB_ROWS_ALL || !lab_support_has(&t->supports, r))
            t->pool[t->n_pool++] = (uint32_t)r;
    o->b = t->settings.batch < t->n_pool ? t->settings.batch : t->n_pool;
}

static double mean_bandwidth(const lab_objective *o, size_t s) {
    double sum = 0.0;
    for (size_t j = 0; j < o->n_features; j++)
        for (size_t i = 0; i < s; i++)
            sum += fabs(o->theta[j * o->s_max + i]);
    return sum / ((double)s * (double)o->n_features);
}

/* The support among the first s that is nearest to support i, by plain distance. */
static size_t nearest_support(const lab_objective *o, size_t i, size_t s) {
    size_t best = 0;
    double least = INFINITY;
    for (size_t c = 0; c < s; c++) {
        double d = 0.0;
        for (size_t j = 0; j < o->n_features; j++) {
            double u = o->x[j * o->s_max + i] - o->x[j * o->s_max + c];
            d += u * u;
        }
        if (d < least) {
            least = d;
            best = c;
        }
    }
    return best;
}

/* Bandwidths of the supports from number `old` on. */
static void start_new_bandwidths(labrbf_trainer *t, size_t old) {
    lab_objective *o = &t->objective;
    double mean = mean_bandwidth(o, old);
    for (size_t i = old; i < o->s; i++) {
        size_t nearest = t->settings.theta_new == LAB_THETA_NEAREST ? nearest_support(o, i, old) : 0;
        for (size_t j = 0; j < o->n_features; j++) {
            double *theta = o->theta + j * o->s_max;
            theta[i] = t->settings.theta_new == LAB_THETA_NEAREST ? fabs(theta[nearest]) : mean;
        }
    }
}

/* ---- one gradient step */

static void draw_batch(labrbf_trainer *t) {
    lab_rng_choose(&t->rng, t->pool, t->n_pool, t->objective.b);
    for (size_t i = 0; i < t->objective.b; i++) {
        size_t row = t->pool[i];
        lab_objective_set_batch(&t->objective, i, t->x + row * t->n_features, t->y[row]);
    }
}

/* A step on log theta: its gradient is theta times that of theta. */
static void move_log_bandwidths(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    size_t end = o->n_features * o->s_max;
    for (size_t at = 0; at < end; at += o->s_max)
        for (size_t i = at; i < at + o->s; i++)
            t->log_theta[i] = log(o->theta[i]);
    lab_optim_step(&t->optim, t->log_theta, o->gradient, o->n_features, o->s, o->s_max);
    for (size_t at = 0; at < end; at += o->s_max)
        for (size_t i = at; i < at + o->s; i++)
            o->theta[i] = exp(fmin(fmax(t->log_theta[i], -FARTHEST_LOG), FARTHEST_LOG));
}

/* Bandwidths and places move together, or not at all if a gradient is not finite. */
static bool move(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    size_t m = o->n_features, s = o->s, stride = o->s_max;
    for (size_t at = 0; at < m * stride && t->log_theta; at += stride)
        for (size_t i = at; i < at + s; i++)
            o->gradient[i] *= o->theta[i];
    if (!lab_optim_clip(o->gradient, m, s, stride, t->settings.clip_norm) ||
        (places_move(t) && !lab_optim_clip(t->rows.place_gradient, m, s, stride, t->settings.clip_norm)))
        return false;
    if (t->log_theta)
        move_log_bandwidths(t);
    else
        lab_optim_step(&t->optim, o->theta, o->gradient, m, s, stride);
    if (places_move(t))
        lab_optim_step(&t->place_optim, o->x, t->rows.place_gradient, m, s, stride);
    return true;
}

/* The rate of this step: along half a wave of a cosine in the final steps, if so asked. */
static void set_rates(labrbf_trainer *t) {
    double rate = t->phase == FINAL ? t->settings.rate_final : t->settings.rate;
    if (t->phase == FINAL && t->settings.rate_decay == LAB_DECAY_COSINE)
        rate *= 0.5 * (1.0 + cos(PI * (double)t->phase_steps / (double)t->settings.steps_final));
    t->optim.rate = rate;
    t->place_optim.rate = rate * t->settings.center_rate;
}

static labrbf_status gradient_step(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    double loss;
    draw_batch(t);
    set_rates(t);
    labrbf_status status =
        by_rows(t) ? lab_rows_gradient(&t->rows, o, places_move(t), &loss) : lab_objective_gradient(o, &loss);
    if (status < 0)
        return status;
    if (!move(t) && t->bad_steps++ == 0)
        lab_say(&t->log, LABRBF_LOG_WARNING, "a gradient was not finite: that step was left out");
    t->phase_steps++;
    t->total_steps++;
    t->work_done += lab_plan_work(&t->plan, o->s);
    t->phase_loss += loss;
    double share = t->total_steps < RECENT_STEPS ? 1.0 / (double)t->total_steps : 1.0 / RECENT_STEPS;
    t->recent_loss += share * (loss - t->recent_loss);
    return LABRBF_OK;
}

/* ---- the end of a round */

static void scan_block(void *context, size_t begin, size_t end) {
    labrbf_trainer *t = context;
    lab_supports supports = lab_objective_supports(&t->objective);
    lab_kernel_dot(&supports, t->objective.alpha, t->x + begin * t->n_features, end - begin, t->n_features,
                   t->errors + begin);
    for (size_t r = begin; r < end; r++) {
        double error =
            !by_rows(t) && lab_support_has(&t->supports, r) ? 0.0 : t->objective.beta + t->errors[r] - t->y[r];
        t->errors[r] = error * error;
    }
}

/* The coefficients for the present bandwidths, by the rule. */
static labrbf_status solve(labrbf_trainer *t) {
    return by_rows(t) ? lab_rows_solve(&t->rows, &t->objective) : lab_objective_solve(&t->objective);
}

/* xi = (f(x) - y)^2 of all rows outside the supports, and a line in the history. */
static labrbf_status scan_errors(labrbf_trainer *t) {
    labrbf_status status = solve(t);
    if (status < 0)
        return status;
    lab_par_run(t->par, t->n_rows, SCAN_BLOCK, scan_block, t);
    double sum = 0.0;
    t->max_error = 0.0;
    for (size_t r = 0; r < t->n_rows; r++) {
        sum += t->errors[r];
        t->max_error = fmax(t->max_error, t->errors[r]);
    }
    size_t outside = by_rows(t) ? t->n_rows : t->n_rows - t->supports.n;
    t->mean_error = outside ? sum / (double)outside : 0.0;
    t->history[t->n_rounds++] = (labrbf_round){.n_support = t->objective.s,
                                               .n_steps = t->phase_steps,
                                               .loss = t->phase_steps ? t->phase_loss / (double)t->phase_steps : NAN,
                                               .max_error = t->max_error,
                                               .mean_error = t->mean_error};
    return LABRBF_OK;
}

/* Adam's moments restart with every round; the final steps may have their own method and rate. */
static void start_phase(labrbf_trainer *t, phase next) {
    const lab_settings *s = &t->settings;
    t->phase = next;
    t->phase_steps = 0;
    t->phase_loss = 0.0;
    bool adam = s->optimizer == LAB_ADAM || (s->optimizer == LAB_ADAM_SGD && next == GROWING);
    lab_optim_start(&t->optim, adam, s->rate, t->n_features, s->support_max);
    if (places_move(t))
        lab_optim_start(&t->place_optim, adam, s->rate, t->n_features, s->support_max);
}

static bool grow(labrbf_trainer *t) {
    size_t old = t->objective.s;
    if (lab_support_add_worst(&t->supports, lab_plan_add(&t->settings, old), t->errors) == 0)
        return false;
    take_in_supports(t);
    start_new_bandwidths(t, old);
    return true;
}

static labrbf_status finish_round(labrbf_trainer *t) {
    labrbf_status status = scan_errors(t);
    if (status < 0)
        return status;
    if (t->max_error <= t->settings.tolerance) {
        t->stopped = LABRBF_DONE_TOLERANCE;
        t->phase = DONE;
    } else if (t->objective.s >= t->settings.support_max) {
        t->stopped = LABRBF_DONE_SUPPORTS;
        start_phase(t, FINAL);
    } else if (t->n_rounds >= t->plan.rounds) {
        t->stopped = LABRBF_DONE_ROUNDS;
        start_phase(t, FINAL);
    } else if (grow(t)) {
        start_phase(t, GROWING);
    } else {
        t->stopped = LABRBF_DONE_SUPPORTS;
        start_phase(t, FINAL);
    }
    return LABRBF_OK;
}

static labrbf_status finish_training(labrbf_trainer *t) {
    t->phase = DONE;
    return t->phase_steps > 0 ? scan_errors(t) : LABRBF_OK;
}

/* ---- the algorithm, from outside */

/* A step of choosing the ridge, before the first step of training. */
static labrbf_status choose_ridge(labrbf_trainer *t) {
    labrbf_status status = lab_tune_step(t->tune);
    if (status <= LABRBF_OK)
        return status;
    t->settings.ridge = t->rows.ridge = lab_tune_ridge(t->tune);
    lab_tune_destroy(t->tune);
    t->tune = NULL;
    return LABRBF_OK;
}

labrbf_status lab_trainer_step(labrbf_trainer *t) {
    if (t->phase == DONE)
        return t->stopped;
    if (t->tune)
        return choose_ridge(t);
    size_t steps = t->phase == GROWING ? t->settings.steps_grow : t->settings.steps_final;
    labrbf_status status = LABRBF_OK;
    if (t->phase_steps < steps)
        status = gradient_step(t);
    if (status >= 0 && t->phase_steps >= steps)
        status = t->phase == GROWING ? finish_round(t) : finish_training(t);
    if (status < 0)
        return status;
    return t->phase == DONE ? t->stopped : LABRBF_OK;
}

/* Asks the hook after a gradient step; true if it wants to stop. */
static bool wants_to_stop(labrbf_trainer *t) {
    labrbf_training_info info;
    lab_trainer_info(t, &info);
    return t->progress(t->progress_user, &info) != 0;
}

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

labrbf_status lab_trainer_run(labrbf_trainer *t, double seconds) {
    labrbf_status status;
    double end = clock_seconds() + seconds;
    do {
        size_t before = t->total_steps;
        status = lab_trainer_step(t);
        bool stepped = t->total_steps > before || t->tune;
        if (status >= 0 && stepped && t->progress && wants_to_stop(t) && status == LABRBF_OK)
            return LABRBF_DONE_CANCELLED;
    } while (status == LABRBF_OK && clock_seconds() < end);
    return status;
}

static double fraction_done(const labrbf_trainer *t) {
    double own = t->phase == DONE ? 1.0 : fmin(1.0, t->work_done / t->plan.work);
    double chosen = t->tune ? lab_tune_fraction(t->tune) : 1.0;
    return t->tune_share * chosen + (1.0 - t->tune_share) * own;
}

void lab_trainer_info(const labrbf_trainer *t, labrbf_training_info *info) {
    double loss = t->tune ? lab_tune_loss(t->tune) : t->total_steps ? t->recent_loss : NAN;
    *info = (labrbf_training_info){.struct_size = sizeof *info,
                                   .n_support = t->objective.s,
                                   .support_max = t->settings.support_max,
                                   .round = t->n_rounds,
                                   .step = t->total_steps,
                                   .step_limit = t->plan.steps,
                                   .loss = loss,
                                   .max_error = t->max_error,
                                   .fraction = fraction_done(t),
                                   .lambda = t->objective.lambda,
                                   .missing_values = t->missing_values};
}

labrbf_status lab_trainer_take_model(labrbf_trainer *t, labrbf_model **out) {
    lab_objective *o = &t->objective;
    labrbf_model *model;
    double lambda = o->lambda; /* if this solve has to raise it, later steps shall not notice */
    labrbf_status status = solve(t);
    double raised = o->lambda;
    o->lambda = lambda;
    if (status >= 0)
        status = lab_model_create(&t->allocator, o->s, t->n_features, t->n_rounds, &model);
    if (status < 0)
        return status;
    for (size_t j = 0; j < t->n_features; j++) {
        for (size_t i = 0; i < o->s; i++) {
            model->x[j * o->s + i] = o->x[j * o->s_max + i];
            model->theta[j * o->s + i] = fabs(o->theta[j * o->s_max + i]);
        }
    }
    for (size_t i = 0; i < o->s && !by_rows(t); i++)
        model->alpha2[i] = o->y[i] - o->beta;
    if (!by_rows(t))
        lab_krr_solve_adjoint(&o->solver.krr, model->alpha2);
    memcpy(model->y, o->y, o->s * sizeof *model->y);
    memcpy(model->alpha, o->alpha, o->s * sizeof *model->alpha);
    memcpy(model->rows, t->supports.rows, o->s * sizeof *model->rows);
    memcpy(model->history, t->history, t->n_rounds * sizeof *model->history);
    lab_scaler_copy(&model->scaler, &t->scaler);
    model->beta = o->beta;
    model->lambda = raised;
    model->rcond = by_rows(t) ? t->rows.rcond : lab_krr_rcond(&o->solver.krr);
    model->settings = t->settings;
    model->settings.threads = 0;
    model->n_rows = t->n_rows;
    model->missing_values = t->missing_values;
    model->n_steps = t->total_steps;
    model->stopped = t->phase == DONE ? t->stopped : LABRBF_DONE_CANCELLED;
    *out = model;
    return LABRBF_OK;
}

/* ---- creation */

static void scale_data(labrbf_trainer *t, const double *x, const double *y) {
    t->missing_values = lab_scaler_fit(&t->scaler, x, y, t->n_rows);
    for (size_t r = 0; r < t->n_rows; r++) {
        size_t at = r * t->n_features;
        lab_scaler_features(&t->scaler, x + at, 0, t->n_features, t->x + at);
        t->y[r] = lab_scaler_label(&t->scaler, y[r]);
    }
    if (t->scaler.label_minimum == t->scaler.label_maximum)
        lab_say(&t->log, LABRBF_LOG_WARNING, "every label is %g: the model will predict that value everywhere",
                t->scaler.label_minimum);
}

/* Equal rows count once, so there may be fewer possible supports than rows. */
static void limit_supports(labrbf_trainer *t, const lab_settings *asked) {
    lab_settings *s = &t->settings;
    size_t most = t->supports.n_distinct;
    if (s->batch_rows == LAB_ROWS_OUTSIDE && most == t->n_rows)
        most--;
    if (s->support_max > most)
        s->support_max = most;
    size_t outside = t->n_rows - s->support_max;
    if (asked->support_max > s->support_max)
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "support_max lowered from %zu to %zu: there are %zu rows, %zu of them distinct", asked->support_max,
                s->support_max, t->n_rows, t->supports.n_distinct);
    else if (s->batch_rows == LAB_ROWS_OUTSIDE && outside < t->n_rows / 10)
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "only %zu of %zu rows are left outside the supports to learn the bandwidths from: a smaller "
                "support_max may "
                "do better",
                outside, t->n_rows);
    if (asked->support_init > s->support_max)
        lab_say(&t->log, LABRBF_LOG_WARNING, "support_init lowered from %zu to %zu, the largest number of supports",
                asked->support_init, s->support_max);
    if (s->support_init > s->support_max)
        s->support_init = s->support_max;
}

/* The first `count` supports by the rule, whatever was there before. */
static void start_supports(labrbf_trainer *t, size_t count) {
    lab_support_clear(&t->supports);
    t->objective.s = 0;
    t->rng = lab_rng_seed(t->settings.seed);
    if (t->settings.support_rule == LAB_RULE_RANDOM)
        lab_support_start_random(&t->supports, count, &t->rng);
    else
        lab_support_start_by_label(&t->supports, count, t->y);
    take_in_supports(t);
}

/* Tunes sigma0 for as many supports as the model will have: the best width for the few first ones is another. */
static void tune_sigma(labrbf_trainer *t) {
    start_supports(t, t->settings.support_max);
    lab_rng rng = lab_rng_seed(t->settings.seed ^ SIGMA_STREAM);
    size_t sample = t->n_pool < SIGMA_ROWS ? t->n_pool : SIGMA_ROWS;
    lab_rng_choose(&rng, t->pool, t->n_pool, sample);
    t->settings.sigma0 = lab_sigma_tune(&t->objective, t->x, t->y, t->pool, sample);
    lab_say(&t->log, LABRBF_LOG_INFO, "sigma0 tuned on %zu training row%s: %g", sample, sample == 1 ? "" : "s",
            t->settings.sigma0);
}

labrbf_status lab_trainer_create(const lab_settings *settings, const double *x, const double *y, size_t n_rows,
                                 size_t n_features, const labrbf_hooks *hooks, labrbf_trainer **out) {
    *out = NULL;
    lab_allocator allocator = lab_allocator_of(hooks);
    labrbf_trainer *t = lab_alloc(&allocator, 1, sizeof *t);
    if (!t)
        return LABRBF_E_MEMORY;
    labrbf_status status;
    t->allocator = allocator;
    t->log = lab_log_of(hooks);
    t->progress = hooks ? hooks->progress : NULL;
    t->progress_user = hooks ? hooks->user : NULL;
    t->settings = *settings;
    t->n_rows = n_rows;
    t->n_features = n_features;
    lab_plan_resolve(&t->settings, n_rows);
    lab_plan_make(&t->plan, &t->settings, n_features);

    LAB_TRY(lab_dense_ready());
    LAB_TRY(allocate(t));
    scale_data(t, x, y);
    /* Errors are not needed yet: two row numbers fit where one of them will be. */
    lab_support_find_equals(&t->supports, t->x, n_features, (uint32_t *)(void *)t->errors);
    limit_supports(t, settings);
    lab_plan_make(&t->plan, &t->settings, n_features);
    if (lab_plan_work(&t->plan, t->settings.support_max) > PARALLEL_WORK)
        LAB_TRY(lab_par_create(&allocator, lab_par_threads(t->settings.threads), &t->par));

    t->objective.par = t->par;
    t->objective.log = &t->log;
    t->objective.lambda = t->settings.lambda;
    t->max_error = NAN;
    if (t->settings.sigma0 == 0.0 && by_rows(t))
        t->settings.sigma0 = lab_sigma_of_spread(t->x, n_rows, n_features);
    else if (t->settings.sigma0 == 0.0)
        tune_sigma(t);
    start_supports(t, t->settings.support_init);
    lab_sigma_fill(&t->objective, t->settings.sigma0);
    if (by_rows(t)) {
        t->rows.x = t->x;
        t->rows.y = t->y;
        t->rows.n = n_rows;
        t->rows.ridge = t->settings.ridge;
        t->rows.window_rows = t->settings.window;
    }
    if (by_rows(t) && t->settings.ridge == 0.0 && lab_tune_possible(&t->settings, n_rows)) {
        LAB_TRY(lab_tune_create(&allocator, &t->log, &t->settings, x, y, n_rows, n_features, &t->tune));
        t->tune_share = lab_tune_cost / (1.0 + lab_tune_cost);
    }
    start_phase(t, GROWING);
    *out = t;
    return LABRBF_OK;
fail:
    lab_trainer_destroy(t);
    return status;
}

void lab_trainer_destroy(labrbf_trainer *t) {
    if (!t)
        return;
    lab_allocator allocator = t->allocator;
    lab_tune_destroy(t->tune);
    lab_par_destroy(t->par);
    lab_free(&allocator, t->block);
    lab_free(&allocator, t);
}
