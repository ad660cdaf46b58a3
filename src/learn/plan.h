/* What training will do: the settings with auto resolved, and the rounds, steps and arithmetic that follow from them.
 */
#ifndef LAB_PLAN_H
#define LAB_PLAN_H

#include <stddef.h>

#include "model/settings.h"

#define LAB_USUAL_RATE 0.05      /* what the setting rate is if it is left open */
enum { LAB_LARGE_TABLE = 2000 }; /* rows: a fit may take a minute, not seconds, and many rows validate */

typedef struct lab_plan {
    size_t rounds;       /* growth rounds of a member at most */
    size_t steps;        /* gradient steps of all members at most */
    double work;         /* multiplications in them, roughly */
    size_t member_steps; /* of one member */
    double member_work;
    size_t batch, n_features;
} lab_plan;

/* A table: its size, and the skewness of its labels, that of the target where it is largest, whatever its sign. */
typedef struct lab_plan_table {
    size_t n_rows, n_features, n_targets;
    double skewness;
} lab_plan_table;

/* Replaces auto in everything that depends only on what is said of the table (sigma0 depends on more). support_max, so
 * far of all members, becomes that of one, and fits in max_bytes. Codes: E_SETTING (not even one support fits). */
labrbf_status lab_plan_resolve(lab_settings *settings, const lab_plan_table *table);

/* What would be chosen on validation rows, if it is open: as in settings from before; or the usual, without a choice.
 */
void lab_plan_as_in(lab_settings *settings, const lab_settings *before);
void lab_plan_without_choice(lab_settings *settings);

/* Rows in the first steps of a search: half of a batch will do to tell candidates apart where a fit is to take seconds.
 */
size_t lab_plan_first_batch(const lab_settings *settings, size_t n_rows);

/* How many supports join s present ones at the end of a round. */
size_t lab_plan_add(const lab_settings *settings, size_t s);

void lab_plan_make(lab_plan *plan, const lab_settings *settings, size_t n_features);

/* Multiplications in a step with s supports: the LU and the kernel with its pull-back. */
double lab_plan_work(const lab_plan *plan, size_t s);

#endif
