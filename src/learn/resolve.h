/*
 * From the settings that were asked for to those of a learner, which leave nothing open:
 *
 *     asked     what the user said; auto where nothing was said
 *     plan      what follows from the table: the size of a learner, its batches, how many there are. What is searched
 *               for may still be open
 *     resolved  one learner: the plan with a choice of the search, or with the usual values without one
 */
#ifndef LAB_RESOLVE_H
#define LAB_RESOLVE_H

#include <stdbool.h>
#include <stddef.h>

#include "learn/table.h"
#include "model/model.h"
#include "model/settings.h"

#define LAB_USUAL_RATE 0.05      /* what the setting rate is if it is left open */
enum { LAB_LARGE_TABLE = 2000 }; /* rows: a fit may take a minute, not seconds, and many rows validate */

typedef struct lab_plan {
    lab_settings asked;
    lab_settings one;   /* of one learner: members is 1, support_max its own */
    size_t n_members;   /* learners whose parts are averaged */
    size_t window_rows; /* see lab_resolved */
} lab_plan;

typedef struct lab_resolved {
    lab_settings settings; /* of this learner */
    bool finds_sigma0;     /* from the rows, before the first step: sigma0 was left open */
    bool finds_ridge;      /* by generalised cross-validation, when all rows are solved for; likewise */
    bool size_is_asked;    /* the user has said how many supports there may be */
    size_t window_rows;    /* rule_rows: coefficients of a step are fitted to about so many recent rows */
    size_t final_steps;    /* settings.steps_final, or as many as are left of them */
    double rate_final;     /* settings.rate_final, or another for a learner of a search or after one */
    size_t member;         /* the number of this learner among those that are averaged */
} lab_resolved;

/* What follows from the table; from a model to start from, if there is one, comes what is left open. Codes: E_SETTING
 * (not even one support fits in max_bytes), E_ARGUMENT (a start and several members). */
labrbf_status lab_plan_make(lab_plan *plan, const lab_settings *asked, const lab_table *table,
                            const labrbf_model *start);

/* A learner by the plan: with the usual values for what is open, or with what a trial of the search says. */
lab_resolved lab_resolve_usual(const lab_plan *plan);
lab_resolved lab_resolve_trial(const lab_plan *plan, const lab_trial *trial);

/* What a model of n_members parts says of its settings, the first of them being trained so. */
lab_settings lab_resolve_report(const lab_settings *first, size_t n_members);

/* Rows in the first steps of a search: half of a batch will do to tell candidates apart where a fit is to take seconds.
 */
size_t lab_plan_first_batch(size_t batch, size_t n_rows);

#endif
