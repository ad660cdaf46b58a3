/*
 * All pairs of supports, for any vector width: included by the per-instruction-set files after kernel_vector.h, with
 *
 *     PAIR_ROWS, PAIR_FEATURES   rows (a divisor of LANES) and features that the gradient keeps in registers; at most 4
 *     v_transpose(v)             transposes a square of LANES vectors
 *
 * K(t,i) and K(i,t) have the same squared differences, and so have their gradients: together a pair costs three
 * multiplications per feature instead of four. Supports are divided into strips of LANES. Tile (T, I), T <= I, holds
 * the pairs of strips T and I: a row for each support of T, the supports of I in the lanes. `slopes` keeps two squares
 * per tile for the gradient, kappa(t,i) and kappa(i,t), both with i in the lanes.
 */
enum { SQUARE = LANES * LANES };

/* The two squares of tile (T, I), strips by number. */
ALWAYS_INLINE size_t tile_at(size_t t, size_t i) { return (i * (i + 1) / 2 + t) * 2 * SQUARE; }

ALWAYS_INLINE size_t lanes_from(size_t first, size_t n) { return n - first < LANES ? n - first : LANES; }

/* ---- packed strips: x and theta^2 of a feature, then of the next; lanes beyond n are 0 */

static void NAME(pack)(const lab_supports *supports, size_t begin, size_t end, double *packed) {
    const vec largest = v_set1(1e300); /* infinity times a difference of 0 would be NaN */
    double *to = packed + begin * 2 * supports->n_features;
    for (size_t i = begin; i < end; i += LANES) {
        strip s = strip_at(supports, i, lanes_from(i, supports->n));
        for (size_t m = 0; m < s.n_features; m++, to += 2 * LANES) {
            vec theta = load_lanes(s.theta + m * s.stride, 0, 1, s.part);
            v_store(to, load_lanes(s.x + m * s.stride, 0, 1, s.part));
            v_store(to + LANES, v_min(v_mul(theta, theta), largest));
        }
    }
}

/* ---- K and kappa */

typedef struct pair_job {
    const lab_supports *supports;
    const double *packed;
    double *k, *slopes;
} pair_job;

/* forth[r] = D(t, i) and, if asked for, back[r] = D(i, t), for `tile` supports t of a strip from lane number `lane` on
 * and all supports i of another. */
ALWAYS_INLINE void pair_distances(const pair_job *job, size_t t, size_t lane, size_t i, const size_t tile,
                                  const int both, vec forth[LANES], vec back[LANES]) {
    const size_t n_features = job->supports->n_features, size = 2 * LANES * n_features;
    const double *row = job->packed + t * size + lane, *lanes = job->packed + i * size;
    for (size_t r = 0; r < tile; r++)
        forth[r] = back[r] = v_zero();
    for (size_t m = 0; m < n_features; m++, row += 2 * LANES, lanes += 2 * LANES) {
        vec x = v_load(lanes), squares = v_load(lanes + LANES);
        for (size_t r = 0; r < tile; r++) {
            vec difference = v_sub(x, v_set1(row[r]));
            vec squared = v_mul(difference, difference);
            forth[r] = v_fma(squares, squared, forth[r]);
            if (both)
                back[r] = v_fma(v_set1(row[LANES + r]), squared, back[r]);
        }
    }
}

/* K(t,i), and kappa(t,i) into `slopes` unless that is NULL. */
ALWAYS_INLINE void store_forth(const size_t profile, const pair_job *job, size_t t, size_t first, size_t part,
                               const size_t tile, const vec forth[LANES], double *slopes) {
    for (size_t r = 0; r < tile; r++) {
        vec kappa, k = profile_of(profile, forth[r], &kappa);
        store_lanes(job->k + (t + r) * job->supports->n + first, k, 0, 1, part);
        if (slopes)
            v_store(slopes + r * LANES, kappa);
    }
}

/* K(i,t): transposed before it is stored. */
ALWAYS_INLINE void store_back(const size_t profile, const pair_job *job, size_t t, size_t first, size_t part,
                              vec back[LANES], double *slopes) {
    for (size_t r = 0; r < LANES; r++) {
        vec kappa;
        back[r] = profile_of(profile, back[r], &kappa);
        if (slopes)
            v_store(slopes + SQUARE + r * LANES, kappa);
    }
    v_transpose(back);
    for (size_t l = 0; l < part; l++)
        v_store(job->k + (first + l) * job->supports->n + t, back[l]);
}

/* Some rows of a tile on the diagonal, which already contains every pair twice. */
ALWAYS_INLINE void diagonal_rows(const size_t profile, const pair_job *job, size_t i, size_t lane, size_t part,
                                 const size_t tile, double *slopes) {
    vec forth[LANES], back[LANES];
    pair_distances(job, i, lane, i, tile, 0, forth, back);
    store_forth(profile, job, i * LANES + lane, i * LANES, part, tile, forth, slopes);
    for (size_t r = 0; slopes && r < tile; r++)
        v_store(slopes + SQUARE + r * LANES, v_zero());
}

/* Only a tile on the diagonal can have fewer rows than lanes. */
ALWAYS_INLINE void diagonal_tile(const size_t profile, const pair_job *job, size_t i, size_t part) {
    double *slopes = job->slopes ? job->slopes + tile_at(i, i) : NULL;
    if (part == LANES)
        diagonal_rows(profile, job, i, 0, LANES, LANES, slopes);
    else
        for (size_t lane = 0; lane < part; lane++)
            diagonal_rows(profile, job, i, lane, part, 1, slopes ? slopes + lane * LANES : NULL);
}

ALWAYS_INLINE void pairs_profile(const size_t profile, const lab_supports *supports, size_t begin, size_t end,
                                 const double *packed, double *k, double *slopes) {
    pair_job job = {supports, packed, k, slopes};
    for (size_t first = begin; first < end; first += LANES) {
        size_t i = first / LANES, part = lanes_from(first, supports->n);
        for (size_t t = 0; t < i; t++) {
            vec forth[LANES], back[LANES];
            double *here = slopes ? slopes + tile_at(t, i) : NULL;
            pair_distances(&job, t, 0, i, LANES, 1, forth, back);
            store_forth(profile, &job, t * LANES, first, part, LANES, forth, here);
            store_back(profile, &job, t * LANES, first, part, back, here);
        }
        diagonal_tile(profile, &job, i, part);
    }
}

static void NAME(pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed, double *k,
                        double *slopes) {
    switch (supports->profile) {
#define CASE(ID, word, formula)                                                                                        \
    case LAB_##ID:                                                                                                     \
        pairs_profile(LAB_##ID, supports, begin, end, packed, k, slopes);                                              \
        break;
        LAB_KERNEL_PROFILES(CASE)
#undef CASE
    }
}

/* ---- the gradient */

enum { PAIR_STRIPS = 32 }; /* strips whose weighted slopes are kept for all features */

typedef struct pull_pairs_job {
    const lab_supports *supports;
    const double *packed, *weights, *slopes;
    double *sums;
} pull_pairs_job;

/* q = w_t kappa(t,i) and w_i kappa(i,t) of PAIR_ROWS rows with `count` strips from number `from` on. */
ALWAYS_INLINE void weigh_pairs(const pull_pairs_job *job, size_t t, size_t rows, size_t from, size_t count, double *q) {
    for (size_t c = 0; c < count; c++) {
        size_t first = (from + c) * LANES;
        size_t part = lanes_from(first, job->supports->n);
        const double *slopes = job->slopes + tile_at(t / LANES, from + c) + t % LANES * LANES;
        vec weights = load_lanes(job->weights + first, 0, 1, part); /* lanes beyond n weigh 0 */
        for (size_t r = 0; r < rows; r++, q += 2 * LANES) {
            v_store(q, v_mul(v_set1(job->weights[t + r]), v_load(slopes + r * LANES)));
            v_store(q + LANES, v_mul(weights, v_load(slopes + SQUARE + r * LANES)));
        }
    }
}

/* The terms of one strip: added to the sums of its own supports (`forth`, in memory) and of the rows (`back`, whose
 * lanes are added up later). */
ALWAYS_INLINE void pull_pairs_strip(const double *x, double *sums, size_t stride, size_t part, const double *row,
                                    const double *q, const size_t rows, const size_t features, vec back[4][4]) {
    vec ahead[4], behind[4];
    for (size_t r = 0; r < rows; r++) {
        ahead[r] = v_load(q + r * 2 * LANES);
        behind[r] = v_load(q + r * 2 * LANES + LANES);
    }
    for (size_t m = 0; m < features; m++) {
        vec xs = load_lanes(x + m * stride, 0, 1, part), forth = load_lanes(sums + m * stride, 0, 1, part);
        for (size_t r = 0; r < rows; r++) {
            vec difference = v_sub(xs, v_set1(row[m * 2 * LANES + r]));
            vec squared = v_mul(difference, difference);
            forth = v_fma(ahead[r], squared, forth);
            back[r][m] = v_fma(behind[r], squared, back[r][m]);
        }
        store_lanes(sums + m * stride, forth, 0, 1, part);
    }
}

/* Adds rows [t, t + rows) with some strips to the sums of some features. */
ALWAYS_INLINE void pull_pairs_tile(const pull_pairs_job *job, size_t t, const size_t rows, size_t from, size_t count,
                                   const double *q, size_t feature, const size_t features) {
    const size_t n = job->supports->n, stride = job->supports->stride, size = 2 * LANES * job->supports->n_features;
    const double *x = job->supports->x + feature * stride;
    const double *row = job->packed + t / LANES * size + feature * 2 * LANES + t % LANES;
    double *sums = job->sums + feature * stride;
    size_t i = from * LANES, end = i + count * LANES;
    vec back[4][4];
    for (size_t r = 0; r < rows; r++)
        for (size_t m = 0; m < features; m++)
            back[r][m] = v_zero();
    for (; i + LANES <= n && i < end; i += LANES, q += rows * 2 * LANES)
        pull_pairs_strip(x + i, sums + i, stride, LANES, row, q, rows, features, back);
    if (i < end)
        pull_pairs_strip(x + i, sums + i, stride, n - i, row, q, rows, features, back);
    for (size_t r = 0; r < rows; r++)
        for (size_t m = 0; m < features; m++)
            sums[m * stride + t + r] += sum_lanes(back[r][m]);
}

/* Some rows with all strips from their own on. */
ALWAYS_INLINE void pull_pairs_rows(const pull_pairs_job *job, size_t t, const size_t rows, double *q) {
    size_t strips = (job->supports->n + LANES - 1) / LANES, n_features = job->supports->n_features;
    for (size_t from = t / LANES; from < strips; from += PAIR_STRIPS) {
        size_t count = strips - from < PAIR_STRIPS ? strips - from : PAIR_STRIPS, m = 0;
        weigh_pairs(job, t, rows, from, count, q);
        for (; m + PAIR_FEATURES <= n_features; m += PAIR_FEATURES)
            pull_pairs_tile(job, t, rows, from, count, q, m, PAIR_FEATURES);
        for (; m + 2 <= n_features; m += 2)
            pull_pairs_tile(job, t, rows, from, count, q, m, 2);
        if (m < n_features)
            pull_pairs_tile(job, t, rows, from, count, q, m, 1);
    }
}

static void NAME(pull_pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed,
                             const double *weights, const double *slopes, double *sums) {
    pull_pairs_job job = {supports, packed, weights, slopes, sums};
    double q[PAIR_STRIPS * PAIR_ROWS * 2 * LANES];
    for (size_t m = 0; m < supports->n_features; m++)
        for (size_t i = begin; i < supports->n; i++)
            sums[m * supports->stride + i] = 0.0;
    size_t t = begin;
    for (; t + PAIR_ROWS <= end; t += PAIR_ROWS)
        pull_pairs_rows(&job, t, PAIR_ROWS, q);
    for (; t < end; t++)
        pull_pairs_rows(&job, t, 1, q);
}
