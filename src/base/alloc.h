/*
 * Memory: the caller's allocator, sizes multiplied with an overflow check, and an arena that lays several arrays out in
 * one block. An arena is filled twice by the same layout function: once without a base, to learn the size, and once
 * with it, to get the pointers.
 */
#ifndef LAB_ALLOC_H
#define LAB_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "labrbf/labrbf.h"

typedef struct lab_allocator {
    void *(*allocate)(void *user, size_t bytes);
    void (*release)(void *user, void *block);
    void *user;
} lab_allocator;

/* The hooks' allocator, or malloc and free. */
lab_allocator lab_allocator_of(const labrbf_hooks *hooks);

/* Zeroed memory for count * size bytes (never 0), or NULL with the thread's last error set. */
void *lab_alloc(const lab_allocator *allocator, size_t count, size_t size);
void lab_free(const lab_allocator *allocator, void *block);

/* a * b or a + b into *out; false on overflow. */
bool lab_size_mul(size_t a, size_t b, size_t *out);
bool lab_size_add(size_t a, size_t b, size_t *out);

static inline size_t lab_smaller(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t lab_larger(size_t a, size_t b) { return a > b ? a : b; }

typedef struct lab_arena {
    char *base;    /* NULL while the size is being counted */
    size_t used;   /* bytes laid out so far */
    bool overflow; /* the size does not fit in size_t */
} lab_arena;

/* The next array of rows * columns doubles, or of count items, aligned to a cache line; NULL while counting. */
double *lab_arena_doubles(lab_arena *arena, size_t rows, size_t columns);
float *lab_arena_floats(lab_arena *arena, size_t rows, size_t columns);
uint32_t *lab_arena_rows(lab_arena *arena, size_t count); /* row numbers */
size_t *lab_arena_sizes(lab_arena *arena, size_t count);
int *lab_arena_ints(lab_arena *arena, size_t count);
unsigned char *lab_arena_bytes(lab_arena *arena, size_t count);

/* Allocates the block that a counting pass measured; *block is what to free, arena->base the aligned start. */
labrbf_status lab_arena_open(lab_arena *arena, const lab_allocator *allocator, void **block);

#endif
