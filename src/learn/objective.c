#include "learn/objective.h"

#include <string.h>

#include "base/dense.h"

enum { ROW_BLOCK = 16, SUPPORT_BLOCK = 64 }; /* what one call of a thread works on */
enum { VALUE_CHUNK = 256 };

static size_t monomial_count(const lab_objective *o) { return 2 * o->n_features + 1; }

void lab_objective_layout(lab_objective *o, lab_arena *arena) {
    size_t m = o->n_features, s = o->s_max, rows;
    if (!lab_size_add(s, o->b_max, &rows)) {
        arena->overflow = true;
        return;
    }
    o->x = lab_arena_doubles(arena, m, s);
    o->theta = lab_arena_doubles(arena, m, s);
    o->gradient = lab_arena_doubles(arena, m, s);
    o->y = lab_arena_doubles(arena, s, 1);
    o->target = lab_arena_doubles(arena, o->b_max, 1);
    o->residual = lab_arena_doubles(arena, o->b_max, 1);
    o->monomials = lab_arena_doubles(arena, rows, monomial_count(o));
    o->k = lab_arena_doubles(arena, rows, s);
    o->q = lab_arena_doubles(arena, rows, s);
    o->alpha = lab_arena_doubles(arena, s, 1);
    o->weights = lab_arena_doubles(arena, rows, 1);
    o->sums = lab_arena_doubles(arena, monomial_count(o), s);
    lab_krr_layout(&o->krr, arena, s);
}

static void set_monomials(lab_objective *o, size_t at, const double *row) {
    size_t m = o->n_features;
    double *monomials = o->monomials + at * monomial_count(o);
    for (size_t j = 0; j < m; j++) {
        monomials[j] = row[j] * row[j];
        monomials[m + j] = row[j];
    }
    monomials[2 * m] = 1.0;
}

void lab_objective_set_support(lab_objective *o, size_t i, const double *row, double y) {
    for (size_t j = 0; j < o->n_features; j++)
        o->x[j * o->s_max + i] = row[j];
    o->y[i] = y;
    set_monomials(o, i, row);
}

void lab_objective_set_batch(lab_objective *o, size_t i, const double *row, double y) {
    set_monomials(o, o->s + i, row);
    o->target[i] = y;
}

lab_supports lab_objective_supports(const lab_objective *o) {
    return (lab_supports){.profile = o->profile,
                          .n = o->s,
                          .n_features = o->n_features,
                          .stride = o->s_max,
                          .x = o->x,
                          .theta = o->theta};
}

/* ---- K and kappa of all rows, in blocks of rows */

typedef struct kernel_job {
    lab_objective *objective;
    size_t kappa_rows; /* how many of the rows want kappa */
} kernel_job;

static void kernel_rows(void *context, size_t begin, size_t end) {
    const kernel_job *job = context;
    lab_objective *o = job->objective;
    lab_supports supports = lab_objective_supports(o);
    size_t stride = monomial_count(o);
    const double *rows = o->monomials + begin * stride + o->n_features; /* z stands after z^2 */
    double *kappa = begin < job->kappa_rows ? o->q + begin * o->s : NULL;
    lab_kernel_block(&supports, rows, end - begin, stride, o->k + begin * o->s, kappa);
}

static void evaluate_kernel(lab_objective *o, size_t rows, bool with_kappa) {
    kernel_job job = {o, with_kappa ? rows : 0};
    lab_par_run(o->par, rows, ROW_BLOCK, kernel_rows, &job);
}

/* ---- alpha and the residual of the batch */

static labrbf_status solve_alpha(lab_objective *o) {
    labrbf_status status = lab_krr_factor(&o->krr, o->k, o->s, o->lambda, o->log);
    if (status < 0)
        return status;
    o->lambda = o->krr.lambda;
    for (size_t i = 0; i < o->s; i++)
        o->alpha[i] = o->y[i] - o->beta;
    lab_krr_solve(&o->krr, o->alpha);
    return LABRBF_OK;
}

/* r = K_b alpha + beta - y_b; returns |r|^2 / B. */
static double batch_residual(lab_objective *o) {
    lab_dense_times(o->k + o->s * o->s, o->b, o->s, o->s, o->alpha, o->residual);
    double sum = 0.0;
    for (size_t t = 0; t < o->b; t++) {
        o->residual[t] += o->beta - o->target[t];
        sum += o->residual[t] * o->residual[t];
    }
    return sum / (double)o->b;
}

labrbf_status lab_objective_solve(lab_objective *o) {
    evaluate_kernel(o, o->s, false);
    return solve_alpha(o);
}

double lab_objective_value(const lab_objective *o, const double *row) {
    double d[VALUE_CHUNK], sum = 0.0;
    lab_supports supports = lab_objective_supports(o);
    for (size_t begin = 0; begin < o->s; begin += VALUE_CHUNK) {
        size_t end = o->s - begin < VALUE_CHUNK ? o->s : begin + VALUE_CHUNK;
        memset(d, 0, sizeof d);
        lab_kernel_add_distance(&supports, begin, end, row, 0, o->n_features, d);
        lab_kernel_profile(o->profile, d, end - begin);
        for (size_t i = begin; i < end; i++)
            sum += o->alpha[i] * d[i - begin];
    }
    return o->beta + sum;
}

labrbf_status lab_objective_loss(lab_objective *o, double *loss) {
    evaluate_kernel(o, o->s + o->b, false);
    labrbf_status status = solve_alpha(o);
    if (status >= 0)
        *loss = batch_residual(o);
    return status;
}

/* ---- the pull-back */

/* w = [-v; g] with g = 2 r / B and v = A^-T K_b^T g. */
static void adjoint_weights(lab_objective *o) {
    double *v = o->weights, *g = o->weights + o->s;
    for (size_t t = 0; t < o->b; t++)
        g[t] = 2.0 * o->residual[t] / (double)o->b;
    lab_dense_times_transposed(o->k + o->s * o->s, o->b, o->s, o->s, g, v);
    lab_krr_solve_adjoint(&o->krr, v);
    for (size_t i = 0; i < o->s; i++)
        v[i] = -v[i];
}

/* Supports [begin, end): Q from kappa, its product with the monomials, and from that
 * sum_t Q_ti (z_tm - x_im)^2 = (Q^T z^2)_im - 2 x_im (Q^T z)_im + x_im^2 (Q^T 1)_i. */
static void gradient_block(void *context, size_t begin, size_t end) {
    lab_objective *o = context;
    size_t m = o->n_features, s = o->s, ld = o->s_max, rows = o->s + o->b;
    for (size_t t = 0; t < rows; t++)
        for (size_t i = begin; i < end; i++)
            o->q[t * s + i] *= o->weights[t] * o->alpha[i];
    lab_dense_product_tn(monomial_count(o), end - begin, rows, o->monomials, monomial_count(o), o->q + begin, s,
                         o->sums + begin, ld);
    const double *ones = o->sums + 2 * m * ld;
    for (size_t j = 0; j < m; j++) {
        const double *squares = o->sums + j * ld, *linear = o->sums + (m + j) * ld;
        for (size_t i = begin; i < end; i++) {
            double x = o->x[j * ld + i];
            double sum = squares[i] - 2.0 * x * linear[i] + x * x * ones[i];
            o->gradient[j * ld + i] = -2.0 * o->theta[j * ld + i] * sum;
        }
    }
}

labrbf_status lab_objective_gradient(lab_objective *o, double *loss) {
    evaluate_kernel(o, o->s + o->b, true);
    labrbf_status status = solve_alpha(o);
    if (status < 0)
        return status;
    *loss = batch_residual(o);
    adjoint_weights(o);
    lab_par_run(o->par, o->s, SUPPORT_BLOCK, gradient_block, o);
    return LABRBF_OK;
}
