/*
 * The layers of the networks in single precision: what they give and how a gradient goes back through them. A batch is
 * rows x width, row-major. Loops run along the rows, so that a compiler can do neighbouring columns at once.
 */
#ifndef COMPARE_NETWORK_LAYERS_H
#define COMPARE_NETWORK_LAYERS_H

#include <stdbool.h>
#include <stddef.h>

/* ---- dense: weights in x out */

/* y = x W + b, or y + x W + b if it is added. */
void layer_dense(const float *weight, const float *bias, size_t in, size_t out, const float *x, size_t rows, bool added,
                 float *y);
/* dW = x^T dy; db = the column sums of dy. */
void layer_dense_weights(size_t in, size_t out, const float *x, size_t rows, const float *dy, float *d_weight);
void layer_dense_biases(size_t out, size_t rows, const float *dy, float *d_bias);
/* dx = dy W^T, or dx + dy W^T if it is added. */
void layer_dense_back(const float *weight, size_t in, size_t out, const float *dy, size_t rows, bool added, float *dx);

/* ---- relu, in place */

/* What is not a number stays so: a lost training must show in its loss. */
void layer_relu(float *y, size_t count);
/* dy = 0 where the relu gave y = 0. */
void layer_relu_back(const float *y, size_t count, float *dy);

/* ---- batch normalisation */

/* One layer's numbers, a column each. The first two are learnt, the others are running statistics. */
typedef struct norm {
    size_t width;
    const float *scale, *shift;
    float *mean, *variance;
} norm;

/* z: in, the batch of two rows or more; out, normalised to mean 0 and variance 1 by its own columns. y = scale z +
 * shift. The running statistics move a tenth of the way to the batch's. moments (2 x width) keeps the batch's means and
 * inverse deviations for the way back. */
void layer_norm_train(const norm *n, size_t rows, float *z, float *moments, float *y);
/* z normalised by the running statistics, then scaled and shifted, in place; factors has room for width numbers. */
void layer_norm_evaluate(const norm *n, size_t rows, float *z, float *factors);
/* d: in, the loss by y; out, by what layer_norm_train was given. z and moments as it left them. */
void layer_norm_back(const norm *n, size_t rows, const float *z, const float *moments, float *d, float *d_scale,
                     float *d_shift);

#endif
