/* What the search tries: proposals for what the settings leave open, and a choice among them as settings. */
#ifndef LAB_PROPOSALS_H
#define LAB_PROPOSALS_H

#include <stddef.h>

#include "model/model.h"

enum { LAB_PROPOSALS_MOST = 20 };

/* The proposals for so many rows that differ, as far as the settings leave them open; different ones first, since the
 * search may be settled before the others are tried. Returns how many there are. */
size_t lab_proposals_make(const lab_settings *settings, size_t n_rows, lab_trial trials[LAB_PROPOSALS_MOST]);

/* The settings that a trial was trained with, sigma0 included. */
void lab_proposals_apply(const lab_trial *trial, lab_settings *settings);

#endif
