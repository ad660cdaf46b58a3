#include "row_kernels.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "blas.h"
#include "memory.h"

/* ---- points */

static void subtract(const double *x, size_t n, size_t m, const double *origin, double *out) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            out[i * m + j] = x[i * m + j] - origin[j];
}

static double *squares_of(const double *x, size_t n, size_t m) {
    double *squares = memory_doubles(n, 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            squares[i] += x[i * m + j] * x[i * m + j];
    return squares;
}

/* Distances do not depend on the origin, but their rounding does. A column with a long tail is scaled so that nearly
 * all of its values are close to -1: about the mean such rows are short, and little cancels between them. */
kernel_points kernel_points_make(const double *x, size_t n, size_t m) {
    kernel_points points = {n, m, memory_doubles(n, m), memory_doubles(m, 1), NULL};
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            points.origin[j] += x[i * m + j] / (double)n;
    subtract(x, n, m, points.origin, points.x);
    points.squares = squares_of(points.x, n, m);
    return points;
}

void kernel_points_free(kernel_points *points) {
    free(points->x);
    free(points->origin);
    free(points->squares);
    *points = (kernel_points){0};
}

/* ---- distances */

static double square_by_differences(const double *a, const double *b, size_t m) {
    double sum = 0.0;
    for (size_t j = 0; j < m; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

static double l1_distance(const double *a, const double *b, size_t m) {
    double sum = 0.0;
    for (size_t j = 0; j < m; j++)
        sum += fabs(a[j] - b[j]);
    return sum;
}

/* d^2 = |x|^2 - 2 x.z + |z|^2 as one matrix product, or by differences where it is less than `near` of |x|^2 + |z|^2:
 * there the digits of the product cancel. */
static void l2_squares(const kernel_points *points, const double *x, size_t rows, double near, double *out) {
    size_t n = points->n, m = points->m;
    double *squares = squares_of(x, rows, m);
    dense_multiply(false, true, rows, n, m, -2.0, x, points->x, 0.0, out);
    for (size_t t = 0; t < rows; t++) {
        double *row = out + t * n;
        for (size_t i = 0; i < n; i++) {
            double sum = squares[t] + points->squares[i];
            row[i] += sum;
            if (row[i] <= near * sum)
                row[i] = square_by_differences(x + t * m, points->x + i * m, m);
        }
    }
    free(squares);
}

static void l1_distances(const kernel_points *points, const double *x, size_t rows, double *out) {
    size_t n = points->n, m = points->m;
    for (size_t t = 0; t < rows; t++)
        for (size_t i = 0; i < n; i++)
            out[t * n + i] = l1_distance(x + t * m, points->x + i * m, m);
}

/* d^2 for the kernel that needs it, d for the others. A product is wrong by a few epsilon |x|^2: that matters to the
 * root of a small d^2, but to d^2 itself only in that equal rows should be at distance zero. */
static void distances(const kernel *k, const kernel_points *points, const double *x, size_t rows, double *out) {
    const double near_for_square = 1e-12, near_for_root = 1e-4;
    bool square = k->shape == KERNEL_RBF;
    size_t count = rows * points->n;
    if (k->norm == KERNEL_L1) {
        l1_distances(points, x, rows, out);
        for (size_t i = 0; square && i < count; i++)
            out[i] *= out[i];
    } else {
        l2_squares(points, x, rows, square ? near_for_square : near_for_root, out);
        for (size_t i = 0; !square && i < count; i++)
            out[i] = sqrt(out[i]);
    }
}

/* ---- kernels */

void kernel_rows(const kernel *k, const kernel_points *points, const double *x, size_t rows, double *out) {
    size_t count = rows * points->n;
    double *moved = memory_doubles(rows, points->m);
    subtract(x, rows, points->m, points->origin, moved);
    distances(k, points, moved, rows, out);
    free(moved);
    if (k->shape == KERNEL_TL1)
        for (size_t i = 0; i < count; i++)
            out[i] = fmax(k->width - out[i], 0.0);
    else
        for (size_t i = 0; i < count; i++)
            out[i] = exp(-k->width * out[i]);
}

void kernel_stream(const kernel *k, const kernel_points *points, const double *x, size_t n, kernel_use *use,
                   void *context) {
    double *block = memory_doubles(n < KERNEL_BLOCK ? n : KERNEL_BLOCK, points->n);
    for (size_t first = 0; first < n; first += KERNEL_BLOCK) {
        size_t rows = n - first < KERNEL_BLOCK ? n - first : KERNEL_BLOCK;
        kernel_rows(k, points, x + first * points->m, rows, block);
        use(context, first, rows, block);
    }
    free(block);
}

/* ---- expansions */

expansion *expansion_make(const kernel *k, const double *x, size_t n, size_t m) {
    expansion *e = memory_get(1, 1, sizeof *e);
    *e = (expansion){*k, kernel_points_make(x, n, m), memory_doubles(n, 1)};
    return e;
}

typedef struct prediction {
    const expansion *model;
    double *out;
} prediction;

static void predict_block(void *context, size_t first, size_t rows, double *block) {
    prediction *p = context;
    dense_times_vector(false, rows, p->model->points.n, 1.0, block, p->model->alpha, 0.0, p->out + first);
}

void expansion_predict(const void *model, const double *x, size_t n, double *out) {
    const expansion *e = model;
    kernel_stream(&e->kernel, &e->points, x, n, predict_block, &(prediction){e, out});
}

size_t expansion_size(const void *model) { return ((const expansion *)model)->points.n; }

void expansion_destroy(void *model) {
    expansion *e = model;
    if (!e)
        return;
    kernel_points_free(&e->points);
    free(e->alpha);
    free(e);
}
