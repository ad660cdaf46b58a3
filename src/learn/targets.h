/*
 * Several targets share supports and bandwidths, and so K and kappa; each has coefficients alpha_c of its own. The
 * gradient of a loss that has the weights w_c on the kernel's rows is, as for one target,
 *
 *     dL/dtheta_im = -2 theta_im sum_t Q_ti (z_tm - x_im)^2,      Q_ti = (sum_c w_tc alpha_ic) kappa_ti
 *
 * so that one pull-back of Q serves them all.
 */
#ifndef LAB_TARGETS_H
#define LAB_TARGETS_H

#include "learn/objective.h"

/* Rows [begin, end) of kappa become those of Q. weights are those of the rows of kappa for the first target; those of
 * the next follow s_max + b_max values apart. */
void lab_targets_mix(const lab_objective *objective, const double *weights, double *kappa, size_t begin, size_t end);

#endif
