/*
 * What is left open in the settings, chosen on validation rows by successive halving: candidates differ in the
 * scaling of the features, the kernel's profile, the linear part, the rule for coefficients and its ridge, the number
 * of supports and whether they share their bandwidths, sigma0, the rate of the first steps and the form of the labels.
 * All of them are trained for some steps on four fifths of the rows and scored on the rest; the better ones go on from
 * where they are for more steps; and so on. In small tables there are several such parts; a candidate that is hopeless
 * on the first is not trained for the others. The best one's supports and bandwidths are where training on all rows
 * then begins.
 *
 * How much a table's noise should be smoothed out is what decides most between a good model and a bad one: there are
 * candidates for all of it, from the ridge 1e-7 to 1.
 *
 * A search is a sequence of small steps, so that its owner can show progress and stop in between. Its length is counted
 * in gradient steps, not in time: the same rows and settings give the same choice on every machine.
 */
#ifndef LAB_TUNE_H
#define LAB_TUNE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/log.h"
#include "learn/folds.h"
#include "learn/proposals.h"
#include "model/model.h"

typedef struct lab_tune lab_tune;

/* Is something left open, and are there rows enough to choose by, and steps to train with? */
bool lab_tune_possible(const lab_settings *settings, size_t n_rows);

/* What is needed of the rows is copied. Settings with everything resolved but what is to be chosen. Codes: E_MEMORY,
 * E_DATA (the marks leave too few rows to train on), and those of training. */
labrbf_status lab_tune_create(const lab_allocator *allocator, const lab_log *log, const lab_settings *settings,
                              const lab_tune_rows *rows, lab_tune **tune);
void lab_tune_destroy(lab_tune *tune);

/* A few gradient steps of the two candidates at work, each on a thread of its own if there are two: LABRBF_OK while
 * there is more to do, LABRBF_DONE_SUPPORTS at the end. */
labrbf_status lab_tune_step(lab_tune *tune);

/* Ends the search with the best so far; if nothing has been scored, the first candidate is, as it is. Codes: E_MEMORY,
 * E_SINGULAR. */
labrbf_status lab_tune_settle(lab_tune *tune);

/* The share of the work that is done; a candidate at work, one after the other, and its running loss. */
double lab_tune_fraction(const lab_tune *tune);
const lab_trial *lab_tune_candidate(const lab_tune *tune);
double lab_tune_loss(const lab_tune *tune);

/* Gradient steps of all candidates together, in terms of steps_final, if none is hopeless. */
double lab_tune_cost(const lab_tune *tune);

/* At the end: what was tried and scored, the best first, and the best one's model; its support rows are numbers in the
 * rows to choose by. */
size_t lab_tune_trials(const lab_tune *tune, lab_trial trials[LAB_PROPOSALS_MOST]);
const labrbf_model *lab_tune_best(const lab_tune *tune);

/* At any time: a copy of the best model so far. Codes: E_MEMORY. */
labrbf_status lab_tune_model(const lab_tune *tune, labrbf_model **model);

#endif
