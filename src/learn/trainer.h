/* What a trainer is: train_start.c makes one ready, train.c has it learn. */
#ifndef LAB_TRAINER_H
#define LAB_TRAINER_H

#include "base/log.h"
#include "base/par.h"
#include "base/rng.h"
#include "learn/objective.h"
#include "learn/optim.h"
#include "learn/patience.h"
#include "learn/plan.h"
#include "learn/rows.h"
#include "learn/support.h"
#include "learn/tune.h"
#include "model/model.h"

typedef enum lab_phase { LAB_GROWING, LAB_FINAL, LAB_DONE } lab_phase;

struct labrbf_trainer {
    lab_allocator allocator;
    lab_log log;
    int (*progress)(void *user, const labrbf_training_info *info);
    void *progress_user;
    lab_settings settings; /* with auto resolved; what is searched for, at the end of the search */
    lab_settings asked;    /* as they were given */
    lab_plan plan;
    lab_par *par;
    void *block;

    size_t n_rows, n_features, n_targets; /* n_rows as canonical.h makes them */
    size_t n_learnt;                      /* of them steps learn from so many; the others are held out (patience.h) */
    size_t n_given, missing_values;       /* of the data as they were given */
    double *x, *y;                        /* scaled, after the search; y target by target */
    double *weights;                      /* NULL if every row counts once */
    uint32_t *origin;                     /* the rows' numbers in the data; NULL if they are the same */
    lab_scaler scaler;

    lab_objective objective;
    lab_support_set supports;
    lab_optim optim, place_optim;
    double *log_step; /* on the logarithms of the bandwidths, if that is where steps are taken */
    lab_patience patience;
    lab_rows rows;     /* coefficients by least squares over rows; empty if they are not */
    double *slopes;    /* of the linear term, n_targets x n_features; y is what it leaves */
    lab_tune *tune;    /* while settings are being chosen */
    double tune_share; /* of the work */
    lab_trial trials[LAB_PROPOSALS_MOST];
    size_t n_trials;    /* what was tried */
    size_t final_steps; /* steps_final, or what the search has left of them */

    size_t member;          /* the one at work, from 0; support_max of the settings is that of one */
    labrbf_model *finished; /* the parts of those before it that count; NULL: none */
    size_t n_finished;      /* so many of them */
    double least_error;     /* the least mean error of these */
    size_t first_round;     /* of the member at work, in the history */
    size_t first_step;
    bool afresh; /* it has had no part in the search there was */
    lab_rng rng;
    uint32_t *pool; /* rows that batches are drawn from; free for other uses while supports are chosen */
    size_t n_pool;
    double *errors;

    lab_phase phase;
    bool solved;           /* for all rows, after the last step */
    labrbf_status stopped; /* why growing ended */
    size_t phase_steps;    /* steps in this round, or in the final phase */
    size_t total_steps;
    double work_done;
    double phase_loss;  /* sum over this round */
    double recent_loss; /* running mean */
    double max_error, mean_error;
    size_t bad_steps; /* steps without a finite gradient */
    labrbf_round *history;
    size_t n_rounds;
};

/* Are coefficients fitted to rows? Do the places of supports move? */
bool lab_trainer_by_rows(const labrbf_trainer *trainer);
bool lab_trainer_places_move(const labrbf_trainer *trainer);

double lab_trainer_weight(const labrbf_trainer *trainer, size_t row);

/* Brings rows that joined the support set into the objective, and renews what depends on the set. */
void lab_trainer_take_in_supports(labrbf_trainer *trainer);

/* From rows in their own units and settings that leave nothing open to the first step: by the settings, or from a
 * model, whose support rows are those of the trainer if they are known to be. Codes: E_MEMORY, E_DATA, E_ARGUMENT. */
labrbf_status lab_trainer_begin(labrbf_trainer *trainer, const labrbf_model *start, bool rows_known);

/* The coefficients for the present bandwidths, by the rule, from the rows that are learnt from, or from all. Codes:
 * E_SINGULAR. */
labrbf_status lab_trainer_solve(labrbf_trainer *trainer);
labrbf_status lab_trainer_solve_all(labrbf_trainer *trainer);

/* With these: the squared errors of rows [begin, end), as trainer->errors has them then, their weighted mean and their
 * largest. */
double lab_trainer_scan(labrbf_trainer *trainer, size_t begin, size_t end, double *largest);

/* The next member's first supports, after the one at work has been kept. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_trainer_next_member(labrbf_trainer *trainer);

/* Does the member at work belong to the model? The first does, as it is; others if they are trained, and not in vain.
 */
bool lab_trainer_counts(const labrbf_trainer *trainer);

/* What the member at work has learnt. Codes: E_MEMORY, E_SINGULAR. */
labrbf_status lab_trainer_take_part(labrbf_trainer *trainer, lab_part **part);

/* All members are trained. */
bool lab_trainer_is_over(const labrbf_trainer *trainer);

/* The first step of a round, or of the final phase. */
void lab_trainer_start_phase(labrbf_trainer *trainer, lab_phase next);

#endif
