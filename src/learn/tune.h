/*
 * The ridge of coefficients by least squares over rows, chosen on validation rows by successive halving: all candidates
 * are trained for a few steps on some of the rows and scored on others, the better half for twice as many steps, and so
 * on. How much a table's noise should be smoothed out is what decides most between a good model and a bad one.
 *
 * A choice is a sequence of small steps, so that its owner can show progress and stop in between.
 */
#ifndef LAB_TUNE_H
#define LAB_TUNE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/log.h"
#include "model/settings.h"

typedef struct lab_tune lab_tune;

/* Are there rows enough to choose by, and steps to train with? */
bool lab_tune_possible(const lab_settings *settings, size_t n_rows);

/* The rows to choose by: n of the data, those with the numbers `rows`, with weights or NULL. */
typedef struct lab_tune_rows {
    const labrbf_data *data;
    const uint32_t *rows;
    const double *weights;
    size_t n;
} lab_tune_rows;

/* What is needed of the rows is copied. Settings with everything but ridge resolved. Codes: E_MEMORY and those of
 * training. */
labrbf_status lab_tune_create(const lab_allocator *allocator, const lab_log *log, const lab_settings *settings,
                              const lab_tune_rows *rows, lab_tune **tune);
void lab_tune_destroy(lab_tune *tune);

/* One gradient step of one candidate. LABRBF_OK while there is more to do, LABRBF_DONE_SUPPORTS at the end. */
labrbf_status lab_tune_step(lab_tune *tune);

/* The share of the work that is done; the running loss of the candidate at work. */
double lab_tune_fraction(const lab_tune *tune);
double lab_tune_loss(const lab_tune *tune);

/* The ridge that is best so far. */
double lab_tune_ridge(const lab_tune *tune);

/* Gradient steps of all candidates together, in terms of steps_final. */
extern const double lab_tune_cost;

#endif
