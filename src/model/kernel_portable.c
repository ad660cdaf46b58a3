/* The kernel in plain loops that any compiler turns into whatever vectors the machine has; exp is libm's. */
#include "model/kernel.h"

#define NAME(function) function##_portable

enum { CHUNK = 256 }; /* supports whose distances stay in the first-level cache while features are added */

static void kernel_row_chunk(const lab_supports *supports, size_t begin, size_t end, const double *row, double *k,
                             double *kappa) {
    size_t n = end - begin;
    for (size_t i = 0; i < n; i++)
        k[i] = 0.0;
    lab_kernel_add_distance(supports, begin, end, row, 0, supports->n_features, k);
    lab_kernel_profile(supports->profile, k, n, kappa);
}

static void NAME(block)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                        double *kappa) {
    for (size_t begin = 0; begin < supports->n; begin += CHUNK) {
        size_t end = supports->n - begin < CHUNK ? supports->n : begin + CHUNK;
        for (size_t r = 0; r < n_rows; r++) {
            size_t at = r * supports->n + begin;
            kernel_row_chunk(supports, begin, end, rows + r * row_stride, k + at, kappa ? kappa + at : NULL);
        }
    }
}

static void NAME(dot)(const lab_supports *supports, const double *alpha, const double *rows, size_t n_rows,
                      size_t row_stride, double *out) {
    double k[CHUNK];
    for (size_t r = 0; r < n_rows; r++) {
        double sum = 0.0;
        for (size_t begin = 0; begin < supports->n; begin += CHUNK) {
            size_t end = supports->n - begin < CHUNK ? supports->n : begin + CHUNK;
            kernel_row_chunk(supports, begin, end, rows + r * row_stride, k, NULL);
            for (size_t i = begin; i < end; i++)
                sum += alpha[i] * k[i - begin];
        }
        out[r] = sum;
    }
}

/* Both gradients: squared differences for bandwidths (power 2), differences for centres (power 1). */
static inline void pull(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                        size_t row_stride, const double *weights, const double *kappa, double *sums, const int power) {
    for (size_t m = 0; m < supports->n_features; m++) {
        const double *restrict x = supports->x + m * supports->stride;
        double *restrict sum = sums + m * supports->stride;
        for (size_t i = begin; i < end; i++)
            sum[i] = 0.0;
        for (size_t t = 0; t < n_rows; t++) {
            const double *restrict kappa_t = kappa + t * supports->n;
            const double z = rows[t * row_stride + m], w = weights[t];
            for (size_t i = begin; i < end; i++) {
                double difference = z - x[i], term = w * kappa_t[i] * difference;
                sum[i] += power == 2 ? term * difference : term;
            }
        }
    }
}

static void NAME(pull_back)(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                            size_t row_stride, const double *weights, const double *kappa, double *sums) {
    pull(supports, begin, end, rows, n_rows, row_stride, weights, kappa, sums, 2);
}

static void NAME(pull_centres)(const lab_supports *supports, size_t begin, size_t end, const double *rows,
                               size_t n_rows, size_t row_stride, const double *weights, const double *kappa,
                               double *sums) {
    pull(supports, begin, end, rows, n_rows, row_stride, weights, kappa, sums, 1);
}

static void NAME(pull_rows)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride,
                            const double *weighted, double *sums, size_t sums_stride) {
    for (size_t m = 0; m < supports->n_features; m++) {
        const double *x = supports->x + m * supports->stride, *theta = supports->theta + m * supports->stride;
        for (size_t r = 0; r < n_rows; r++) {
            const double *weighted_r = weighted + r * supports->n;
            const double z = rows[r * row_stride + m];
            double sum = 0.0;
            for (size_t i = 0; i < supports->n; i++)
                sum += weighted_r[i] * (x[i] - z) * theta[i] * theta[i];
            sums[r * sums_stride + m] += sum;
        }
    }
}

/* Here `packed` holds the supports row by row and `slopes` the matrix of kappa; a range is a range of rows. */
static void NAME(pack)(const lab_supports *supports, size_t begin, size_t end, double *packed) {
    for (size_t m = 0; m < supports->n_features; m++)
        for (size_t i = begin; i < end; i++)
            packed[i * supports->n_features + m] = supports->x[m * supports->stride + i];
}

static void NAME(pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed, double *k,
                        double *slopes) {
    size_t n = supports->n, m = supports->n_features;
    NAME(block)(supports, packed + begin * m, end - begin, m, k + begin * n, slopes ? slopes + begin * n : NULL);
}

static void NAME(pull_pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed,
                             const double *weights, const double *slopes, double *sums) {
    NAME(pull_back)(supports, begin, end, packed, supports->n, supports->n_features, weights, slopes, sums);
    for (size_t m = 0; m < supports->n_features; m++)
        for (size_t i = end; i < supports->n; i++)
            sums[m * supports->stride + i] = 0.0;
}

LAB_KERNEL_OPS(portable);
