/*
 * A learner: one run of Algorithm 1 on a view of a table, with settings that leave nothing open. It knows nothing of
 * searches, ensembles, budgets and files. learner_start.c makes one ready, learner.c has it learn, learner_part.c makes
 * a part of what it has learnt.
 *
 * All memory is one block, laid out at creation for S_max supports; steps allocate nothing.
 */
#ifndef LAB_LEARNER_H
#define LAB_LEARNER_H

#include "base/log.h"
#include "base/par.h"
#include "base/rng.h"
#include "learn/early_stopping.h"
#include "learn/optim.h"
#include "learn/rule.h"
#include "learn/schedule.h"
#include "learn/support.h"
#include "model/part.h"

typedef enum lab_phase { LAB_GROWING, LAB_FINAL, LAB_DONE } lab_phase;

/* Where a learner stands. */
typedef struct lab_standing {
    lab_phase phase;
    labrbf_status stopped;     /* why growing ended */
    bool solved;               /* for all rows, after the last step */
    size_t phase_steps;        /* steps in this round, or in the final phase */
    size_t steps, final_steps; /* steps in all; planned in the final phase */
    size_t steps_left_out;     /* of the final ones, by early stopping */
    size_t bad_steps;          /* without a finite gradient */
    size_t n_rounds;           /* lines in the history */
    double work;               /* multiplications */
    double phase_loss;         /* sum over this round */
    double recent_loss;        /* running mean */
    double max_error, mean_error;
    double lambda; /* ridge parameter in use */
} lab_standing;

typedef struct lab_learner {
    lab_allocator allocator;
    lab_log log;
    lab_resolved how;
    lab_schedule schedule;
    lab_par *par;
    void *block;

    lab_rows rows;
    const uint32_t *numbers; /* of the rows in the table; the view's */
    lab_support_set supports;
    lab_expansion expansion;
    const lab_rule *rule;
    void *rule_state;
    lab_optim optim, centre_optim;
    double *log_step; /* on the logarithms of the bandwidths, if that is where steps are taken */
    lab_early_stopping early;
    lab_rng rng;
    uint32_t *pool; /* rows that batches are drawn from; free for other uses while supports are chosen */
    size_t n_pool;
    double *errors; /* of every row, after a scan */
    lab_standing now;
    labrbf_round *history;
} lab_learner;

/* A part to start from. */
typedef struct lab_learner_start {
    const lab_part *part; /* NULL: first supports and bandwidths are by the settings */
    bool of_table;        /* it was trained on rows of this table, which its row numbers are of */
} lab_learner_start;

/* Ready for the first step. The view must outlive it, the table need not. Codes: E_MEMORY, E_DATA, E_ARGUMENT (a part
 * to start from that does not fit), E_SINGULAR. */
labrbf_status lab_learner_create(const lab_allocator *allocator, const lab_log *log, const lab_view *view,
                                 const lab_resolved *how, lab_learner_start start, lab_learner **learner);
void lab_learner_destroy(lab_learner *learner);

/* One gradient step, and what is due at the end of a round: LABRBF_OK while there is more to do, LABRBF_DONE_* when it
 * is over, again at every later call. Codes: E_SINGULAR. */
labrbf_status lab_learner_step(lab_learner *learner);

/* Steps that are still to be taken; and leaves at most so many, or as few more as growth takes. */
size_t lab_learner_steps_left(const lab_learner *learner);
void lab_learner_shorten(lab_learner *learner, size_t n_steps);

/* Supports that there can be at most: equal rows count once, and batches may need a row outside. */
size_t lab_learner_most_supports(const lab_learner *learner);

/* The share of the planned work that is done. */
double lab_learner_fraction(const lab_learner *learner);

/* A part of what has been learnt so far; with rows held out, of the best that they have shown. Its coefficients are
 * those of all rows, the row numbers of its supports those in the table. With rule_rows later steps then remember all
 * rows, not only recent ones, as they do after a look at rows held out. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_learner_make_part(lab_learner *learner, lab_part **part);

/* The state as bytes (bytes NULL: only counts them; returns how many there are). They are for another learner of the
 * same build that was created with the same view, settings and start: bytes of any other must not be given. False if
 * there are too few or too many; the learner can only be destroyed then. */
size_t lab_learner_save(lab_learner *learner, unsigned char *bytes);
bool lab_learner_restore(lab_learner *learner, const unsigned char *bytes, size_t size);

/* ---- between the files of the learner */

/* Brings rows that joined the support set into the expansion, and renews what depends on the set. */
void lab_learner_take_in_supports(lab_learner *learner);

/* The first step of a round, or of the final phase. */
void lab_learner_start_phase(lab_learner *learner, lab_phase next);

/* With the present coefficients: the squared errors of rows [begin, end) into learner->errors, their weighted mean and
 * their largest. */
double lab_learner_scan(lab_learner *learner, size_t begin, size_t end, double *largest);

#endif
