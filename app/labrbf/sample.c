#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "option_settings.h"
#include "term/interrupt.h"
#include "term/message.h"

enum { FEWEST = 2000, FASTER = 4 }; /* rows of the first pilot, which all tables have time for; how pilots grow */
static const double PILOTS = 0.02, FIXED = 0.2, SCORING = 0.1; /* shares of the budget, at most */

/* What a pilot has shown. */
typedef struct pilot {
    double rows;
    double supports, most; /* in its model; that there might have been */
    double asked;          /* most supports by the settings; 0: auto */
    double fit;            /* seconds of all that grows with the rows */
    double predict;        /* seconds to predict them */
} pilot;

/* ---- rows at random */

static void copy_row(const cli_fold *fold, const cli_part *from, size_t row, cli_part *to) {
    size_t m = fold->encoding.n_features, targets = fold->n_targets;
    memcpy(to->x + to->rows * m, from->x + row * m, m * sizeof *to->x);
    memcpy(to->y + to->rows * targets, from->y + row * targets, targets * sizeof *to->y);
    if (from->weights)
        to->weights[to->rows] = from->weights[row];
    if (from->validation)
        to->validation[to->rows] = from->validation[row];
    to->rows++;
}

static bool draw(const cli_fold *fold, const cli_part *from, size_t rows, uint64_t seed, cli_part *to) {
    *to = (cli_part){.x = calloc(rows, fold->encoding.n_features * sizeof *to->x),
                     .y = calloc(rows, fold->n_targets * sizeof *to->y),
                     .weights = from->weights ? calloc(rows, sizeof *to->weights) : NULL,
                     .validation = from->validation ? calloc(rows, 1) : NULL};
    bool *taken = calloc(from->rows, sizeof *taken);
    bool done = to->x && to->y && taken && (to->weights || !from->weights) && (to->validation || !from->validation);
    if (done)
        cli_split_draw(from->rows, rows, seed, taken);
    for (size_t r = 0; r < from->rows && done; r++)
        if (taken[r])
            copy_row(fold, from, r, to);
    free(taken);
    if (!done)
        cli_part_free(to);
    return done;
}

static bool keep(const cli_fold *fold, cli_part *part, double rows, uint64_t seed) {
    cli_part kept;
    if (!draw(fold, part, (size_t)rows, seed, &kept))
        return false;
    cli_part_free(part);
    *part = kept;
    return true;
}

/* ---- pilots */

/* Growth cannot be shortened, so it is stopped. */
static int stop_after_a_step(void *user, const labrbf_training_info *info) {
    (void)user;
    return info->stage != LABRBF_STAGE_SEARCH || term_interrupt_seen();
}

/* What a budget that is over leaves of a fit: one step, and all that has to be done. */
static labrbf_status fit_without_steps(const cli_training *t, const cli_fold *fold, const cli_part *rows,
                                       labrbf_model **model, pilot *p) {
    labrbf_hooks hooks = {.struct_size = sizeof hooks, .progress = stop_after_a_step};
    labrbf_data data = cli_train_data(t, fold, rows);
    labrbf_training_info info = {.struct_size = sizeof info};
    labrbf_trainer *trainer = NULL;
    labrbf_status status = labrbf_trainer_create(t->settings, &data, &hooks, &trainer);
    if (status >= 0)
        status = labrbf_trainer_settle(trainer);
    if (status >= 0)
        status = labrbf_trainer_shorten(trainer, 1);
    if (status >= 0)
        status = labrbf_trainer_run(trainer, INFINITY);
    if (status >= 0)
        status = labrbf_trainer_take_model(trainer, model);
    if (status >= 0)
        status = labrbf_trainer_info(trainer, &info);
    labrbf_trainer_destroy(trainer);
    p->supports = (double)info.n_support;
    p->most = (double)info.support_max;
    return status;
}

static labrbf_status measure(const cli_training *t, const cli_fold *fold, const cli_part *rows, pilot *p) {
    labrbf_model *model = NULL;
    size_t threads = (size_t)cli_settings_count(t->settings, "threads"), m = fold->encoding.n_features;
    double *predictions = rows->rows > 0 ? calloc(rows->rows, fold->n_targets * sizeof *predictions) : NULL;
    double start = term_progress_elapsed(&t->progress);
    labrbf_status status = predictions ? fit_without_steps(t, fold, rows, &model, p) : LABRBF_E_MEMORY;
    double fitted = term_progress_elapsed(&t->progress);
    if (status >= 0)
        status = labrbf_model_predict(model, rows->x, rows->rows, m, threads, predictions);
    p->rows = (double)rows->rows;
    p->fit = fitted - start;
    p->predict = term_progress_elapsed(&t->progress) - fitted;
    labrbf_model_destroy(model);
    free(predictions);
    return status;
}

/* Pilots of more and more rows, as long as they take little time: the larger, the better the measure. */
static labrbf_status measure_all(const cli_training *t, const cli_fold *fold, uint64_t seed, pilot *p) {
    labrbf_status status = LABRBF_OK;
    double most = PILOTS * t->budget.seconds, rows = FEWEST;
    do {
        cli_part few;
        if (!draw(fold, &fold->train, (size_t)rows, seed, &few))
            return LABRBF_E_MEMORY;
        status = measure(t, fold, &few, p);
        cli_part_free(&few);
        rows *= FASTER;
    } while (status >= 0 && rows < (double)fold->train.rows && FASTER * p->fit < most && !term_interrupt_seen());
    return status;
}

/* ---- the plan */

/* Supports of a fit to so many rows, at most. If their number is auto, it grows with the rows, but slowly. */
static double supports_for(const pilot *p, double rows) {
    return p->asked > 0 ? p->asked : p->most * fmin(fmax(rows / p->rows, 1), 2);
}

/* n S^2 for least squares over rows; n S for errors alone, where supports are added round by round. */
static double seconds_for(const pilot *p, double rows) {
    double larger = supports_for(p, rows) / p->supports, each = p->supports < p->most ? larger : larger * larger;
    return p->fit * rows / p->rows * fmax(each, 1);
}

/* The largest number of rows, in steps of a tenth, that takes no more than these seconds. */
static double rows_within(const pilot *p, double rows, double seconds) {
    while (rows > FEWEST && seconds_for(p, rows) > seconds)
        rows = fmax(0.9 * rows, FEWEST);
    return floor(rows);
}

labrbf_status cli_sample_fold(cli_training *t, cli_fold *fold) {
    cli_budget *budget = &t->budget;
    double all = (double)fold->train.rows, tested = (double)fold->test.rows;
    uint64_t seed = cli_settings_count(t->settings, "seed") + 1; /* not the rows that are held out */
    pilot p = {.asked = (double)cli_settings_count(t->settings, "support_max")};
    if (!budget->text || all <= FEWEST)
        return LABRBF_OK;
    labrbf_status status = measure_all(t, fold, seed, &p);
    if (status < 0 || term_interrupt_seen())
        return status;
    double kept = rows_within(&p, all, FIXED * budget->seconds);
    double each = p.predict / p.rows * supports_for(&p, kept) / p.supports;
    double scored = fmin(tested, fmax(floor(SCORING * budget->seconds / each), FEWEST));
    if (kept < all && !keep(fold, &fold->train, kept, seed))
        return LABRBF_E_MEMORY;
    if (scored < tested && !keep(fold, &fold->test, scored, seed))
        return LABRBF_E_MEMORY;
    if (kept < all)
        term_note(t->quiet, "--budget %s leaves time for %.0f of %.0f rows, drawn by the seed", budget->text, kept,
                  all);
    if (scored < tested)
        term_note(t->quiet, "--budget %s leaves time to score %.0f of %.0f rows that are held out", budget->text,
                  scored, tested);
    budget->rows_left_out = (size_t)(all - kept);
    budget->reserve = seconds_for(&p, kept) + scored * each;
    return LABRBF_OK;
}
