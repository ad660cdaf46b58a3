/*
 * Features and label to [-1, 1] by the smallest and largest value among the training rows, and predictions back:
 * x' = (x - center) / scale, center = (low + high) / 2, scale = (high - low) / 2, or 1 for a column that is constant. A
 * missing value (NaN) is the mean of its column in the training rows. The same as the library does for itself.
 */
#ifndef COMPARE_MINMAX_SCALING_H
#define COMPARE_MINMAX_SCALING_H

#include <stddef.h>

typedef struct scaling {
    size_t m;
    double *center, *scale, *mean; /* m each */
    double label_center, label_scale;
} scaling;

/* From rows[0 .. n) of x (m columns) and y. */
scaling scaling_from(const double *x, const double *y, size_t m, const size_t *rows, size_t n);
void scaling_free(scaling *s);

/* out (n x m): the rows[0 .. n) of x, scaled. */
void scaling_features(const scaling *s, const double *x, const size_t *rows, size_t n, double *out);
/* out (n): those labels, scaled. */
void scaling_labels(const scaling *s, const double *y, const size_t *rows, size_t n, double *out);
/* Predictions in the label's own units, in place. */
void scaling_back(const scaling *s, double *predictions, size_t n);

#endif
