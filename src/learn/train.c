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
 *     alpha for the final bandwidths; with rows held out, for the best ones seen (patience.h)
 *
 * and the same again for every further member (members.h).
 *
 * All memory is one block, laid out at creation for S_max supports; steps allocate nothing.
 */
#include "learn/train.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/status.h"
#include "base/sweep.h"
#include "learn/members.h"
#include "learn/trainer.h"

enum { RECENT_STEPS = 50 };
static const double IN_VAIN = 10.0,
                    EXACT = 1e-10; /* mean error of a member: times the least of others; of no account */
static const double PI = 3.14159265358979323846, FARTHEST = 4.8e8; /* such a bandwidth sees nothing but its row */

/* ---- bandwidths of new supports */

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
    bool shared = t->settings.bandwidths == LAB_BANDWIDTHS_SHARED, copy = t->settings.theta_new == LAB_THETA_NEAREST;
    for (size_t i = old; i < o->s; i++) {
        size_t like = copy && !shared ? nearest_support(o, i, old) : 0;
        for (size_t j = 0; j < o->n_features; j++) {
            double *theta = o->theta + j * o->s_max;
            theta[i] = copy || shared ? fabs(theta[like]) : mean;
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

/* A step on log theta, whose gradient is theta times that of theta: theta is multiplied by e to what the step adds. */
static void move_log_bandwidths(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    memset(t->log_step, 0, o->n_features * o->s_max * sizeof *t->log_step);
    lab_optim_step(&t->optim, t->log_step, o->gradient, o->n_features, o->s, o->s_max);
    for (size_t j = 0; j < o->n_features; j++)
        lab_sweep()->grow(o->s, t->log_step + j * o->s_max, 1.0 / FARTHEST, FARTHEST, o->theta + j * o->s_max);
}

/* Of bandwidths that all supports share: its mean over them. They start alike, so they stay alike. */
static void share_gradient(lab_objective *o) {
    for (size_t j = 0; j < o->n_features; j++) {
        double *gradient = o->gradient + j * o->s_max, sum = 0.0;
        for (size_t i = 0; i < o->s; i++)
            sum += gradient[i];
        for (size_t i = 0; i < o->s; i++)
            gradient[i] = sum / (double)o->s;
    }
}

/* Bandwidths and places move together, or not at all if a gradient is not finite. */
static bool move(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    size_t m = o->n_features, s = o->s, stride = o->s_max;
    for (size_t at = 0; at < m * stride && t->log_step; at += stride)
        for (size_t i = at; i < at + s; i++)
            o->gradient[i] *= o->theta[i];
    if (t->settings.bandwidths == LAB_BANDWIDTHS_SHARED)
        share_gradient(o);
    if (!lab_optim_clip(o->gradient, m, s, stride, t->settings.clip_norm) ||
        (lab_trainer_places_move(t) && !lab_optim_clip(t->rows.place_gradient, m, s, stride, t->settings.clip_norm)))
        return false;
    if (t->log_step)
        move_log_bandwidths(t);
    else
        lab_optim_step(&t->optim, o->theta, o->gradient, m, s, stride);
    if (lab_trainer_places_move(t))
        lab_optim_step(&t->place_optim, o->x, t->rows.place_gradient, m, s, stride);
    return true;
}

/* Of the final steps. A search takes the first steps at the rate that it chooses: who has had no part in it takes them
 * now. */
static double final_rate(const labrbf_trainer *t) {
    return t->afresh && t->asked.rate_final == 0.0 ? t->settings.rate : t->settings.rate_final;
}

/* The rate of this step: along half a wave of a cosine in the final steps, if so asked. */
static void set_rates(labrbf_trainer *t) {
    double rate = t->phase == LAB_FINAL ? final_rate(t) : t->settings.rate;
    if (t->phase == LAB_FINAL && t->settings.rate_decay == LAB_DECAY_COSINE)
        rate *= 0.5 * (1.0 + cos(PI * (double)t->phase_steps / (double)t->final_steps));
    t->optim.rate = rate;
    t->place_optim.rate = rate * t->settings.center_rate;
}

static labrbf_status gradient_step(labrbf_trainer *t) {
    lab_objective *o = &t->objective;
    double loss;
    draw_batch(t);
    set_rates(t);
    labrbf_status status = lab_trainer_by_rows(t) ? lab_rows_gradient(&t->rows, o, lab_trainer_places_move(t), &loss)
                                                  : lab_objective_gradient(o, &loss);
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

/* xi = (f(x) - y)^2 of the first n rows, as far as they are outside the supports, and a line in the history. */
static void scan_errors(labrbf_trainer *t, size_t n) {
    t->mean_error = lab_trainer_scan(t, 0, n, &t->max_error);
    t->history[t->n_rounds++] = (labrbf_round){.n_support = t->objective.s,
                                               .n_steps = t->phase_steps,
                                               .loss = t->phase_steps ? t->phase_loss / (double)t->phase_steps : NAN,
                                               .max_error = t->max_error,
                                               .mean_error = t->mean_error};
}

/* Adam's moments restart with every round; the final steps may have their own method and rate. */
void lab_trainer_start_phase(labrbf_trainer *t, lab_phase next) {
    const lab_settings *s = &t->settings;
    t->phase = next;
    t->solved = false;
    t->phase_steps = 0;
    t->phase_loss = 0.0;
    lab_patience_start(t);
    bool adam = s->optimizer == LAB_ADAM || (s->optimizer == LAB_ADAM_SGD && next == LAB_GROWING);
    lab_optim_start(&t->optim, adam, s->rate, t->n_features, t->objective.s_max);
    if (lab_trainer_places_move(t))
        lab_optim_start(&t->place_optim, adam, s->rate, t->n_features, t->objective.s_max);
}

static bool grow(labrbf_trainer *t) {
    size_t old = t->objective.s;
    if (lab_support_add_worst(&t->supports, lab_plan_add(&t->settings, old), t->errors) == 0)
        return false;
    lab_trainer_take_in_supports(t);
    start_new_bandwidths(t, old);
    return true;
}

static labrbf_status finish_round(labrbf_trainer *t) {
    labrbf_status status = lab_trainer_solve(t);
    if (status < 0)
        return status;
    scan_errors(t, t->n_learnt);
    if (t->max_error <= t->settings.tolerance) {
        t->stopped = LABRBF_DONE_TOLERANCE;
        t->phase = LAB_DONE;
    } else if (t->objective.s >= t->settings.support_max) {
        t->stopped = LABRBF_DONE_SUPPORTS;
        lab_trainer_start_phase(t, LAB_FINAL);
    } else if (t->n_rounds - t->first_round >= t->plan.rounds) {
        t->stopped = LABRBF_DONE_ROUNDS;
        lab_trainer_start_phase(t, LAB_FINAL);
    } else if (grow(t)) {
        lab_trainer_start_phase(t, LAB_GROWING);
    } else {
        t->stopped = LABRBF_DONE_SUPPORTS;
        lab_trainer_start_phase(t, LAB_FINAL);
    }
    return LABRBF_OK;
}

static labrbf_status finish_training(labrbf_trainer *t) {
    lab_patience_put_back(t);
    t->phase = LAB_DONE;
    if (t->phase_steps == 0)
        return LABRBF_OK;
    labrbf_status status = lab_trainer_solve_all(t);
    if (status < 0)
        return status;
    scan_errors(t, t->n_rows);
    t->solved = lab_trainer_by_rows(t);
    return LABRBF_OK;
}

/* ---- the algorithm, from outside */

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* The plan loses them as well. */
static void cut_final_steps(labrbf_trainer *t, size_t cut) {
    size_t supports = t->phase == LAB_FINAL ? t->objective.s : t->settings.support_max;
    t->final_steps -= cut;
    t->plan.steps -= cut;
    t->plan.work -= (double)cut * lab_plan_work(&t->plan, supports);
}

/* Training begins with what the search has chosen, and from where its best model is if that has all supports: it has
 * used up half of the steps, or fewer if it was settled early. */
static labrbf_status begin_with_choice(labrbf_trainer *t) {
    const labrbf_model *best = lab_tune_best(t->tune);
    t->n_trials = lab_tune_trials(t->tune, t->trials);
    lab_proposals_apply(&t->trials[0], &t->settings);
    lab_plan_make(&t->plan, &t->settings, t->n_features);
    bool whole =
        best->parts[0]->n_support == t->settings.support_max && t->settings.support_init == t->settings.support_max;
    size_t used = whole ? smaller(t->trials[0].n_steps, t->settings.steps_final / 2) : 0;
    size_t most = smaller(t->final_steps, t->settings.steps_final - used);
    labrbf_status status = lab_trainer_begin(t, whole ? best : NULL, true);
    t->afresh = !whole;
    t->final_steps = t->settings.steps_final; /* as the plan has it */
    cut_final_steps(t, t->final_steps - most);
    return status;
}

static labrbf_status end_search(labrbf_trainer *t) {
    labrbf_status status = begin_with_choice(t);
    lab_tune_destroy(t->tune);
    t->tune = NULL;
    return status < 0 ? status : LABRBF_OK;
}

/* A step of the search. */
static labrbf_status choose(labrbf_trainer *t) {
    labrbf_status status = lab_tune_step(t->tune);
    return status <= LABRBF_OK ? status : end_search(t);
}

labrbf_status lab_trainer_settle(labrbf_trainer *t) {
    if (!t->tune)
        return LABRBF_OK;
    labrbf_status status = lab_tune_settle(t->tune);
    return status < 0 ? status : end_search(t);
}

/* Steps that the member at work has still to take. */
static size_t own_steps_left(const labrbf_trainer *t) {
    if (t->phase == LAB_DONE)
        return 0;
    size_t further = t->settings.members - t->member - 1;
    return t->phase == LAB_FINAL ? t->final_steps - t->phase_steps
                                 : t->plan.steps - t->total_steps - further * t->plan.member_steps;
}

/* Further members that have no place in n_steps. */
static void drop_members(labrbf_trainer *t, size_t n_steps) {
    size_t further = t->settings.members - t->member - 1, each = t->plan.member_steps, own = own_steps_left(t);
    size_t room = each == 0       ? further
                  : n_steps > own ? (n_steps - own) / each
                                  : 0,
           drop = further - smaller(further, room);
    t->settings.members -= drop;
    t->plan.steps -= drop * each;
    t->plan.work -= (double)drop * t->plan.member_work;
}

void lab_trainer_shorten(labrbf_trainer *t, size_t n_steps) {
    size_t done = t->phase == LAB_FINAL ? t->phase_steps : 0;
    drop_members(t, n_steps);
    size_t left = own_steps_left(t);
    if (left > n_steps)
        cut_final_steps(t, smaller(left - n_steps, t->final_steps - done));
}

/* At the rows held out; further steps are left out if nothing is gained by them. */
static labrbf_status look(labrbf_trainer *t) {
    bool enough = false;
    labrbf_status status = lab_patience_look(t, &enough);
    if (enough) {
        t->patience.saved = t->final_steps - t->phase_steps;
        cut_final_steps(t, t->patience.saved);
    }
    return status;
}

static size_t steps_in_phase(const labrbf_trainer *t) {
    return t->phase == LAB_GROWING ? t->settings.steps_grow : t->final_steps;
}

bool lab_trainer_is_over(const labrbf_trainer *t) {
    return t->phase == LAB_DONE && t->member + 1 == t->settings.members;
}

labrbf_status lab_trainer_step(labrbf_trainer *t) {
    if (lab_trainer_is_over(t))
        return t->stopped;
    if (t->tune)
        return choose(t);
    labrbf_status status = t->phase == LAB_DONE ? lab_trainer_next_member(t) : LABRBF_OK;
    if (status < 0)
        return status;
    if (t->phase_steps < steps_in_phase(t))
        status = gradient_step(t);
    if (status >= 0 && lab_patience_is_due(t))
        status = look(t);
    if (status >= 0 && t->phase_steps >= steps_in_phase(t))
        status = t->phase == LAB_GROWING ? finish_round(t) : finish_training(t);
    if (status < 0)
        return status;
    if (t->phase == LAB_DONE && !lab_trainer_counts(t))
        lab_say(&t->log, t->asked.members > 0 ? LABRBF_LOG_WARNING : LABRBF_LOG_INFO,
                "member %zu is left out: its mean squared error is %.2g, another's %.2g", t->member + 1, t->mean_error,
                t->least_error);
    return lab_trainer_is_over(t) ? t->stopped : LABRBF_OK;
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
        bool searching = t->tune != NULL;
        status = lab_trainer_step(t);
        bool stepped = t->total_steps > before || searching;
        if (status >= 0 && stepped && t->progress && wants_to_stop(t) && status == LABRBF_OK)
            return LABRBF_DONE_CANCELLED;
    } while (status == LABRBF_OK && clock_seconds() < end);
    return status;
}

static double fraction_done(const labrbf_trainer *t) {
    double own = !lab_trainer_is_over(t) && t->work_done < t->plan.work ? t->work_done / t->plan.work : 1.0;
    double chosen = t->tune ? lab_tune_fraction(t->tune) : 1.0;
    return t->tune_share * chosen + (1.0 - t->tune_share) * own;
}

void lab_trainer_info(const labrbf_trainer *t, labrbf_training_info *info) {
    double loss = t->tune ? lab_tune_loss(t->tune) : t->total_steps ? t->recent_loss : NAN;
    size_t before = t->finished ? lab_model_supports(t->finished) : 0;
    *info =
        (labrbf_training_info){.struct_size = sizeof *info,
                               .n_support = t->tune ? lab_tune_candidate(t->tune)->n_support : before + t->objective.s,
                               .support_max = t->settings.members * t->settings.support_max,
                               .round = t->n_rounds,
                               .step = t->total_steps,
                               .step_limit = t->plan.steps,
                               .loss = loss,
                               .max_error = t->max_error,
                               .fraction = fraction_done(t),
                               .lambda = t->objective.lambda,
                               .missing_values = t->missing_values,
                               .stage = t->tune                  ? LABRBF_STAGE_SEARCH
                                        : lab_trainer_is_over(t) ? LABRBF_STAGE_DONE
                                                                 : LABRBF_STAGE_TRAIN,
                               .trial = {.r2 = NAN}};
    if (t->tune)
        info->trial = lab_trial_shown(lab_tune_candidate(t->tune));
}

/* What the objective has of its supports, and of every target. */
static void copy_supports(const labrbf_trainer *t, lab_part *part) {
    const lab_objective *o = &t->objective;
    size_t s = o->s;
    for (size_t j = 0; j < t->n_features; j++) {
        for (size_t i = 0; i < s; i++) {
            part->x[j * s + i] = o->x[j * o->s_max + i];
            part->theta[j * s + i] = fabs(o->theta[j * o->s_max + i]);
        }
    }
    for (size_t c = 0; c < t->n_targets; c++) {
        memcpy(part->y + c * s, o->y + c * o->s_max, s * sizeof *part->y);
        memcpy(part->alpha + c * s, o->alpha + c * o->s_max, s * sizeof *part->alpha);
        part->beta[c] = o->beta[c];
    }
    for (size_t i = 0; i < s; i++)
        part->rows[i] = t->origin ? t->origin[t->supports.rows[i]] : t->supports.rows[i];
}

/* alpha2 = A^-T (y - beta) */
static void solve_second(const labrbf_trainer *t, lab_part *part) {
    for (size_t c = 0; c < t->n_targets; c++) {
        double *alpha2 = part->alpha2 + c * part->n_support;
        for (size_t i = 0; i < part->n_support; i++)
            alpha2[i] = part->y[c * part->n_support + i] - part->beta[c];
        lab_krr_solve_adjoint(&t->objective.solver.krr, alpha2);
    }
}

/* While the search is on: what it has. */
static labrbf_status take_best(const labrbf_trainer *t, labrbf_model **out) {
    labrbf_status status = lab_tune_model(t->tune, out);
    if (status < 0)
        return status;
    lab_part *part = (*out)->parts[0];
    for (size_t i = 0; i < part->n_support && t->origin; i++)
        part->rows[i] = t->origin[part->rows[i]];
    (*out)->n_rows = t->n_given;
    (*out)->missing_values = t->missing_values;
    (*out)->stopped = LABRBF_DONE_CANCELLED;
    return LABRBF_OK;
}

/* What there is to a model beside its parts. */
static void describe(const labrbf_trainer *t, labrbf_model *model) {
    memcpy(model->history, t->history, t->n_rounds * sizeof *model->history);
    model->settings = t->settings;
    model->settings.support_max *= t->settings.members;
    model->settings.threads = 0;
    model->n_rows = t->n_given;
    model->missing_values = t->missing_values;
    model->n_steps = t->total_steps;
    lab_patience_describe(t, model);
    model->stopped = lab_trainer_is_over(t) ? t->stopped : LABRBF_DONE_CANCELLED;
}

bool lab_trainer_counts(const labrbf_trainer *t) {
    bool in_vain = t->mean_error > IN_VAIN * t->least_error && t->mean_error > EXACT;
    return t->n_finished == 0 || (t->phase == LAB_DONE && !in_vain);
}

static labrbf_status make_part(labrbf_trainer *t, lab_part **out) {
    lab_objective *o = &t->objective;
    double lambda = o->lambda; /* if this solve has to raise it, later steps shall not notice */
    labrbf_status status = t->solved ? LABRBF_OK : lab_trainer_solve_all(t);
    double raised = o->lambda;
    o->lambda = lambda;
    const lab_part_size size = {o->s, t->n_features, t->n_targets, t->scaler.knots.n, !lab_trainer_by_rows(t)};
    lab_part *part;
    if (status >= 0)
        status = lab_part_create(&t->allocator, &size, &part);
    if (status < 0)
        return status;
    copy_supports(t, part);
    if (part->alpha2)
        solve_second(t, part);
    memcpy(part->slopes, t->slopes, t->n_targets * t->n_features * sizeof *part->slopes);
    lab_scaler_copy(&part->scaler, &t->scaler);
    part->profile = t->settings.kernel;
    part->clips = t->settings.clip_labels == LAB_ON;
    part->lambda = raised;
    part->rcond = lab_trainer_by_rows(t) ? t->rows.rcond : lab_krr_rcond(&o->solver.krr);
    *out = part;
    return LABRBF_OK;
}

labrbf_status lab_trainer_take_part(labrbf_trainer *t, lab_part **out) {
    *out = NULL;
    lab_patience_trade(t); /* the best so far, if rows are held out to know it by */
    labrbf_status status = make_part(t, out);
    lab_patience_trade(t);
    return status;
}

labrbf_status lab_trainer_take_model(labrbf_trainer *t, labrbf_model **out) {
    labrbf_model *model = NULL;
    lab_part *last = NULL;
    labrbf_status status;
    if (t->tune)
        return take_best(t, out);
    if (lab_trainer_counts(t))
        LAB_TRY(lab_trainer_take_part(t, &last));
    LAB_TRY(lab_model_create(&t->allocator, t->n_features, t->n_targets, t->n_rounds, &model));
    describe(t, model);
    if (t->n_trials > 0)
        LAB_TRY(lab_model_set_trials(model, t->trials, t->n_trials));
    LAB_TRY(lab_members_average(model, t->finished, last));
    *out = model;
    return LABRBF_OK;
fail:
    lab_part_destroy(last);
    lab_model_destroy(model);
    return status;
}
