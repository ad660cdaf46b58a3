/*
 * The rows that a learner works on: one copy of a view, scaled; labels without the linear term. Rows that are learnt
 * from come first, those held out for early stopping after them.
 */
#ifndef LAB_ROWS_H
#define LAB_ROWS_H

#include "learn/table.h"
#include "model/scaler.h"

typedef struct lab_rows {
    size_t n, n_learnt, n_features, n_targets;
    double *x;       /* n x n_features */
    double *y;       /* n_targets x n: target by target */
    double *weights; /* 1 on average; NULL if every row counts once */
    double *slopes;  /* of the linear term: n_targets x n_features; 0 without one */
    lab_scaler scaler;
} lab_rows;

/* The arrays for a view; scaler.scaling must be set. */
void lab_rows_layout(lab_rows *rows, lab_arena *arena, const lab_view *view);

/* Copies and scales the rows of the view; the scaling is learnt from all of them. values and order are room for n items
 * each, `row` for one row. */
void lab_rows_fill(lab_rows *rows, const lab_view *view, double *values, uint32_t *order, double *row);

double lab_rows_weight(const lab_rows *rows, size_t row);

#endif
