#include "layers.h"

#include <math.h>
#include <string.h>

#include "baselines/blas.h"

static const float NORM_EPSILON = 1e-5F, NORM_MOMENTUM = 0.1F; /* as in PyTorch */

/* ---- dense */

static void set_rows(const float *restrict row, size_t rows, size_t width, float *restrict y) {
    for (size_t r = 0; r < rows; r++)
        memcpy(y + r * width, row, width * sizeof *y);
}

static void add_to_rows(const float *restrict row, size_t rows, size_t width, float *restrict y) {
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < width; j++)
            y[r * width + j] += row[j];
}

static void column_sums(const float *restrict y, size_t rows, size_t width, float *restrict sums) {
    memset(sums, 0, width * sizeof *sums);
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < width; j++)
            sums[j] += y[r * width + j];
}

void layer_dense(const float *weight, const float *bias, size_t in, size_t out, const float *x, size_t rows, bool added,
                 float *y) {
    if (added)
        add_to_rows(bias, rows, out, y);
    else
        set_rows(bias, rows, out, y);
    dense_multiply_single(false, false, rows, out, in, 1.0F, x, weight, 1.0F, y);
}

void layer_dense_weights(size_t in, size_t out, const float *x, size_t rows, const float *dy, float *d_weight) {
    dense_multiply_single(true, false, in, out, rows, 1.0F, x, dy, 0.0F, d_weight);
}

void layer_dense_biases(size_t out, size_t rows, const float *dy, float *d_bias) { column_sums(dy, rows, out, d_bias); }

void layer_dense_back(const float *weight, size_t in, size_t out, const float *dy, size_t rows, bool added, float *dx) {
    dense_multiply_single(false, true, rows, in, out, 1.0F, dy, weight, added ? 1.0F : 0.0F, dx);
}

/* ---- relu */

void layer_relu(float *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        y[i] = y[i] < 0.0F ? 0.0F : y[i];
}

void layer_relu_back(const float *restrict y, size_t count, float *restrict dy) {
    for (size_t i = 0; i < count; i++)
        dy[i] = y[i] > 0.0F ? dy[i] : 0.0F;
}

/* ---- batch normalisation */

static void means_of(const float *restrict z, size_t rows, size_t width, float *restrict mean) {
    column_sums(z, rows, width, mean);
    for (size_t j = 0; j < width; j++)
        mean[j] /= (float)rows;
}

/* z = z - mean, and the column sums of its squares. */
static void centre(float *restrict z, size_t rows, size_t width, const float *restrict mean, float *restrict squares) {
    memset(squares, 0, width * sizeof *squares);
    for (size_t r = 0; r < rows; r++) {
        float *restrict row = z + r * width;
        for (size_t j = 0; j < width; j++) {
            row[j] -= mean[j];
            squares[j] += row[j] * row[j];
        }
    }
}

/* mean += 0.1 (batch mean - mean), and the same for the variance, whose estimate divides by rows - 1. */
static void update_running(const norm *n, size_t rows, const float *restrict mean, const float *restrict squares) {
    for (size_t j = 0; j < n->width; j++) {
        n->mean[j] += NORM_MOMENTUM * (mean[j] - n->mean[j]);
        n->variance[j] += NORM_MOMENTUM * (squares[j] / (float)(rows - 1) - n->variance[j]);
    }
}

/* z = (x - mean) / sqrt(var + epsilon) with the batch's own mean and variance (which divides by rows). */
void layer_norm_train(const norm *n, size_t rows, float *restrict z, float *moments, float *restrict y) {
    const size_t width = n->width;
    const float *restrict scale = n->scale, *restrict shift = n->shift;
    float *restrict mean = moments, *restrict inverse = moments + width;
    means_of(z, rows, width, mean);
    centre(z, rows, width, mean, inverse);
    update_running(n, rows, mean, inverse);
    for (size_t j = 0; j < width; j++)
        inverse[j] = 1.0F / sqrtf(inverse[j] / (float)rows + NORM_EPSILON);
    for (size_t r = 0; r < rows; r++) {
        float *restrict in = z + r * width, *restrict out = y + r * width;
        for (size_t j = 0; j < width; j++) {
            in[j] *= inverse[j];
            out[j] = scale[j] * in[j] + shift[j];
        }
    }
}

void layer_norm_evaluate(const norm *n, size_t rows, float *restrict z, float *restrict factors) {
    const size_t width = n->width;
    const float *restrict mean = n->mean, *restrict shift = n->shift;
    for (size_t j = 0; j < width; j++)
        factors[j] = n->scale[j] / sqrtf(n->variance[j] + NORM_EPSILON);
    for (size_t r = 0; r < rows; r++) {
        float *restrict row = z + r * width;
        for (size_t j = 0; j < width; j++)
            row[j] = (row[j] - mean[j]) * factors[j] + shift[j];
    }
}

/* dscale = sum dy z,  dshift = sum dy,  dx = scale inverse (dy - dshift / rows - z dscale / rows): the last two terms
 * are the way through the batch's mean and variance. */
void layer_norm_back(const norm *n, size_t rows, const float *restrict z, const float *moments, float *restrict d,
                     float *restrict d_scale, float *restrict d_shift) {
    const size_t width = n->width;
    const float *restrict scale = n->scale, *restrict inverse = moments + width;
    const float share = 1.0F / (float)rows;
    memset(d_scale, 0, width * sizeof *d_scale);
    column_sums(d, rows, width, d_shift);
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < width; j++)
            d_scale[j] += d[r * width + j] * z[r * width + j];
    for (size_t r = 0; r < rows; r++) {
        float *restrict row = d + r * width;
        const float *restrict at = z + r * width;
        for (size_t j = 0; j < width; j++)
            row[j] = scale[j] * inverse[j] * (row[j] - share * (d_shift[j] + at[j] * d_scale[j]));
    }
}
