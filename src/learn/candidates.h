/* What the search tries: settings for what the plan leaves open. */
#ifndef LAB_CANDIDATES_H
#define LAB_CANDIDATES_H

#include <stddef.h>

#include "learn/resolve.h"

enum { LAB_CANDIDATES_MOST = 20 };

/* The candidates for so many distinct rows, as far as the plan leaves settings open; no two alike, different ones
 * first, since the search may be settled before the others are tried. Returns how many there are. */
size_t lab_candidates_make(const lab_plan *plan, size_t n_rows, lab_trial trials[LAB_CANDIDATES_MOST]);

#endif
