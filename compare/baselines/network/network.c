#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/random.h"

network *network_create(size_t in) {
    network *net = memory_get(1, 1, sizeof *net);
    net->in = in;
    return net;
}

static size_t width_before(const network *net, size_t at) { return at ? net->blocks[at - 1].out : net->in; }

void network_append(network *net, block_kind kind, size_t out) {
    size_t at = net->n_blocks++;
    net->blocks[at] = block_place(kind, width_before(net, at), out, &net->n_parameters, &net->n_statistics);
}

/* ---- initialisation */

static void fill(float *values, size_t count, float value) {
    for (size_t i = 0; i < count; i++)
        values[i] = value;
}

static void draw_weights(const dense_place *d, float *parameters, generator *g) {
    const double deviation = sqrt(2.0 / (double)d->in);
    for (size_t i = 0; i < d->in * d->out; i++)
        parameters[d->weight + i] = (float)(deviation * random_normal(g));
}

static void reset_norm(const norm_place *n, float *parameters, float *statistics) {
    fill(parameters + n->scale, n->width, 1.0F);
    fill(statistics + n->variance, n->width, 1.0F);
}

void network_draw(network *net, uint64_t seed) {
    generator g = random_from(seed);
    net->parameters = memory_floats(net->n_parameters, 1);
    net->statistics = memory_floats(net->n_statistics, 1);
    for (size_t i = 0; i < net->n_blocks; i++) {
        const block *b = &net->blocks[i];
        draw_weights(&b->first, net->parameters, &g);
        if (b->kind != BLOCK_RESIDUAL)
            continue;
        draw_weights(&b->second, net->parameters, &g);
        if (b->widens)
            draw_weights(&b->shortcut, net->parameters, &g);
        reset_norm(&b->inner, net->parameters, net->statistics);
        reset_norm(&b->outer, net->parameters, net->statistics);
    }
}

void network_destroy(network *net) {
    if (!net)
        return;
    free(net->parameters);
    free(net->statistics);
    free(net);
}

/* ---- workspace */

workspace *workspace_create(const network *net, size_t rows) {
    workspace *work = memory_get(1, 1, sizeof *work);
    size_t widest = 0;
    work->rows = rows > NETWORK_ROWS ? rows : NETWORK_ROWS;
    for (size_t i = 0; i < net->n_blocks; i++) {
        work->traces[i] = trace_create(&net->blocks[i], work->rows);
        if (net->blocks[i].out > widest)
            widest = net->blocks[i].out;
    }
    for (size_t i = 0; i < 3; i++)
        work->back[i] = memory_floats(work->rows, widest);
    return work;
}

void workspace_destroy(workspace *work) {
    if (!work)
        return;
    for (size_t i = 0; i < NETWORK_MOST; i++)
        trace_destroy(&work->traces[i]);
    for (size_t i = 0; i < 3; i++)
        free(work->back[i]);
    free(work);
}

/* ---- passes */

const float *network_train(const network *net, workspace *work, const float *x, size_t rows) {
    for (size_t i = 0; i < net->n_blocks; i++) {
        block_train(&net->blocks[i], net->parameters, net->statistics, x, rows, &work->traces[i]);
        x = work->traces[i].out;
    }
    return x;
}

const float *network_evaluate(const network *net, workspace *work, const float *x, size_t rows) {
    for (size_t i = 0; i < net->n_blocks; i++) {
        block_evaluate(&net->blocks[i], net->parameters, net->statistics, x, rows, &work->traces[i]);
        x = work->traces[i].out;
    }
    return x;
}

void network_back(const network *net, workspace *work, const float *x, size_t rows, const float *d_out,
                  float *gradient) {
    float *d = work->back[0], *d_in = work->back[1];
    memcpy(d, d_out, rows * sizeof *d);
    for (size_t i = net->n_blocks; i-- > 0;) {
        const float *input = i ? work->traces[i - 1].out : x;
        block_back(&net->blocks[i], net->parameters, input, rows, &work->traces[i], d, work->back[2], gradient,
                   i ? d_in : NULL);
        float *swap = d;
        d = d_in;
        d_in = swap;
    }
}
