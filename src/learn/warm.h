/* Training that goes on from a model: its supports, with their places, bandwidths and labels, in the scaling of new
 * data. Where both have the same scaling, not a bit changes. */
#ifndef LAB_WARM_H
#define LAB_WARM_H

#include "learn/objective.h"
#include "learn/support.h"
#include "model/model.h"

/* Fills an empty objective and support set of the given scaling; the set knows the scaled rows. The row number of a
 * support is that of the nearest row. Codes: E_DATA (the scales are too far apart for numbers). */
labrbf_status lab_warm_start(const labrbf_model *start, const lab_scaler *scaler, lab_objective *objective,
                             lab_support_set *set);

#endif
