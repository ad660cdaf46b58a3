/* Training that goes on from a part: its supports, with their centres, bandwidths and labels, in the scaling of new
 * rows. Where both have the same scaling, not a bit changes. Centres among ranks are kept as they are. */
#ifndef LAB_WARM_START_H
#define LAB_WARM_START_H

#include "learn/expansion.h"
#include "learn/support.h"
#include "learn/table.h"
#include "model/part.h"

/* Fills an empty expansion and support set of the given scaling with the first n supports; the set knows the scaled
 * rows. If the part was trained on rows of the same table, its row numbers are looked up in the view; if not, that is
 * NULL, and the nearest rows are taken. Codes: E_DATA (the scales are too far apart for numbers), E_ARGUMENT (only one
 * of the two goes by ranks). */
labrbf_status lab_warm_start(const lab_part *start, size_t n, const lab_scaler *scaler, const lab_view *view,
                             lab_expansion *expansion, lab_support_set *set);

#endif
