#include "random.h"

#include <math.h>

generator random_from(uint64_t seed) { return (generator){seed}; }

uint64_t random_next(generator *g) {
    uint64_t z = (g->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double random_unit(generator *g) { return (double)(random_next(g) >> 11) * 0x1p-53; }

double random_normal(generator *g) {
    const double tau = 6.283185307179586476925;
    double radius = sqrt(-2.0 * log1p(-random_unit(g)));
    return radius * cos(tau * random_unit(g));
}

size_t random_below(generator *g, size_t bound) {
    /* Draws below the largest multiple of the bound are uniform; the few others are drawn again. */
    uint64_t excess = (UINT64_MAX % bound + 1) % bound, draw;
    do
        draw = random_next(g);
    while (draw > UINT64_MAX - excess);
    return (size_t)(draw % bound);
}

void random_shuffle(generator *g, size_t *items, size_t n) {
    for (size_t i = n; i > 1; i--) {
        size_t j = random_below(g, i), item = items[j];
        items[j] = items[i - 1];
        items[i - 1] = item;
    }
}

uint64_t random_derive(uint64_t seed, uint64_t part) {
    generator g = random_from(seed);
    g.state = random_next(&g) ^ (part * 0xd1342543de82ef95u);
    return random_next(&g);
}
