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
#include "learn/canonical.h"
#include "learn/objective.h"
#include "learn/optim.h"
#include "learn/plan.h"
#include "learn/rows.h"
#include "learn/sigma.h"
#include "learn/support.h"
#include "learn/tune.h"
#include "learn/warm.h"
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

    size_t n_rows, n_features, n_targets; /* n_rows as canonical.h makes them */
    size_t n_given, missing_values;       /* of the data as they were given */
    double *x, *y;                        /* scaled; y target by target */
    double *weights;                      /* NULL if every row counts once */
    uint32_t *origin;                     /* the rows' numbers in the data; NULL if they are the same */
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

static void layout(labrbf_trainer *t, const lab_canonical *rows, lab_arena *arena) {
    size_t n = t->n_rows, m = t->n_features, s_max = t->settings.support_max;
    t->x = lab_arena_doubles(arena, n, m);
    t->y = lab_arena_doubles(arena, t->n_targets, n);
    t->weights = rows->weights ? lab_arena_doubles(arena, n, 1) : NULL;
    t->origin = rows->rows ? lab_arena_rows(arena, n) : NULL;
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
        lab_rows_layout(&t->rows, arena, &t->objective);
    if (places_move(t))
        lab_optim_layout(&t->place_optim, arena, m, s_max);
}

static labrbf_status allocate(labrbf_trainer *t, const lab_canonical *rows) {
    t->scaler.n_features = t->n_features;
    t->scaler.n_targets = t->n_targets;
    t->objective.profile = t->settings.kernel;
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

/* ---- the support set and its bandwidths */

static double weight_of(const labrbf_trainer *t, size_t row) { return t->weights ? t->weights[row] : 1.0; }

/* Of the supports, by the weights of their rows. */
static double mean_label(const labrbf_trainer *t, size_t target) {
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < t->objective.s; i++) {
        double weight = weight_of(t, t->supports.rows[i]);
        sum += weight * t->objective.y[target * t->objective.s_max + i];
        total += weight;
    }
    return sum / total;
}

static void fill_pool(labrbf_trainer *t, bool all) {
    t->n_pool = 0;
    for (size_t r = 0; r < t->n_rows; r++)
        if (all || !lab_support_has(&t->supports, r))
            t->pool[t->n_pool++] = (uint32_t)r;
}

/* Brings rows that joined the support set into the objective, and renews what depends on the set. */
static void take_in_supports(labrbf_trainer *t) {
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
        lab_objective_set_batch(&t->objective, i, t->x + row * t->n_features, t->y + row, t->n_rows);
        if (t->weights)
            t->objective.batch_weights[i] = t->weights[row];
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

/* Coefficients by kernel ridge regression leave errors on supports that are lambda alpha: not asked for. */
static bool is_scanned(const labrbf_trainer *t, size_t row) {
    return by_rows(t) || !lab_support_has(&t->supports, row);
}

/* The squared error of every row, the mean over targets. */
static void scan_block(void *context, size_t begin, size_t end) {
    labrbf_trainer *t = context;
    const lab_objective *o = &t->objective;
    lab_supports supports = lab_objective_supports(o);
    double f[SCAN_BLOCK];
    for (size_t r = begin; r < end; r++)
        t->errors[r] = 0.0;
    for (size_t c = 0; c < t->n_targets; c++) {
        const double *y = t->y + c * t->n_rows;
        lab_kernel_dot(&supports, o->alpha + c * o->s_max, t->x + begin * t->n_features, end - begin, t->n_features, f);
        for (size_t r = begin; r < end; r++) {
            double error = is_scanned(t, r) ? o->beta[c] + f[r - begin] - y[r] : 0.0;
            t->errors[r] += error * error / (double)t->n_targets;
        }
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
    double sum = 0.0, total = 0.0;
    t->max_error = 0.0;
    for (size_t r = 0; r < t->n_rows; r++) {
        sum += weight_of(t, r) * t->errors[r];
        total += is_scanned(t, r) ? weight_of(t, r) : 0.0;
        t->max_error = fmax(t->max_error, t->errors[r]);
    }
    t->mean_error = total > 0.0 ? sum / total : 0.0;
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

/* What the objective has of every support and of every target. */
static void copy_supports(const labrbf_trainer *t, labrbf_model *model) {
    const lab_objective *o = &t->objective;
    size_t s = o->s, bytes = s * sizeof(double);
    for (size_t j = 0; j < t->n_features; j++) {
        for (size_t i = 0; i < s; i++) {
            model->x[j * s + i] = o->x[j * o->s_max + i];
            model->theta[j * s + i] = fabs(o->theta[j * o->s_max + i]);
        }
    }
    for (size_t c = 0; c < t->n_targets; c++) {
        memcpy(model->y + c * s, o->y + c * o->s_max, bytes);
        memcpy(model->alpha + c * s, o->alpha + c * o->s_max, bytes);
        model->beta[c] = o->beta[c];
        for (size_t i = 0; i < s && !by_rows(t); i++)
            model->alpha2[c * s + i] = model->y[c * s + i] - model->beta[c];
        if (!by_rows(t))
            lab_krr_solve_adjoint(&o->solver.krr, model->alpha2 + c * s);
    }
    for (size_t i = 0; i < s; i++)
        model->rows[i] = t->origin ? t->origin[t->supports.rows[i]] : t->supports.rows[i];
}

labrbf_status lab_trainer_take_model(labrbf_trainer *t, labrbf_model **out) {
    lab_objective *o = &t->objective;
    labrbf_model *model;
    double lambda = o->lambda; /* if this solve has to raise it, later steps shall not notice */
    labrbf_status status = solve(t);
    double raised = o->lambda;
    o->lambda = lambda;
    if (status >= 0)
        status = lab_model_create(&t->allocator, o->s, t->n_features, t->n_targets, t->n_rounds, &model);
    if (status < 0)
        return status;
    copy_supports(t, model);
    memcpy(model->history, t->history, t->n_rounds * sizeof *model->history);
    lab_scaler_copy(&model->scaler, &t->scaler);
    model->lambda = raised;
    model->rcond = by_rows(t) ? t->rows.rcond : lab_krr_rcond(&o->solver.krr);
    model->settings = t->settings;
    model->settings.threads = 0;
    model->n_rows = t->n_given;
    model->missing_values = t->missing_values;
    model->n_steps = t->total_steps;
    model->stopped = t->phase == DONE ? t->stopped : LABRBF_DONE_CANCELLED;
    *out = model;
    return LABRBF_OK;
}

/* ---- creation */

/* Missing cells of the given rows that count. */
static size_t count_missing(const labrbf_data *data) {
    size_t missing = 0;
    for (size_t r = 0; r < data->n_rows; r++)
        for (size_t j = 0; j < data->n_features && (!data->weights || data->weights[r] > 0.0); j++)
            missing += isnan(data->x[r * data->n_features + j]) != 0;
    return missing;
}

/* The rows in their own units. Of two equal rows one may have -0 where the other has 0: rows that were put in order have
 * 0. */
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
    (void)lab_scaler_fit(&t->scaler, t->x, t->y, t->weights, t->n_rows);
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
static void limit_supports(labrbf_trainer *t, const lab_settings *asked) {
    lab_settings *s = &t->settings;
    size_t most = t->supports.n_distinct;
    if (s->batch_rows == LAB_ROWS_OUTSIDE && most == t->n_rows && most > 1)
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

/* `count` supports over the sorted labels: as many over those of each target. */
static void start_by_labels(labrbf_trainer *t, size_t count) {
    for (size_t c = 0; c < t->n_targets; c++) {
        size_t share = (count - t->supports.n) / (t->n_targets - c);
        lab_support_start_by_label(&t->supports, share, t->y + c * t->n_rows);
    }
}

static void clear_supports(labrbf_trainer *t) {
    lab_support_clear(&t->supports);
    t->objective.s = 0;
    t->rng = lab_rng_seed(t->settings.seed);
}

/* The first `count` supports by the rule, whatever was there before. */
static void start_supports(labrbf_trainer *t, size_t count) {
    clear_supports(t);
    if (t->settings.support_rule == LAB_RULE_RANDOM)
        lab_support_start_random(&t->supports, count, &t->rng);
    else
        start_by_labels(t, count);
    take_in_supports(t);
}

/* sigma0 if it is auto. For kernel ridge regression it is tuned for as many supports as the model will have: the best
 * width for the few first ones is another. */
static void choose_sigma(labrbf_trainer *t) {
    const lab_sigma_rows rows = {t->x, t->y, t->weights, t->n_rows, t->n_features};
    if (t->settings.sigma0 != 0.0)
        return;
    if (by_rows(t)) {
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

/* The first supports and bandwidths: by the settings, or a model's. */
static labrbf_status start_state(labrbf_trainer *t, const labrbf_model *model) {
    if (!model) {
        choose_sigma(t);
        start_supports(t, t->settings.support_init);
        lab_sigma_fill(&t->objective, t->settings.sigma0);
        return LABRBF_OK;
    }
    if (model->n_support > t->settings.support_max)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "the model to start from has %zu supports, but there may be at most %zu: a larger support_max "
                        "helps if there are as many distinct rows",
                        model->n_support, t->settings.support_max);
    clear_supports(t);
    labrbf_status status = lab_warm_start(model, &t->scaler, &t->objective, &t->supports);
    if (status >= 0)
        take_in_supports(t);
    return status;
}

static labrbf_status start_rows(labrbf_trainer *t, const labrbf_data *data) {
    t->rows.x = t->x;
    t->rows.y = t->y;
    t->rows.weights = t->weights;
    t->rows.n = t->n_rows;
    t->rows.ridge = t->settings.ridge;
    t->rows.window_rows = t->settings.window;
    if (t->settings.ridge != 0.0 || !lab_tune_possible(&t->settings, t->n_rows))
        return LABRBF_OK;
    const lab_tune_rows rows = {data, t->origin, t->weights, t->n_rows};
    t->tune_share = lab_tune_cost / (1.0 + lab_tune_cost);
    return lab_tune_create(&t->allocator, &t->log, &t->settings, &rows, &t->tune);
}

/* Settings and memory for the rows that canonical.h has made of the data, and these rows. */
static labrbf_status take_data(labrbf_trainer *t, const lab_settings *asked, const labrbf_data *data,
                               const lab_canonical *rows) {
    t->n_rows = rows->n;
    t->n_features = data->n_features;
    t->n_targets = data->n_targets;
    t->n_given = data->n_rows;
    t->missing_values = count_missing(data);
    if (data->start)
        t->settings.support_init = data->start->n_support;
    lab_plan_resolve(&t->settings, t->n_rows);
    lab_plan_make(&t->plan, &t->settings, t->n_features);
    labrbf_status status = allocate(t, rows);
    if (status < 0)
        return status;
    gather(t, data, rows);
    scale_data(t, t->objective.rows);
    /* Errors are not needed yet: two row numbers fit where one of them will be. */
    lab_support_find_equals(&t->supports, t->x, t->n_features, (uint32_t *)(void *)t->errors);
    limit_supports(t, asked);
    lab_plan_make(&t->plan, &t->settings, t->n_features);
    return LABRBF_OK;
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
    t->settings = *settings;

    LAB_TRY(lab_dense_ready());
    LAB_TRY(lab_canonical_make(&rows, &allocator, data, by_rows(t) || data->weights));
    LAB_TRY(take_data(t, settings, data, &rows));
    lab_canonical_free(&rows, &allocator);
    if (lab_plan_work(&t->plan, t->settings.support_max) > PARALLEL_WORK)
        LAB_TRY(lab_par_create(&allocator, lab_par_threads(t->settings.threads), &t->par));

    t->objective.par = t->par;
    t->objective.log = &t->log;
    t->objective.lambda = t->settings.lambda;
    t->max_error = NAN;
    LAB_TRY(start_state(t, data->start));
    if (by_rows(t))
        LAB_TRY(start_rows(t, data));
    start_phase(t, GROWING);
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
    lab_par_destroy(t->par);
    lab_free(&allocator, t->block);
    lab_free(&allocator, t);
}
