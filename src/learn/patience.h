/*
 * Rows held out of training, to see when further steps only learn the noise of the others (setting patience).
 *
 * The held-out rows stand after all others, so that whatever learns simply learns from the first n_learnt rows:
 * supports, batches, coefficients, the linear part and the first bandwidths; only the scaling knows all rows. In the
 * final steps the held-out rows are looked at now and then: the mean squared error of their scaled labels, with
 * coefficients for the present bandwidths from the other rows. The best of what was seen is kept. After so many looks
 * in a row that brought nothing better the final steps are over. In the end the best is put back, and its coefficients
 * are fitted to all rows.
 */
#ifndef LAB_PATIENCE_H
#define LAB_PATIENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "labrbf/labrbf.h"
#include "learn/canonical.h"
#include "model/settings.h"

typedef struct lab_patience {
    /* The looks of the member at work. */
    size_t every;       /* steps from a look to the next */
    size_t looks, last; /* how many there were, and after which of the final steps the last one was */
    size_t best;        /* after which the best one was; 0: there is none yet */
    size_t in_vain;     /* looks since then */
    size_t saved;       /* steps that were left out */
    double least;       /* error of the best */
    double *x, *theta;  /* its places and bandwidths, as the objective has its own */

    /* Of the members whose best has been put back: how many, their steps after it, the sum of its errors. */
    size_t n_kept, lost;
    double errors;
} lab_patience;

/* Decides which rows are held out, those that are marked or a fifth, puts them last, and counts the others. None are if
 * that is not asked for, or makes no sense. Codes: E_MEMORY, E_DATA (marks that leave too few rows of a kind). */
labrbf_status lab_patience_hold_out(const labrbf_trainer *trainer, lab_canonical *rows, size_t *n_learnt);

/* Room for the best: n_features x s_max. */
void lab_patience_layout(lab_patience *patience, lab_arena *arena, size_t n_features, size_t s_max);

/* A phase begins: nothing has been seen. */
void lab_patience_start(labrbf_trainer *trainer);

/* Is it time for a look? At the last of the final steps it always is. */
bool lab_patience_is_due(const labrbf_trainer *trainer);

/* A look; *enough: further steps are not worth it. Codes: E_SINGULAR. */
labrbf_status lab_patience_look(labrbf_trainer *trainer, bool *enough);

/* While final steps are taken: the best and the present places and bandwidths trade places, if there is a best. Twice
 * is as if nothing had been. */
void lab_patience_trade(labrbf_trainer *trainer);

/* At the end of the final steps: the best takes the present one's place, and the log has a line of it. */
void lab_patience_put_back(labrbf_trainer *trainer);

/* What a model that is taken now says of it. */
void lab_patience_describe(const labrbf_trainer *trainer, labrbf_model *model);

#endif
