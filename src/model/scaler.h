/*
 * Scaling of features and labels, learnt from the training rows: scaled = (x - center) / scale. A missing value (NaN)
 * is first replaced by the mean of its column. The range is kept to recognise rows outside it.
 *
 *     minmax    center is the middle of the range, scale half of it: [-1, 1]. Labels are always scaled like this, after
 *               their transform (label_form.h).
 *     standard  center is the mean, scale sqrt(3) standard deviations: uniform values fill [-1, 1] here, too, so that
 *               the same bandwidths and learning rates suit both
 *     rank      inside the range the position among the ranks (knots.h), also in [-1, 1]; outside as minmax, which
 *               continues the map with the slope 2 / (max - min)
 *
 * scale is 1 for a constant column.
 */
#ifndef LAB_SCALER_H
#define LAB_SCALER_H

#include <stddef.h>

#include "base/alloc.h"
#include "model/knots.h"

/* The scaling of one target's labels. */
typedef struct lab_label_scale {
    double center, scale;    /* of transformed labels */
    double minimum, maximum; /* of the labels, in label units */
    double anchor, unit;     /* 0 if the form is plain */
    size_t form;             /* that of the scaler; plain if the range is 0 or overflows */
} lab_label_scale;

typedef struct lab_scaler {
    size_t scaling;    /* of the features, as in the settings */
    size_t label_form; /* likewise */
    size_t n_features, n_targets;
    double *center, *scale, *mean; /* of the features */
    double *low, *high;            /* their range in the training rows; 0 if all are missing */
    lab_knots knots;               /* only if the scaling is rank */
    lab_label_scale *labels;       /* of each target */
} lab_scaler;

/* Allocates the arrays for n_features, n_targets and knots.n. */
void lab_scaler_layout(lab_scaler *scaler, lab_arena *arena);

/* Copies the scaling to a scaler of the same size, which keeps its own arrays. */
void lab_scaler_copy(lab_scaler *to, const lab_scaler *from);

/* Learns from n rows; y is n_targets x n, target by target. Means, deviations and ranks are weighted, unless weights is
 * NULL. values and order are work space of n items each, for ranks and label forms only. Returns the number of missing
 * feature values. */
size_t lab_scaler_fit(lab_scaler *scaler, const double *x, const double *y, const double *weights, size_t n,
                      double *values, uint32_t *order);

/* Scales the features [first, first + count) of one row: `row` and `out` begin at feature `first`. */
void lab_scaler_features(const lab_scaler *scaler, const double *row, size_t first, size_t count, double *out);

/* All features of n rows. */
void lab_scaler_rows(const lab_scaler *scaler, const double *x, size_t n, double *out);

double lab_scaler_label(const lab_label_scale *label, double y);
/* Unless the form is plain, finite for every number and at most DBL_MAX in size. */
double lab_scaler_unlabel(const lab_label_scale *label, double scaled);
/* d label / d scaled at a scaled label: the scale, if the form is plain. Not negative, and at most DBL_MAX. */
double lab_scaler_label_slope(const lab_label_scale *label, double scaled);
/* Half the range of the labels in label units; 1 if they are constant. */
double lab_scaler_half_range(const lab_label_scale *label);
/* Converts d (scaled label) / d (scaled feature j) to label unit per feature unit, at feature value x and scaled label
 * `value`. At a knot the slope of the map is that to its right. */
double lab_scaler_unslope(const lab_scaler *scaler, const lab_label_scale *label, double value, double slope, size_t j,
                          double x);

#endif
