/*
 * The rows that a search chooses by: drawn at random from a view, those to validate on first. They are one fold or
 * several, each of them held out of training in its turn; and the errors of predictions on them.
 */
#ifndef LAB_FOLDS_H
#define LAB_FOLDS_H

#include <stddef.h>
#include <stdint.h>

#include "learn/table.h"

enum { LAB_FOLDS_MOST = 5 };

typedef struct lab_folds {
    const lab_table *table;
    size_t n_rows, n_fold, n_folds; /* rows, rows in a fold, folds that are validated on, one after the other */
    uint32_t *order;                /* numbers in the table, those of the folds first */
    lab_view training[LAB_FOLDS_MOST]; /* the rows without those of each fold */
} lab_folds;

/* Draws the rows: of all in the view if some are marked for validation, else of those that are learnt from. Codes:
 * E_MEMORY, E_DATA (the marks leave too few rows to train on); lab_folds_free is due in every case. */
labrbf_status lab_folds_make(lab_folds *folds, const lab_view *view, uint64_t seed);
void lab_folds_free(lab_folds *folds);

/* How many rows there are to draw from. */
size_t lab_folds_rows(const lab_view *view);

/* Adds a target's squared errors in the first n rows, in terms of its range, to `squares`; returns its R2. predictions
 * is n x n_targets. */
double lab_folds_compare(const lab_folds *folds, const double *predictions, size_t n, size_t target, double range,
                         double *squares);

/* The weighted mean over the first n rows, and how uncertain it is. */
double lab_folds_mean(const lab_folds *folds, size_t n, const double *values, double *standard_error);

#endif
