/*
 * What learners leave behind that are trained one after the other on the same rows (setting members): the parts whose
 * mean is the model, and an account of all their steps.
 *
 *     f(x) = 1/K sum_k f_k(x)
 */
#ifndef LAB_ENSEMBLE_H
#define LAB_ENSEMBLE_H

#include "learn/learner.h"
#include "model/model.h"

/* What learners have done, whether or not their parts belong to the model. */
typedef struct lab_account {
    size_t n_steps;
    size_t n_stopped, n_steps_lost; /* early stopping: learners with a best look, and their steps after it */
    double held_out_errors;         /* the sum of their errors then */
} lab_account;

typedef struct lab_ensemble {
    lab_allocator allocator;
    lab_part **parts;
    size_t n_parts, n_support; /* of all parts */
    double least_error;        /* the least mean error of these */
    lab_account account;
    labrbf_round *history;
    size_t n_rounds;
} lab_ensemble;

/* Room for so many members, each with so many lines of history. Codes: E_MEMORY. */
labrbf_status lab_ensemble_make(lab_ensemble *ensemble, const lab_allocator *allocator, size_t members, size_t rounds);
void lab_ensemble_free(lab_ensemble *ensemble);

/* Is this learner's part to be in the model? The first one's is, even before its training is over. A later one's is
 * only when its training is over, and only if its error is not much larger than that of the best. */
bool lab_ensemble_takes(const lab_ensemble *ensemble, const lab_learner *learner);

/* The learner is done: its part, if it belongs to the model, and its steps. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_ensemble_add(lab_ensemble *ensemble, lab_learner *learner);

/* A model of copies of the parts and, if it is not NULL, of one more, which it takes; with room for a history. If that
 * fails, the one more is gone. Codes: E_MEMORY. */
labrbf_status lab_ensemble_join(const lab_ensemble *ensemble, lab_part *last, size_t n_rounds, labrbf_model **model);

/* A model of the parts and what the learner at work has learnt, if that belongs to it; of its facts those that are
 * about training. Row numbers of supports are those of the table. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_ensemble_model(const lab_ensemble *ensemble, lab_learner *learner, labrbf_model **model);

#endif
