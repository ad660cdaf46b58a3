#include "learn/objective.h"

#include <math.h>
#include <string.h>

#include "base/product.h"
#include "base/sweep.h"
#include "learn/targets.h"

static const double ALPHA_TOLERANCE = 1e-11, ADJOINT_TOLERANCE = 1e-11;
enum { STRIP_BLOCK = 2, ROW_BLOCK = 32, SUPPORT_BLOCK = 64 }; /* what one call of a thread works on */

void lab_objective_layout(lab_objective *o, lab_arena *arena) {
    size_t m = o->n_features, s = o->s_max, targets = o->n_targets, all, part, values;
    if (!lab_size_add(s, o->b_max, &all) || !lab_size_mul(s, LAB_OBJECTIVE_PARTS, &part) ||
        !lab_size_mul(m, 2, &values)) {
        arena->overflow = true;
        return;
    }
    o->x = lab_arena_doubles(arena, m, s);
    o->theta = lab_arena_doubles(arena, m, s);
    o->gradient = lab_arena_doubles(arena, m, s);
    o->y = lab_arena_doubles(arena, targets, s);
    o->beta = lab_arena_doubles(arena, targets, 1);
    o->target = lab_arena_doubles(arena, targets, o->b_max);
    o->residual = lab_arena_doubles(arena, targets, o->b_max);
    o->batch_weights = o->weighted ? lab_arena_doubles(arena, o->b_max, 1) : NULL;
    o->rows = lab_arena_doubles(arena, all, m);
    o->k = lab_arena_doubles(arena, all > LAB_OBJECTIVE_ROWS ? all : LAB_OBJECTIVE_ROWS, s);
    o->kappa = lab_arena_doubles(arena, targets > 1 ? all : o->b_max, s);
    o->packed = lab_arena_doubles(arena, lab_kernel_padded(s), values);
    o->slopes = lab_arena_doubles(arena, lab_kernel_slopes(s), 1);
    o->parts = lab_arena_doubles(arena, m, part);
    o->alpha = lab_arena_doubles(arena, targets, s);
    o->weights = lab_arena_doubles(arena, targets, all);
    o->ones = targets > 1 ? lab_arena_doubles(arena, all, 1) : NULL;
    for (size_t t = 0; t < all && o->ones; t++)
        o->ones[t] = 1.0;
    o->last_alpha = lab_arena_doubles(arena, s, 1);
    o->rhs = lab_arena_doubles(arena, s, 1);
    lab_solver_layout(&o->solver, arena, s);
}

void lab_objective_clear(lab_objective *o) {
    o->s = 0;
    lab_solver_forget(&o->solver);
}

void lab_objective_set_support(lab_objective *o, size_t i, const double *row, const double *y, size_t y_stride) {
    for (size_t j = 0; j < o->n_features; j++)
        o->x[j * o->s_max + i] = row[j];
    for (size_t c = 0; c < o->n_targets; c++)
        o->y[c * o->s_max + i] = y[c * y_stride];
    memcpy(o->rows + i * o->n_features, row, o->n_features * sizeof *row);
}

void lab_objective_set_batch(lab_objective *o, size_t i, const double *row, const double *y, size_t y_stride) {
    memcpy(o->rows + (o->s + i) * o->n_features, row, o->n_features * sizeof *row);
    for (size_t c = 0; c < o->n_targets; c++)
        o->target[c * o->b_max + i] = y[c * y_stride];
}

double lab_objective_batch_weight(const lab_objective *o) {
    if (!o->batch_weights)
        return (double)o->b;
    double sum = 0.0;
    for (size_t t = 0; t < o->b; t++)
        sum += o->batch_weights[t];
    return sum;
}

lab_supports lab_objective_supports(const lab_objective *o) {
    return (lab_supports){.profile = o->profile,
                          .n = o->s,
                          .n_features = o->n_features,
                          .stride = o->s_max,
                          .x = o->x,
                          .theta = o->theta};
}

/* ---- K and kappa: of the supports among themselves, then of the batch */

typedef struct kernel_job {
    lab_objective *objective;
    bool with_kappa;
} kernel_job;

static size_t strips_of(size_t s) { return (s + LAB_KERNEL_STRIP - 1) / LAB_KERNEL_STRIP; }

/* Strips of supports, the last ones first: they have the most pairs, and small pieces at the end keep all threads busy.
 */
static void kernel_of_supports(void *context, size_t begin, size_t end) {
    const kernel_job *job = context;
    lab_objective *o = job->objective;
    lab_supports supports = lab_objective_supports(o);
    size_t strips = strips_of(o->s), last = (strips - begin) * LAB_KERNEL_STRIP;
    lab_kernel_pairs(&supports, (strips - end) * LAB_KERNEL_STRIP, last < o->s ? last : o->s, o->packed, o->k,
                     job->with_kappa ? o->slopes : NULL);
}

static void kernel_of_batch(void *context, size_t begin, size_t end) {
    const kernel_job *job = context;
    lab_objective *o = job->objective;
    lab_supports supports = lab_objective_supports(o);
    lab_kernel_block(&supports, o->rows + (o->s + begin) * o->n_features, end - begin, o->n_features,
                     o->k + (o->s + begin) * o->s, job->with_kappa ? o->kappa + begin * o->s : NULL);
}

static void evaluate_kernel(lab_objective *o, size_t batch_rows, bool with_kappa) {
    kernel_job job = {o, with_kappa};
    lab_supports supports = lab_objective_supports(o);
    lab_kernel_pack(&supports, 0, o->s, o->packed);
    lab_par_run(o->par, strips_of(o->s), STRIP_BLOCK, kernel_of_supports, &job);
    lab_par_run(o->par, batch_rows, ROW_BLOCK, kernel_of_batch, &job);
}

/* ---- alpha and the residual of the batch */

/* alpha = A^-1 (y - beta), directly or, in a gradient step, from the last step's alpha and an old inverse. Direct
 * solves may come at any time, so they leave alone what steps start from. Several targets are always solved directly.
 */
static labrbf_status solve_alpha(lab_objective *o, bool direct) {
    o->solver.log = o->log;
    o->solver.par = o->par;
    labrbf_status status = direct ? lab_solver_begin_direct(&o->solver, o->k, o->s, o->lambda)
                                  : lab_solver_begin(&o->solver, o->k, o->s, o->lambda);
    for (size_t c = 0; c < o->n_targets && status >= 0; c++) {
        double *alpha = o->alpha + c * o->s_max;
        for (size_t i = 0; i < o->s; i++)
            o->rhs[i] = o->y[c * o->s_max + i] - o->beta[c];
        if (!direct)
            memcpy(alpha, o->last_alpha, o->s * sizeof *alpha);
        status = lab_solver_solve(&o->solver, false, o->rhs, ALPHA_TOLERANCE, alpha);
        o->lambda = o->solver.lambda;
        if (!direct)
            memcpy(o->last_alpha, alpha, o->s * sizeof *alpha);
    }
    return status;
}

static void residual_block(void *context, size_t begin, size_t end) {
    lab_objective *o = context;
    for (size_t c = 0; c < o->n_targets; c++) {
        double *residual = o->residual + c * o->b_max;
        lab_product(o->k + (o->s + begin) * o->s, end - begin, o->s, o->s, o->alpha + c * o->s_max, residual + begin);
        for (size_t t = begin; t < end; t++)
            residual[t] += o->beta[c] - o->target[c * o->b_max + t];
    }
}

static double weight_of(const lab_objective *o, size_t t) { return o->batch_weights ? o->batch_weights[t] : 1.0; }

/* What L is divided by: the weight of the batch, for each target. */
static double divisor(const lab_objective *o) { return lab_objective_batch_weight(o) * (double)o->n_targets; }

/* r = K_b alpha + beta - y_b; returns L. */
static double batch_residual(lab_objective *o) {
    lab_par_run(o->par, o->b, ROW_BLOCK, residual_block, o);
    double sum = 0.0;
    for (size_t c = 0; c < o->n_targets; c++) {
        const double *residual = o->residual + c * o->b_max;
        for (size_t t = 0; t < o->b; t++)
            sum += weight_of(o, t) * (residual[t] * residual[t]);
    }
    return sum / divisor(o);
}

labrbf_status lab_objective_solve(lab_objective *o) {
    evaluate_kernel(o, 0, false);
    return solve_alpha(o, true);
}

double lab_objective_value(const lab_objective *o, size_t target, const double *row) {
    double sum;
    lab_supports supports = lab_objective_supports(o);
    lab_kernel_dot(&supports, o->alpha + target * o->s_max, row, 1, o->n_features, &sum);
    return o->beta[target] + sum;
}

labrbf_status lab_objective_loss(lab_objective *o, double *loss) {
    evaluate_kernel(o, o->b, false);
    labrbf_status status = solve_alpha(o, true);
    if (status >= 0)
        *loss = batch_residual(o);
    return status;
}

/* ---- the pull-back */

typedef struct pull_job {
    lab_objective *objective;
    const double *g;
} pull_job;

/* K_b^T g for the supports [begin, end). */
static void pulled_block(void *context, size_t begin, size_t end) {
    const pull_job *job = context;
    lab_objective *o = job->objective;
    lab_product_transposed(o->k + o->s * o->s + begin, o->b, end - begin, o->s, job->g, o->rhs + begin);
}

/* w = [-v; g] of a target, with g = 2 r / B and v = A^-T K_b^T g. */
static labrbf_status adjoint_weights(lab_objective *o, size_t target) {
    double *v = o->weights + target * (o->s_max + o->b_max), *g = v + o->s, total = divisor(o);
    for (size_t t = 0; t < o->b; t++)
        g[t] = -2.0 * weight_of(o, t) * o->residual[target * o->b_max + t] / total;
    pull_job job = {o, g};
    lab_par_run(o->par, o->s, SUPPORT_BLOCK, pulled_block, &job);
    memset(v, 0, o->s * sizeof *v);
    labrbf_status status = lab_solver_solve(&o->solver, true, o->rhs, ADJOINT_TOLERANCE, v);
    o->lambda = o->solver.lambda;
    for (size_t t = 0; t < o->b; t++)
        g[t] = -g[t];
    return status;
}

/* Where part number `part` of the pairs of supports begins. The strips of [begin, end) are paired with all from their
 * own on, so equal work means equal areas under a line that falls to 0. */
static size_t part_begin(size_t s, size_t part) {
    double left = 1.0 - (double)part / LAB_OBJECTIVE_PARTS;
    size_t begin = (size_t)((double)s * (1.0 - sqrt(left)));
    return part == LAB_OBJECTIVE_PARTS ? s : begin / LAB_KERNEL_STRIP * LAB_KERNEL_STRIP;
}

static void gradient_part(void *context, size_t part, size_t end) {
    lab_objective *o = context;
    lab_supports supports = lab_objective_supports(o);
    for (; part < end; part++)
        lab_kernel_pull_pairs(&supports, part_begin(o->s, part), part_begin(o->s, part + 1), o->packed, o->weights,
                              o->slopes, o->parts + part * o->n_features * o->s_max);
}

/* dL/dtheta_im = -2 theta_im alpha_i sum_t w_t kappa_ti (z_tm - x_im)^2 for the supports [begin, end): the batch's
 * share of the sum, then the supports' own. */
static void gradient_block(void *context, size_t begin, size_t end) {
    lab_objective *o = context;
    lab_supports supports = lab_objective_supports(o);
    size_t m = o->n_features;
    lab_kernel_pull_back(&supports, begin, end, o->rows + o->s * m, o->b, m, o->weights + o->s, o->kappa, o->gradient);
    for (size_t part = 0; part < LAB_OBJECTIVE_PARTS; part++) {
        size_t from = part_begin(o->s, part) > begin ? part_begin(o->s, part) : begin;
        for (size_t j = 0; j < m && from < end; j++)
            lab_sweep()->add(end - from, o->parts + (part * m + j) * o->s_max + from,
                             o->gradient + j * o->s_max + from);
    }
    for (size_t at = begin; at < m * o->s_max; at += o->s_max)
        lab_sweep()->scale(end - begin, -2.0, o->theta + at, o->alpha + begin, o->gradient + at);
}

static labrbf_status gradient_of_one_target(lab_objective *o, double *loss) {
    evaluate_kernel(o, o->b, true);
    labrbf_status status = solve_alpha(o, false);
    if (status < 0)
        return status;
    *loss = batch_residual(o);
    status = adjoint_weights(o, 0);
    if (status < 0)
        return status;
    lab_par_run(o->par, LAB_OBJECTIVE_PARTS, 1, gradient_part, o);
    lab_par_run(o->par, o->s, SUPPORT_BLOCK, gradient_block, o);
    return LABRBF_OK;
}

/* ---- several targets */

/* K and kappa of all rows, supports among them, which then are simply rows. */
static void kernel_of_all(void *context, size_t begin, size_t end) {
    lab_objective *o = context;
    lab_supports supports = lab_objective_supports(o);
    lab_kernel_block(&supports, o->rows + begin * o->n_features, end - begin, o->n_features, o->k + begin * o->s,
                     o->kappa + begin * o->s);
}

static void mix_block(void *context, size_t begin, size_t end) {
    const lab_objective *o = context;
    lab_targets_mix(o, o->weights, o->kappa, begin, end);
}

static void gradient_of_supports(void *context, size_t begin, size_t end) {
    lab_objective *o = context;
    lab_supports supports = lab_objective_supports(o);
    lab_kernel_pull_back(&supports, begin, end, o->rows, o->s + o->b, o->n_features, o->ones, o->kappa, o->gradient);
    for (size_t at = begin; at < o->n_features * o->s_max; at += o->s_max)
        lab_sweep()->scale(end - begin, -2.0, o->theta + at, o->ones, o->gradient + at);
}

static labrbf_status gradient_of_targets(lab_objective *o, double *loss) {
    lab_par_run(o->par, o->s + o->b, ROW_BLOCK, kernel_of_all, o);
    labrbf_status status = solve_alpha(o, true);
    if (status < 0)
        return status;
    *loss = batch_residual(o);
    for (size_t c = 0; c < o->n_targets && status >= 0; c++)
        status = adjoint_weights(o, c);
    if (status < 0)
        return status;
    lab_par_run(o->par, o->s + o->b, ROW_BLOCK, mix_block, o);
    lab_par_run(o->par, o->s, SUPPORT_BLOCK, gradient_of_supports, o);
    return LABRBF_OK;
}

labrbf_status lab_objective_gradient(lab_objective *o, double *loss) {
    return o->n_targets == 1 ? gradient_of_one_target(o, loss) : gradient_of_targets(o, loss);
}
