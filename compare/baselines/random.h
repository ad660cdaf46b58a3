/* Random numbers of the comparison: SplitMix64. The same seed gives the same numbers everywhere. */
#ifndef COMPARE_RANDOM_H
#define COMPARE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct generator {
    uint64_t state;
} generator;

generator random_from(uint64_t seed);
uint64_t random_next(generator *g);
double random_unit(generator *g);                /* uniform in [0, 1) */
double random_normal(generator *g);              /* mean 0, variance 1 */
size_t random_below(generator *g, size_t bound); /* uniform in [0, bound) */
void random_shuffle(generator *g, size_t *items, size_t n);

/* A seed for part `part` of what has seed `seed`: splits, methods, folds. */
uint64_t random_derive(uint64_t seed, uint64_t part);

#endif
