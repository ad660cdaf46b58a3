/*
 * What the settings leave open, chosen on validation rows by successive halving. Candidates (candidates.h) are trained
 * as learners for some steps on four fifths of the rows and scored on the rest; the better ones go on from where they
 * are for more steps; and so on. In small tables there are several such folds; a candidate that is hopeless on the
 * first is not trained for the others. Training on all rows then begins with the best one's supports and bandwidths.
 *
 * What a candidate learns on a fold in a rung follows from the table, its settings and the part it starts from: it does
 * not matter where or when it is trained. (A model that is taken before the first score has an effect: see
 * lab_learner_make_part.)
 *
 * A search is a sequence of small steps, so that its owner can show progress and stop in between. Its length is counted
 * in gradient steps, not in time: the choice does not depend on how fast a machine is.
 */
#ifndef LAB_SEARCH_H
#define LAB_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/log.h"
#include "learn/candidates.h"
#include "model/part.h"

typedef struct lab_search lab_search;

/* Is something left open, and are there rows enough to choose by, and steps to train with? */
bool lab_search_is_possible(const lab_plan *plan, const lab_view *view);

/* The plan and the view must outlive it. Codes: E_MEMORY, E_DATA (the marks leave too few rows to train on), and those
 * of a learner. */
labrbf_status lab_search_create(const lab_allocator *allocator, const lab_log *log, const lab_plan *plan,
                                const lab_view *view, lab_search **search);
void lab_search_destroy(lab_search *search);

/* A few gradient steps of the two candidates at work, each on a thread of its own if there are two. *over: the choice
 * is made. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_search_step(lab_search *search, bool *over);

/* Ends the search with the best candidate so far. If none has a score yet, the first one is scored with the steps that
 * it has taken. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_search_settle(lab_search *search);

/* Where it stands: the share of the work that is done; a candidate at work, one after the other, and its loss. */
typedef struct lab_search_standing {
    double fraction, loss;
    const lab_trial *trial;
} lab_search_standing;
lab_search_standing lab_search_stands(const lab_search *search);

/* Gradient steps of all candidates together, in terms of steps_final, if none is hopeless. */
double lab_search_cost(const lab_search *search);

/* At the end: the best one's part of the first fold, and the n trials that were scored, the best first. */
const lab_part *lab_search_result(const lab_search *search, lab_trial trials[LAB_CANDIDATES_MOST], size_t *n);

/* At any time: a copy of the best part so far, and its trial. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_search_take(lab_search *search, lab_part **part, lab_trial *trial);

#endif
