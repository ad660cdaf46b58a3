#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_get(size_t count, size_t each, size_t size) {
    size_t items, bytes;
    void *block = NULL;
    if (!__builtin_mul_overflow(count, each, &items) && !__builtin_mul_overflow(items, size, &bytes))
        block = calloc(items ? items : 1, size);
    if (!block) {
        fprintf(stderr, "labrbf-compare: there is no memory for %zu x %zu numbers of %zu bytes\n", count, each, size);
        exit(1);
    }
    return block;
}

double *memory_doubles(size_t rows, size_t columns) { return memory_get(rows, columns, sizeof(double)); }

float *memory_floats(size_t rows, size_t columns) { return memory_get(rows, columns, sizeof(float)); }

size_t *memory_sizes(size_t count) { return memory_get(count, 1, sizeof(size_t)); }

char *memory_text(const char *text, size_t length) {
    char *copy = memory_get(length + 1, 1, 1);
    memcpy(copy, text, length);
    return copy;
}
