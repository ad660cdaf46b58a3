#include "learn/window.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/product.h"
#include "base/sweep.h"

enum { FIRST = -24, LAST = 4 };       /* lambda = 10^(j/2), from 1e-12 to 100 */
static const double MOST_FREE = 0.95; /* of the rows may be used up by coefficients: beyond it the estimate is noise */

void lab_window_layout(lab_window *w, lab_arena *arena, size_t n_max) {
    w->gram = lab_arena_doubles(arena, n_max, n_max);
    w->system = lab_arena_doubles(arena, n_max, n_max);
    w->sums = lab_arena_doubles(arena, n_max, 1);
    w->right = lab_arena_doubles(arena, n_max, 1);
    w->vectors = lab_arena_doubles(arena, n_max, n_max);
    w->values = lab_arena_doubles(arena, n_max, 3);
    w->work = lab_arena_doubles(arena, n_max, LAB_DENSE_EIGEN_WORK);
    w->iwork = lab_arena_ints(arena, LAB_DENSE_EIGEN_INTS * n_max);
}

void lab_window_clear(lab_window *w, size_t n) {
    w->n = n;
    w->weight = w->label = w->label_squared = 0.0;
    memset(w->gram, 0, n * n * sizeof *w->gram);
    memset(w->sums, 0, n * sizeof *w->sums);
    memset(w->right, 0, n * sizeof *w->right);
}

void lab_window_take(lab_window *w, const double *k, const double *y, size_t rows, double keep) {
    size_t n = w->n;
    double *fresh = w->values;
    lab_dense_add_gram(k, rows, n, keep, w->gram);
    lab_product_transposed(k, rows, n, n, y, fresh);
    for (size_t i = 0; i < n; i++) {
        w->right[i] = keep * w->right[i] + fresh[i];
        w->sums[i] *= keep;
    }
    for (size_t r = 0; r < rows; r++)
        lab_sweep()->add(n, k + r * n, w->sums);
    w->weight = keep * w->weight + (double)rows;
    w->label *= keep;
    w->label_squared *= keep;
    for (size_t r = 0; r < rows; r++) {
        w->label += y[r];
        w->label_squared += y[r] * y[r];
    }
}

double lab_window_trace(const lab_window *w) {
    double trace = 0.0;
    for (size_t i = 0; i < w->n; i++)
        trace += w->gram[i * w->n + i] - w->sums[i] * w->sums[i] / w->weight;
    return fmax(trace, 0.0);
}

/* ---- solving */

/* G - u u^T / W, the upper triangle, and c - u v / W. */
static void centre(const lab_window *w, double *gram, double *right) {
    for (size_t i = 0; i < w->n; i++) {
        double share = w->sums[i] / w->weight;
        for (size_t j = i; j < w->n; j++)
            gram[i * w->n + j] = w->gram[i * w->n + j] - share * w->sums[j];
        right[i] = w->right[i] - share * w->label;
    }
}

static double constant(const lab_window *w, const double *alpha) {
    double sum = w->label;
    for (size_t i = 0; i < w->n; i++)
        sum -= w->sums[i] * alpha[i];
    return sum / w->weight;
}

bool lab_window_solve(lab_window *w, double lambda, double *alpha, double *beta) {
    centre(w, w->system, alpha);
    for (size_t i = 0; i < w->n; i++)
        w->system[i * w->n + i] += lambda * w->weight;
    if (!lab_dense_solve_positive(w->system, w->n, alpha))
        return false;
    *beta = constant(w, alpha);
    return true;
}

/* The generalised cross-validation error with the eigenvalues and right side z in their basis; squares is
 * |y - mean|^2. */
static double expected_error(const lab_window *w, const double *eigenvalues, const double *z, double squares,
                             double lambda) {
    double residual = squares, trace = 1.0;
    for (size_t i = 0; i < w->n; i++) {
        double value = fmax(eigenvalues[i], 0.0), a = z[i] / (value + lambda * w->weight);
        residual += a * (a * value - 2.0 * z[i]);
        trace += value / (value + lambda * w->weight);
    }
    if (trace > MOST_FREE * w->weight)
        return INFINITY;
    double left = 1.0 - trace / w->weight;
    return fmax(residual, 0.0) / w->weight / (left * left);
}

bool lab_window_choose(lab_window *w, double *lambda, double *alpha, double *beta) {
    size_t n = w->n;
    double *eigenvalues = w->values, *z = w->values + n, *right = w->values + 2 * n, least = INFINITY;
    centre(w, w->system, right);
    if (!lab_dense_eigen(w->system, n, eigenvalues, w->vectors, w->work, w->iwork))
        return false;
    lab_product(w->vectors, n, n, n, right, z);
    double squares = w->label_squared - w->label * w->label / w->weight;
    for (int j = FIRST; j <= LAST; j++) {
        double candidate = pow(10.0, j / 2.0), error = expected_error(w, eigenvalues, z, squares, candidate);
        if (error < least) {
            least = error;
            *lambda = candidate;
        }
    }
    if (!isfinite(least))
        return false;
    for (size_t i = 0; i < n; i++)
        z[i] /= fmax(eigenvalues[i], 0.0) + *lambda * w->weight;
    lab_product_transposed(w->vectors, n, n, n, z, alpha);
    *beta = constant(w, alpha);
    return true;
}
