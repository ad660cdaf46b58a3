#include "base/rng.h"

static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

lab_rng lab_rng_seed(uint64_t seed) {
    lab_rng rng;
    for (int i = 0; i < 4; i++)
        rng.state[i] = splitmix64(&seed);
    return rng;
}

uint64_t lab_rng_next(lab_rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

size_t lab_rng_below(lab_rng *rng, size_t bound) {
    /* Draws below the largest multiple of the bound are uniform; the few others are drawn again. */
    uint64_t n = bound;
    uint64_t excess = (UINT64_MAX % n + 1) % n;
    uint64_t draw;
    do
        draw = lab_rng_next(rng);
    while (draw > UINT64_MAX - excess);
    return (size_t)(draw % n);
}

void lab_rng_choose(lab_rng *rng, uint32_t *items, size_t n, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t j = i + lab_rng_below(rng, n - i);
        uint32_t item = items[j];
        items[j] = items[i];
        items[i] = item;
    }
}
