/* Rows in single precision: the part to train on, the part to validate on, and batches of the first. */
#ifndef COMPARE_NETWORK_SAMPLES_H
#define COMPARE_NETWORK_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "baselines/method.h"
#include "baselines/random.h"

typedef struct samples {
    size_t n, m;
    float *x, *y; /* n x m, n */
} samples;

/* A share of the rows, drawn at random, but at least one, is for validation; the others are to train on. */
void samples_split(const problem *data, double share, uint64_t seed, samples *training, samples *validation);
size_t samples_for_validation(size_t n, double share);
void samples_destroy(samples *s);

/* An endless row of random orders of all rows, cut into batches of one size: no batch is ever shorter. */
typedef struct batches {
    const samples *from;
    size_t size, at;
    size_t *order;
    generator g;
    float *x, *y; /* the batch: size x m, size */
} batches;

batches batches_create(const samples *from, size_t size, uint64_t seed); /* size: at most from->n */
void batches_next(batches *b);
void batches_destroy(batches *b);

#endif
