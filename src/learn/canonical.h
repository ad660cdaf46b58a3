/*
 * Training rows in an order that does not depend on how they were given: sorted by features, then labels, with equal
 * rows made one that has the sum of their weights, and rows of weight 0 left out. So a row of weight 2 is the same, bit
 * for bit, as two rows, wherever these stand.
 */
#ifndef LAB_CANONICAL_H
#define LAB_CANONICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

typedef struct lab_canonical {
    size_t n;
    uint32_t *rows;  /* where each row is in the data: the first of equal ones. NULL: all rows, as they stand */
    double *weights; /* 1 on average; NULL if all are equal */
    unsigned char *validation; /* is one of the equal rows marked so? NULL if the data have no marks */
} lab_canonical;

/* Brings the rows of the data into that order, or leaves them as they stand if that is not asked for. Missing values
 * (NaN) are equal to each other and come last. Codes: E_MEMORY; lab_canonical_free is due in every case. */
labrbf_status lab_canonical_make(lab_canonical *canonical, const lab_allocator *allocator, const labrbf_data *data,
                                 bool sorted);

/* Moves the rows that are marked in last[n], which may be the validation marks, behind the others; both keep their
 * order. Only for rows that were put in order. Codes: E_MEMORY. */
labrbf_status lab_canonical_move_last(lab_canonical *canonical, const lab_allocator *allocator,
                                      const unsigned char *last);
void lab_canonical_free(lab_canonical *canonical, const lab_allocator *allocator);

#endif
