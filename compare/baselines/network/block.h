/*
 * The blocks that networks are made of. Their parameters lie in one vector and their running statistics in another, and
 * a block knows its offsets in both; a gradient has the layout of the parameters.
 */
#ifndef COMPARE_NETWORK_BLOCK_H
#define COMPARE_NETWORK_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

typedef enum block_kind {
    BLOCK_LINEAR,  /* x W + b */
    BLOCK_RELU,    /* relu(x W + b) */
    BLOCK_RESIDUAL /* relu(norm(relu(norm(x W1 + b1)) W2 + b2) + shortcut): x itself, or x Ws + bs to another width */
} block_kind;

/* Where a dense layer's weights (in x out) and biases (out) begin among the parameters. */
typedef struct dense_place {
    size_t in, out, weight, bias;
} dense_place;

/* Where a batch normalisation's numbers begin, among the parameters and among the statistics. */
typedef struct norm_place {
    size_t width, scale, shift;
    size_t mean, variance;
} norm_place;

typedef struct block {
    block_kind kind;
    bool widens; /* a residual block whose shortcut is a dense layer */
    size_t in, out;
    dense_place first, second, shortcut;
    norm_place inner, outer;
} block;

/* Lays the block out behind what is there already: the counts grow by what it needs. */
block block_place(block_kind kind, size_t in, size_t out, size_t *n_parameters, size_t *n_statistics);

/* What a pass leaves: its output, and what the way back needs. */
typedef struct trace {
    float *out;                           /* rows x block's out */
    float *hidden;                        /* residual: after the inner relu */
    float *inner, *outer;                 /* residual: the normalised batches */
    float *inner_moments, *outer_moments; /* residual: as layer_norm_train leaves them */
} trace;

trace trace_create(const block *b, size_t rows);
void trace_destroy(trace *t);

/* The output of a training batch; the running statistics learn from it. */
void block_train(const block *b, const float *parameters, float *statistics, const float *x, size_t rows,
                 const trace *t);
/* The output of rows with everything as it was learnt. */
void block_evaluate(const block *b, const float *parameters, float *statistics, const float *x, size_t rows,
                    const trace *t);
/* From d_out, the loss by t->out (overwritten), to the block's part of the gradient and to d_in, the loss by x, unless
 * that is NULL. scratch has room for a batch of the block's output. */
void block_back(const block *b, const float *parameters, const float *x, size_t rows, const trace *t, float *d_out,
                float *scratch, float *gradient, float *d_in);

#endif
