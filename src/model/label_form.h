/*
 * Labels with a long tail: a model learns t = T(y) instead of the label y itself, and predicts y = T^-1(t).
 *
 *     u = (y - anchor) / unit        from the end of the range without the tail, in steps of a usual distance from it
 *     plain   t = y
 *     root    t = +-2 (sqrt(1 + u) - 1)     u = t' + t'^2 / 4       t' = +-t
 *     log     t = +-log(1 + u)              u = exp(t') - 1
 *
 * If the tail is on the right, anchor is the smallest label and unit the median of y - anchor, positive; if it is on
 * the left, anchor is the largest one and unit the median of y - anchor, negative. The sign of t is that of the unit,
 * so that T always increases. Both forms have value and slope of t' = u at u = 0, where the labels end, and beyond it
 * t' = u goes on straight: T and its inverse are defined everywhere, increase, and have a continuous slope.
 */
#ifndef LAB_LABEL_FORM_H
#define LAB_LABEL_FORM_H

#include <stddef.h>
#include <stdint.h>

/* t' of u, u of t', and du/dt', of a form that is not plain. */
double lab_form_of(size_t form, double u);
double lab_form_back(size_t form, double t);
double lab_form_back_slope(size_t form, double t);

/* The weighted skewness, mean of (y - mean)^3 over deviation^3, of the labels y[rows[r] * stride], or y[r * stride] if
 * rows is NULL. weights[r], or 1 if that is NULL. 0 for a constant. */
double lab_form_skewness(const double *y, size_t stride, const uint32_t *rows, const double *weights, size_t n);

/* The unit of n labels that lie on one side of the anchor, with a finite range that is not 0: their weighted median
 * distance from it; if more than half of them are the anchor, the mean one. At least a billionth of the range. values
 * and order are room for n items each. */
double lab_form_unit(const double *y, const double *weights, size_t n, double anchor, double range, double *values,
                     uint32_t *order);

#endif
