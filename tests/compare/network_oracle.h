/*
 * A network by plain loops in double precision, written from the definitions. It shares with compare/ only where the
 * parameters lie. To be included after cmocka.h.
 */
#ifndef NETWORK_ORACLE_H
#define NETWORK_ORACLE_H

#include <math.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/network/network.h"

enum { PLAIN_MOST = 40 * 12 }; /* rows x width at most */

static inline void plain_dense(const dense_place *d, const double *p, const double *x, size_t rows, double *y) {
    for (size_t r = 0; r < rows; r++)
        for (size_t o = 0; o < d->out; o++) {
            y[r * d->out + o] = p[d->bias + o];
            for (size_t i = 0; i < d->in; i++)
                y[r * d->out + o] += x[r * d->in + i] * p[d->weight + i * d->out + o];
        }
}

static inline double plain_mean(const double *x, size_t rows, size_t width, size_t column) {
    double sum = 0.0;
    for (size_t r = 0; r < rows; r++)
        sum += x[r * width + column];
    return sum / (double)rows;
}

/* Sum of squares about the mean. */
static inline double plain_spread(const double *x, size_t rows, size_t width, size_t column) {
    double mean = plain_mean(x, rows, width, column), sum = 0.0;
    for (size_t r = 0; r < rows; r++)
        sum += (x[r * width + column] - mean) * (x[r * width + column] - mean);
    return sum;
}

/* With the batch's own statistics, or with given ones. */
static inline void plain_norm(const norm_place *n, const double *p, const double *statistics, double *x, size_t rows) {
    for (size_t j = 0; j < n->width; j++) {
        double mean = statistics ? statistics[n->mean + j] : plain_mean(x, rows, n->width, j);
        double variance = statistics ? statistics[n->variance + j] : plain_spread(x, rows, n->width, j) / (double)rows;
        for (size_t r = 0; r < rows; r++) {
            double *at = &x[r * n->width + j];
            *at = p[n->scale + j] * (*at - mean) / sqrt(variance + 1e-5) + p[n->shift + j];
        }
    }
}

static inline void plain_relu(double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = fmax(x[i], 0.0);
}

static inline void plain_block(const block *b, const double *p, const double *statistics, const double *x, size_t rows,
                               double *y) {
    double first[PLAIN_MOST] = {0}, across[PLAIN_MOST];
    plain_dense(&b->first, p, x, rows, b->kind == BLOCK_RESIDUAL ? first : y);
    if (b->kind == BLOCK_RESIDUAL) {
        plain_norm(&b->inner, p, statistics, first, rows);
        plain_relu(first, rows * b->out);
        plain_dense(&b->second, p, first, rows, y);
        plain_norm(&b->outer, p, statistics, y, rows);
        if (b->in == b->out)
            memcpy(across, x, rows * b->out * sizeof *x);
        else
            plain_dense(&b->shortcut, p, x, rows, across);
        for (size_t i = 0; i < rows * b->out; i++)
            y[i] += across[i];
    }
    if (b->kind != BLOCK_LINEAR)
        plain_relu(y, rows * b->out);
}

/* statistics: NULL for a training batch. */
static inline void plain_network(const network *net, const double *p, const double *statistics, const double *x,
                                 size_t rows, double *out) {
    double from[PLAIN_MOST], to[PLAIN_MOST] = {0};
    memcpy(from, x, rows * net->in * sizeof *x);
    for (size_t i = 0; i < net->n_blocks; i++) {
        plain_block(&net->blocks[i], p, statistics, from, rows, to);
        memcpy(from, to, sizeof to);
    }
    memcpy(out, from, rows * sizeof *out);
}

static inline double plain_loss(bool squared, const double *out, const double *y, size_t rows) {
    double sum = 0.0;
    for (size_t r = 0; r < rows; r++)
        sum += (out[r] - y[r]) * (out[r] - y[r]);
    return squared ? sum / (double)rows : sqrt(sum / (double)rows);
}

/* ---- comparing */

static inline void expect_close(const char *what, double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%s: %.9g, expected %.9g within %.3g", what, a, b, tolerance);
}

static inline double *doubles_of(const float *values, size_t n) {
    double *copy = memory_doubles(n, 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = (double)values[i];
    return copy;
}

#endif
