#include "learn/support.h"

#include <stdint.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"

void lab_support_layout(lab_support_set *set, lab_arena *arena, size_t n_rows, size_t s_max) {
    set->n_rows = n_rows;
    set->rows = lab_arena_sizes(arena, s_max);
    set->twin = lab_arena_sizes(arena, n_rows);
    set->is_support = lab_arena_bytes(arena, n_rows);
    set->taken = lab_arena_bytes(arena, n_rows);
    set->scratch = lab_arena_sizes(arena, n_rows);
}

/* ---- equal rows, by a hash table of first rows */

static uint64_t hash_row(const double *row, size_t m) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (size_t j = 0; j < m; j++) {
        double value = row[j] + 0.0; /* -0 and 0 are equal */
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

static bool rows_equal(const double *a, const double *b, size_t m) {
    for (size_t j = 0; j < m; j++)
        if (a[j] != b[j])
            return false;
    return true;
}

labrbf_status lab_support_find_twins(lab_support_set *set, const double *x, size_t n_features,
                                     const lab_allocator *allocator) {
    size_t slots = 2;
    while (slots / 2 < set->n_rows)
        if (!lab_size_mul(slots, 2, &slots))
            return lab_fail(LABRBF_E_MEMORY, "out of memory: too many rows");
    size_t *table = lab_alloc(allocator, slots, sizeof *table); /* row number + 1; 0 is free */
    if (!table)
        return LABRBF_E_MEMORY;
    set->n_distinct = 0;
    for (size_t r = 0; r < set->n_rows; r++) {
        const double *row = x + r * n_features;
        size_t slot = (size_t)hash_row(row, n_features) & (slots - 1);
        while (table[slot] && !rows_equal(x + (table[slot] - 1) * n_features, row, n_features))
            slot = (slot + 1) & (slots - 1);
        if (!table[slot]) {
            table[slot] = r + 1;
            set->n_distinct++;
        }
        set->twin[r] = table[slot] - 1;
    }
    lab_free(allocator, table);
    return LABRBF_OK;
}

/* ---- joining */

void lab_support_clear(lab_support_set *set) {
    set->n = 0;
    memset(set->is_support, 0, set->n_rows);
    memset(set->taken, 0, set->n_rows);
}

static bool join(lab_support_set *set, size_t row) {
    if (set->taken[set->twin[row]])
        return false;
    set->taken[set->twin[row]] = 1;
    set->is_support[row] = 1;
    set->rows[set->n++] = row;
    return true;
}

void lab_support_start_random(lab_support_set *set, size_t count, lab_rng *rng) {
    size_t *order = set->scratch;
    for (size_t r = 0; r < set->n_rows; r++)
        order[r] = r;
    lab_rng_choose(rng, order, set->n_rows, set->n_rows);
    for (size_t i = 0; i < set->n_rows && set->n < count; i++)
        (void)join(set, order[i]);
}

/* Larger keys later; equal keys by row number. */
static bool after_by_key(const void *keys, size_t a, size_t b) {
    const double *key = keys;
    return key[a] != key[b] ? key[a] > key[b] : a > b;
}

void lab_support_start_by_label(lab_support_set *set, size_t count, const double *y) {
    size_t *order = set->scratch, n = set->n_rows;
    for (size_t r = 0; r < n; r++)
        order[r] = r;
    lab_order_sort(order, n, after_by_key, y);
    for (size_t i = 0; i < count; i++) {
        /* The middle of each of `count` equal parts of the order; where that row has a twin in the set already, the
         * next one that has none, round the end if need be. */
        size_t at = (size_t)(((double)i + 0.5) * (double)n / (double)count);
        for (size_t tried = 0; tried < n && !join(set, order[at]); tried++)
            at = (at + 1) % n;
    }
}

size_t lab_support_add_worst(lab_support_set *set, size_t count, const double *errors) {
    size_t *heap = set->scratch, n = 0, added = 0;
    for (size_t r = 0; r < set->n_rows; r++)
        if (!set->taken[set->twin[r]])
            heap[n++] = r;
    lab_heap_make(heap, n, after_by_key, errors);
    for (; n > 0 && added < count; n--) {
        lab_heap_pop(heap, n, after_by_key, errors);
        added += join(set, heap[n - 1]);
    }
    return added;
}
