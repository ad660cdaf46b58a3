/*
 * The rule of the paper: kernel ridge regression of the supports' own labels. The gradient of the batch's loss by the
 * bandwidths goes through the solve.
 *
 *     A = K(X,X) + lambda I,  alpha = A^-1 (y - beta),  r = K(X_b,X) alpha + beta - y_b,  L = |r|^2 / B
 *
 * One LU serves the forward and the adjoint solve:
 *     g = 2 r / B,  v = A^-T K_b^T g
 *     rows z = [supports; batch], weights w = [-v; g]
 *     dL/dtheta_im = -2 theta_im alpha_i sum_t w_t kappa_ti (z_tm - x_im)^2
 * The sum runs in registers; nothing of size S x M x B exists. beta does not depend on theta.
 *
 * Rows of the batch may have weights, which come into L and g: L = sum_t weight_t r_t^2 / sum_t weight_t. With T
 * targets L is the mean of theirs; they share A, K and kappa (expansion.h).
 */
#include "learn/rule_supports.h"

#include <math.h>
#include <string.h>

#include "base/product.h"
#include "base/status.h"
#include "base/sweep.h"

enum { PARTS = LAB_SUPPORTS_PARTS };
static const double ALPHA_TOLERANCE = 1e-11, ADJOINT_TOLERANCE = 1e-11;
enum { STRIP_BLOCK = 2, ROW_BLOCK = 32, SUPPORT_BLOCK = 64 }; /* what one call of a thread works on */

static void layout(void *state, lab_arena *arena, const lab_expansion *e, const lab_resolved *how) {
    (void)how;
    lab_supports_state *own = state;
    size_t m = e->n_features, s = e->s_max, part, values;
    if (!lab_size_mul(s, PARTS, &part) || !lab_size_mul(m, 2, &values)) {
        arena->overflow = true;
        return;
    }
    own->packed = lab_arena_doubles(arena, lab_kernel_padded(s), values);
    own->slopes = lab_arena_doubles(arena, lab_kernel_slopes(s), 1);
    own->parts = lab_arena_doubles(arena, m, part);
    own->last_alpha = lab_arena_doubles(arena, s, 1);
    own->right = lab_arena_doubles(arena, s, 1);
    lab_solver_layout(&own->solver, arena, s);
}

/* What the threads of a step share. */
typedef struct step {
    lab_supports_state *own;
    lab_expansion *e;
    bool with_kappa;
    const double *g;
} step;

/* ---- K and kappa: of the supports among themselves, then of the batch */

static size_t strips_of(size_t s) { return (s + LAB_KERNEL_STRIP - 1) / LAB_KERNEL_STRIP; }

/* Strips of supports, the last ones first: they have the most pairs, and small pieces at the end keep all threads busy.
 */
static void kernel_of_supports(void *context, size_t begin, size_t end) {
    const step *job = context;
    const lab_expansion *e = job->e;
    lab_supports supports = lab_expansion_supports(e);
    size_t strips = strips_of(e->s), last = (strips - begin) * LAB_KERNEL_STRIP;
    lab_kernel()->pairs(&supports, (strips - end) * LAB_KERNEL_STRIP, last < e->s ? last : e->s, job->own->packed, e->k,
                        job->with_kappa ? job->own->slopes : NULL);
}

static void kernel_of_batch(void *context, size_t begin, size_t end) {
    const step *job = context;
    const lab_expansion *e = job->e;
    lab_supports supports = lab_expansion_supports(e);
    lab_kernel()->block(&supports, e->points + (e->s + begin) * e->n_features, end - begin, e->n_features,
                        e->k + (e->s + begin) * e->s, job->with_kappa ? e->kappa + begin * e->s : NULL);
}

static void evaluate_kernel(step *job, size_t batch_rows) {
    const lab_expansion *e = job->e;
    lab_supports supports = lab_expansion_supports(e);
    lab_kernel()->pack(&supports, 0, e->s, job->own->packed);
    lab_par_run(e->par, strips_of(e->s), STRIP_BLOCK, kernel_of_supports, job);
    lab_par_run(e->par, batch_rows, ROW_BLOCK, kernel_of_batch, job);
}

/* ---- alpha and the residual of the batch */

/* alpha = A^-1 (y - beta), directly or, in a gradient step, from the last step's alpha and an old inverse. Direct
 * solves may come at any time, so they do not change what steps start from. Several targets are always solved directly.
 */
static labrbf_status solve_alpha(step *job, bool direct, double *lambda) {
    lab_supports_state *own = job->own;
    lab_expansion *e = job->e;
    own->solver.log = e->log;
    own->solver.par = e->par;
    labrbf_status status = direct ? lab_solver_begin_direct(&own->solver, e->k, e->s, *lambda)
                                  : lab_solver_begin(&own->solver, e->k, e->s, *lambda);
    for (size_t c = 0; c < e->n_targets && status >= 0; c++) {
        double *alpha = e->alpha + c * e->s_max;
        for (size_t i = 0; i < e->s; i++)
            own->right[i] = e->y[c * e->s_max + i] - e->beta[c];
        if (!direct)
            memcpy(alpha, own->last_alpha, e->s * sizeof *alpha);
        status = lab_solver_solve(&own->solver, false, own->right, ALPHA_TOLERANCE, alpha);
        *lambda = own->solver.lambda;
        if (!direct)
            memcpy(own->last_alpha, alpha, e->s * sizeof *alpha);
    }
    return status;
}

static labrbf_status solve(void *state, lab_expansion *e, const lab_rows *rows, size_t n, double *lambda) {
    (void)rows;
    (void)n;
    step job = {.own = state, .e = e};
    evaluate_kernel(&job, 0);
    return solve_alpha(&job, true, lambda);
}

static void residual_block(void *context, size_t begin, size_t end) {
    const step *job = context;
    const lab_expansion *e = job->e;
    for (size_t c = 0; c < e->n_targets; c++) {
        double *residual = e->residual + c * e->b_max;
        lab_product()->times(e->k + (e->s + begin) * e->s, end - begin, e->s, e->s, e->alpha + c * e->s_max,
                             residual + begin);
        for (size_t t = begin; t < end; t++)
            residual[t] += e->beta[c] - e->target[c * e->b_max + t];
    }
}

/* What L is divided by: the weight of the batch, for each target. */
static double divisor(const lab_expansion *e) { return lab_expansion_batch_weight(e) * (double)e->n_targets; }

/* r = K_b alpha + beta - y_b; returns L. */
static double batch_residual(step *job) {
    const lab_expansion *e = job->e;
    lab_par_run(e->par, e->b, ROW_BLOCK, residual_block, job);
    double sum = 0.0;
    for (size_t c = 0; c < e->n_targets; c++) {
        const double *residual = e->residual + c * e->b_max;
        for (size_t t = 0; t < e->b; t++)
            sum += lab_expansion_row_weight(e, t) * (residual[t] * residual[t]);
    }
    return sum / divisor(e);
}

/* ---- the pull-back */

/* K_b^T g for the supports [begin, end). */
static void pulled_block(void *context, size_t begin, size_t end) {
    const step *job = context;
    const lab_expansion *e = job->e;
    lab_product()->transposed(e->k + e->s * e->s + begin, e->b, end - begin, e->s, job->g, job->own->right + begin);
}

/* w = [-v; g] of a target, with g = 2 r / B and v = A^-T K_b^T g. */
static labrbf_status adjoint_weights(step *job, size_t target, double *lambda) {
    const lab_expansion *e = job->e;
    double *v = e->weights + target * (e->s_max + e->b_max), *g = v + e->s, total = divisor(e);
    for (size_t t = 0; t < e->b; t++)
        g[t] = -2.0 * lab_expansion_row_weight(e, t) * e->residual[target * e->b_max + t] / total;
    job->g = g;
    lab_par_run(e->par, e->s, SUPPORT_BLOCK, pulled_block, job);
    memset(v, 0, e->s * sizeof *v);
    labrbf_status status = lab_solver_solve(&job->own->solver, true, job->own->right, ADJOINT_TOLERANCE, v);
    *lambda = job->own->solver.lambda;
    for (size_t t = 0; t < e->b; t++)
        g[t] = -g[t];
    return status;
}

/* Where part number `part` of the pairs of supports begins. The strips of [begin, end) are paired with all from their
 * own on, so equal work means equal areas under a line that falls to 0. */
static size_t part_begin(size_t s, size_t part) {
    double left = 1.0 - (double)part / PARTS;
    size_t begin = (size_t)((double)s * (1.0 - sqrt(left)));
    return part == PARTS ? s : begin / LAB_KERNEL_STRIP * LAB_KERNEL_STRIP;
}

static void gradient_part(void *context, size_t part, size_t end) {
    const step *job = context;
    const lab_expansion *e = job->e;
    lab_supports supports = lab_expansion_supports(e);
    for (; part < end; part++)
        lab_kernel()->pull_pairs(&supports, part_begin(e->s, part), part_begin(e->s, part + 1), job->own->packed,
                                 e->weights, job->own->slopes, job->own->parts + part * e->n_features * e->s_max);
}

/* dL/dtheta_im = -2 theta_im alpha_i sum_t w_t kappa_ti (z_tm - x_im)^2 for the supports [begin, end): the batch's
 * share of the sum, then the supports' own. */
static void gradient_block(void *context, size_t begin, size_t end) {
    const step *job = context;
    const lab_expansion *e = job->e;
    lab_supports supports = lab_expansion_supports(e);
    size_t m = e->n_features;
    lab_kernel()->pull_back(&supports, begin, end, e->points + e->s * m, e->b, m, e->weights + e->s, e->kappa,
                            e->gradient);
    for (size_t part = 0; part < PARTS; part++) {
        size_t from = part_begin(e->s, part) > begin ? part_begin(e->s, part) : begin;
        for (size_t j = 0; j < m && from < end; j++)
            lab_sweep()->add(end - from, job->own->parts + (part * m + j) * e->s_max + from,
                             e->gradient + j * e->s_max + from);
    }
    for (size_t at = begin; at < m * e->s_max; at += e->s_max)
        lab_sweep()->scale(end - begin, -2.0, e->theta + at, e->alpha + begin, e->gradient + at);
}

static labrbf_status gradient_of_one_target(step *job, double *lambda, double *loss) {
    const lab_expansion *e = job->e;
    evaluate_kernel(job, e->b);
    LAB_OR_RETURN(solve_alpha(job, false, lambda));
    *loss = batch_residual(job);
    LAB_OR_RETURN(adjoint_weights(job, 0, lambda));
    lab_par_run(e->par, PARTS, 1, gradient_part, job);
    lab_par_run(e->par, e->s, SUPPORT_BLOCK, gradient_block, job);
    return LABRBF_OK;
}

/* ---- several targets */

/* K and kappa of all rows, supports among them, which then are simply rows. */
static void kernel_of_all(void *context, size_t begin, size_t end) {
    const lab_expansion *e = ((const step *)context)->e;
    lab_supports supports = lab_expansion_supports(e);
    lab_kernel()->block(&supports, e->points + begin * e->n_features, end - begin, e->n_features, e->k + begin * e->s,
                        e->kappa + begin * e->s);
}

static void gradient_of_supports(void *context, size_t begin, size_t end) {
    const lab_expansion *e = ((const step *)context)->e;
    lab_supports supports = lab_expansion_supports(e);
    lab_kernel()->pull_back(&supports, begin, end, e->points, e->s + e->b, e->n_features, e->ones, e->kappa,
                            e->gradient);
    for (size_t at = begin; at < e->n_features * e->s_max; at += e->s_max)
        lab_sweep()->scale(end - begin, -2.0, e->theta + at, e->ones, e->gradient + at);
}

static labrbf_status gradient_of_targets(step *job, double *lambda, double *loss) {
    lab_expansion *e = job->e;
    lab_par_run(e->par, e->s + e->b, ROW_BLOCK, kernel_of_all, job);
    LAB_OR_RETURN(solve_alpha(job, true, lambda));
    *loss = batch_residual(job);
    for (size_t c = 0; c < e->n_targets; c++)
        LAB_OR_RETURN(adjoint_weights(job, c, lambda));
    lab_expansion_mix_targets(e, e->s + e->b);
    lab_par_run(e->par, e->s, SUPPORT_BLOCK, gradient_of_supports, job);
    return LABRBF_OK;
}

static labrbf_status gradient(void *state, lab_expansion *e, const lab_rows *rows, double *lambda, double *loss) {
    (void)rows;
    step job = {.own = state, .e = e, .with_kappa = true};
    return e->n_targets == 1 ? gradient_of_one_target(&job, lambda, loss) : gradient_of_targets(&job, lambda, loss);
}

/* ---- the rest of a rule */

static void second(void *state, double *alpha2) {
    lab_supports_state *own = state;
    lab_krr_solve_adjoint(&own->solver.krr, alpha2);
}

static double rcond(void *state) {
    lab_supports_state *own = state;
    return lab_krr_rcond(&own->solver.krr);
}

static void visit(void *state, const lab_expansion *e, lab_codec *bytes) {
    lab_supports_state *own = state;
    lab_codec_items(bytes, own->last_alpha, e->s_max, sizeof *own->last_alpha);
    lab_solver_visit(&own->solver, bytes, e->s_max);
}

const lab_rule lab_rule_supports = {.interpolates = true,
                                    .state_size = sizeof(lab_supports_state),
                                    .layout = layout,
                                    .solve = solve,
                                    .gradient = gradient,
                                    .second = second,
                                    .rcond = rcond,
                                    .visit = visit};
