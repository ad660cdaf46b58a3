/*
 * Algorithm 1: learning LAB RBF kernels with minibatch gradients and a dynamic support set.
 *
 *     supports: S0 rows, bandwidths sqrt(sigma0 / M)
 *     repeat (a round)
 *         repeat steps_grow times: a batch of rows, a gradient step on the bandwidths (and the centres)
 *         errors xi = (f(x) - y)^2 of the rows
 *         stop if the largest is within the tolerance, or S = S_max, or the rounds are used up
 *         else the k rows of largest error join the supports
 *     steps_final more gradient steps (not after a stop by the tolerance)
 *     coefficients for the final bandwidths; with rows held out, for the best ones seen (early_stopping.h)
 *
 * How coefficients and the gradient are found is left to a rule (rule.h).
 */
#include "learn/learner.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/sweep.h"

enum { RECENT_STEPS = 50 };
static const double PI = 3.14159265358979323846, FARTHEST = 4.8e8; /* such a bandwidth sees nothing but its row */

/* ---- one gradient step */

static void draw_batch(lab_learner *l) {
    const lab_rows *rows = &l->rows;
    lab_expansion *e = &l->expansion;
    lab_rng_choose(&l->rng, l->pool, l->n_pool, e->b);
    for (size_t i = 0; i < e->b; i++) {
        size_t row = l->pool[i];
        lab_expansion_set_batch(e, i, rows->x + row * rows->n_features, rows->y + row, rows->n);
        if (rows->weights)
            e->batch_weights[i] = rows->weights[row];
    }
}

/* A step on log theta, whose gradient is theta times that of theta: theta is multiplied by e to what the step adds. */
static void move_log_bandwidths(lab_learner *l) {
    lab_expansion *e = &l->expansion;
    memset(l->log_step, 0, e->n_features * e->s_max * sizeof *l->log_step);
    lab_optim_step(&l->optim, l->log_step, e->gradient, e->n_features, e->s, e->s_max);
    for (size_t j = 0; j < e->n_features; j++)
        lab_sweep()->grow(e->s, l->log_step + j * e->s_max, 1.0 / FARTHEST, FARTHEST, e->theta + j * e->s_max);
}

/* The gradient of bandwidths that all supports share: its mean over them. They start alike, so they stay alike. */
static void share_gradient(lab_expansion *e) {
    for (size_t j = 0; j < e->n_features; j++) {
        double *gradient = e->gradient + j * e->s_max, sum = 0.0;
        for (size_t i = 0; i < e->s; i++)
            sum += gradient[i];
        for (size_t i = 0; i < e->s; i++)
            gradient[i] = sum / (double)e->s;
    }
}

/* Bandwidths and centres move together, or not at all if a gradient is not finite. */
static bool move(lab_learner *l) {
    lab_expansion *e = &l->expansion;
    const lab_settings *settings = &l->how.settings;
    size_t m = e->n_features, s = e->s, stride = e->s_max;
    for (size_t at = 0; at < m * stride && l->log_step; at += stride)
        for (size_t i = at; i < at + s; i++)
            e->gradient[i] *= e->theta[i];
    if (settings->bandwidths == LAB_BANDWIDTHS_SHARED)
        share_gradient(e);
    if (!lab_optim_clip(e->gradient, m, s, stride, settings->clip_norm) ||
        (e->moves_centres && !lab_optim_clip(e->centre_gradient, m, s, stride, settings->clip_norm)))
        return false;
    if (l->log_step)
        move_log_bandwidths(l);
    else
        lab_optim_step(&l->optim, e->theta, e->gradient, m, s, stride);
    if (e->moves_centres)
        lab_optim_step(&l->centre_optim, e->x, e->centre_gradient, m, s, stride);
    return true;
}

/* The rate of this step: along half a wave of a cosine in the final steps, if so asked. */
static void set_rates(lab_learner *l) {
    const lab_settings *settings = &l->how.settings;
    double rate = l->now.phase == LAB_FINAL ? l->how.rate_final : settings->rate;
    if (l->now.phase == LAB_FINAL && settings->rate_decay == LAB_DECAY_COSINE)
        rate *= 0.5 * (1.0 + cos(PI * (double)l->now.phase_steps / (double)l->now.final_steps));
    l->optim.rate = rate;
    l->centre_optim.rate = rate * settings->center_rate;
}

static labrbf_status gradient_step(lab_learner *l) {
    lab_expansion *e = &l->expansion;
    lab_standing *now = &l->now;
    double loss;
    draw_batch(l);
    set_rates(l);
    LAB_OR_RETURN(l->rule->gradient(l->rule_state, e, &l->rows, &now->lambda, &loss));
    if (!move(l) && now->bad_steps++ == 0)
        lab_say(&l->log, LABRBF_LOG_WARNING, "a gradient was not finite: that step was left out");
    now->phase_steps++;
    now->steps++;
    now->work += lab_schedule_step_work(&l->how.settings, e->n_features, e->s);
    now->phase_loss += loss;
    double share = now->steps < RECENT_STEPS ? 1.0 / (double)now->steps : 1.0 / RECENT_STEPS;
    now->recent_loss += share * (loss - now->recent_loss);
    return LABRBF_OK;
}

/* ---- growth */

static double mean_bandwidth(const lab_expansion *e, size_t s) {
    double sum = 0.0;
    for (size_t j = 0; j < e->n_features; j++)
        for (size_t i = 0; i < s; i++)
            sum += fabs(e->theta[j * e->s_max + i]);
    return sum / ((double)s * (double)e->n_features);
}

/* The support among the first s that is nearest to support i, by plain distance. */
static size_t nearest_support(const lab_expansion *e, size_t i, size_t s) {
    size_t best = 0;
    double least = INFINITY;
    for (size_t c = 0; c < s; c++) {
        double d = 0.0;
        for (size_t j = 0; j < e->n_features; j++) {
            double u = e->x[j * e->s_max + i] - e->x[j * e->s_max + c];
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
static void start_new_bandwidths(lab_learner *l, size_t old) {
    lab_expansion *e = &l->expansion;
    double mean = mean_bandwidth(e, old);
    bool shared = l->how.settings.bandwidths == LAB_BANDWIDTHS_SHARED,
         copy = l->how.settings.theta_new == LAB_THETA_NEAREST;
    for (size_t i = old; i < e->s; i++) {
        size_t like = copy && !shared ? nearest_support(e, i, old) : 0;
        for (size_t j = 0; j < e->n_features; j++) {
            double *theta = e->theta + j * e->s_max;
            theta[i] = copy || shared ? fabs(theta[like]) : mean;
        }
    }
}

static bool grow(lab_learner *l) {
    size_t old = l->expansion.s;
    if (lab_support_add_worst(&l->supports, lab_schedule_growth(&l->how.settings, old), l->errors) == 0)
        return false;
    lab_learner_take_in_supports(l);
    start_new_bandwidths(l, old);
    return true;
}

/* ---- phases */

/* Adam's moments restart with every round; the final steps may have their own method and rate. */
void lab_learner_start_phase(lab_learner *l, lab_phase next) {
    const lab_settings *s = &l->how.settings;
    const lab_expansion *e = &l->expansion;
    l->now.phase = next;
    l->now.solved = false;
    l->now.phase_steps = 0;
    l->now.phase_loss = 0.0;
    lab_early_start(&l->early, l->now.final_steps);
    bool adam = s->optimizer == LAB_ADAM || (s->optimizer == LAB_ADAM_SGD && next == LAB_GROWING);
    lab_optim_start(&l->optim, adam, s->rate, e->n_features, e->s_max);
    if (e->moves_centres)
        lab_optim_start(&l->centre_optim, adam, s->rate, e->n_features, e->s_max);
}

/* Errors of the first n rows, and a line in the history. */
static void record_errors(lab_learner *l, size_t n) {
    lab_standing *now = &l->now;
    now->mean_error = lab_learner_scan(l, 0, n, &now->max_error);
    l->history[now->n_rounds++] =
        (labrbf_round){.n_support = l->expansion.s,
                       .n_steps = now->phase_steps,
                       .loss = now->phase_steps ? now->phase_loss / (double)now->phase_steps : NAN,
                       .max_error = now->max_error,
                       .mean_error = now->mean_error};
}

static labrbf_status solve(lab_learner *l, size_t n) {
    return l->rule->solve(l->rule_state, &l->expansion, &l->rows, n, &l->now.lambda);
}

static labrbf_status finish_round(lab_learner *l) {
    lab_standing *now = &l->now;
    LAB_OR_RETURN(solve(l, l->rows.n_learnt));
    record_errors(l, l->rows.n_learnt);
    if (now->max_error <= l->how.settings.tolerance) {
        now->stopped = LABRBF_DONE_TOLERANCE;
        now->phase = LAB_DONE;
        return LABRBF_OK;
    }
    bool full = l->expansion.s >= l->how.settings.support_max, spent = now->n_rounds >= l->schedule.rounds;
    if (!full && !spent && grow(l)) {
        lab_learner_start_phase(l, LAB_GROWING);
        return LABRBF_OK;
    }
    now->stopped = spent && !full ? LABRBF_DONE_ROUNDS : LABRBF_DONE_SUPPORTS;
    lab_learner_start_phase(l, LAB_FINAL);
    return LABRBF_OK;
}

static void put_best_back(lab_learner *l) {
    const lab_looks *looks = &l->early.looks;
    size_t left_out = l->now.steps_left_out;
    if (looks->best == 0)
        return;
    lab_early_put_back(&l->early, &l->expansion);
    lab_say(&l->log, LABRBF_LOG_INFO,
            "the best of %zu look%s at %zu held-out rows was after step %zu; stopped %zu step%s early", looks->n,
            looks->n == 1 ? "" : "s", l->rows.n - l->rows.n_learnt, looks->best, left_out, left_out == 1 ? "" : "s");
}

static labrbf_status finish_training(lab_learner *l) {
    put_best_back(l);
    if (l->now.phase_steps > 0) {
        LAB_OR_RETURN(solve(l, l->rows.n));
        record_errors(l, l->rows.n);
        l->now.solved = !l->rule->interpolates;
    }
    l->now.phase = LAB_DONE;
    return LABRBF_OK;
}

/* Takes final steps out of the plan, from which progress is computed. */
static void cut_final_steps(lab_learner *l, size_t cut) {
    size_t supports = l->now.phase == LAB_FINAL ? l->expansion.s : l->how.settings.support_max;
    l->now.final_steps -= cut;
    l->schedule.steps -= cut;
    l->schedule.work -= (double)cut * lab_schedule_step_work(&l->how.settings, l->rows.n_features, supports);
}

/* A look at the rows held out; the remaining steps are left out if there is no progress. If this solve has to raise
 * lambda, later steps do not notice. */
static labrbf_status look(lab_learner *l) {
    lab_standing *now = &l->now;
    double lambda = now->lambda, largest;
    LAB_OR_RETURN(l->rule->solve(l->rule_state, &l->expansion, &l->rows, l->rows.n_learnt, &lambda));
    double error = lab_learner_scan(l, l->rows.n_learnt, l->rows.n, &largest);
    if (lab_early_look(&l->early, &l->expansion, now->phase_steps, error, l->how.settings.patience)) {
        now->steps_left_out = now->final_steps - now->phase_steps;
        cut_final_steps(l, now->steps_left_out);
    }
    return LABRBF_OK;
}

/* ---- the algorithm, from outside */

static size_t steps_in_phase(const lab_learner *l) {
    return l->now.phase == LAB_GROWING ? l->how.settings.steps_grow : l->now.final_steps;
}

labrbf_status lab_learner_step(lab_learner *l) {
    lab_standing *now = &l->now;
    labrbf_status status = LABRBF_OK;
    if (now->phase == LAB_DONE)
        return now->stopped;
    if (now->phase_steps < steps_in_phase(l))
        status = gradient_step(l);
    if (status >= 0 && now->phase == LAB_FINAL && lab_early_is_due(&l->early, now->phase_steps, now->final_steps))
        status = look(l);
    if (status >= 0 && now->phase_steps >= steps_in_phase(l))
        status = now->phase == LAB_GROWING ? finish_round(l) : finish_training(l);
    return status < 0 ? status : now->phase == LAB_DONE ? now->stopped : LABRBF_OK;
}

size_t lab_learner_steps_left(const lab_learner *l) {
    if (l->now.phase == LAB_DONE)
        return 0;
    return l->now.phase == LAB_FINAL ? l->now.final_steps - l->now.phase_steps : l->schedule.steps - l->now.steps;
}

void lab_learner_shorten(lab_learner *l, size_t n_steps) {
    size_t left = lab_learner_steps_left(l), done = l->now.phase == LAB_FINAL ? l->now.phase_steps : 0;
    if (left <= n_steps)
        return;
    size_t cut = left - n_steps, most = l->now.final_steps - done;
    cut_final_steps(l, lab_smaller(cut, most));
}

double lab_learner_fraction(const lab_learner *l) {
    return l->now.phase != LAB_DONE && l->now.work < l->schedule.work ? l->now.work / l->schedule.work : 1.0;
}
