/*
 * Least squares over rows: alpha and beta are the ridge regression of the labels on the kernels of recent rows
 * (statistics.h), and in the end of all rows.
 *
 *     r = K_b alpha + beta - y_b,   L = |r|^2 / B,   g = 2 r / B
 *     dL/dtheta_im = -2 theta_im   alpha_i sum_t g_t kappa_ti (z_tm - x_im)^2
 *     dL/dx_im     =  2 theta_im^2 alpha_i sum_t g_t kappa_ti (z_tm - x_im)        (if centres move)
 *
 * with alpha and beta held: they are optimal for the recent rows, the batch among them, so for the loss of these rows
 * this is all of the gradient (the envelope theorem), and no adjoint has to be solved for. Weights of rows and several
 * targets are as in rule_supports.c.
 */
#include "learn/rule_rows.h"

#include <math.h>

#include "base/product.h"
#include "base/status.h"
#include "base/sweep.h"

enum { ROW_BLOCK = 32, SUPPORT_BLOCK = 64 }; /* what one call of a thread works on */
static const double TRAINING_RIDGE = 1e-6;

static void layout(void *state, lab_arena *arena, const lab_expansion *e, const lab_resolved *how) {
    lab_rows_state *own = state;
    size_t most = lab_larger(e->b_max, LAB_ROWS_AT_ONCE); /* the batch, or a block of all rows */
    lab_statistics_layout(&own->statistics, arena, e->s_max, e->n_targets, e->weighted ? most : 0);
    own->finds_ridge = how->finds_ridge;
    own->ridge = how->finds_ridge ? TRAINING_RIDGE : how->settings.ridge;
    own->window_rows = how->window_rows;
}

static labrbf_status singular(size_t s) {
    return lab_fail(LABRBF_E_SINGULAR, "the coefficients of %zu supports could not be fitted: a larger ridge may help",
                    s);
}

/* ---- kernels */

/* K, and kappa if asked for, of some rows: the batch, or a part of all rows. */
typedef struct kernel_job {
    const lab_expansion *e;
    const double *rows;
    double *kappa;
} kernel_job;

static void kernel_of_rows(void *context, size_t begin, size_t end) {
    const kernel_job *job = context;
    const lab_expansion *e = job->e;
    lab_supports supports = lab_expansion_supports(e);
    lab_kernel()->block(&supports, job->rows + begin * e->n_features, end - begin, e->n_features, e->k + begin * e->s,
                        job->kappa ? job->kappa + begin * e->s : NULL);
}

/* ---- all rows */

static labrbf_status solve(void *state, lab_expansion *e, const lab_rows *rows, size_t n, double *lambda) {
    lab_rows_state *own = state;
    lab_statistics *statistics = &own->statistics;
    lab_statistics_clear(statistics, e->s);
    for (size_t first = 0; first < n; first += LAB_ROWS_AT_ONCE) {
        size_t count = lab_smaller(n - first, LAB_ROWS_AT_ONCE);
        kernel_job job = {e, rows->x + first * e->n_features, NULL};
        lab_par_run(e->par, count, ROW_BLOCK, kernel_of_rows, &job);
        lab_observations in = {.k = e->k,
                               .y = rows->y + first,
                               .weights = rows->weights ? rows->weights + first : NULL,
                               .n = count,
                               .y_stride = rows->n};
        lab_statistics_add(statistics, e->par, &in, 1.0);
    }
    *lambda = own->ridge;
    bool solved = (own->finds_ridge && lab_statistics_choose(statistics, lambda, e->alpha, e->beta)) ||
                  lab_statistics_solve(statistics, *lambda, e->alpha, e->beta);
    own->rcond = 1.0 / (1.0 + lab_statistics_trace(statistics) / (*lambda * statistics->weight));
    if (n > rows->n_learnt)
        statistics->n = 0; /* steps must know nothing of rows that are held out */
    return solved ? LABRBF_OK : singular(e->s);
}

/* ---- a step */

static labrbf_status follow_batch(lab_rows_state *own, lab_expansion *e) {
    lab_observations in = {.k = e->k, .y = e->target, .weights = e->batch_weights, .n = e->b, .y_stride = e->b_max};
    double room = (double)own->window_rows - (double)e->b; /* for older rows */
    lab_statistics_add(&own->statistics, e->par, &in, room > 0.0 ? fmin(1.0, room / own->statistics.count) : 0.0);
    return lab_statistics_solve(&own->statistics, own->ridge, e->alpha, e->beta) ? LABRBF_OK : singular(e->s);
}

/* g = 2 r / B into the weights; returns L. If rows are weighted, e->k has the roots q of their weights in it, so that
 * the residual comes out as q r. */
static double weigh_residual(const lab_rows_state *own, const lab_expansion *e) {
    double sum = 0.0, divisor = lab_expansion_batch_weight(e) * (double)e->n_targets;
    for (size_t c = 0; c < e->n_targets; c++) {
        double *residual = e->residual + c * e->b_max, *g = e->weights + c * (e->s_max + e->b_max);
        lab_product()->times(e->k, e->b, e->s, e->s, e->alpha + c * e->s_max, residual);
        for (size_t t = 0; t < e->b; t++) {
            double q = e->batch_weights ? own->statistics.roots[t] : 1.0;
            residual[t] += q * (e->beta[c] - e->target[c * e->b_max + t]);
            sum += residual[t] * residual[t];
            g[t] = 2.0 * q * residual[t] / divisor;
        }
    }
    return sum / divisor;
}

typedef struct gradient_job {
    const lab_expansion *e;
    const double *weights, *alpha;
} gradient_job;

static void gradient_of_supports(void *context, size_t begin, size_t end) {
    const gradient_job *job = context;
    const lab_expansion *e = job->e;
    size_t m = e->n_features, stride = e->s_max;
    lab_supports supports = lab_expansion_supports(e);
    const double *batch = e->points + e->s * m;
    lab_kernel()->pull_back(&supports, begin, end, batch, e->b, m, job->weights, e->kappa, e->gradient);
    for (size_t at = begin; at < m * stride; at += stride)
        lab_sweep()->scale(end - begin, -2.0, e->theta + at, job->alpha + begin, e->gradient + at);
    if (!e->centre_gradient)
        return;
    lab_kernel()->pull_centres(&supports, begin, end, batch, e->b, m, job->weights, e->kappa, e->centre_gradient);
    for (size_t at = begin; at < m * stride; at += stride) {
        lab_sweep()->scale(end - begin, 2.0, e->theta + at, job->alpha + begin, e->centre_gradient + at);
        for (size_t i = at; i < at + end - begin; i++)
            e->centre_gradient[i] *= e->theta[i];
    }
}

static labrbf_status gradient(void *state, lab_expansion *e, const lab_rows *rows, double *lambda, double *loss) {
    lab_rows_state *own = state;
    if (own->statistics.n != e->s) /* the first step, or supports have joined */
        LAB_OR_RETURN(solve(own, e, rows, rows->n_learnt, lambda));
    kernel_job kernels = {e, e->points + e->s * e->n_features, e->kappa};
    lab_par_run(e->par, e->b, ROW_BLOCK, kernel_of_rows, &kernels);
    LAB_OR_RETURN(follow_batch(own, e));
    *loss = weigh_residual(own, e);
    bool several = e->n_targets > 1; /* kappa becomes Q, which has weights and alpha in it */
    if (several)
        lab_expansion_mix_targets(e, e->b);
    gradient_job job = {e, several ? e->ones : e->weights, several ? e->ones : e->alpha};
    lab_par_run(e->par, e->s, SUPPORT_BLOCK, gradient_of_supports, &job);
    return LABRBF_OK;
}

static double rcond(void *state) { return ((const lab_rows_state *)state)->rcond; }

static void visit(void *state, const lab_expansion *e, lab_codec *bytes) {
    (void)e;
    lab_rows_state *own = state;
    LAB_CODEC_FIELD(bytes, own->rcond);
    lab_statistics_visit(&own->statistics, bytes);
}

const lab_rule lab_rule_rows = {.sorts_rows = true,
                                .moves_centres = true,
                                .state_size = sizeof(lab_rows_state),
                                .layout = layout,
                                .solve = solve,
                                .gradient = gradient,
                                .rcond = rcond,
                                .visit = visit};
