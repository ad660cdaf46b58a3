/* The candidates of a search by their errors on validation rows. */
#ifndef LAB_RANKING_H
#define LAB_RANKING_H

#include <stdbool.h>

#include "learn/folds.h"
#include "model/model.h"
#include "model/part.h"

typedef struct lab_candidate {
    lab_trial trial;
    lab_part *parts[LAB_FOLDS_MOST]; /* as far as they are trained */
    double *squares;    /* squared errors of the validation rows, added over targets in terms of their ranges */
    double error;       /* their mean */
    size_t n_folds;     /* that it was scored on */
    double first_error; /* on the first fold; if that is hopeless, the candidate is not trained for others */
    bool hopeless;
} lab_candidate;

/* Scores a candidate by predictions for the rows of the first n_folds folds. */
void lab_candidate_judge(lab_candidate *candidate, const lab_folds *folds, size_t n_folds, const double *predictions);

/* After the first fold of candidate number c: is it much worse than `enough` of those before it, and so hopeless? */
void lab_candidate_race(lab_candidate *candidates, size_t c, size_t enough);

bool lab_candidate_is_worse(const lab_candidate *a, const lab_candidate *b);

/* The better ones first; but of those that are as good as the best, the one with the largest ridge leads: it is the
 * smoothest. scratch has room for a number of each validation row. */
void lab_candidates_rank(lab_candidate *candidates, size_t n, const lab_folds *folds, double *scratch);

#endif
