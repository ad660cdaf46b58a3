/*
 * fit --holdout --refit: after the score, training again on all rows. The model of the second training takes the place
 * of the first one, unless Ctrl-C ends it.
 */
#ifndef LAB_CLI_REFIT_H
#define LAB_CLI_REFIT_H

#include "train_fold.h"

typedef struct cli_refit {
    bool asked;
    bool begun;
    bool done;      /* the training is that of all rows now */
    double seconds; /* the budget of both trainings */
    double spent;   /* by the first one */
    cli_fold fold;  /* all rows */
} cli_refit;

/* Reads --refit, and shares the budget by rows: the first training has a share of 1 - holdout. On failure says why and
 * returns the exit code. */
int cli_refit_read(const term_args *args, double holdout, cli_budget *budget, cli_refit *refit);

/* Trains again with what is left of the budget. Frees the rows before the long work, as cli_train. */
labrbf_status cli_refit_train(cli_refit *refit, cli_training *training);

#endif
