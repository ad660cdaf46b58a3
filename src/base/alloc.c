#include "base/alloc.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

enum { CACHE_LINE = 64 };

static void *plain_allocate(void *user, size_t bytes) {
    (void)user;
    return malloc(bytes);
}

static void plain_release(void *user, void *block) {
    (void)user;
    free(block);
}

lab_allocator lab_allocator_of(const labrbf_hooks *hooks) {
    if (hooks && hooks->allocate)
        return (lab_allocator){hooks->allocate, hooks->release, hooks->allocator_user};
    return (lab_allocator){plain_allocate, plain_release, NULL};
}

bool lab_size_mul(size_t a, size_t b, size_t *out) {
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *out = a * b;
    return true;
}

bool lab_size_add(size_t a, size_t b, size_t *out) {
    if (a > SIZE_MAX - b)
        return false;
    *out = a + b;
    return true;
}

void *lab_alloc(const lab_allocator *allocator, size_t count, size_t size) {
    size_t bytes;
    if (!lab_size_mul(count, size, &bytes)) {
        lab_keep_error("out of memory: %zu items of %zu bytes are more than can be addressed", count, size);
        return NULL;
    }
    if (bytes == 0)
        bytes = 1;
    void *block = allocator->allocate(allocator->user, bytes);
    if (!block) {
        lab_keep_error("out of memory: %zu bytes could not be allocated", bytes);
        return NULL;
    }
    return memset(block, 0, bytes);
}

/* errno stays: after a file could not be read or written it tells why. */
void lab_free(const lab_allocator *allocator, void *block) {
    int reason = errno;
    if (block)
        allocator->release(allocator->user, block);
    errno = reason;
}

static void *take(lab_arena *arena, size_t rows, size_t columns, size_t size) {
    size_t bytes, end;
    if (!lab_size_mul(rows, columns, &bytes) || !lab_size_mul(bytes, size, &bytes) ||
        !lab_size_add(bytes, CACHE_LINE - 1, &bytes) ||
        !lab_size_add(arena->used, bytes & ~(size_t)(CACHE_LINE - 1), &end)) {
        arena->overflow = true;
        return NULL;
    }
    void *piece = arena->base ? arena->base + arena->used : NULL;
    arena->used = end;
    return piece;
}

double *lab_arena_doubles(lab_arena *arena, size_t rows, size_t columns) {
    return take(arena, rows, columns, sizeof(double));
}

float *lab_arena_floats(lab_arena *arena, size_t rows, size_t columns) {
    return take(arena, rows, columns, sizeof(float));
}

uint32_t *lab_arena_rows(lab_arena *arena, size_t count) { return take(arena, count, 1, sizeof(uint32_t)); }

size_t *lab_arena_sizes(lab_arena *arena, size_t count) { return take(arena, count, 1, sizeof(size_t)); }

int *lab_arena_ints(lab_arena *arena, size_t count) { return take(arena, count, 1, sizeof(int)); }

unsigned char *lab_arena_bytes(lab_arena *arena, size_t count) { return take(arena, count, 1, 1); }

labrbf_status lab_arena_open(lab_arena *arena, const lab_allocator *allocator, void **block) {
    size_t bytes;
    if (arena->overflow || !lab_size_add(arena->used, CACHE_LINE, &bytes))
        return lab_fail(LABRBF_E_MEMORY, "out of memory: the work space is larger than can be addressed");
    *block = lab_alloc(allocator, bytes, 1);
    if (!*block)
        return LABRBF_E_MEMORY;
    uintptr_t start = (uintptr_t)*block;
    arena->base = (char *)*block + (CACHE_LINE - start % CACHE_LINE) % CACHE_LINE;
    arena->used = 0;
    return LABRBF_OK;
}
