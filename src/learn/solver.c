#include "learn/solver.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/product.h"
#include "base/sweep.h"

enum {
    MOST = 12,    /* GMRES steps in a cycle */
    CYCLES = 8,   /* refinements */
    SMALLEST = 96 /* unknowns below which a factorisation is cheaper than all this */
};
/* What a cycle can gain: P and A are applied in single precision, which costs more the worse the condition. */
static const double LEAST_GAIN = 1e-6, GAIN_BY_CONDITION = 3e-9;
static const double WORST_CONDITION = 4e6; /* of what P is made of, but for mu; beyond it LU is cheaper */
static const double FAR_FROM_ONE = 0.5; /* P A is nearly the identity; a smaller pivot says that A has moved too far */

/* Rows of the matrices in single precision begin at a cache line. */
static size_t stride_of(size_t n) { return (n + 15) / 16 * 16; }

void lab_solver_layout(lab_solver *solver, lab_arena *arena, size_t n_max) {
    lab_krr_layout(&solver->krr, arena, n_max);
    solver->system = lab_arena_floats(arena, n_max, stride_of(n_max));
    solver->inverse = lab_arena_floats(arena, n_max, stride_of(n_max));
    solver->ones[0] = lab_arena_floats(arena, n_max, 1);
    solver->ones[1] = lab_arena_floats(arena, n_max, 1);
    solver->basis = lab_arena_floats(arena, MOST + 1, n_max);
    solver->vector = lab_arena_floats(arena, n_max, 1);
    solver->residual = lab_arena_doubles(arena, n_max, 1);
    solver->work = lab_arena_floats(arena, n_max, LAB_DENSE_INVERT_WORK);
}

/* ---- choosing */

labrbf_status lab_solver_begin_direct(lab_solver *solver, const double *k, size_t n, double lambda) {
    labrbf_status status = lab_krr_factor(&solver->krr, k, n, lambda, solver->log);
    if (status < 0)
        return status;
    solver->k = k;
    solver->n = n;
    solver->lambda = solver->krr.lambda;
    solver->direct = true;
    return LABRBF_OK;
}

/* A new P pays when the last step cost more than the average of all steps since P was made, the making included. Making
 * it takes about as long as n products in single precision. */
static bool worn_out(const lab_solver *solver) { return solver->latest * solver->steps > solver->n + solver->products; }

/* Entries of a product that one call of a thread computes: a half of them, or a quarter when that is worth it. */
static size_t block_of(size_t n) { return ((n < 800 ? n / 2 : n / 4) + 15) / 16 * 16; }

static void copy_rows(void *context, size_t begin, size_t end) {
    lab_solver *solver = context;
    size_t n = solver->n, stride = stride_of(n);
    for (size_t i = begin; i < end; i++) {
        lab_sweep()->to_single(n, solver->k + i * n, solver->mu, solver->system + i * stride);
        solver->system[i * stride + i] = (float)(solver->k[i * n + i] - solver->mu + solver->lambda);
    }
}

/* The largest row sum of |P|, which estimates that of A^-1. */
static double norm_of_inverse(const lab_solver *solver) {
    double largest = 0.0;
    for (size_t i = 0; i < solver->n; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < solver->n; j++)
            sum += fabs((double)solver->inverse[i * stride_of(solver->n) + j]);
        largest = fmax(largest, sum);
    }
    return largest;
}

/* mu, and the largest row sum of |A - mu 1 1^T|, or a little more. */
static double norm_without_mean(lab_solver *solver) {
    size_t n = solver->n;
    double sum = 0.0, largest = 0.0;
    for (size_t i = 0; i < n * n; i++)
        sum += solver->k[i];
    solver->mu = sum / ((double)n * (double)n);
    for (size_t i = 0; i < n; i++) {
        double row = solver->lambda;
        for (size_t j = 0; j < n; j++)
            row += fabs(solver->k[i * n + j] - solver->mu);
        largest = fmax(largest, row);
    }
    return largest;
}

/* P 1 and P^T 1, from the factors. */
static void make_ones(lab_solver *solver) {
    for (int transposed = 0; transposed < 2; transposed++) {
        double *x = solver->residual;
        for (size_t i = 0; i < solver->n; i++)
            x[i] = 1.0;
        if (transposed)
            lab_krr_solve_adjoint(&solver->krr, x);
        else
            lab_krr_solve(&solver->krr, x);
        lab_sweep()->to_single(solver->n, x, 0.0, solver->ones[transposed]);
    }
}

/* P from the factors of the present system, if that is conditioned well enough for single precision. If not, the next
 * tries are further and further apart: the system will hardly be better in the next step. */
static void make_inverse(lab_solver *solver) {
    solver->inverse_n = 0;
    solver->steps = solver->products = 0;
    if (solver->n < SMALLEST)
        return;
    if (solver->patience > 0) {
        solver->patience--;
        return;
    }
    bool made = lab_dense_invert_single(solver->krr.lu, solver->n, solver->krr.pivots, solver->inverse,
                                        stride_of(solver->n), solver->work);
    double condition = norm_without_mean(solver) * norm_of_inverse(solver);
    if (made && condition < WORST_CONDITION) {
        solver->gain = fmax(LEAST_GAIN, GAIN_BY_CONDITION * condition);
        make_ones(solver);
        solver->inverse_n = solver->n;
        solver->inverse_lambda = solver->lambda;
        solver->failures = 0;
    } else {
        solver->failures = solver->failures < 6 ? solver->failures + 1 : 6;
        solver->patience = (size_t)1 << solver->failures;
    }
}

labrbf_status lab_solver_begin(lab_solver *solver, const double *k, size_t n, double lambda) {
    bool usable = solver->inverse_n == n && solver->inverse_lambda == lambda && !worn_out(solver);
    solver->products += solver->latest;
    solver->latest = 0;
    if (!usable) {
        labrbf_status status = lab_solver_begin_direct(solver, k, n, lambda);
        if (status >= 0)
            make_inverse(solver);
        return status;
    }
    solver->k = k;
    solver->n = n;
    solver->lambda = lambda;
    solver->direct = false;
    solver->steps++;
    lab_par_run(solver->par, n, block_of(n), copy_rows, solver);
    return LABRBF_OK;
}

/* ---- vectors */

/* A product with a matrix, in blocks of its result: of rows, or of columns if it is transposed. */
typedef struct product {
    const lab_solver *solver;
    bool transposed;
    const float *matrix, *x;
    float *y;
    const double *b, *solution;
    double *residual;
} product;

static void single_block(void *context, size_t begin, size_t end) {
    const product *p = context;
    size_t n = p->solver->n, stride = stride_of(n);
    if (p->transposed)
        lab_product_transposed_single(p->matrix + begin, n, end - begin, stride, p->x, p->y + begin);
    else
        lab_product_single(p->matrix + begin * stride, end - begin, n, stride, p->x, p->y + begin);
}

static void residual_block(void *context, size_t begin, size_t end) {
    const product *p = context;
    size_t n = p->solver->n;
    double *r = p->residual;
    if (p->transposed)
        lab_product_transposed(p->solver->k + begin, n, end - begin, n, p->solution, r + begin);
    else
        lab_product(p->solver->k + begin * n, end - begin, n, n, p->solution, r + begin);
    for (size_t i = begin; i < end; i++)
        r[i] = p->b[i] - r[i] - p->solver->lambda * p->solution[i];
}

/* y = A x with the system (but for mu) or with P, in single precision. */
static void times(lab_solver *solver, const float *matrix, bool transposed, const float *x, float *y) {
    product p = {.solver = solver, .transposed = transposed, .matrix = matrix, .x = x, .y = y};
    lab_par_run(solver->par, solver->n, block_of(solver->n), single_block, &p);
    solver->latest++;
}

/* residual = b - A x, or b - A^T x, in double; a first guess of zero needs no product. */
static void form_residual(lab_solver *solver, bool transposed, const double *b, const double *x, double length) {
    if (length == 0.0) {
        memcpy(solver->residual, b, solver->n * sizeof *b);
        return;
    }
    product p = {.solver = solver, .transposed = transposed, .b = b, .solution = x, .residual = solver->residual};
    lab_par_run(solver->par, solver->n, block_of(solver->n), residual_block, &p);
    solver->latest += 2;
}

static double norm_single(const float *a, size_t n) {
    double sums[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sums[j] += (double)a[i + j] * (double)a[i + j];
    for (; i < n; i++)
        sums[0] += (double)a[i] * (double)a[i];
    return sqrt(((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])));
}

static float dot(const float *a, const float *b, size_t n) {
    float sums[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sums[j] += a[i + j] * b[i + j];
    for (; i < n; i++)
        sums[0] += a[i] * b[i];
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

static double sum(const float *a, size_t n) {
    double sums[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sums[j] += (double)a[i + j];
    for (; i < n; i++)
        sums[0] += (double)a[i];
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/* y += factor x */
static void add(float *y, float factor, const float *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        y[i] += factor * x[i];
}

static void scale(float *a, float factor, size_t n) {
    for (size_t i = 0; i < n; i++)
        a[i] *= factor;
}

/* ---- GMRES */

/* The least-squares problem of GMRES, kept triangular by rotations. */
typedef struct triangle {
    double column[MOST][MOST + 1];
    double c[MOST], s[MOST], right[MOST + 1];
} triangle;

/* Takes in column j (h[0 .. j+1]); returns the norm of the residual that remains. */
static double rotate_in(triangle *t, size_t j) {
    double *h = t->column[j];
    for (size_t i = 0; i < j; i++) {
        double upper = t->c[i] * h[i] + t->s[i] * h[i + 1];
        h[i + 1] = t->c[i] * h[i + 1] - t->s[i] * h[i];
        h[i] = upper;
    }
    double length = hypot(h[j], h[j + 1]);
    t->c[j] = length > 0.0 ? h[j] / length : 1.0;
    t->s[j] = length > 0.0 ? h[j + 1] / length : 0.0;
    h[j] = length;
    t->right[j + 1] = -t->s[j] * t->right[j];
    t->right[j] *= t->c[j];
    return fabs(t->right[j + 1]);
}

/* x += size times the combination of the basis that solves the first `count` columns. */
static void add_solution(lab_solver *solver, triangle *t, size_t count, double size, double *x) {
    for (size_t j = count; j-- > 0;) {
        double y = t->right[j];
        for (size_t i = j + 1; i < count; i++)
            y -= t->column[i][j] * t->right[i];
        t->right[j] = t->column[j][j] != 0.0 ? y / t->column[j][j] : 0.0;
    }
    for (size_t j = 0; j < count; j++)
        for (size_t i = 0; i < solver->n; i++)
            x[i] += size * t->right[j] * (double)solver->basis[j * solver->n + i];
}

/* One cycle for P A d = z, the unit vector z in basis[0]; x += size d. Returns the part of the norm that remains. */
static double gmres_cycle(lab_solver *solver, bool transposed, double size, double goal, double *x) {
    size_t n = solver->n, count = 0;
    triangle t = {.right = {1.0}};
    double left = 1.0;
    while (count < MOST && left > goal) {
        float *next = solver->basis + (count + 1) * n;
        double *h = t.column[count];
        const float *v = solver->basis + count * n;
        times(solver, solver->system, transposed, v, solver->vector);
        times(solver, solver->inverse, transposed, solver->vector, next);
        add(next, (float)(solver->mu * sum(v, n)), solver->ones[transposed], n);
        for (size_t j = 0; j <= count; j++) {
            const float *earlier = solver->basis + j * n;
            float along = dot(earlier, next, n);
            add(next, -along, earlier, n);
            h[j] = (double)along;
        }
        h[count + 1] = norm_single(next, n);
        if (h[count + 1] > 0.0)
            scale(next, (float)(1.0 / h[count + 1]), n);
        left = rotate_in(&t, count);
        if (t.column[count][count] < FAR_FROM_ONE)
            return 1.0;
        count++;
    }
    add_solution(solver, &t, count, size, x);
    return left;
}

static double norm(const double *a, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* basis[0] = P times the residual, scaled; its mean goes the way of mu. */
static void apply_inverse(lab_solver *solver, bool transposed, double factor) {
    size_t n = solver->n;
    double mean = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += solver->residual[i];
    mean /= (double)n;
    for (size_t i = 0; i < n; i++)
        solver->vector[i] = (float)(factor * (solver->residual[i] - mean));
    times(solver, solver->inverse, transposed, solver->vector, solver->basis);
    add(solver->basis, (float)(factor * mean), solver->ones[transposed], n);
}

/* Refines x until the estimated error is within the tolerance; false if that does not come about. */
static bool refine(lab_solver *solver, bool transposed, const double *b, double tolerance, double *x) {
    size_t n = solver->n;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        double length = norm(x, n);
        form_residual(solver, transposed, b, x, length);
        double size = norm(solver->residual, n);
        if (size == 0.0)
            return true;
        apply_inverse(solver, transposed, 1.0 / size);
        double part = norm_single(solver->basis, n), error = size * part; /* P (b - A x), nearly the error of x */
        if (!isfinite(error) || !(part > 0.0))
            return false;
        double enough = tolerance * fmax(length, error);
        if (error <= enough)
            return true;
        scale(solver->basis, (float)(1.0 / part), n);
        double left = error * gmres_cycle(solver, transposed, error, fmax(enough / error, solver->gain), x);
        if (left <= enough)
            return true;
        if (left > 0.1 * error)
            return false;
    }
    return false;
}

labrbf_status lab_solver_solve(lab_solver *solver, bool transposed, const double *b, double tolerance, double *x) {
    if (!solver->direct && refine(solver, transposed, b, tolerance, x))
        return LABRBF_OK;
    if (!solver->direct) {
        labrbf_status status = lab_solver_begin_direct(solver, solver->k, solver->n, solver->lambda);
        if (status < 0)
            return status;
        solver->inverse_n = 0; /* P has failed */
    }
    memcpy(x, b, solver->n * sizeof *x);
    if (transposed)
        lab_krr_solve_adjoint(&solver->krr, x);
    else
        lab_krr_solve(&solver->krr, x);
    return LABRBF_OK;
}
