/*
 * The rows that a search chooses by: drawn at random, those to validate on first. They are one fold or several, each of
 * them held out of training in its turn; and the errors of predictions on them.
 */
#ifndef LAB_FOLDS_H
#define LAB_FOLDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

/* The rows to draw from: n of the data, those with the numbers `rows`, with weights or NULL, and marks at those to
 * validate on or NULL. */
typedef struct lab_tune_rows {
    const labrbf_data *data;
    const uint32_t *rows;
    const double *weights;
    const unsigned char *validation;
    size_t n;
} lab_tune_rows;

typedef struct lab_folds {
    size_t n_features, n_targets;
    size_t n_rows, n_fold, n_folds; /* rows, rows in a fold, folds that are validated on, one after the other */
    double *x, *y, *weights;        /* the rows, those of the folds first */
    uint32_t *order;                /* which rows these are */
} lab_folds;

enum { LAB_FOLDS_MOST = 5 };

/* What is needed of the rows is copied. Codes: E_MEMORY, E_DATA (the marks leave too few rows to train on). */
labrbf_status lab_folds_make(lab_folds *folds, const lab_allocator *allocator, const lab_tune_rows *from,
                             uint64_t seed);
void lab_folds_free(lab_folds *folds, const lab_allocator *allocator);

/* Adds a target's squared errors in the first n rows, in terms of its range, to the misses; returns its R2. */
double lab_folds_compare(const lab_folds *folds, const double *predictions, size_t n, size_t target, double range,
                         double *misses);

/* The weighted mean over the first n rows, and how uncertain it is. */
double lab_folds_mean(const lab_folds *folds, size_t n, const double *values, double *standard_error);

#endif
