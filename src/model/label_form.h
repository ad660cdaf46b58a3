/*
 * Transforms of skewed labels: a model learns t = T(y) instead of the label y, and predicts y = T^-1(t).
 *
 *     u = (y - anchor) / unit        distance from the end of the range without the long tail, in units of the median
 *     plain   t = y
 *     root    t = +-2 (sqrt(1 + u) - 1)     u = t' + t'^2 / 4       t' = +-t
 *     log     t = +-log(1 + u)              u = exp(t') - 1
 *
 * If the tail is on the right, anchor is the smallest label and unit the median of y - anchor, positive; if it is on
 * the left, anchor is the largest one and unit the median of y - anchor, negative. The sign of t is that of the unit,
 * so that T always increases. Beyond the anchor, u < 0, t' = u, which has the same value and slope at u = 0: T and its
 * inverse are defined everywhere, increase, and have a continuous slope.
 */
#ifndef LAB_LABEL_FORM_H
#define LAB_LABEL_FORM_H

#include <stddef.h>
#include <stdint.h>

/* t' as a function of u, u as a function of t', and du/dt', for a form that is not plain. */
double lab_form_of(size_t form, double u);
double lab_form_back(size_t form, double t);
double lab_form_back_slope(size_t form, double t);

/* The weighted skewness, mean of (y - mean)^3 over deviation^3, of the labels y[rows[r] * stride], or y[r * stride] if
 * rows is NULL. weights[r], or 1 if that is NULL. 0 for a constant. */
double lab_form_skewness(const double *y, size_t stride, const uint32_t *rows, const double *weights, size_t n);

/* The unit of n labels on one side of the anchor, with a finite range that is not 0: their weighted median distance
 * from it, or the mean distance if more than half of them equal the anchor; at least a billionth of the range. values
 * and order are work space of n items each. */
double lab_form_unit(const double *y, const double *weights, size_t n, double anchor, double range, double *values,
                     uint32_t *order);

#endif
