#include "optimiser.h"

#include <math.h>
#include <stdlib.h>

#include "baselines/memory.h"

static const double BETA1 = 0.9, BETA2 = 0.999;
static const float EPSILON = 1e-8F;

adam adam_create(size_t count) {
    return (adam){.count = count, .first = memory_floats(count, 1), .second = memory_floats(count, 1)};
}

void adam_destroy(adam *a) {
    free(a->first);
    free(a->second);
    *a = (adam){0};
}

/* m = b1 m + (1 - b1) g,  v = b2 v + (1 - b2) g^2,  p -= rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + epsilon) */
void adam_step(adam *a, double rate, const float *restrict g, float *restrict p) {
    const double t = (double)++a->steps;
    const float length = (float)(rate / (1.0 - pow(BETA1, t))), root = (float)(1.0 / sqrt(1.0 - pow(BETA2, t)));
    const float keep1 = (float)BETA1, take1 = (float)(1.0 - BETA1), keep2 = (float)BETA2, take2 = (float)(1.0 - BETA2);
    float *restrict m = a->first, *restrict v = a->second;
    for (size_t i = 0; i < a->count; i++) {
        m[i] = keep1 * m[i] + take1 * g[i];
        v[i] = keep2 * v[i] + take2 * g[i] * g[i];
        p[i] -= length * m[i] / (sqrtf(v[i]) * root + EPSILON);
    }
}

void descent_step(size_t count, double rate, const float *restrict g, float *restrict p) {
    const float length = (float)rate;
    for (size_t i = 0; i < count; i++)
        p[i] -= length * g[i];
}
