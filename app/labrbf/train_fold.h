/* Training with progress on the screen, and scores on test rows: for fit, tune and cv. */
#ifndef LAB_CLI_TRAIN_FOLD_H
#define LAB_CLI_TRAIN_FOLD_H

#include "budget.h"
#include "dataset.h"
#include "term/progress.h"

typedef struct cli_training {
    const labrbf_settings *settings;
    const labrbf_model *start; /* the model to start from, or NULL */
    bool quiet;
    bool search_only; /* end after the search */
    cli_budget budget;
    term_progress progress;
    labrbf_training_info info; /* where it ended */
    labrbf_status stopped;     /* why */
    labrbf_model *model;       /* the caller's to destroy */
} cli_training;

/* Rows of the fold, as the library takes them. */
labrbf_data cli_train_data(const cli_training *training, const cli_fold *fold, const cli_part *rows);

/* Trains on the rows of the fold (with a budget perhaps on some of them: sample.h) and frees them before the long work.
 * Ctrl-C cancels; the budget shortens. The model has no column names yet. With search_only and nothing to search for
 * there is no model. */
labrbf_status cli_train(cli_training *training, cli_fold *fold);

/* How well the model predicts the fold's test rows: one of the scores for each target. */
labrbf_status cli_train_score(const cli_training *training, const cli_fold *fold, labrbf_metrics *scores);

/* Prints what a failure of these two means; returns the exit code. */
int cli_train_failure(const char *command, labrbf_status status);

#endif
