#include "learn/support.h"

#include <stdint.h>
#include <string.h>

#include "base/order.h"

/* Two marks of a row; a byte holds those of four rows. */
enum { SUPPORT = 1, HAS_EQUAL = 2, ALL_HAVE_EQUALS = 0xAA };

static size_t mark_bytes(size_t n_rows) { return n_rows / 4 + 1; }

static bool is_marked(const lab_support_set *set, size_t row, unsigned mark) {
    return set->marks[row / 4] & mark << 2 * (row % 4);
}

static void mark_row(lab_support_set *set, size_t row, unsigned mark) {
    set->marks[row / 4] |= (unsigned char)(mark << 2 * (row % 4));
}

void lab_support_layout(lab_support_set *set, lab_arena *arena, size_t n_rows, size_t s_max) {
    set->n_rows = n_rows;
    set->rows = lab_arena_sizes(arena, s_max);
    set->marks = lab_arena_bytes(arena, mark_bytes(n_rows));
}

bool lab_support_has(const lab_support_set *set, size_t row) { return is_marked(set, row, SUPPORT); }

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

void lab_support_find_equals(lab_support_set *set, const double *x, size_t n_features, uint32_t *table) {
    size_t slots = (2 * set->n_rows - 1) | 1; /* odd, and never 0; a slot holds row number + 1, 0 is free */
    set->x = x;
    set->n_features = n_features;
    set->n_distinct = 0;
    memset(table, 0, slots * sizeof *table);
    memset(set->marks, 0, mark_bytes(set->n_rows));
    for (size_t r = 0; r < set->n_rows; r++) {
        const double *row = x + r * n_features;
        size_t slot = (size_t)(hash_row(row, n_features) % slots);
        while (table[slot] && !rows_equal(x + (table[slot] - 1) * n_features, row, n_features))
            slot = slot + 1 < slots ? slot + 1 : 0;
        if (table[slot]) {
            mark_row(set, table[slot] - 1, HAS_EQUAL);
            mark_row(set, r, HAS_EQUAL);
        } else {
            table[slot] = (uint32_t)r + 1;
            set->n_distinct++;
        }
    }
}

/* ---- joining */

void lab_support_clear(lab_support_set *set) {
    set->n = 0;
    for (size_t i = 0; i < mark_bytes(set->n_rows); i++)
        set->marks[i] &= ALL_HAVE_EQUALS;
}

/* Few rows have equals in most tables, and there are few supports: so these are simply compared. */
static bool may_join(const lab_support_set *set, size_t row) {
    if (is_marked(set, row, SUPPORT))
        return false;
    for (size_t i = 0; is_marked(set, row, HAS_EQUAL) && i < set->n; i++)
        if (rows_equal(set->x + set->rows[i] * set->n_features, set->x + row * set->n_features, set->n_features))
            return false;
    return true;
}

static bool join(lab_support_set *set, size_t row) {
    if (!may_join(set, row))
        return false;
    mark_row(set, row, SUPPORT);
    set->rows[set->n++] = row;
    return true;
}

void lab_support_adopt(lab_support_set *set, size_t row, bool on_row) {
    if (on_row)
        mark_row(set, row, SUPPORT);
    set->rows[set->n++] = row;
}

static void all_rows(lab_support_set *set) {
    for (size_t r = 0; r < set->n_rows; r++)
        set->scratch[r] = (uint32_t)r;
}

void lab_support_start_random(lab_support_set *set, size_t count, lab_rng *rng) {
    uint32_t *order = set->scratch;
    all_rows(set);
    lab_rng_choose(rng, order, set->n_rows, set->n_rows);
    for (size_t i = 0; i < set->n_rows && set->n < count; i++)
        (void)join(set, order[i]);
}

void lab_support_start_by_label(lab_support_set *set, size_t count, double share, const double *y) {
    const uint32_t *order = set->scratch;
    size_t n = set->n_rows;
    all_rows(set);
    lab_order_sort(set->scratch, n, lab_order_by_value, y);
    for (size_t i = 0; i < count; i++) {
        /* Where that row has an equal in the set already, the next one that has none, round the end if need be. */
        size_t at = (size_t)(((double)i + share) * (double)n / (double)count);
        for (size_t tried = 0; tried < n && !join(set, order[at]); tried++)
            at = (at + 1) % n;
    }
}

size_t lab_support_add_worst(lab_support_set *set, size_t count, const double *errors) {
    uint32_t *heap = set->scratch;
    size_t n = 0, added = 0;
    for (size_t r = 0; r < set->n_rows; r++)
        if (!lab_support_has(set, r))
            heap[n++] = (uint32_t)r;
    lab_heap_make(heap, n, lab_order_by_value, errors);
    for (; n > 0 && added < count; n--) {
        lab_heap_pop(heap, n, lab_order_by_value, errors);
        added += join(set, heap[n - 1]);
    }
    return added;
}

void lab_support_visit(lab_support_set *set, lab_codec *bytes, size_t s_max) {
    lab_codec_count(bytes, &set->n, s_max);
    lab_codec_items(bytes, set->rows, set->n, sizeof *set->rows);
    lab_codec_items(bytes, set->marks, mark_bytes(set->n_rows), 1);
}
