/*
 * Which rows are supports. A row joins only if no support has exactly its features: two equal rows would make the
 * kernel matrix singular but for lambda, and could not be told apart by any bandwidth.
 */
#ifndef LAB_SUPPORT_H
#define LAB_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/rng.h"

typedef struct lab_support_set {
    size_t n_rows;
    size_t n_distinct; /* rows that differ in some feature */
    size_t n;          /* supports */
    size_t *rows;      /* their row numbers, in the order they joined */
    size_t *twin;      /* for each row, the first row with the same features */
    unsigned char *is_support;
    unsigned char *taken; /* at a first row: some row with its features is a support */
    size_t *scratch;      /* n_rows */
} lab_support_set;

void lab_support_layout(lab_support_set *set, lab_arena *arena, size_t n_rows, size_t s_max);

/* Finds equal rows of x (n_rows x n_features). Codes: E_MEMORY. */
labrbf_status lab_support_find_twins(lab_support_set *set, const double *x, size_t n_features,
                                     const lab_allocator *allocator);

/* No supports. */
void lab_support_clear(lab_support_set *set);

/* The first `count` supports of an empty set: uniformly at random, or evenly over the rows sorted by label. */
void lab_support_start_random(lab_support_set *set, size_t count, lab_rng *rng);
void lab_support_start_by_label(lab_support_set *set, size_t count, const double *y);

/* Adds up to `count` rows outside the set with the largest errors; returns how many there were. */
size_t lab_support_add_worst(lab_support_set *set, size_t count, const double *errors);

#endif
