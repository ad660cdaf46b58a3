/*
 * The linear term of a model: the labels' ridge regression on the scaled features,
 *
 *     y_t = s . x_t + constant + rest,
 *
 * with the ridge of least generalised cross-validation error (statistics.h). The supports then learn the rest, so that
 * a trend goes on beyond their reach and needs none of them. The constant is left in the rest.
 */
#ifndef LAB_LINEAR_TERM_H
#define LAB_LINEAR_TERM_H

#include "learn/rows.h"

/* The slopes of the rows that are learnt from, into rows->slopes; the labels of all rows become the rest. Tables with
 * very many features have slopes of 0. Codes: E_MEMORY. */
labrbf_status lab_linear_term_take(lab_rows *rows, const lab_allocator *allocator);

#endif
