#include "learn/rows.h"

#include <math.h>

#include "base/product.h"
#include "base/status.h"
#include "base/sweep.h"
#include "learn/targets.h"

enum { ROW_BLOCK = 32, SUPPORT_BLOCK = 64 }; /* what one call of a thread works on */
static const double TRAINING_RIDGE = 1e-6;

/* How many rows have their kernel values computed at a time: room for a batch and for a block of all rows. */
static size_t rows_at_once(const lab_objective *o) {
    return o->b_max > LAB_OBJECTIVE_ROWS ? o->b_max : LAB_OBJECTIVE_ROWS;
}

void lab_rows_layout(lab_rows *rows, lab_arena *arena, const lab_objective *o) {
    size_t most = rows_at_once(o);
    lab_window_layout(&rows->window, arena, o->s_max, o->n_targets);
    rows->place_gradient = lab_arena_doubles(arena, o->n_features, o->s_max);
    rows->roots = o->weighted ? lab_arena_doubles(arena, most, 1) : NULL;
    rows->labels = o->weighted ? lab_arena_doubles(arena, o->n_targets, most) : NULL;
}

static double ridge_of(const lab_rows *rows) { return rows->ridge > 0.0 ? rows->ridge : TRAINING_RIDGE; }

static labrbf_status singular(size_t s) {
    return lab_fail(LABRBF_E_SINGULAR, "the coefficients of %zu supports could not be fitted: a larger ridge may help",
                    s);
}

/* ---- kernels */

/* K, and kappa if asked for, of some rows: the objective's batch, or a part of all rows. */
typedef struct kernel_job {
    const lab_objective *objective;
    const double *rows;
    double *k, *kappa;
} kernel_job;

static void kernel_of_rows(void *context, size_t begin, size_t end) {
    const kernel_job *job = context;
    size_t m = job->objective->n_features, s = job->objective->s;
    lab_supports supports = lab_objective_supports(job->objective);
    lab_kernel_block(&supports, job->rows + begin * m, end - begin, m, job->k + begin * s,
                     job->kappa ? job->kappa + begin * s : NULL);
}

/* ---- weights */

/* Multiplies the rows of k, and a copy of their labels, by the roots of the rows' weights, which stay in rows->roots.
 */
static void weigh(lab_rows *rows, const lab_objective *o, const double *weights, double *k, lab_window_rows *in) {
    size_t most = rows_at_once(o);
    for (size_t r = 0; r < in->rows; r++) {
        double root = rows->roots[r] = sqrt(weights[r]);
        for (size_t i = 0; i < o->s; i++)
            k[r * o->s + i] *= root;
        for (size_t c = 0; c < o->n_targets; c++)
            rows->labels[c * most + r] = root * in->y[c * in->y_stride + r];
    }
    in->roots = rows->roots;
    in->y = rows->labels;
    in->y_stride = most;
}

/* Takes rows with the kernels o->k into the window; if they are weighted, o->k is multiplied by the roots. */
static void take(lab_rows *rows, lab_objective *o, lab_window_rows *in, const double *weights, double keep) {
    in->k = o->k;
    if (weights)
        weigh(rows, o, weights, o->k, in);
    lab_window_take(&rows->window, o->par, in, keep);
}

/* ---- all rows */

labrbf_status lab_rows_solve(lab_rows *rows, lab_objective *o) {
    lab_window_clear(&rows->window, o->s);
    for (size_t first = 0; first < rows->n; first += LAB_OBJECTIVE_ROWS) {
        size_t left = rows->n - first, count = left < LAB_OBJECTIVE_ROWS ? left : LAB_OBJECTIVE_ROWS;
        kernel_job job = {o, rows->x + first * o->n_features, o->k, NULL};
        lab_par_run(o->par, count, ROW_BLOCK, kernel_of_rows, &job);
        lab_window_rows in = {.y = rows->y + first, .rows = count, .y_stride = rows->y_stride};
        take(rows, o, &in, rows->weights ? rows->weights + first : NULL, 1.0);
    }
    o->lambda = ridge_of(rows);
    bool solved = (rows->ridge == 0.0 && lab_window_choose(&rows->window, &o->lambda, o->alpha, o->beta)) ||
                  lab_window_solve(&rows->window, o->lambda, o->alpha, o->beta);
    rows->rcond = 1.0 / (1.0 + lab_window_trace(&rows->window) / (o->lambda * rows->window.weight));
    return solved ? LABRBF_OK : singular(o->s);
}

/* ---- a step */

static labrbf_status follow_batch(lab_rows *rows, lab_objective *o) {
    lab_window *window = &rows->window;
    lab_window_rows in = {.y = o->target, .rows = o->b, .y_stride = o->b_max};
    double room = (double)rows->window_rows - (double)o->b; /* for older rows */
    take(rows, o, &in, o->batch_weights, room > 0.0 ? fmin(1.0, room / window->count) : 0.0);
    return lab_window_solve(window, ridge_of(rows), o->alpha, o->beta) ? LABRBF_OK : singular(o->s);
}

/* g = 2 r / B into the weights; returns L. If rows are weighted, o->k has the roots q of their weights in it, so that
 * the residual comes out as q r. */
static double weigh_residual(const lab_rows *rows, lab_objective *o) {
    double sum = 0.0, divisor = lab_objective_batch_weight(o) * (double)o->n_targets;
    for (size_t c = 0; c < o->n_targets; c++) {
        double *residual = o->residual + c * o->b_max, *g = o->weights + c * (o->s_max + o->b_max);
        lab_product(o->k, o->b, o->s, o->s, o->alpha + c * o->s_max, residual);
        for (size_t t = 0; t < o->b; t++) {
            double q = o->batch_weights ? rows->roots[t] : 1.0;
            residual[t] += q * (o->beta[c] - o->target[c * o->b_max + t]);
            sum += residual[t] * residual[t];
            g[t] = 2.0 * q * residual[t] / divisor;
        }
    }
    return sum / divisor;
}

typedef struct gradient_job {
    lab_objective *objective;
    const double *weights, *alpha;
    double *places; /* NULL: not asked for */
} gradient_job;

static void mix_block(void *context, size_t begin, size_t end) {
    const lab_objective *o = context;
    lab_targets_mix(o, o->weights, o->kappa, begin, end);
}

static void gradient_of_supports(void *context, size_t begin, size_t end) {
    const gradient_job *job = context;
    lab_objective *o = job->objective;
    size_t m = o->n_features, stride = o->s_max;
    lab_supports supports = lab_objective_supports(o);
    const double *rows = o->rows + o->s * m;
    lab_kernel_pull_back(&supports, begin, end, rows, o->b, m, job->weights, o->kappa, o->gradient);
    for (size_t at = begin; at < m * stride; at += stride)
        lab_sweep()->scale(end - begin, -2.0, o->theta + at, job->alpha + begin, o->gradient + at);
    if (!job->places)
        return;
    lab_kernel_pull_places(&supports, begin, end, rows, o->b, m, job->weights, o->kappa, job->places);
    for (size_t at = begin; at < m * stride; at += stride) {
        lab_sweep()->scale(end - begin, 2.0, o->theta + at, job->alpha + begin, job->places + at);
        for (size_t i = 0; i < end - begin; i++)
            job->places[at + i] *= o->theta[at + i];
    }
}

labrbf_status lab_rows_gradient(lab_rows *rows, lab_objective *o, bool with_places, double *loss) {
    if (rows->window.n != o->s) { /* the first step, or supports have joined */
        labrbf_status status = lab_rows_solve(rows, o);
        if (status < 0)
            return status;
    }
    kernel_job kernels = {o, o->rows + o->s * o->n_features, o->k, o->kappa};
    lab_par_run(o->par, o->b, ROW_BLOCK, kernel_of_rows, &kernels);
    labrbf_status status = follow_batch(rows, o);
    if (status < 0)
        return status;
    *loss = weigh_residual(rows, o);
    bool several = o->n_targets > 1; /* kappa becomes Q, which has weights and alpha in it */
    if (several)
        lab_par_run(o->par, o->b, ROW_BLOCK, mix_block, o);
    gradient_job job = {o, several ? o->ones : o->weights, several ? o->ones : o->alpha,
                        with_places ? rows->place_gradient : NULL};
    lab_par_run(o->par, o->s, SUPPORT_BLOCK, gradient_of_supports, &job);
    return LABRBF_OK;
}
