#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "option_settings.h"
#include "sample_plan.h"
#include "term/interrupt.h"
#include "term/message.h"

enum {
    LARGER = 4,
    VALIDATED = 5
}; /* rows of a pilot, in terms of the one before; one row in five validates, at least */
static const double PILOTS = 0.02, FIXED = 0.2, SCORING = 0.1; /* shares of the budget, at most */

/* ---- rows at random */

static bool is_marked(const cli_part *part, size_t row) { return part->validation && part->validation[row]; }

/* Rows of weight 0 do not count, so they are not drawn. */
static bool belongs(const cli_part *part, size_t row, bool marked) {
    return is_marked(part, row) == marked && !(part->weights && part->weights[row] == 0);
}

static size_t count(const cli_part *part, bool marked) {
    size_t n = 0;
    for (size_t r = 0; r < part->rows; r++)
        n += belongs(part, r, marked);
    return n;
}

/* Draws among the rows that are marked for validation, or among the others. */
static bool draw_some(const cli_part *part, bool marked, size_t want, uint64_t seed, bool *taken) {
    size_t n = count(part, marked), k = 0;
    if (n == 0)
        return true;
    bool *chosen = calloc(n, sizeof *chosen);
    if (!chosen)
        return false;
    cli_split_draw(n, want < n ? want : n, seed, chosen);
    for (size_t r = 0; r < part->rows; r++)
        if (belongs(part, r, marked))
            taken[r] = chosen[k++];
    free(chosen);
    return true;
}

/* Few marked rows among many would be lost by chance, and with them what the search chooses by. */
static bool draw_rows(const cli_part *part, size_t want, uint64_t seed, bool *taken) {
    size_t marked = count(part, true), others = count(part, false);
    size_t share = (size_t)((double)want * (double)marked / (double)(marked + others));
    size_t validate = share > want / VALIDATED ? share : want / VALIDATED;
    validate = validate < marked ? validate : marked;
    return draw_some(part, true, validate, seed, taken) && draw_some(part, false, want - validate, seed + 1, taken);
}

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

/* About `rows` of the rows. */
static bool draw(const cli_fold *fold, const cli_part *from, size_t rows, uint64_t seed, cli_part *to) {
    *to = (cli_part){.x = calloc(rows, fold->encoding.n_features * sizeof *to->x),
                     .y = calloc(rows, fold->n_targets * sizeof *to->y),
                     .weights = from->weights ? calloc(rows, sizeof *to->weights) : NULL,
                     .validation = from->validation ? calloc(rows, 1) : NULL};
    bool *taken = calloc(from->rows, sizeof *taken);
    bool done = to->x && to->y && taken && (to->weights || !from->weights) && (to->validation || !from->validation);
    done = done && draw_rows(from, rows, seed, taken);
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
static labrbf_status fit_a_step(const cli_training *t, const cli_fold *fold, const cli_part *rows, labrbf_model **model,
                                cli_pilot *p) {
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

static labrbf_status measure(const cli_training *t, const cli_fold *fold, const cli_part *rows, cli_pilot *p) {
    labrbf_model *model = NULL;
    size_t threads = (size_t)cli_settings_count(t->settings, "threads"), m = fold->encoding.n_features;
    double *predictions = rows->rows > 0 ? calloc(rows->rows, fold->n_targets * sizeof *predictions) : NULL;
    double start = term_progress_elapsed(&t->progress);
    labrbf_status status = predictions ? fit_a_step(t, fold, rows, &model, p) : LABRBF_E_MEMORY;
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
static labrbf_status measure_all(const cli_training *t, const cli_fold *fold, uint64_t seed, cli_pilot *p) {
    labrbf_status status = LABRBF_OK;
    double most = PILOTS * t->budget.seconds, rows = cli_plan_fewest(p->features, p->asked);
    do {
        cli_part few;
        if (!draw(fold, &fold->train, (size_t)rows, seed, &few))
            return LABRBF_E_MEMORY;
        status = measure(t, fold, &few, p);
        cli_part_free(&few);
        rows *= LARGER;
    } while (status >= 0 && rows < (double)fold->train.rows && LARGER * p->fit < most && !term_interrupt_seen());
    return status;
}

/* ---- the whole */

static void tell(const cli_training *t, const char *what, double some, double all) {
    if (some < all)
        term_note(t->quiet, "--budget %s leaves time to %s %.0f of %.0f rows, drawn by the seed", t->budget.text, what,
                  some, all);
}

labrbf_status cli_sample_fold(cli_training *t, cli_fold *fold) {
    cli_budget *budget = &t->budget;
    cli_pilot p = {.features = (double)fold->encoding.n_features,
                   .asked = (double)cli_settings_count(t->settings, "support_max")};
    double all = (double)fold->train.rows, tested = (double)fold->test.rows,
           fewest = cli_plan_fewest(p.features, p.asked);
    uint64_t seed = cli_settings_count(t->settings, "seed") + 1; /* not the rows that are held out */
    if (!budget->text || all <= fewest || count(&fold->train, true) + count(&fold->train, false) == 0)
        return LABRBF_OK;
    labrbf_status status = measure_all(t, fold, seed, &p);
    if (status < 0)
        return status;
    double kept = term_interrupt_seen() ? fewest : cli_plan_rows(&p, all, FIXED * budget->seconds);
    double scored = floor(SCORING * budget->seconds / cli_plan_predict(&p, 1, kept));
    scored = fmin(tested, fmax(scored, fewest));
    if (kept < all && !keep(fold, &fold->train, kept, seed))
        return LABRBF_E_MEMORY;
    if (scored < tested && !keep(fold, &fold->test, scored, seed))
        return LABRBF_E_MEMORY;
    tell(t, "train on", (double)fold->train.rows, all);
    tell(t, "score", scored, tested);
    budget->rows_left_out = (size_t)all - fold->train.rows;
    budget->reserve = cli_plan_fit(&p, kept) + cli_plan_predict(&p, scored, kept);
    return LABRBF_OK;
}
