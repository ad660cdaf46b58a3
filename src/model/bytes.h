/*
 * The size of a model for prediction in single precision, 4 bytes per number. Numbers of a part with S supports, M
 * features, T targets:
 *
 *     S (2 M + T)    centres, bandwidths and coefficients
 *     3 M            centre and scale of every feature, and the mean that replaces a missing value
 *     3 T            bias of every target, centre and scale of its labels
 *     2 T            range of the labels, if predictions are clipped to it
 *     2 T            anchor and unit of the labels, if their form is not plain
 *     T M            slopes, if there is a linear term
 *     2 N + M        with scaling by ranks: value and position of all N knots, and their number for every feature
 *
 * A model of several parts also has a weight for each.
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

/* Bytes of a part. A double, so that it cannot overflow; exact below 2^53. */
double lab_bytes_single(const lab_bytes *part);

size_t lab_bytes_of_model(const labrbf_model *model);

#endif
