/*
 * Features and labels to [-1, 1] by the training rows: scaled = (x - center) / scale, with center the middle of the
 * range and scale half of it (1 for a constant column). A missing value (NaN) becomes the column's mean first. The
 * range itself is kept to tell rows that lie outside it.
 */
#ifndef LAB_SCALER_H
#define LAB_SCALER_H

#include <stddef.h>

#include "base/alloc.h"

/* The scaling of one target's labels, and their range. */
typedef struct lab_label_scale {
    double center, scale, minimum, maximum;
} lab_label_scale;

typedef struct lab_scaler {
    size_t n_features, n_targets;
    double *center, *scale, *mean; /* of the features */
    double *low, *high;            /* their range in the training rows; 0 without a value */
    lab_label_scale *labels;       /* of each target */
} lab_scaler;

/* The arrays, for n_features and n_targets that are set. */
void lab_scaler_layout(lab_scaler *scaler, lab_arena *arena);

/* The same scaling in another scaler of as many features and targets, which keeps its own arrays. */
void lab_scaler_copy(lab_scaler *to, const lab_scaler *from);

/* Learns from n rows; y is n_targets x n, target by target. The means that missing values become are weighted, unless
 * weights is NULL. Returns the number of missing feature values. */
size_t lab_scaler_fit(lab_scaler *scaler, const double *x, const double *y, const double *weights, size_t n);

/* Scales the features [first, first + count) of one row: `row` and `out` begin at feature `first`. */
void lab_scaler_features(const lab_scaler *scaler, const double *row, size_t first, size_t count, double *out);

double lab_scaler_label(const lab_label_scale *label, double y);
double lab_scaler_unlabel(const lab_label_scale *label, double scaled);
/* From the slope of the scaled label over scaled feature j to label unit per feature unit. */
double lab_scaler_unslope(const lab_scaler *scaler, const lab_label_scale *label, double slope, size_t j);

#endif
