#include "block.h"

#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "layers.h"

/* ---- offsets */

static size_t take(size_t *count, size_t needed) {
    size_t start = *count;
    *count += needed;
    return start;
}

static dense_place place_dense(size_t in, size_t out, size_t *n_parameters) {
    dense_place d = {.in = in, .out = out};
    d.weight = take(n_parameters, in * out);
    d.bias = take(n_parameters, out);
    return d;
}

static norm_place place_norm(size_t width, size_t *n_parameters, size_t *n_statistics) {
    norm_place n = {.width = width};
    n.scale = take(n_parameters, width);
    n.shift = take(n_parameters, width);
    n.mean = take(n_statistics, width);
    n.variance = take(n_statistics, width);
    return n;
}

block block_place(block_kind kind, size_t in, size_t out, size_t *n_parameters, size_t *n_statistics) {
    block b = {.kind = kind, .in = in, .out = out};
    b.first = place_dense(in, out, n_parameters);
    if (kind != BLOCK_RESIDUAL)
        return b;
    b.inner = place_norm(out, n_parameters, n_statistics);
    b.second = place_dense(out, out, n_parameters);
    b.outer = place_norm(out, n_parameters, n_statistics);
    b.widens = in != out;
    if (b.widens)
        b.shortcut = place_dense(in, out, n_parameters);
    return b;
}

trace trace_create(const block *b, size_t rows) {
    trace t = {.out = memory_floats(rows, b->out)};
    if (b->kind == BLOCK_RESIDUAL) {
        t.hidden = memory_floats(rows, b->out);
        t.inner = memory_floats(rows, b->out);
        t.outer = memory_floats(rows, b->out);
        t.inner_moments = memory_floats(2, b->out);
        t.outer_moments = memory_floats(2, b->out);
    }
    return t;
}

void trace_destroy(trace *t) {
    free(t->out);
    free(t->hidden);
    free(t->inner);
    free(t->outer);
    free(t->inner_moments);
    free(t->outer_moments);
    *t = (trace){0};
}

/* ---- forward */

static void apply(const dense_place *d, const float *parameters, const float *x, size_t rows, bool added, float *y) {
    layer_dense(parameters + d->weight, parameters + d->bias, d->in, d->out, x, rows, added, y);
}

static norm norm_at(const norm_place *n, const float *parameters, float *statistics) {
    return (norm){n->width, parameters + n->scale, parameters + n->shift, statistics + n->mean,
                  statistics + n->variance};
}

static void add_shortcut(const block *b, const float *parameters, const float *x, size_t rows, float *out) {
    if (b->widens) {
        apply(&b->shortcut, parameters, x, rows, true, out);
        return;
    }
    for (size_t i = 0; i < rows * b->out; i++)
        out[i] += x[i];
}

static void residual_train(const block *b, const float *parameters, float *statistics, const float *x, size_t rows,
                           const trace *t) {
    norm inner = norm_at(&b->inner, parameters, statistics), outer = norm_at(&b->outer, parameters, statistics);
    apply(&b->first, parameters, x, rows, false, t->inner);
    layer_norm_train(&inner, rows, t->inner, t->inner_moments, t->hidden);
    layer_relu(t->hidden, rows * b->out);
    apply(&b->second, parameters, t->hidden, rows, false, t->outer);
    layer_norm_train(&outer, rows, t->outer, t->outer_moments, t->out);
    add_shortcut(b, parameters, x, rows, t->out);
    layer_relu(t->out, rows * b->out);
}

static void residual_evaluate(const block *b, const float *parameters, float *statistics, const float *x, size_t rows,
                              const trace *t) {
    norm inner = norm_at(&b->inner, parameters, statistics), outer = norm_at(&b->outer, parameters, statistics);
    apply(&b->first, parameters, x, rows, false, t->hidden);
    layer_norm_evaluate(&inner, rows, t->hidden, t->inner_moments);
    layer_relu(t->hidden, rows * b->out);
    apply(&b->second, parameters, t->hidden, rows, false, t->out);
    layer_norm_evaluate(&outer, rows, t->out, t->outer_moments);
    add_shortcut(b, parameters, x, rows, t->out);
    layer_relu(t->out, rows * b->out);
}

static void plain_forward(const block *b, const float *parameters, const float *x, size_t rows, const trace *t) {
    apply(&b->first, parameters, x, rows, false, t->out);
    if (b->kind == BLOCK_RELU)
        layer_relu(t->out, rows * b->out);
}

void block_train(const block *b, const float *parameters, float *statistics, const float *x, size_t rows,
                 const trace *t) {
    if (b->kind == BLOCK_RESIDUAL)
        residual_train(b, parameters, statistics, x, rows, t);
    else
        plain_forward(b, parameters, x, rows, t);
}

void block_evaluate(const block *b, const float *parameters, float *statistics, const float *x, size_t rows,
                    const trace *t) {
    if (b->kind == BLOCK_RESIDUAL)
        residual_evaluate(b, parameters, statistics, x, rows, t);
    else
        plain_forward(b, parameters, x, rows, t);
}

/* ---- back */

static void gradient_of(const dense_place *d, const float *x, size_t rows, const float *dy, float *gradient) {
    layer_dense_weights(d->in, d->out, x, rows, dy, gradient + d->weight);
    layer_dense_biases(d->out, rows, dy, gradient + d->bias);
}

/* A batch normalisation takes away what a bias adds, so its gradient is 0. Summed up it would be rounding errors, which
 * Adam would turn into steps as long as any other. */
static void gradient_before_norm(const dense_place *d, const float *x, size_t rows, const float *dy, float *gradient) {
    layer_dense_weights(d->in, d->out, x, rows, dy, gradient + d->weight);
    memset(gradient + d->bias, 0, d->out * sizeof *gradient);
}

static void back_through(const dense_place *d, const float *parameters, const float *dy, size_t rows, bool added,
                         float *dx) {
    layer_dense_back(parameters + d->weight, d->in, d->out, dy, rows, added, dx);
}

static void back_through_norm(const norm_place *n, const float *parameters, size_t rows, const float *z,
                              const float *moments, float *d, float *gradient) {
    norm at = {.width = n->width, .scale = parameters + n->scale};
    layer_norm_back(&at, rows, z, moments, d, gradient + n->scale, gradient + n->shift);
}

/* d is the loss by the sum of both branches. */
static void shortcut_back(const block *b, const float *parameters, const float *x, size_t rows, const float *d,
                          float *gradient, float *d_in) {
    if (b->widens)
        gradient_of(&b->shortcut, x, rows, d, gradient);
    if (!d_in)
        return;
    if (b->widens)
        back_through(&b->shortcut, parameters, d, rows, false, d_in);
    else
        memcpy(d_in, d, rows * b->out * sizeof *d);
}

static void residual_back(const block *b, const float *parameters, const float *x, size_t rows, const trace *t,
                          float *d, float *d_hidden, float *gradient, float *d_in) {
    layer_relu_back(t->out, rows * b->out, d);
    shortcut_back(b, parameters, x, rows, d, gradient, d_in);
    back_through_norm(&b->outer, parameters, rows, t->outer, t->outer_moments, d, gradient);
    gradient_before_norm(&b->second, t->hidden, rows, d, gradient);
    back_through(&b->second, parameters, d, rows, false, d_hidden);
    layer_relu_back(t->hidden, rows * b->out, d_hidden);
    back_through_norm(&b->inner, parameters, rows, t->inner, t->inner_moments, d_hidden, gradient);
    gradient_before_norm(&b->first, x, rows, d_hidden, gradient);
    if (d_in)
        back_through(&b->first, parameters, d_hidden, rows, true, d_in);
}

void block_back(const block *b, const float *parameters, const float *x, size_t rows, const trace *t, float *d_out,
                float *scratch, float *gradient, float *d_in) {
    if (b->kind == BLOCK_RESIDUAL) {
        residual_back(b, parameters, x, rows, t, d_out, scratch, gradient, d_in);
        return;
    }
    if (b->kind == BLOCK_RELU)
        layer_relu_back(t->out, rows * b->out, d_out);
    gradient_of(&b->first, x, rows, d_out, gradient);
    if (d_in)
        back_through(&b->first, parameters, d_out, rows, false, d_in);
}
