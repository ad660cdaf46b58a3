/* One training with its progress on the screen, and the scores of a model on rows it has not seen: fit, tune and cv. */
#ifndef LAB_CLI_TRAIN_FOLD_H
#define LAB_CLI_TRAIN_FOLD_H

#include "budget.h"
#include "dataset.h"
#include "term/progress.h"

typedef struct cli_training {
    const labrbf_settings *settings;
    const labrbf_model *start; /* the model to go on from, or NULL */
    bool quiet;
    bool search_only; /* end where the search for what the settings leave open ends */
    cli_budget budget;
    term_progress progress;
    labrbf_training_info info; /* where it ended */
    labrbf_status stopped;     /* why */
    labrbf_model *model;       /* the caller's to destroy */
} cli_training;

/* Trains on the fold's rows and frees them before the long work. Ctrl-C cancels; the budget shortens. The model gets no
 * names of columns. With search_only and nothing to search for there is no model. */
labrbf_status cli_train(cli_training *training, cli_fold *fold);

/* How well the model predicts the fold's test rows: one of the scores for each target. */
labrbf_status cli_train_score(const cli_training *training, const cli_fold *fold, labrbf_metrics *scores);

/* Says what a status of these two means; returns the exit code. */
int cli_train_failure(const char *command, labrbf_status status);

#endif
