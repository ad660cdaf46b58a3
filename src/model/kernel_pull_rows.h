/*
 * The gradient by the rows, for any vector width: included by the per-instruction-set files after kernel_vector.h.
 *
 *     sums[r][m] += sum_i weighted_ri theta_im^2 (x_im - rows_rm)
 *
 * One feature of TILE_ROWS rows at a time: they share the loads of supports, and their sums are independent.
 */
typedef struct pull_rows_job {
    const lab_supports *supports;
    const double *rows, *weighted;
    size_t row_stride, sums_stride;
    double *sums;
} pull_rows_job;

ALWAYS_INLINE void pull_rows_vector(const pull_rows_job *job, size_t m, size_t first, size_t part, size_t row,
                                    const size_t tile, vec sums[TILE_ROWS]) {
    const lab_supports *s = job->supports;
    vec x = load_lanes(s->x + m * s->stride + first, 0, 1, part);
    vec theta = load_lanes(s->theta + m * s->stride + first, 0, 1, part);
    vec square = v_min(v_mul(theta, theta), v_set1(1e300)); /* infinity times a weight of 0 would be NaN */
    for (size_t r = 0; r < tile; r++) {
        vec difference = v_sub(x, v_set1(job->rows[(row + r) * job->row_stride + m]));
        vec weighted = load_lanes(job->weighted + (row + r) * s->n + first, 0, 1, part);
        sums[r] = v_fma(v_mul(weighted, difference), square, sums[r]);
    }
}

ALWAYS_INLINE void pull_rows_tile(const pull_rows_job *job, size_t row, const size_t tile) {
    const size_t n = job->supports->n;
    for (size_t m = 0; m < job->supports->n_features; m++) {
        vec sums[TILE_ROWS];
        for (size_t r = 0; r < tile; r++)
            sums[r] = v_zero();
        size_t i = 0;
        for (; i + LANES <= n; i += LANES)
            pull_rows_vector(job, m, i, LANES, row, tile, sums);
        if (i < n)
            pull_rows_vector(job, m, i, n - i, row, tile, sums);
        for (size_t r = 0; r < tile; r++)
            job->sums[(row + r) * job->sums_stride + m] += sum_lanes(sums[r]);
    }
}

static void NAME(pull_rows)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride,
                            const double *weighted, double *sums, size_t sums_stride) {
    pull_rows_job job = {supports, rows, weighted, row_stride, sums_stride, sums};
    size_t r = 0;
    for (; r + TILE_ROWS <= n_rows; r += TILE_ROWS)
        pull_rows_tile(&job, r, TILE_ROWS);
    for (; r < n_rows; r++)
        pull_rows_tile(&job, r, 1);
}
