/*
 * A network with one output: a list of blocks, one vector of all parameters, one of all running statistics. A workspace
 * holds what the passes need, so that nothing is allocated between them.
 */
#ifndef COMPARE_NETWORK_NETWORK_H
#define COMPARE_NETWORK_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "block.h"

enum { NETWORK_MOST = 5, NETWORK_ROWS = 256 }; /* blocks at most; rows that are evaluated at once */

typedef struct network {
    size_t in, n_blocks, n_parameters, n_statistics;
    block blocks[NETWORK_MOST];
    float *parameters, *statistics;
} network;

/* Blocks are appended one by one, the last with one output; then the parameters are drawn. */
network *network_create(size_t in);
void network_append(network *net, block_kind kind, size_t out);
/* Kaiming's initialisation: weights normal with variance 2 / in, biases 0, scales 1, shifts 0, running means 0, running
 * variances 1. */
void network_draw(network *net, uint64_t seed);
void network_destroy(network *net);

typedef struct workspace {
    size_t rows;
    trace traces[NETWORK_MOST];
    float *back[3]; /* the loss by a block's output, by its input, and room for a block's own use */
} workspace;

/* For batches of up to `rows` rows, and for evaluation. */
workspace *workspace_create(const network *net, size_t rows);
void workspace_destroy(workspace *work);

/* One number per row; it lies in the workspace. Training moves the running statistics. */
const float *network_train(const network *net, workspace *work, const float *x, size_t rows);
const float *network_evaluate(const network *net, workspace *work, const float *x, size_t rows);
/* The gradient after network_train on the same rows, from d_out, the loss by each output. */
void network_back(const network *net, workspace *work, const float *x, size_t rows, const float *d_out,
                  float *gradient);

#endif
