/*
 * Which rows are supports. A row joins only if no support has exactly its features: two equal rows would make the
 * kernel matrix singular but for lambda, and could not be told apart by any bandwidth.
 */
#ifndef LAB_SUPPORT_H
#define LAB_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/codec.h"
#include "base/rng.h"

typedef struct lab_support_set {
    const double *x; /* n_rows x n_features */
    size_t n_rows, n_features;
    size_t n_distinct;    /* rows that differ in some feature */
    size_t n;             /* supports */
    size_t *rows;         /* their row numbers, in the order they joined */
    unsigned char *marks; /* of every row, two bits: is it a support, has it an equal? */
    uint32_t *scratch;    /* n_rows, of the caller's; only used within a call */
} lab_support_set;

void lab_support_layout(lab_support_set *set, lab_arena *arena, size_t n_rows, size_t s_max);

/* Finds equal rows of x, which stays the caller's. table is work space, two numbers a row. */
void lab_support_find_equals(lab_support_set *set, const double *x, size_t n_features, uint32_t *table);

bool lab_support_has(const lab_support_set *set, size_t row);

/* No supports. */
void lab_support_clear(lab_support_set *set);

/* Adds `count` supports: uniformly at random to an empty set, or evenly over the rows sorted by label: the row in the
 * middle of each of `count` equal parts, or another share of the way through it, at least 0 and below 1. */
void lab_support_start_random(lab_support_set *set, size_t count, lab_rng *rng);
void lab_support_start_by_label(lab_support_set *set, size_t count, double share, const double *y);

/* Adds a support that came from elsewhere. `row` is the nearest; it is taken only if the support lies on it. */
void lab_support_adopt(lab_support_set *set, size_t row, bool on_row);

/* Adds up to `count` rows outside the set with the largest errors; returns how many there were. */
size_t lab_support_add_worst(lab_support_set *set, size_t count, const double *errors);

/* Lists which rows are supports, of at most s_max. */
void lab_support_visit(lab_support_set *set, lab_codec *bytes, size_t s_max);

#endif
