/*
 * Several models, trained one after the other on the same rows, as one. They share the scaler, the kernel's profile and
 * the linear part, so that the mean of K of them
 *
 *     1/K sum_k (beta_k + s . t + sum_i alpha_ki K(t, x_ki)) = mean of beta_k + s . t + sum_ki (alpha_ki / K) K(t,
 * x_ki)
 *
 * is a model of all their supports. Until the last member is trained coefficients and biases are kept as a sum, not
 * divided yet.
 */
#ifndef LAB_MEMBERS_H
#define LAB_MEMBERS_H

#include "model/model.h"

/* Adds earlier members to a model that has its own supports in the last places and room for those of the others before.
 * lambda becomes the largest of all, rcond the smallest. */
void lab_members_add(labrbf_model *sum, const labrbf_model *earlier);

/* From the sum of n members to their mean. */
void lab_members_average(labrbf_model *sum, size_t n);

/* How far through its part of the sorted labels a member takes each of its first supports (support.h): the first member
 * in the middle, the others elsewhere, no two alike. */
double lab_members_share(size_t member);

#endif
