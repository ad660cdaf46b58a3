/*
 * Methods for the tests of the protocol: trivial, and known beforehand in what they do.
 *
 *   neighbours   mean of the `k` nearest training rows (Euclid), `k` with a grid; a real if plain method
 *   dice         predicts numbers drawn from its seed: shows which job gets which seed
 *   bias         predicts the training mean of y plus `bias`; the best bias is 0, which is in its grid
 *   trouble      as neighbours with k = 1, but fails in the way `how` says, in fits whose first label is below `below`
 */
#ifndef TESTS_COMPARE_STANDIN_H
#define TESTS_COMPARE_STANDIN_H

#include "baselines/method.h"

enum { STANDIN_LARGE_MB = 80 }; /* what trouble takes with how=large */

extern const method standin_neighbours, standin_dice, standin_bias, standin_trouble;

#endif
