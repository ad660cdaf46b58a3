/*
 * Features and labels by the training rows to numbers of size 1: scaled = (x - center) / scale. A missing value (NaN)
 * becomes the column's mean first. The range itself is kept to tell rows that lie outside it.
 *
 *     minmax    center is the middle of the range, scale half of it: [-1, 1]. Labels are always scaled so, after they
 *               have got their form (label_form.h).
 *     standard  center is the mean, scale sqrt(3) standard deviations, so that evenly spread values lie in [-1, 1] too
 *               and bandwidths and steps mean the same
 *     rank      center and scale as in minmax; inside the range the position among the ranks instead (knots.h), in
 *               [-1, 1] again. Outside the two agree at the ends, so that the map is continuous and goes on straight,
 *               with the slope of the whole range, 2 / (max - min).
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
    double center, scale;    /* of labels in their form */
    double minimum, maximum; /* of labels in their own unit */
    double anchor, unit;     /* of a form that is not plain; 0 otherwise */
    size_t form;             /* that of the scaler; plain if the range is 0, or too large for a number */
} lab_label_scale;

typedef struct lab_scaler {
    size_t scaling;    /* of the features, as in the settings */
    size_t label_form; /* likewise */
    size_t n_features, n_targets;
    double *center, *scale, *mean; /* of the features */
    double *low, *high;            /* their range in the training rows; 0 without a value */
    lab_knots knots;               /* none unless the scaling is rank */
    lab_label_scale *labels;       /* of each target */
} lab_scaler;

/* The arrays, for n_features, n_targets and knots.n that are set. */
void lab_scaler_layout(lab_scaler *scaler, lab_arena *arena);

/* The same scaling in another scaler of as many features, targets and knots, which keeps its own arrays. */
void lab_scaler_copy(lab_scaler *to, const lab_scaler *from);

/* Learns from n rows; y is n_targets x n, target by target. Means, deviations and ranks are weighted, unless weights is
 * NULL. values and order are room for n items each, which ranks and forms of labels need and nothing else. Returns the
 * number of missing feature values. */
size_t lab_scaler_fit(lab_scaler *scaler, const double *x, const double *y, const double *weights, size_t n,
                      double *values, uint32_t *order);

/* Scales the features [first, first + count) of one row: `row` and `out` begin at feature `first`. */
void lab_scaler_features(const lab_scaler *scaler, const double *row, size_t first, size_t count, double *out);

double lab_scaler_label(const lab_label_scale *label, double y);
/* Finite for every number, and at most DBL_MAX in size, unless the form is plain. */
double lab_scaler_unlabel(const lab_label_scale *label, double scaled);
/* d label / d scaled at a scaled label: the scale, if the form is plain. Not negative, and at most DBL_MAX. */
double lab_scaler_label_slope(const lab_label_scale *label, double scaled);
/* Half the range of the labels in their own unit, or 1 if they are constant. */
double lab_scaler_half_range(const lab_label_scale *label);
/* From the slope of the scaled label over scaled feature j, where this is x in its own unit and the scaled label is
 * `value`, to label unit per feature unit. At a knot the slope of the map is the one to its right. */
double lab_scaler_unslope(const lab_scaler *scaler, const lab_label_scale *label, double value, double slope, size_t j,
                          double x);

#endif
