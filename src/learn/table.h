/*
 * The training table: rows in an order that does not depend on how they were given. They are sorted by features, then
 * labels; equal rows are made one that has the sum of their weights, and rows of weight 0 are left out. So a row of
 * weight 2 is the same, bit for bit, as two rows, wherever these stand. Where a rule needs the rows as given, they stay
 * so.
 *
 * A view is an ordered list of row numbers of a table: what a learner sees of it.
 */
#ifndef LAB_TABLE_H
#define LAB_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

typedef struct lab_table {
    lab_allocator allocator;
    size_t n_rows, n_features, n_targets;
    size_t n_given, missing_values; /* rows as they were given; missing cells of those that count */
    const double *x, *y;            /* given rows: the caller's, or copies in `kept` */
    double *kept;
    uint32_t *origin;          /* the numbers of the rows among the given ones, the first of equal ones; NULL: as given */
    double *weights;           /* 1 on average; NULL if all are equal */
    unsigned char *validation; /* is one of the equal rows marked for validation? NULL if the data have no marks */
} lab_table;

/* Borrows the arrays of the data. Missing values (NaN) are equal to each other and come last. Codes: E_MEMORY;
 * lab_table_free is due in every case. */
labrbf_status lab_table_make(lab_table *table, const lab_allocator *allocator, const labrbf_data *data, bool sorted);

/* Copies what was borrowed, so that the data may go. Codes: E_MEMORY. */
labrbf_status lab_table_keep(lab_table *table);
void lab_table_free(lab_table *table);

/* The features and a label of a row, in their own units. */
void lab_table_features(const lab_table *table, size_t row, double *out);
double lab_table_label(const lab_table *table, size_t row, size_t target);
double lab_table_weight(const lab_table *table, size_t row);

/* The number of a row among the given ones. */
size_t lab_table_origin(const lab_table *table, size_t row);

/* The skewness of the labels, whatever its sign, of the target where it is largest. */
double lab_table_skewness(const lab_table *table);

typedef struct lab_view {
    const lab_table *table;
    size_t n_rows, n_learnt; /* the first n_learnt are learnt from, the others held out */
    uint32_t *rows;          /* numbers in the table; ascending in each of the two */
    double *weights;         /* of these rows, 1 on average; NULL if all are equal */
} lab_view;

/* All rows, those that are marked in held[n_rows] last; NULL: none. Codes: E_MEMORY. */
labrbf_status lab_view_all(lab_view *view, const lab_table *table, const unsigned char *held);

/* The rows that are marked in taken[n_rows], all learnt from. Codes: E_MEMORY. */
labrbf_status lab_view_some(lab_view *view, const lab_table *table, const unsigned char *taken);
void lab_view_free(lab_view *view);

/* Where a row of the table stands among those that are learnt from; it must be one of them. */
size_t lab_view_find(const lab_view *view, size_t row);

#endif
