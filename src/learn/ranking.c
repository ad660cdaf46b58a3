#include "learn/ranking.h"

#include <string.h>

static const double MUCH = 1.1, HOPELESS = 2.0; /* times the error of another */

void lab_candidate_judge(lab_candidate *c, const lab_folds *folds, size_t n_folds, const double *predictions) {
    size_t n = n_folds * folds->n_fold, targets = folds->table->n_targets;
    double uncertain;
    memset(c->squares, 0, n * sizeof *c->squares);
    c->trial.r2 = 0.0;
    for (size_t target = 0; target < targets; target++) {
        double range = lab_scaler_half_range(&c->parts[0]->scaler.labels[target]);
        c->trial.r2 += lab_folds_compare(folds, predictions, n, target, range, c->squares) / (double)targets;
    }
    c->error = lab_folds_mean(folds, n, c->squares, &uncertain);
    c->n_folds = n_folds;
}

void lab_candidate_race(lab_candidate *candidates, size_t c, size_t enough) {
    size_t better = 0;
    candidates[c].first_error = candidates[c].error;
    for (size_t other = 0; other < c; other++)
        better += HOPELESS * candidates[other].first_error < candidates[c].first_error ? 1 : 0;
    candidates[c].hopeless = better >= enough;
}

/* Errors on different folds cannot be compared; but those that were not scored on all are worse. */
bool lab_candidate_is_worse(const lab_candidate *a, const lab_candidate *b) {
    return a->n_folds != b->n_folds ? a->n_folds < b->n_folds : a->error > b->error;
}

static void move_first(lab_candidate *candidates, size_t at) {
    lab_candidate first = candidates[at];
    for (; at > 0; at--)
        candidates[at] = candidates[at - 1];
    candidates[0] = first;
}

static void sort_by_error(lab_candidate *candidates, size_t n) {
    for (size_t i = 1; i < n; i++) {
        size_t at = 0;
        while (at < i && !lab_candidate_is_worse(&candidates[at], &candidates[i]))
            at++;
        move_first(candidates + at, i - at);
    }
}

/* Is c no worse than the best one, as far as the validation rows can tell? Both have met the same rows, so what counts
 * is the difference in each; but a few rows with very large errors do not excuse a much larger error. */
static bool is_as_good(const lab_candidate *c, const lab_candidate *best, const lab_folds *folds, double *scratch) {
    size_t n = folds->n_folds * folds->n_fold;
    double uncertain;
    if (c->n_folds < folds->n_folds)
        return false;
    for (size_t r = 0; r < n; r++)
        scratch[r] = c->squares[r] - best->squares[r];
    return lab_folds_mean(folds, n, scratch, &uncertain) <= uncertain && c->error <= MUCH * best->error;
}

void lab_candidates_rank(lab_candidate *candidates, size_t n, const lab_folds *folds, double *scratch) {
    size_t smoothest = 0;
    sort_by_error(candidates, n);
    for (size_t c = 1; c < n; c++)
        if (candidates[c].trial.settings.ridge > candidates[smoothest].trial.settings.ridge &&
            is_as_good(&candidates[c], &candidates[0], folds, scratch))
            smoothest = c;
    move_first(candidates, smoothest);
}
