#include "train_fold.h"

#include <math.h>
#include <stdlib.h>

#include "advance.h"
#include "option_settings.h"
#include "sample.h"
#include "scores.h"
#include "term/interrupt.h"
#include "term/message.h"

static void on_log(void *user, labrbf_log_level level, const char *message) {
    cli_training *t = user;
    term_progress_clear(&t->progress);
    if (level == LABRBF_LOG_WARNING)
        term_warning("%s", message);
    else
        term_note(t->quiet, "%s", message);
}

static int on_progress(void *user, const labrbf_training_info *info) {
    cli_training *t = user;
    double elapsed = term_progress_elapsed(&t->progress);
    cli_budget_action due = cli_budget_look(&t->budget, elapsed, info);
    cli_progress_training(&t->progress, info, t->budget.text ? t->budget.seconds - elapsed : INFINITY);
    return term_interrupt_seen() || due != CLI_BUDGET_NOTHING || (t->search_only && info->stage != LABRBF_STAGE_SEARCH);
}

/* Runs to the end, with stops where the budget cuts something. */
static labrbf_status run(cli_training *t, labrbf_trainer *trainer) {
    labrbf_status status = LABRBF_OK;
    while (status == LABRBF_OK) {
        status = labrbf_trainer_run(trainer, INFINITY);
        if (status == LABRBF_DONE_CANCELLED && !term_interrupt_seen())
            status = cli_budget_act(&t->budget, trainer);
        if (status == LABRBF_OK && t->search_only)
            status = LABRBF_DONE_CANCELLED;
    }
    return status;
}

labrbf_data cli_train_data(const cli_training *t, const cli_fold *fold, const cli_part *rows) {
    return (labrbf_data){.struct_size = sizeof(labrbf_data),
                         .n_rows = rows->rows,
                         .n_features = fold->encoding.n_features,
                         .n_targets = fold->n_targets,
                         .x = rows->x,
                         .y = rows->y,
                         .weights = rows->weights,
                         .start = t->start,
                         .validation = rows->validation};
}

/* The trainer has its own copy of the rows, so ours are freed before the long work. */
labrbf_status cli_train(cli_training *t, cli_fold *fold) {
    labrbf_hooks hooks = {.struct_size = sizeof hooks, .log = on_log, .progress = on_progress, .user = t};
    labrbf_trainer *trainer = NULL;
    t->info = (labrbf_training_info){.struct_size = sizeof t->info};
    labrbf_status status = cli_sample_fold(t, fold);
    const labrbf_data data = cli_train_data(t, fold, &fold->train);
    if (status >= 0)
        status = labrbf_trainer_create(t->settings, &data, &hooks, &trainer);
    cli_part_free(&fold->train);
    if (status >= 0)
        status = labrbf_trainer_info(trainer, &t->info);
    bool runs = status >= 0 && (t->info.stage == LABRBF_STAGE_SEARCH || !t->search_only);
    if (runs)
        t->stopped = status = run(t, trainer);
    if (status >= 0)
        status = labrbf_trainer_info(trainer, &t->info);
    if (status >= 0 && runs)
        status = labrbf_trainer_take_model(trainer, &t->model);
    labrbf_trainer_destroy(trainer);
    term_progress_clear(&t->progress);
    return status;
}

labrbf_status cli_train_score(const cli_training *t, const cli_fold *fold, labrbf_metrics *scores) {
    const cli_part *rows = &fold->test;
    double *prediction = calloc(rows->rows, fold->n_targets * sizeof *prediction);
    if (!prediction)
        return LABRBF_E_MEMORY;
    size_t threads = (size_t)cli_settings_count(t->settings, "threads");
    labrbf_status status =
        labrbf_model_predict(t->model, rows->x, rows->rows, fold->encoding.n_features, threads, prediction);
    if (status >= 0)
        status = cli_scores_compute(rows->y, prediction, rows->rows, fold->n_targets, scores);
    free(prediction);
    return status;
}

int cli_train_failure(const char *command, labrbf_status status) {
    return term_failure(command, "%s", *labrbf_last_error() ? labrbf_last_error() : labrbf_status_text(status));
}
