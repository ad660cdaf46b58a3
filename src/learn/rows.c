#include "learn/rows.h"

#include <math.h>

#include "base/product.h"
#include "base/status.h"
#include "base/sweep.h"

enum { ROW_BLOCK = 32, SUPPORT_BLOCK = 64 }; /* what one call of a thread works on */
static const double TRAINING_RIDGE = 1e-6;

void lab_rows_layout(lab_rows *rows, lab_arena *arena, size_t n_features, size_t s_max) {
    lab_window_layout(&rows->window, arena, s_max);
    rows->place_gradient = lab_arena_doubles(arena, n_features, s_max);
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

/* ---- all rows */

labrbf_status lab_rows_solve(lab_rows *rows, lab_objective *o) {
    size_t most = o->s_max + o->b_max; /* rows that o->k has room for */
    lab_window_clear(&rows->window, o->s);
    for (size_t first = 0; first < rows->n; first += most) {
        size_t count = rows->n - first < most ? rows->n - first : most;
        kernel_job job = {o, rows->x + first * o->n_features, o->k, NULL};
        lab_par_run(o->par, count, ROW_BLOCK, kernel_of_rows, &job);
        lab_window_take(&rows->window, o->k, rows->y + first, count, 1.0);
    }
    o->lambda = ridge_of(rows);
    bool solved = (rows->ridge == 0.0 && lab_window_choose(&rows->window, &o->lambda, o->alpha, &o->beta)) ||
                  lab_window_solve(&rows->window, o->lambda, o->alpha, &o->beta);
    rows->rcond = 1.0 / (1.0 + lab_window_trace(&rows->window) / (o->lambda * rows->window.weight));
    return solved ? LABRBF_OK : singular(o->s);
}

/* ---- a step */

static labrbf_status follow_batch(lab_rows *rows, lab_objective *o) {
    lab_window *window = &rows->window;
    double room = (double)rows->window_rows - (double)o->b; /* for older rows */
    lab_window_take(window, o->k, o->target, o->b, room > 0.0 ? fmin(1.0, room / window->weight) : 0.0);
    return lab_window_solve(window, ridge_of(rows), o->alpha, &o->beta) ? LABRBF_OK : singular(o->s);
}

/* g = 2 r / B into the weights; returns |r|^2 / B. */
static double weigh_residual(lab_objective *o) {
    double sum = 0.0;
    lab_product(o->k, o->b, o->s, o->s, o->alpha, o->residual);
    for (size_t t = 0; t < o->b; t++) {
        o->residual[t] += o->beta - o->target[t];
        sum += o->residual[t] * o->residual[t];
        o->weights[t] = 2.0 * o->residual[t] / (double)o->b;
    }
    return sum / (double)o->b;
}

typedef struct gradient_job {
    lab_objective *objective;
    double *places; /* NULL: not asked for */
} gradient_job;

static void gradient_of_supports(void *context, size_t begin, size_t end) {
    const gradient_job *job = context;
    lab_objective *o = job->objective;
    size_t m = o->n_features, stride = o->s_max;
    lab_supports supports = lab_objective_supports(o);
    const double *rows = o->rows + o->s * m;
    lab_kernel_pull_back(&supports, begin, end, rows, o->b, m, o->weights, o->kappa, o->gradient);
    for (size_t at = begin; at < m * stride; at += stride)
        lab_sweep()->scale(end - begin, -2.0, o->theta + at, o->alpha + begin, o->gradient + at);
    if (!job->places)
        return;
    lab_kernel_pull_places(&supports, begin, end, rows, o->b, m, o->weights, o->kappa, job->places);
    for (size_t at = begin; at < m * stride; at += stride) {
        lab_sweep()->scale(end - begin, 2.0, o->theta + at, o->alpha + begin, job->places + at);
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
    *loss = weigh_residual(o);
    gradient_job job = {o, with_places ? rows->place_gradient : NULL};
    lab_par_run(o->par, o->s, SUPPORT_BLOCK, gradient_of_supports, &job);
    return LABRBF_OK;
}
