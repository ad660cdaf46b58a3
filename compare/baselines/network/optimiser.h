/* Steps down a gradient: Adam (Kingma & Ba 2015, with their constants) and plain gradient descent. */
#ifndef COMPARE_NETWORK_OPTIMISER_H
#define COMPARE_NETWORK_OPTIMISER_H

#include <stddef.h>

typedef struct adam {
    size_t count, steps;
    float *first, *second; /* the moments */
} adam;

adam adam_create(size_t count);
void adam_destroy(adam *a);
void adam_step(adam *a, double rate, const float *gradient, float *parameters);

void descent_step(size_t count, double rate, const float *gradient, float *parameters);

#endif
