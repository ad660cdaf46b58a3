#include "learn/statistics.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/product.h"
#include "base/sweep.h"

enum { FIRST = -24, LAST = 4 };       /* lambda = 10^(j/2), from 1e-12 to 100 */
static const double MOST_FREE = 0.95; /* of the rows may be used up by coefficients: beyond it the estimate is noise */

void lab_statistics_layout(lab_statistics *w, lab_arena *arena, size_t n_max, size_t n_targets, size_t block_max) {
    size_t sides;
    if (!lab_size_mul(n_targets, 2, &sides) || !lab_size_add(sides, 1, &sides)) {
        arena->overflow = true;
        return;
    }
    w->n_max = n_max;
    w->n_targets = n_targets;
    w->gram = lab_arena_doubles(arena, n_max, n_max);
    w->system = lab_arena_doubles(arena, n_max, n_max);
    w->sums = lab_arena_doubles(arena, n_max, 1);
    w->right = lab_arena_doubles(arena, n_targets, n_max);
    w->labels = lab_arena_doubles(arena, n_targets, 1);
    w->label_squares = lab_arena_doubles(arena, n_targets, 1);
    w->vectors = lab_arena_doubles(arena, n_max, n_max);
    w->values = lab_arena_doubles(arena, n_max, sides);
    w->work = lab_arena_doubles(arena, n_max, LAB_DENSE_EIGEN_WORK);
    w->iwork = lab_arena_ints(arena, LAB_DENSE_EIGEN_INTS * n_max);
    w->block_max = block_max;
    w->roots = lab_arena_doubles(arena, block_max, 1);
    w->weighted_labels = lab_arena_doubles(arena, n_targets, block_max);
}

void lab_statistics_clear(lab_statistics *w, size_t n) {
    w->n = n;
    w->weight = w->count = 0.0;
    memset(w->gram, 0, n * n * sizeof *w->gram);
    memset(w->sums, 0, n * sizeof *w->sums);
    memset(w->right, 0, w->n_targets * w->n_max * sizeof *w->right);
    memset(w->labels, 0, w->n_targets * sizeof *w->labels);
    memset(w->label_squares, 0, w->n_targets * sizeof *w->label_squares);
}

/* The rows times the roots of their weights. */
static lab_observations weigh(const lab_statistics *w, const lab_observations *in) {
    lab_observations weighted = *in;
    weighted.y = w->weighted_labels;
    weighted.y_stride = w->block_max;
    for (size_t r = 0; r < in->n; r++) {
        double root = w->roots[r] = sqrt(in->weights[r]);
        for (size_t i = 0; i < w->n; i++)
            in->k[r * w->n + i] *= root;
        for (size_t c = 0; c < w->n_targets; c++)
            w->weighted_labels[c * w->block_max + r] = root * in->y[c * in->y_stride + r];
    }
    return weighted;
}

/* c, v and q of one target. */
static void take_labels(lab_statistics *w, const lab_observations *in, size_t target, double keep) {
    const double *y = in->y + target * in->y_stride;
    double *right = w->right + target * w->n_max, *fresh = w->values;
    double *label = &w->labels[target], *squares = &w->label_squares[target];
    lab_product()->transposed(in->k, in->n, w->n, w->n, y, fresh);
    for (size_t i = 0; i < w->n; i++)
        right[i] = keep * right[i] + fresh[i];
    *label *= keep;
    *squares *= keep;
    for (size_t r = 0; r < in->n; r++) {
        *label += in->weights ? w->roots[r] * y[r] : y[r];
        *squares += y[r] * y[r];
    }
}

/* u and W. */
static void take_constant(lab_statistics *w, const lab_observations *in, double keep) {
    size_t n = w->n;
    for (size_t i = 0; i < n; i++)
        w->sums[i] *= keep;
    if (!in->weights) {
        for (size_t r = 0; r < in->n; r++)
            lab_sweep()->add(n, in->k + r * n, w->sums);
        w->weight = keep * w->weight + (double)in->n;
        return;
    }
    double *fresh = w->values;
    lab_product()->transposed(in->k, in->n, n, n, w->roots, fresh);
    lab_sweep()->add(n, fresh, w->sums);
    w->weight *= keep;
    for (size_t r = 0; r < in->n; r++)
        w->weight += w->roots[r] * w->roots[r];
}

typedef struct gram_job {
    lab_statistics *statistics;
    const lab_observations *in;
    double keep;
} gram_job;

/* G, so many columns at a time; the last ones, which are the longest, first. */
static void take_columns(void *context, size_t begin, size_t end) {
    const gram_job *job = context;
    size_t n = job->statistics->n;
    size_t last = n - begin, first = n - end;
    lab_product()->gram(job->in->k, job->in->n, n, first, last, job->keep, job->statistics->gram);
}

void lab_statistics_add(lab_statistics *w, lab_par *par, const lab_observations *rows, double keep) {
    const lab_observations in = rows->weights ? weigh(w, rows) : *rows;
    lab_par_run(par, w->n, LAB_GRAM_COLUMNS, take_columns, &(gram_job){w, &in, keep});
    for (size_t c = 0; c < w->n_targets; c++)
        take_labels(w, &in, c, keep);
    take_constant(w, &in, keep);
    w->count = keep * w->count + (double)in.n;
}

void lab_statistics_visit(lab_statistics *w, lab_codec *bytes) {
    lab_codec_count(bytes, &w->n, w->n_max);
    LAB_CODEC_FIELD(bytes, w->weight);
    LAB_CODEC_FIELD(bytes, w->count);
    lab_codec_items(bytes, w->labels, w->n_targets, sizeof *w->labels);
    lab_codec_items(bytes, w->label_squares, w->n_targets, sizeof *w->label_squares);
    lab_codec_items(bytes, w->gram, w->n * w->n, sizeof *w->gram);
    lab_codec_items(bytes, w->sums, w->n, sizeof *w->sums);
    lab_codec_items(bytes, w->right, w->n_targets * w->n_max, sizeof *w->right);
}

double lab_statistics_trace(const lab_statistics *w) {
    double trace = 0.0;
    for (size_t i = 0; i < w->n; i++)
        trace += w->gram[i * w->n + i] - w->sums[i] * w->sums[i] / w->weight;
    return fmax(trace, 0.0);
}

/* ---- solving */

/* G - u u^T / W, the upper triangle, and c - u v / W of each target. */
static void centre(const lab_statistics *w, double *gram, double *right) {
    for (size_t i = 0; i < w->n; i++) {
        double share = w->sums[i] / w->weight;
        for (size_t j = i; j < w->n; j++)
            gram[i * w->n + j] = w->gram[i * w->n + j] - share * w->sums[j];
        for (size_t c = 0; c < w->n_targets; c++)
            right[c * w->n_max + i] = w->right[c * w->n_max + i] - share * w->labels[c];
    }
}

/* beta of each target. */
static void find_constants(const lab_statistics *w, const double *alpha, double *beta) {
    for (size_t c = 0; c < w->n_targets; c++) {
        double sum = w->labels[c];
        for (size_t i = 0; i < w->n; i++)
            sum -= w->sums[i] * alpha[c * w->n_max + i];
        beta[c] = sum / w->weight;
    }
}

bool lab_statistics_solve(lab_statistics *w, double lambda, double *alpha, double *beta) {
    centre(w, w->system, alpha);
    for (size_t i = 0; i < w->n; i++)
        w->system[i * w->n + i] += lambda * w->weight;
    if (!lab_dense_solve_positive(w->system, w->n, alpha, w->n_targets, w->n_max))
        return false;
    find_constants(w, alpha, beta);
    return true;
}

/* |y - f|^2 of one target, from |y - mean|^2, the eigenvalues, and the right side z in their basis. */
static double squared_residual(const lab_statistics *w, size_t target, const double *eigenvalues, const double *z,
                               double lambda) {
    double residual = w->label_squares[target] - w->labels[target] * w->labels[target] / w->weight;
    for (size_t i = 0; i < w->n; i++) {
        double value = fmax(eigenvalues[i], 0.0), a = z[i] / (value + lambda * w->weight);
        residual += a * (a * value - 2.0 * z[i]);
    }
    return fmax(residual, 0.0);
}

/* The generalised cross-validation error; z has the right sides of all targets. */
static double expected_error(const lab_statistics *w, const double *eigenvalues, const double *z, double lambda) {
    double residual = 0.0, trace = 1.0;
    for (size_t i = 0; i < w->n; i++) {
        double value = fmax(eigenvalues[i], 0.0);
        trace += value / (value + lambda * w->weight);
    }
    if (trace > MOST_FREE * w->weight)
        return INFINITY;
    for (size_t c = 0; c < w->n_targets; c++)
        residual += squared_residual(w, c, eigenvalues, z + c * w->n_max, lambda);
    double left = 1.0 - trace / w->weight;
    return residual / w->weight / (left * left);
}

bool lab_statistics_choose(lab_statistics *w, double *lambda, double *alpha, double *beta) {
    size_t n = w->n, side = w->n_max;
    double *eigenvalues = w->values, *z = eigenvalues + side, *right = z + w->n_targets * side, least = INFINITY;
    centre(w, w->system, right);
    if (!lab_dense_eigen(w->system, n, eigenvalues, w->vectors, w->work, w->iwork))
        return false;
    for (size_t c = 0; c < w->n_targets; c++)
        lab_product()->times(w->vectors, n, n, n, right + c * side, z + c * side);
    for (int j = FIRST; j <= LAST; j++) {
        double candidate = pow(10.0, j / 2.0), error = expected_error(w, eigenvalues, z, candidate);
        if (error < least) {
            least = error;
            *lambda = candidate;
        }
    }
    if (!isfinite(least))
        return false;
    for (size_t c = 0; c < w->n_targets; c++, z += side) {
        for (size_t i = 0; i < n; i++)
            z[i] /= fmax(eigenvalues[i], 0.0) + *lambda * w->weight;
        lab_product()->transposed(w->vectors, n, n, n, z, alpha + c * side);
    }
    find_constants(w, alpha, beta);
    return true;
}
