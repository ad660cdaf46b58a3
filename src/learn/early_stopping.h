/*
 * Early stopping: rows held out of training show when further steps only learn the noise of the others (setting
 * patience).
 *
 * In the final steps the held-out rows are looked at now and then: the mean squared error of their scaled labels, with
 * coefficients for the present bandwidths from the other rows. The best of what was seen is kept. The final steps are
 * over after so many looks in a row that brought nothing better. Then the best is put back, and its coefficients are
 * fitted to all rows.
 */
#ifndef LAB_EARLY_STOPPING_H
#define LAB_EARLY_STOPPING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/codec.h"
#include "base/log.h"
#include "learn/expansion.h"
#include "learn/table.h"
#include "model/settings.h"

typedef struct lab_looks {
    size_t every;   /* steps from a look to the next */
    size_t n, last; /* how many there were, and after which of the final steps the last one was */
    size_t best;    /* after which the best one was; 0: there is none yet */
    size_t in_vain; /* looks since then */
    double least;   /* error of the best */
} lab_looks;

typedef struct lab_early_stopping {
    lab_looks looks;
    double *x,
        *theta; /* centres and bandwidths of the best, as the expansion has its own; NULL: no rows are held out */
} lab_early_stopping;

/* Marks the rows to hold out in held[n_rows]: those of the table that are marked, or a fifth. *any: there are some;
 * none if that is not asked for, or there are too few rows. Codes: E_MEMORY, E_DATA (marks that leave too few rows of a
 * kind). */
labrbf_status lab_early_hold_out(const lab_table *table, const lab_settings *settings, const lab_log *log,
                                 unsigned char *held, bool *any);

/* Room for the best: n_features x s_max. */
void lab_early_layout(lab_early_stopping *early, lab_arena *arena, size_t n_features, size_t s_max);

/* The final steps begin: nothing has been seen. */
void lab_early_start(lab_early_stopping *early, size_t final_steps);

/* Is it time for a look, after so many of the final steps? After the last it always is. */
bool lab_early_is_due(const lab_early_stopping *early, size_t step, size_t final_steps);

/* A look, with the error it has shown. True if there is no hope for more, after `patience` looks without progress. */
bool lab_early_look(lab_early_stopping *early, const lab_expansion *expansion, size_t step, double error,
                    size_t patience);

/* The expansion with the best centres and bandwidths instead of its own; it shares the rest. */
lab_expansion lab_early_best(const lab_early_stopping *early, const lab_expansion *expansion);

/* The best takes the place of the present centres and bandwidths. */
void lab_early_put_back(const lab_early_stopping *early, lab_expansion *expansion);

/* Lists what has been seen; centres and bandwidths have so many values. */
void lab_early_visit(lab_early_stopping *early, lab_codec *bytes, size_t n_values);

#endif
