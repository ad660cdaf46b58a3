#include "learn/solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/product.h"
#include "base/status.h"
#include "base/sweep.h"

enum {
    MOST = 24,    /* pairs in a solve */
    KEPT = 8,     /* and of them for the next step */
    CYCLES = 8,   /* refinements */
    SMALLEST = 96 /* unknowns below which a factorisation is cheaper than all this */
};
/* P and A are applied in single precision. What that makes of a residual, in terms of the one that a cycle began with,
 * grows with the condition: three times what was seen on the paper's data sets. */
static const double LEAST_NOISE = 1e-6, NOISE_BY_CONDITION = 3e-9;
static const double WORST_CONDITION = 4e6; /* of what P is made of, but for mu; beyond it LU is cheaper */
static const double NEARLY_KNOWN = 0.05;   /* a smaller part of an image that is new is mostly rounding */
static const double STUCK = 0.9;           /* a pair that leaves more than this has hardly helped */

/* Rows of the matrices in single precision begin at a cache line. */
static size_t stride_of(size_t n) { return (n + 15) / 16 * 16; }

static void layout_pairs(lab_pairs *pairs, lab_arena *arena, size_t n_max) {
    pairs->moves = lab_arena_floats(arena, MOST, stride_of(n_max));
    pairs->images = lab_arena_floats(arena, MOST, stride_of(n_max));
    pairs->sums = lab_arena_floats(arena, MOST, 1);
}

void lab_solver_layout(lab_solver *solver, lab_arena *arena, size_t n_max) {
    lab_krr_layout(&solver->krr, arena, n_max);
    solver->system = (float *)(void *)solver->krr.lu;
    solver->inverse = lab_arena_floats(arena, n_max, stride_of(n_max));
    solver->ones[0] = lab_arena_floats(arena, n_max, 1);
    solver->ones[1] = lab_arena_floats(arena, n_max, 1);
    layout_pairs(&solver->now, arena, n_max);
    layout_pairs(&solver->kept[0], arena, n_max);
    layout_pairs(&solver->kept[1], arena, n_max);
    solver->rest = lab_arena_floats(arena, n_max, 1);
    solver->target = lab_arena_floats(arena, n_max, 1);
    solver->one = lab_arena_floats(arena, n_max, 1);
    solver->vector = lab_arena_floats(arena, n_max, 1);
    solver->residual = lab_arena_doubles(arena, n_max, 1);
    solver->work = lab_arena_floats(arena, n_max, LAB_DENSE_INVERT_WORK);
}

/* ---- choosing */

labrbf_status lab_solver_begin_direct(lab_solver *solver, const double *k, size_t n, double lambda) {
    LAB_OR_RETURN(lab_krr_factor(&solver->krr, k, n, lambda, solver->log));
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

/* The sum of |a - shift|, in eight sums that do not wait for each other. */
static double size_of(const double *a, double shift, size_t n) {
    double sums[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sums[j] += fabs(a[i + j] - shift);
    for (; i < n; i++)
        sums[0] += fabs(a[i] - shift);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/* Likewise of |a|, in single precision. */
static double size_of_single(const float *a, size_t n) {
    float sums[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sums[j] += fabsf(a[i + j]);
    for (; i < n; i++)
        sums[0] += fabsf(a[i]);
    return (double)(((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])));
}

/* The largest row sum of |P|, which estimates that of A^-1. */
static double norm_of_inverse(const lab_solver *solver) {
    double largest = 0.0;
    for (size_t i = 0; i < solver->n; i++)
        largest = fmax(largest, size_of_single(solver->inverse + i * stride_of(solver->n), solver->n));
    return largest;
}

/* mu, and the largest row sum of |A - mu 1 1^T|, or a little more. K is positive, so its mean is that of its sizes. */
static double norm_without_mean(lab_solver *solver) {
    size_t n = solver->n;
    double sum = 0.0, largest = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += size_of(solver->k + i * n, 0.0, n);
    solver->mu = sum / ((double)n * (double)n);
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, solver->lambda + size_of(solver->k + i * n, solver->mu, n));
    return largest;
}

/* P 1 and P^T 1, from the factors. */
static void make_ones(lab_solver *solver) {
    for (size_t i = 0; i < solver->n; i++)
        solver->one[i] = 1.0F;
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
    solver->kept[0].n = solver->kept[1].n = 0;
    if (solver->n < SMALLEST)
        return;
    if (solver->wait > 0) {
        solver->wait--;
        return;
    }
    bool made = lab_dense_invert_single(solver->krr.lu, solver->n, solver->krr.pivots, solver->inverse,
                                        stride_of(solver->n), solver->work);
    solver->largest_row = norm_without_mean(solver);
    double condition = solver->largest_row * norm_of_inverse(solver);
    if (made && condition < WORST_CONDITION) {
        solver->noise = fmax(LEAST_NOISE, NOISE_BY_CONDITION * condition);
        make_ones(solver);
        solver->inverse_n = solver->n;
        solver->inverse_lambda = solver->lambda;
        solver->failures = 0;
    } else {
        solver->failures = lab_smaller(solver->failures + 1, 6);
        solver->wait = (size_t)1 << solver->failures;
    }
}

static void visit_pairs(lab_pairs *pairs, lab_codec *bytes, size_t n_max) {
    lab_codec_count(bytes, &pairs->n, MOST);
    lab_codec_items(bytes, pairs->moves, pairs->n * stride_of(n_max), sizeof *pairs->moves);
    lab_codec_items(bytes, pairs->images, pairs->n * stride_of(n_max), sizeof *pairs->images);
    lab_codec_items(bytes, pairs->sums, pairs->n, sizeof *pairs->sums);
}

void lab_solver_visit(lab_solver *solver, lab_codec *bytes, size_t n_max) {
    lab_codec_count(bytes, &solver->inverse_n, n_max);
    LAB_CODEC_FIELD(bytes, solver->inverse_lambda);
    LAB_CODEC_FIELD(bytes, solver->mu);
    LAB_CODEC_FIELD(bytes, solver->largest_row);
    LAB_CODEC_FIELD(bytes, solver->noise);
    LAB_CODEC_FIELD(bytes, solver->failures);
    LAB_CODEC_FIELD(bytes, solver->wait);
    LAB_CODEC_FIELD(bytes, solver->steps);
    LAB_CODEC_FIELD(bytes, solver->products);
    LAB_CODEC_FIELD(bytes, solver->latest);
    size_t n = solver->inverse_n;
    lab_codec_items(bytes, solver->inverse, n * stride_of(n), sizeof *solver->inverse);
    lab_codec_items(bytes, solver->one, n, sizeof *solver->one);
    for (int transposed = 0; transposed < 2; transposed++) {
        lab_codec_items(bytes, solver->ones[transposed], n, sizeof *solver->ones[transposed]);
        visit_pairs(&solver->kept[transposed], bytes, n_max);
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
        lab_product()->transposed_single(p->matrix + begin, n, end - begin, stride, p->x, p->y + begin);
    else
        lab_product()->times_single(p->matrix + begin * stride, end - begin, n, stride, p->x, p->y + begin);
}

static void residual_block(void *context, size_t begin, size_t end) {
    const product *p = context;
    size_t n = p->solver->n;
    double *r = p->residual;
    if (p->transposed)
        lab_product()->transposed(p->solver->k + begin, n, end - begin, n, p->solution, r + begin);
    else
        lab_product()->times(p->solver->k + begin * n, end - begin, n, n, p->solution, r + begin);
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

static float dot(const float *a, const float *b, size_t n) {
    float sum;
    lab_product()->times_single(a, 1, n, n, b, &sum);
    return sum;
}

static double norm_single(const float *a, size_t n) { return sqrt((double)dot(a, a, n)); }

/* ---- pairs: a move and its image under A */

static float *move_of(const lab_solver *solver, const lab_pairs *pairs, size_t j) {
    return pairs->moves + j * stride_of(solver->n);
}

static float *image_of(const lab_solver *solver, const lab_pairs *pairs, size_t j) {
    return pairs->images + j * stride_of(solver->n);
}

/* t = (the images)^T v */
static void coordinates(const lab_solver *solver, const lab_pairs *pairs, const float *v, float *t) {
    lab_product()->times_single(pairs->images, pairs->n, solver->n, stride_of(solver->n), v, t);
}

/* v += factor (the rows of `matrix`)^T t */
static void add_combination(lab_solver *solver, const float *matrix, size_t rows, float factor, const float *t,
                            float *v) {
    lab_product()->transposed_single(matrix, rows, solver->n, stride_of(solver->n), t, solver->vector);
    lab_sweep()->add_single(solver->n, factor, solver->vector, v);
}

/* Makes the pair in the slot behind the last one part of the list: image orthogonal to the others and of length 1.
 * False if next to nothing of it is new. */
static bool append(lab_solver *solver, lab_pairs *pairs) {
    size_t n = solver->n, last = pairs->n;
    float *move = move_of(solver, pairs, last), *image = image_of(solver, pairs, last), t[MOST];
    double before = norm_single(image, n);
    coordinates(solver, pairs, image, t);
    add_combination(solver, pairs->images, last, -1.0F, t, image);
    add_combination(solver, pairs->moves, last, -1.0F, t, move);
    for (size_t j = 0; j < last; j++)
        pairs->sums[last] -= t[j] * pairs->sums[j];
    double length = norm_single(image, n);
    if (!(length > NEARLY_KNOWN * before))
        return false;
    float factor = (float)(1.0 / length);
    lab_sweep()->scale_single(n, factor, image);
    lab_sweep()->scale_single(n, factor, move);
    pairs->sums[last] *= factor;
    pairs->n++;
    return true;
}

/* The pairs of this solve are kept for the next step's, and of the older ones as many as there is room for. */
static void keep_pairs(lab_solver *solver, bool transposed) {
    lab_pairs *now = &solver->now, *old = &solver->kept[transposed];
    size_t bytes = solver->n * sizeof(float);
    now->n = lab_smaller(now->n, KEPT);
    for (size_t j = 0; j < old->n && now->n < KEPT; j++) {
        memcpy(move_of(solver, now, now->n), move_of(solver, old, j), bytes);
        memcpy(image_of(solver, now, now->n), image_of(solver, old, j), bytes);
        now->sums[now->n] = old->sums[j];
        (void)append(solver, now);
    }
    lab_pairs other = *old;
    *old = *now;
    *now = other;
}

/* A move that has nearly the image z: of the part of z that the last step's pairs know of, theirs, and P times the
 * rest. Its sum comes without the cancellation that summing it up would have: 1^T P z = (P^T 1)^T z. z is used up. */
static void likely_move(lab_solver *solver, bool transposed, float *z, lab_pairs *pairs) {
    size_t n = solver->n;
    const lab_pairs *kept = &solver->kept[transposed];
    float *move = move_of(solver, pairs, pairs->n), t[MOST];
    coordinates(solver, kept, z, t);
    add_combination(solver, kept->images, kept->n, -1.0F, t, z);
    float sum = dot(solver->ones[!transposed], z, n), mean = dot(solver->one, z, n) / (float)n;
    for (size_t i = 0; i < n; i++)
        z[i] -= mean;
    times(solver, solver->inverse, transposed, z, move);
    lab_sweep()->add_single(n, mean, solver->ones[transposed], move);
    add_combination(solver, kept->moves, kept->n, 1.0F, t, move);
    for (size_t j = 0; j < kept->n; j++)
        sum += t[j] * kept->sums[j];
    pairs->sums[pairs->n] = sum;
}

/* The image of that move: mu 1 1^T and the rest of A times it. */
static void make_image(lab_solver *solver, bool transposed, const lab_pairs *pairs) {
    float *image = image_of(solver, pairs, pairs->n);
    times(solver, solver->system, transposed, move_of(solver, pairs, pairs->n), image);
    lab_sweep()->add_single(solver->n, (float)solver->mu * pairs->sums[pairs->n], solver->one, image);
}

/* x += size d with A d = z nearly, for the unit vector z in solver->rest. Returns what remains of |z|, or rounding if
 * that is more: A has come nearer to singular than P knows where d is long. */
static double descend(lab_solver *solver, bool transposed, double size, double goal, double *x) {
    size_t n = solver->n;
    lab_pairs *now = &solver->now;
    float *z = solver->rest, y[MOST];
    coordinates(solver, now, z, y);
    add_combination(solver, now->images, now->n, -1.0F, y, z);
    double left = norm_single(z, n);
    const float *towards = z;
    while (left > goal && now->n < MOST) {
        memcpy(solver->target, towards, n * sizeof *towards);
        likely_move(solver, transposed, solver->target, now);
        make_image(solver, transposed, now);
        if (!append(solver, now))
            break;
        const float *image = image_of(solver, now, now->n - 1);
        float along = y[now->n - 1] = dot(image, z, n);
        lab_sweep()->add_single(n, -along, image, z);
        double before = left;
        left = norm_single(z, n);
        towards = left < STUCK * before ? z : image; /* z again would bring the same image again */
    }
    float *d = z;
    lab_product()->transposed_single(now->moves, now->n, n, stride_of(n), y, d);
    for (size_t i = 0; i < n; i++)
        x[i] += size * (double)d[i];
    return fmax(left, (double)FLT_EPSILON / 2.0 * solver->largest_row * norm_single(d, n));
}

/* ---- refinement */

static double norm(const double *a, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* Refines x until |b - A x| is within the tolerance, in terms of |b|; false if that does not come about. */
static bool refine(lab_solver *solver, bool transposed, const double *b, double tolerance, double *x) {
    size_t n = solver->n;
    double enough = tolerance * norm(b, n);
    solver->now.n = 0;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        form_residual(solver, transposed, b, x, norm(x, n));
        double size = norm(solver->residual, n);
        if (size <= enough)
            return true;
        if (!isfinite(size))
            return false;
        for (size_t i = 0; i < n; i++)
            solver->rest[i] = (float)(solver->residual[i] / size);
        double goal = enough / size - solver->noise; /* if single precision reaches that far; if not, a good part */
        bool last = goal > 0.0;
        double left = descend(solver, transposed, size, last ? goal : solver->noise / 3.0, x);
        if (last && left <= goal)
            return true;
        if (left > 0.1)
            return false;
    }
    return false;
}

labrbf_status lab_solver_solve(lab_solver *solver, bool transposed, const double *b, double tolerance, double *x) {
    if (!solver->direct && refine(solver, transposed, b, tolerance, x)) {
        keep_pairs(solver, transposed);
        return LABRBF_OK;
    }
    if (!solver->direct) {
        LAB_OR_RETURN(lab_solver_begin_direct(solver, solver->k, solver->n, solver->lambda));
        solver->inverse_n = 0; /* P has failed */
    }
    memcpy(x, b, solver->n * sizeof *x);
    if (transposed)
        lab_krr_solve_adjoint(&solver->krr, x);
    else
        lab_krr_solve(&solver->krr, x);
    return LABRBF_OK;
}
