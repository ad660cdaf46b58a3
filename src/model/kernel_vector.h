/*
 * The kernel for any vector width: the code of the per-instruction-set files, which define before including it
 *
 *     NAME(x)                    the name of a function for this instruction set
 *     LANES, vec                 doubles in a vector, and its type
 *     v_set1 v_zero v_load v_store v_add v_sub v_mul v_fma(a, b, c) = a b + c
 *     v_load_part(p, n), v_store_part(p, v, n)      the first n lanes, the others 0 or untouched
 *     v_exp(x)                   e^x
 *     v_root(d, &half)           sqrt(d), and 1 / (2 sqrt(d)); both 0 at d = 0, both finite at d = infinity
 *     TILE_ROWS                  rows that are worked on together, so that they share the loads of supports
 *     TILE_FEATURES              features that the gradients work on together, likewise; at most 5
 *
 * Each K is computed by the same operations in the same order whatever tile it falls into, and sums over supports run
 * over vectors in order: a row gives the same bits alone or among others.
 */
#include <stddef.h>

#include "model/kernel.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define v_neg(x)      v_sub(v_zero(), x)

#include "model/kernel_profile.h"

/* A strip of supports, up to VECTORS vectors, copied so that x and theta of a feature are adjacent: many tiles of rows
 * read it, as one stream of memory instead of two per feature. With more features than fit, the supports are read in
 * place. */
enum { PACKED = 160 };
typedef struct strip {
    const double *x, *theta;
    size_t stride; /* from feature to feature */
    size_t n_features;
    size_t part; /* lanes that count in the last vector */
} strip;

ALWAYS_INLINE vec load_lanes(const double *from, size_t vector, const size_t vectors, size_t part) {
    int whole = vector + 1 < vectors || part == LANES;
    return whole ? v_load(from + vector * LANES) : v_load_part(from + vector * LANES, part);
}

ALWAYS_INLINE strip strip_at(const lab_supports *s, size_t first, size_t part) {
    return (strip){s->x + first, s->theta + first, s->stride, s->n_features, part};
}

/* The same strip copied to `buffer`, which has room for 2 * vectors * LANES * PACKED values, if it fits. */
ALWAYS_INLINE strip pack_strip(strip from, double *buffer, const size_t vectors) {
    if (from.n_features > PACKED)
        return from;
    for (size_t m = 0; m < from.n_features; m++) {
        for (size_t v = 0; v < vectors; v++) {
            double *to = buffer + (2 * m * vectors + v) * LANES;
            v_store(to, load_lanes(from.x + m * from.stride, v, vectors, from.part));
            v_store(to + vectors * LANES, load_lanes(from.theta + m * from.stride, v, vectors, from.part));
        }
    }
    return (strip){buffer, buffer + vectors * LANES, 2 * vectors * LANES, from.n_features, LANES};
}

/* d[r][v] = D of TILE rows with the VECTORS vectors of a strip. */
ALWAYS_INLINE void distances(const strip *s, const double *rows, size_t row_stride, const size_t tile,
                             const size_t vectors, vec d[TILE_ROWS][4]) {
    for (size_t r = 0; r < tile; r++)
        for (size_t v = 0; v < vectors; v++)
            d[r][v] = v_zero();
    const double *x = s->x, *theta = s->theta;
    for (size_t m = 0; m < s->n_features; m++, x += s->stride, theta += s->stride) {
        vec xs[4], thetas[4];
        for (size_t v = 0; v < vectors; v++) {
            xs[v] = load_lanes(x, v, vectors, s->part);
            thetas[v] = load_lanes(theta, v, vectors, s->part);
        }
        for (size_t r = 0; r < tile; r++) {
            vec t = v_set1(rows[r * row_stride + m]);
            for (size_t v = 0; v < vectors; v++) {
                vec u = v_mul(thetas[v], v_sub(t, xs[v]));
                d[r][v] = v_fma(u, u, d[r][v]);
            }
        }
    }
}

/* ---- K and kappa of a block of rows */

typedef struct block_job {
    const lab_supports *supports;
    double *k, *kappa;
} block_job;

ALWAYS_INLINE void store_lanes(double *to, vec value, size_t vector, const size_t vectors, size_t part) {
    if (vector + 1 < vectors || part == LANES)
        v_store(to + vector * LANES, value);
    else
        v_store_part(to + vector * LANES, value, part);
}

ALWAYS_INLINE void block_tile(const block_job *job, const strip *s, size_t first, size_t part, const double *rows,
                              size_t row_stride, size_t at, const size_t tile, const size_t vectors) {
    const size_t profile = job->supports->profile; /* outside the loops, which are then compiled for each profile */
    vec d[TILE_ROWS][4];
    distances(s, rows, row_stride, tile, vectors, d);
    for (size_t r = 0; r < tile; r++) {
        for (size_t v = 0; v < vectors; v++) {
            vec kappa, k = profile_of(profile, d[r][v], &kappa);
            size_t to = (at + r) * job->supports->n + first;
            store_lanes(job->k + to, k, v, vectors, part);
            if (job->kappa)
                store_lanes(job->kappa + to, kappa, v, vectors, part);
        }
    }
}

ALWAYS_INLINE void block_strip(const block_job *job, size_t first, size_t part, const double *rows, size_t n_rows,
                               size_t row_stride, double *buffer, const size_t vectors) {
    strip s = pack_strip(strip_at(job->supports, first, part), buffer, vectors);
    size_t r = 0;
    for (; r + TILE_ROWS <= n_rows; r += TILE_ROWS)
        block_tile(job, &s, first, part, rows + r * row_stride, row_stride, r, TILE_ROWS, vectors);
    for (; r + 2 <= n_rows; r += 2)
        block_tile(job, &s, first, part, rows + r * row_stride, row_stride, r, 2, vectors);
    for (; r < n_rows; r++)
        block_tile(job, &s, first, part, rows + r * row_stride, row_stride, r, 1, vectors);
}

static void NAME(block)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                        double *kappa) {
    block_job job = {supports, k, kappa};
    double buffer[4 * LANES * PACKED];
    size_t n = supports->n, i = 0;
    for (; i + 2 * LANES <= n; i += 2 * LANES)
        block_strip(&job, i, LANES, rows, n_rows, row_stride, buffer, 2);
    for (; i < n; i += LANES)
        block_strip(&job, i, n - i < LANES ? n - i : LANES, rows, n_rows, row_stride, buffer, 1);
}

/* ---- sum_i alpha_i K(t, x_i) of a block of rows */

ALWAYS_INLINE void dot_vectors(const size_t profile, const lab_supports *supports, const double *alpha, size_t first,
                               size_t part, const double *rows, size_t row_stride, const size_t tile,
                               const size_t vectors, vec sums[TILE_ROWS]) {
    vec d[TILE_ROWS][4];
    strip s = strip_at(supports, first, part);
    distances(&s, rows, row_stride, tile, vectors, d);
    for (size_t v = 0; v < vectors; v++) {
        vec alphas = load_lanes(alpha + first, v, vectors, part); /* lanes beyond n weigh 0 */
        for (size_t r = 0; r < tile; r++) {
            vec kappa;
            sums[r] = v_fma(alphas, profile_of(profile, d[r][v], &kappa), sums[r]);
        }
    }
}

ALWAYS_INLINE double sum_lanes(vec v) {
    double lanes[LANES], sum = 0.0;
    v_store(lanes, v);
    for (size_t i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum;
}

ALWAYS_INLINE void dot_rows(const size_t profile, const lab_supports *s, const double *alpha, const double *rows,
                            size_t row_stride, const size_t tile, const size_t vectors, double *out) {
    vec sums[TILE_ROWS];
    for (size_t r = 0; r < tile; r++)
        sums[r] = v_zero();
    size_t i = 0;
    for (; i + vectors * LANES <= s->n; i += vectors * LANES)
        dot_vectors(profile, s, alpha, i, LANES, rows, row_stride, tile, vectors, sums);
    for (; i < s->n; i += LANES)
        dot_vectors(profile, s, alpha, i, s->n - i < LANES ? s->n - i : LANES, rows, row_stride, tile, 1, sums);
    for (size_t r = 0; r < tile; r++)
        out[r] = sum_lanes(sums[r]);
}

ALWAYS_INLINE void dot_profile(const size_t profile, const lab_supports *supports, const double *alpha,
                               const double *rows, size_t n_rows, size_t row_stride, double *out) {
    size_t r = 0;
    for (; r + TILE_ROWS <= n_rows; r += TILE_ROWS)
        dot_rows(profile, supports, alpha, rows + r * row_stride, row_stride, TILE_ROWS, 2, out + r);
    for (; r < n_rows; r++) /* a single row takes four vectors at once, which are independent */
        dot_rows(profile, supports, alpha, rows + r * row_stride, row_stride, 1, 4, out + r);
}

static void NAME(dot)(const lab_supports *supports, const double *alpha, const double *rows, size_t n_rows,
                      size_t row_stride, double *out) {
    switch (supports->profile) {
#define CASE(ID, word, formula)                                                                                        \
    case LAB_##ID:                                                                                                     \
        dot_profile(LAB_##ID, supports, alpha, rows, n_rows, row_stride, out);                                         \
        break;
        LAB_KERNEL_PROFILES(CASE)
#undef CASE
    }
}

/* ---- gradients: sums[m][i] = sum_t w_t kappa_ti (z_tm - x_im)^power, power 2 for bandwidths, 1 for centres */

enum { PULL_ROWS = 128 }; /* rows whose weighted kappa are kept for all features */

typedef struct pull_job {
    const lab_supports *supports;
    const double *rows, *weights, *kappa;
    size_t n_rows, row_stride;
    double *sums;
} pull_job;

/* q = w_t kappa_ti of `count` rows from number t on, for one strip of supports. */
ALWAYS_INLINE void weigh(const pull_job *job, size_t first, size_t part, size_t t, size_t count, double *q,
                         const size_t vectors) {
    const double *kappa = job->kappa + t * job->supports->n + first;
    for (size_t r = 0; r < count; r++, kappa += job->supports->n)
        for (size_t v = 0; v < vectors; v++)
            v_store(q + (r * vectors + v) * LANES,
                    v_mul(v_set1(job->weights[t + r]), load_lanes(kappa, v, vectors, part)));
}

/* Adds the rows [t, t + count) to the sums of some features. */
ALWAYS_INLINE void pull_tile(const pull_job *job, size_t first, size_t part, size_t t, size_t count, const double *q,
                             size_t feature, const size_t features, const size_t vectors, const int power) {
    const lab_supports *s = job->supports;
    vec x[5][2], sums[5][2];
    const size_t at = feature * s->stride + first;
    for (size_t m = 0; m < features; m++) {
        for (size_t v = 0; v < vectors; v++) {
            x[m][v] = load_lanes(s->x + at + m * s->stride, v, vectors, part);
            sums[m][v] = t > 0 ? load_lanes(job->sums + at + m * s->stride, v, vectors, part) : v_zero();
        }
    }
    const double *z = job->rows + t * job->row_stride + feature;
    for (size_t r = 0; r < count; r++, z += job->row_stride, q += vectors * LANES) {
        for (size_t m = 0; m < features; m++) {
            vec zm = v_set1(z[m]);
            for (size_t v = 0; v < vectors; v++) {
                vec difference = v_sub(zm, x[m][v]);
                vec weight = v_load(q + v * LANES);
                sums[m][v] = power == 2 ? v_fma(v_mul(weight, difference), difference, sums[m][v])
                                        : v_fma(weight, difference, sums[m][v]);
            }
        }
    }
    for (size_t m = 0; m < features; m++)
        for (size_t v = 0; v < vectors; v++)
            store_lanes(job->sums + at + m * s->stride, sums[m][v], v, vectors, part);
}

/* All features of one strip of supports; the tile is compiled for every possible remainder. */
ALWAYS_INLINE void pull_strip(const pull_job *job, size_t first, size_t part, size_t t, size_t count, double *q,
                              const size_t vectors, const int power) {
    size_t m = 0, n_features = job->supports->n_features;
    weigh(job, first, part, t, count, q, vectors);
    for (; m + TILE_FEATURES <= n_features; m += TILE_FEATURES)
        pull_tile(job, first, part, t, count, q, m, TILE_FEATURES, vectors, power);
    const size_t left = n_features - m;
    if (left == 4)
        pull_tile(job, first, part, t, count, q, m, 4, vectors, power);
    if (left == 3)
        pull_tile(job, first, part, t, count, q, m, 3, vectors, power);
    if (left == 2)
        pull_tile(job, first, part, t, count, q, m, 2, vectors, power);
    if (left == 1)
        pull_tile(job, first, part, t, count, q, m, 1, vectors, power);
}

ALWAYS_INLINE void pull_all(const pull_job *job, size_t begin, size_t end, const int power) {
    double q[2 * LANES * PULL_ROWS];
    for (size_t i = begin; i < end; i += 2 * LANES) {
        for (size_t t = 0; t < job->n_rows; t += PULL_ROWS) {
            size_t count = job->n_rows - t < PULL_ROWS ? job->n_rows - t : PULL_ROWS;
            if (i + 2 * LANES <= end) {
                pull_strip(job, i, LANES, t, count, q, 2, power);
            } else {
                pull_strip(job, i, end - i < LANES ? end - i : LANES, t, count, q, 1, power);
                if (end - i > LANES)
                    pull_strip(job, i + LANES, end - i - LANES, t, count, q, 1, power);
            }
        }
    }
}

static void NAME(pull_back)(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                            size_t row_stride, const double *weights, const double *kappa, double *sums) {
    pull_job job = {supports, rows, weights, kappa, n_rows, row_stride, sums};
    pull_all(&job, begin, end, 2);
}

static void NAME(pull_centres)(const lab_supports *supports, size_t begin, size_t end, const double *rows,
                               size_t n_rows, size_t row_stride, const double *weights, const double *kappa,
                               double *sums) {
    pull_job job = {supports, rows, weights, kappa, n_rows, row_stride, sums};
    pull_all(&job, begin, end, 1);
}
