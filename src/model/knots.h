/*
 * Scaling by ranks: for each feature a continuous, piecewise linear, strictly increasing map of the range of its
 * training values to [-1, 1].
 *
 *     rank(v)     = (weight of the smaller values) + (weight of the equal values) / 2        the middle rank of ties
 *     position(v) = 2 (rank(v) - rank(lowest)) / (rank(highest) - rank(lowest)) - 1
 *
 * The map interpolates (v, position(v)) at the knots: all distinct values if these are at most LAB_KNOTS, otherwise the
 * first value in each of LAB_KNOTS - 1 equal steps from -1 to 1. A weight of 2 counts as two rows.
 */
#ifndef LAB_KNOTS_H
#define LAB_KNOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

enum { LAB_KNOTS = 33 };

typedef struct lab_knots {
    size_t n;      /* of all features; before learning, the room for them */
    size_t *first; /* n_features + 1: feature j has [first[j], first[j + 1]), none if it has less than two values */
    double *value, *position; /* both strictly increasing in a feature; its positions begin with -1 and end with 1 */
} lab_knots;

/* The largest number of knots; SIZE_MAX on overflow. */
size_t lab_knots_most(size_t n_features);

void lab_knots_layout(lab_knots *knots, lab_arena *arena, size_t n_features);
/* Copies the values to knots of the same size, which keep their own arrays. */
void lab_knots_copy(lab_knots *to, const lab_knots *from, size_t n_features);

/* Learns from n rows of n_features values, NaN where missing. weights may be NULL; values and order are work space of n
 * items each. */
void lab_knots_fit(lab_knots *knots, const double *x, const double *weights, size_t n, size_t n_features,
                   double *values, uint32_t *order);

/* The position of x in feature j; outside the knots `straight`, which continues from -1 and 1. */
double lab_knots_position(const lab_knots *knots, size_t j, double x, double straight);

/* The slope there, rise / run; at a knot that to its right. False outside the knots. */
bool lab_knots_slope(const lab_knots *knots, size_t j, double x, double *rise, double *run);

/* Is the map of feature j, as read from a file, valid for the range [low, high]? */
bool lab_knots_sound(const lab_knots *knots, size_t j, double low, double high);

#endif
