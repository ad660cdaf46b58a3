/*
 * How large a model is where it is used, on a small machine say: the numbers of 4 bytes that prediction needs, and
 * nothing of how the model came about. Of a part with S supports, M features, T targets:
 *
 *     S (2 M + T)    centres, bandwidths and coefficients
 *     3 M            centre and scale of every feature, and the mean that stands in for a missing value
 *     3 T            bias of every target, centre and scale of its labels
 *     2 T            their range, if predictions are kept within it
 *     2 T            their anchor and unit, if they have a form that is not plain
 *     T M            slopes, if there is a linear term
 *     2 N + M        if features go by ranks: N knots in all, value and position of each, and how many a feature has
 *
 * and the weight of every part, if there are several.
 */
#ifndef LAB_BYTES_H
#define LAB_BYTES_H

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"

typedef struct lab_bytes {
    size_t n_support, n_features, n_targets, n_knots;
    bool linear, clipped, formed;
} lab_bytes;

/* Of a part. Exact below 2^53, and never an overflow. */
double lab_bytes_single(const lab_bytes *part);

size_t lab_bytes_of_model(const labrbf_model *model);

#endif
