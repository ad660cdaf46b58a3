#include "samples.h"

#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"

static size_t *counted(size_t n) {
    size_t *order = memory_sizes(n);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    return order;
}

static samples take_rows(const problem *from, const size_t *rows, size_t n) {
    samples s = {.n = n, .m = from->m, .x = memory_floats(n, from->m), .y = memory_floats(n, 1)};
    for (size_t i = 0; i < n; i++) {
        const double *row = from->x + rows[i] * from->m;
        for (size_t j = 0; j < from->m; j++)
            s.x[i * from->m + j] = (float)row[j];
        s.y[i] = (float)from->y[rows[i]];
    }
    return s;
}

size_t samples_for_validation(size_t n, double share) {
    size_t count = (size_t)(share * (double)n + 0.5);
    return count ? count : 1;
}

void samples_split(const problem *data, double share, uint64_t seed, samples *training, samples *validation) {
    size_t *order = counted(data->n), aside = samples_for_validation(data->n, share);
    generator g = random_from(seed);
    random_shuffle(&g, order, data->n);
    *validation = take_rows(data, order, aside);
    *training = take_rows(data, order + aside, data->n - aside);
    free(order);
}

void samples_destroy(samples *s) {
    free(s->x);
    free(s->y);
    *s = (samples){0};
}

/* ---- batches */

batches batches_create(const samples *from, size_t size, uint64_t seed) {
    return (batches){.from = from,
                     .size = size,
                     .at = from->n,
                     .order = counted(from->n),
                     .g = random_from(seed),
                     .x = memory_floats(size, from->m),
                     .y = memory_floats(size, 1)};
}

void batches_next(batches *b) {
    const size_t m = b->from->m;
    for (size_t i = 0; i < b->size; i++) {
        if (b->at == b->from->n) {
            random_shuffle(&b->g, b->order, b->from->n);
            b->at = 0;
        }
        size_t row = b->order[b->at++];
        memcpy(b->x + i * m, b->from->x + row * m, m * sizeof *b->x);
        b->y[i] = b->from->y[row];
    }
}

void batches_destroy(batches *b) {
    free(b->order);
    free(b->x);
    free(b->y);
    *b = (batches){0};
}
