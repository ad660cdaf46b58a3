/* Random numbers: xoshiro256++ (Blackman and Vigna), seeded through splitmix64. The state lives with its user. */
#ifndef LAB_RNG_H
#define LAB_RNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct lab_rng {
    uint64_t state[4];
} lab_rng;

lab_rng lab_rng_seed(uint64_t seed);
uint64_t lab_rng_next(lab_rng *rng);

/* Uniform in [0, bound), without bias; bound > 0. */
size_t lab_rng_below(lab_rng *rng, size_t bound);

/* Moves a uniformly random subset of `count` items to the front of items[0 .. n), in random order. */
void lab_rng_choose(lab_rng *rng, uint32_t *items, size_t n, size_t count);

#endif
