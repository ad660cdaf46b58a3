/* Training that goes on from a model: its supports, with their places, bandwidths and labels, in the scaling of new
 * data. Where both have the same scaling, not a bit changes. Places among ranks are kept as they are. */
#ifndef LAB_WARM_H
#define LAB_WARM_H

#include "learn/objective.h"
#include "learn/support.h"
#include "model/model.h"

/* Fills an empty objective and support set of the given scaling with the first n supports; the set knows the scaled
 * rows. The row numbers of the supports are the model's if they are known to be right, else those of the nearest rows.
 * Codes: E_DATA (the scales are too far apart for numbers), E_ARGUMENT (only one of the two goes by ranks). */
labrbf_status lab_warm_start(const lab_part *start, size_t n, const lab_scaler *scaler, bool rows_known,
                             lab_objective *objective, lab_support_set *set);

#endif
