/*
 * Falkon (Rudi, Carratino and Rosasco, 2017): kernel ridge regression on M centres drawn from the n rows,
 *
 *   (K_nM^T K_nM + lambda n K_MM) alpha = K_nM^T y,
 *
 * by conjugate gradients. If the centres stood for all rows, K_nM^T K_nM would be (n / M) K_MM K_MM: that gives
 *
 *   T^T T = K_MM,   A^T A = T T^T / M + lambda I   (T and A upper triangles)
 *
 * and with alpha = T^-1 A^-1 b the system becomes one whose matrix is close to the identity:
 *
 *   A^-T (T^-T (K_nM^T K_nM / n) T^-1 + lambda I) A^-1 b = A^-T T^-T K_nM^T y / n.
 *
 * Memory is in proportion to M^2, whatever n is: T and A are kept, and K_nM if n is a small multiple of M; else its
 * rows are computed afresh, a block at a time, in every iteration. Both ways give the same numbers.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/blas.h"
#include "baselines/memory.h"
#include "baselines/random.h"
#include "baselines/row_kernels.h"

typedef struct falkon {
    const problem *problem;
    const expansion *model;
    double lambda;
    size_t centres;
    double *t, *a;     /* centres x centres */
    double *kernel_nm; /* n x centres, or NULL */
} falkon;

/* ---- the preconditioner */

/* The upper triangle of K + jitter I from the lower one, which Cholesky leaves alone. Every kernel here is 1 at 0. */
static void restore(double *k, size_t n, double jitter) {
    for (size_t i = 0; i < n; i++) {
        k[i * n + i] = 1.0 + jitter;
        for (size_t j = i + 1; j < n; j++)
            k[i * n + j] = k[j * n + i];
    }
}

/* K_MM is singular to working precision if the kernel is smooth or two centres are equal: the least jitter that lets
 * it be factored is added, beginning at what rounding has done to it anyway. */
static bool factor_centres(double *k, size_t n) {
    double jitter = DBL_EPSILON * (double)n;
    for (int raise = 0; raise < 8; raise++) {
        restore(k, n, jitter);
        if (dense_cholesky(k, n))
            return true;
        jitter *= 10.0;
    }
    return false;
}

static bool precondition(falkon *f, const double *centres) {
    size_t n = f->centres;
    kernel_rows(&f->model->kernel, &f->model->points, centres, n, f->t);
    if (!factor_centres(f->t, n))
        return false;
    memcpy(f->a, f->t, n * n * sizeof *f->a);
    dense_triangle_square(f->a, n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++)
            f->a[i * n + j] /= (double)n;
        f->a[i * n + i] += f->lambda;
    }
    return dense_cholesky(f->a, n);
}

/* ---- products with the kernel matrix of rows and centres */

enum { KEPT_ROWS = 8 }; /* per centre, at most, for K_nM to be kept */

static void copy_block(void *context, size_t first, size_t rows, double *block) {
    const falkon *f = context;
    memcpy(f->kernel_nm + first * f->centres, block, rows * f->centres * sizeof *block);
}

static void keep_kernel(falkon *f) {
    const problem *p = f->problem;
    if (p->n / KEPT_ROWS > f->centres)
        return;
    f->kernel_nm = memory_doubles(p->n, f->centres);
    kernel_stream(&f->model->kernel, &f->model->points, p->x, p->n, copy_block, f);
}

typedef struct product {
    const double *u; /* NULL: y stands in the place of K_nM u */
    const double *y;
    size_t centres;
    double scale, *sum;
} product;

static void add_block(void *context, size_t first, size_t rows, double *block) {
    product *p = context;
    double image[KERNEL_BLOCK];
    const double *v = p->u ? image : p->y + first;
    if (p->u)
        dense_times_vector(false, rows, p->centres, 1.0, block, p->u, 0.0, image);
    dense_times_vector(true, rows, p->centres, p->scale, block, v, 1.0, p->sum);
}

/* sum = K_nM^T K_nM u / n, or K_nM^T y / n if u is NULL */
static void normal_product(const falkon *f, const double *u, double *sum) {
    const problem *p = f->problem;
    product job = {u, p->y, f->centres, 1.0 / (double)p->n, sum};
    memset(sum, 0, f->centres * sizeof *sum);
    if (!f->kernel_nm) {
        kernel_stream(&f->model->kernel, &f->model->points, p->x, p->n, add_block, &job);
        return;
    }
    for (size_t first = 0; first < p->n; first += KERNEL_BLOCK) {
        size_t rows = p->n - first < KERNEL_BLOCK ? p->n - first : KERNEL_BLOCK;
        add_block(&job, first, rows, f->kernel_nm + first * f->centres);
    }
}

static void add_scaled(double *x, double scale, const double *y, size_t n) {
    for (size_t i = 0; i < n; i++)
        x[i] += scale * y[i];
}

/* out = A^-T (T^-T (K_nM^T K_nM / n) T^-1 + lambda I) A^-1 b; work holds 2 x centres numbers */
static void apply(const falkon *f, const double *b, double *work, double *out) {
    size_t n = f->centres;
    double *v = work, *u = work + n;
    memcpy(v, b, n * sizeof *b);
    dense_triangle_solve(false, f->a, n, v);
    memcpy(u, v, n * sizeof *v);
    dense_triangle_solve(false, f->t, n, u);
    normal_product(f, u, out);
    dense_triangle_solve(true, f->t, n, out);
    add_scaled(out, f->lambda, v, n);
    dense_triangle_solve(true, f->a, n, out);
}

/* ---- conjugate gradients */

/* b, zero at first, becomes the solution for the right-hand side r, which becomes the residual. */
static void conjugate_gradients(const falkon *f, size_t iterations, double *b, double *r) {
    const double tolerance = 1e-10;
    size_t n = f->centres;
    double *direction = memory_doubles(n, 1), *image = memory_doubles(n, 1), *work = memory_doubles(n, 2);
    double square = dense_dot(r, r, n), enough = tolerance * tolerance * square;
    memcpy(direction, r, n * sizeof *r);
    for (size_t k = 0; k < iterations && square > enough; k++) {
        apply(f, direction, work, image);
        double curvature = dense_dot(direction, image, n), before = square;
        if (!(curvature > 0.0)) /* nothing but rounding is left */
            break;
        double step = square / curvature;
        add_scaled(b, step, direction, n);
        add_scaled(r, -step, image, n);
        square = dense_dot(r, r, n);
        for (size_t i = 0; i < n; i++)
            direction[i] = r[i] + square / before * direction[i];
    }
    free(direction);
    free(image);
    free(work);
}

static void solve(const falkon *f, size_t iterations, double *alpha) {
    size_t n = f->centres;
    double *r = memory_doubles(n, 1);
    normal_product(f, NULL, r);
    dense_triangle_solve(true, f->t, n, r);
    dense_triangle_solve(true, f->a, n, r);
    conjugate_gradients(f, iterations, alpha, r);
    dense_triangle_solve(false, f->a, n, alpha);
    dense_triangle_solve(false, f->t, n, alpha);
    free(r);
}

/* ---- the method */

enum { CENTERS, SIGMA, LAMBDA, KERNEL, ITERATIONS, OPTIONS };
static const option options[] = {
    [CENTERS] = {"centers", OPTION_COUNT, "1000", 1, 1e6, NULL, NULL,
                 "rows drawn as centres; at most as many as there are"},
    [SIGMA] = {"sigma", OPTION_NUMBER, "2", 1e-9, 1e9, NULL, "0.7 2 5 10", "width of the kernel"},
    [LAMBDA] = {"lambda", OPTION_NUMBER, "1e-6", 1e-15, 1e9, NULL, "1e-7 1e-6 1e-5",
                "regularisation; times the number of rows it is that of krr"},
    [KERNEL] = {"kernel", OPTION_WORD, "gaussian", 0, 0, "gaussian|laplacian", "gaussian laplacian",
                "exp(-|x - x'|^2 / (2 sigma^2)) or exp(-|x - x'| / sigma), both with the l2 norm"},
    [ITERATIONS] = {"iterations", OPTION_COUNT, "100", 1, 1e6, NULL, NULL,
                    "most iterations; fewer if the residual has fallen by 1e-10"},
};

static kernel kernel_of(const value *settings) {
    double sigma = settings[SIGMA].number;
    if (settings[KERNEL].number == 0.0)
        return (kernel){KERNEL_RBF, KERNEL_L2, 1.0 / (2.0 * sigma * sigma)};
    return (kernel){KERNEL_LAPLACIAN, KERNEL_L2, 1.0 / sigma};
}

/* `count` different rows, uniformly drawn. */
static double *draw_centres(const problem *p, size_t count) {
    double *centres = memory_doubles(count, p->m);
    size_t *order = memory_sizes(p->n);
    generator g = random_from(p->seed);
    for (size_t i = 0; i < p->n; i++)
        order[i] = i;
    random_shuffle(&g, order, p->n);
    for (size_t i = 0; i < count; i++)
        memcpy(centres + i * p->m, p->x + order[i] * p->m, p->m * sizeof *centres);
    free(order);
    return centres;
}

static expansion *fit_centres(const value *settings, const problem *p, const double *centres, size_t count) {
    kernel k = kernel_of(settings);
    expansion *model = expansion_make(&k, centres, count, p->m);
    falkon f = {.problem = p,
                .model = model,
                .lambda = settings[LAMBDA].number,
                .centres = count,
                .t = memory_doubles(count, count),
                .a = memory_doubles(count, count)};
    bool possible = precondition(&f, centres);
    if (possible) {
        keep_kernel(&f);
        solve(&f, (size_t)settings[ITERATIONS].number, model->alpha);
    }
    for (size_t i = 0; i < count; i++)
        possible = possible && isfinite(model->alpha[i]);
    free(f.t);
    free(f.a);
    free(f.kernel_nm);
    if (possible)
        return model;
    expansion_destroy(model);
    return NULL;
}

static void *fit(const value *settings, const problem *p, failure *why) {
    if (!dense_fits(p->n, p->m)) {
        snprintf(why->text, sizeof why->text, "%zu x %zu numbers are too many", p->n, p->m);
        return NULL;
    }
    size_t asked = (size_t)settings[CENTERS].number, count = asked < p->n ? asked : p->n;
    double *centres = draw_centres(p, count);
    expansion *model = fit_centres(settings, p, centres, count);
    free(centres);
    if (!model)
        snprintf(why->text, sizeof why->text,
                 "the kernel matrix of %zu centres cannot be factored to working precision: raise lambda", count);
    return model;
}

const method falkon_method = {.name = "falkon",
                              .title = "Falkon",
                              .unit = "support vectors",
                              .options = options,
                              .n_options = OPTIONS,
                              .fit = fit,
                              .predict = expansion_predict,
                              .size = expansion_size,
                              .destroy = expansion_destroy};
