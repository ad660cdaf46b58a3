/*
 * Ranks in place of values: for each feature a continuous, piecewise linear, strictly increasing map of the range of
 * its training values to [-1, 1].
 *
 *     rank(v)  = (weight of the smaller values) + (weight of the equal values) / 2           the middle rank of ties
 *     place(v) = 2 (rank(v) - rank(lowest)) / (rank(highest) - rank(lowest)) - 1
 *
 * The map goes through (v, place(v)) at the knots: all distinct values if these are at most LAB_KNOTS, otherwise the
 * first value of each step of 1 / (LAB_KNOTS - 1) of the way from -1 to 1. A weight of 2 is as good as two rows.
 */
#ifndef LAB_KNOTS_H
#define LAB_KNOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

enum { LAB_KNOTS = 33 };

typedef struct lab_knots {
    size_t n;      /* of all features; before they are known, room for so many */
    size_t *first; /* n_features + 1: feature j has [first[j], first[j + 1]), none if it has less than two values */
    double *value, *place; /* both strictly increasing in a feature; its places begin with -1 and end with 1 */
} lab_knots;

/* As many as there can be; too many for any memory if they cannot be counted. */
size_t lab_knots_most(size_t n_features);

void lab_knots_layout(lab_knots *knots, lab_arena *arena, size_t n_features);
/* The same in others with room for as many, which keep their own arrays. */
void lab_knots_copy(lab_knots *to, const lab_knots *from, size_t n_features);

/* Learns from n rows of n_features values, NaN where one is missing. weights may be NULL; values and order are room for
 * n items each. */
void lab_knots_fit(lab_knots *knots, const double *x, const double *weights, size_t n, size_t n_features,
                   double *values, uint32_t *order);

/* Where x lies in feature j. Outside the knots it is `straight`, which is taken to go on from -1 and 1 there. */
double lab_knots_place(const lab_knots *knots, size_t j, double x, double straight);

/* The slope there is rise / run; at a knot it is the one to its right. False outside the knots, where it is that of
 * `straight`. */
bool lab_knots_slope(const lab_knots *knots, size_t j, double x, double *rise, double *run);

/* Is what was read for feature j such a map of [low, high]? */
bool lab_knots_sound(const lab_knots *knots, size_t j, double low, double high);

#endif
