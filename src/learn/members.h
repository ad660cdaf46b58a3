/* Several models, trained one after the other on the same rows: each is a part, and the model is their mean. */
#ifndef LAB_MEMBERS_H
#define LAB_MEMBERS_H

#include "model/model.h"

/* Adds copies of the finished members' parts (NULL: there are none) and the last one itself (NULL: it does not count),
 * all with the same weight. The last belongs to the model if that succeeds. Codes: E_MEMORY. */
labrbf_status lab_members_average(labrbf_model *mean, const labrbf_model *finished, lab_part *last);

/* How far through its part of the sorted labels a member takes each of its first supports (support.h): the first member
 * in the middle, the others elsewhere, no two alike. */
double lab_members_share(size_t member);

#endif
