/* labrbf cv: scores by cross-validation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "choices.h"
#include "dataset.h"
#include "option_settings.h"
#include "remarks.h"
#include "scores.h"
#include "subcommands.h"
#include "term/args.h"
#include "term/interrupt.h"
#include "term/json.h"
#include "term/message.h"
#include "train_fold.h"
#include "validation.h"

static const char *const description[] = {
    "Estimates how well models predict rows that they were not trained on. The rows are divided into folds; for each "
    "fold a model is fitted to the others and scored on it. Prints the scores of every fold, their mean and standard "
    "deviation; with several targets for each of them, and for the mean of r2 over the targets. No model is kept: use "
    "fit to train one on all rows.",
    "The folds are drawn at random by the seed, which is right only if rows are independent. If some belong together "
    "(the same patient, machine, street), name the column that says so with --group: they stay in one fold. If rows "
    "are ordered in time and the future is to be predicted, name the column with --time: the rows are divided into one "
    "block more than there are folds, and each block but the first is predicted from all before it.",
    "Settings are those of fit; those that are auto are chosen in every fold on a part of its training rows, also by "
    "--group and --time. Categories and scaling are learnt from the training rows only, in every fold. Ctrl-C "
    "stops with the scores of the folds that are finished.",
    NULL,
};

static const term_argument arguments[] = {
    {"DATA", "table with the rows: CSV, TSV, NPY or LIBSVM, also gzipped; - is standard input"},
    {NULL, NULL},
};

static const term_option options[] = {
    {.name = "folds", .first = true, .value = "N", .help = "number of folds, at least 2; default: 5"},
    {.name = "group",
     .first = true,
     .value = "COLUMN",
     .help = "rows with the same value of this column stay together in a fold; it is not a feature"},
    {.name = "time",
     .first = true,
     .value = "COLUMN",
     .help = "predict each block of rows from those before it; the column is a number or a date such as 2015-10-21, "
             "and not a feature"},
    CLI_COLUMN_CHOICES,
    CLI_PRESET_CHOICE,
    CLI_ROW_CHOICES,
    {.name = "json", .help = "print one JSON object with the scores of every fold, their mean and deviation"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf cv train.csv", "five folds, drawn at random"},
    {"labrbf cv patients.csv --group patient --target dose", "no patient is in both training and test rows"},
    {"labrbf cv plant.csv --time when --folds 10 --json", "always the future from the past"},
    {NULL, NULL},
};

/* The scores that are averaged. */
typedef enum score { R2, RMSE, MAE, SCORES } score;
static const char *const score_names[SCORES] = {"r2", "rmse", "mae"};

typedef struct result {
    size_t train;           /* training rows */
    labrbf_metrics *scores; /* for each target */
} result;

/* One run of the command. */
typedef struct cv {
    const term_args *args;
    bool quiet;
    size_t folds;
    size_t done; /* folds that are scored; fewer after Ctrl-C */
    labrbf_settings *settings;
    cli_dataset data;
    cli_split split;
    size_t n_targets;
    const char **targets;   /* their names */
    result *results;        /* [folds] */
    labrbf_metrics *scores; /* [folds x targets] what the results point to */
} cv;

static const char *name(const cv *c) { return c->args->command->name; }

static double value_of(const labrbf_metrics *scores, score which) {
    return which == R2 ? scores->r2 : which == RMSE ? scores->rmse : scores->mae;
}

/* ------------------------------------------------------------------------------------------------------- folds */

static int run_fold(cv *c, size_t number, cli_fold *fold) {
    cli_training t = {.settings = c->settings, .quiet = c->quiet};
    result *r = &c->results[number - 1];
    r->train = fold->train.rows;
    term_progress_start(&t.progress, c->quiet);
    labrbf_status status = cli_train(&t, fold);
    if (status >= 0 && !term_interrupt_seen())
        status = cli_train_score(&t, fold, r->scores);
    labrbf_model_destroy(t.model);
    if (status < 0)
        return cli_train_failure(name(c), status);
    if (term_interrupt_seen()) {
        term_note(false, "interrupted in fold %zu of %zu; %s", number, c->folds,
                  c->done == 0 ? "there are no scores" : "these are the scores of those before it");
        return TERM_INTERRUPTED;
    }
    c->done++;
    term_note(c->quiet, "fold %zu of %zu: %zu rows predicted from %zu, %sr2 %.4f", number, c->folds, r->scores->n,
              r->train, c->n_targets == 1 ? "" : "mean ", cli_scores_mean(r->scores, c->n_targets));
    for (size_t k = 0; k < c->n_targets; k++) {
        if (isnan(r->scores[k].r2) && c->n_targets == 1)
            term_warning("the target is constant in fold %zu, so r2 is undefined", number);
        else if (isnan(r->scores[k].r2))
            term_warning("the target '%s' is constant in fold %zu, so its r2 is undefined", c->targets[k], number);
    }
    return TERM_SUCCESS;
}

static int run_folds(cv *c) {
    int code = TERM_SUCCESS;
    term_interrupt_catch();
    cli_dataset_describe(&c->data, 0, c->quiet);
    for (size_t number = 1; number <= c->folds && code == TERM_SUCCESS; number++) {
        cli_fold fold;
        code = cli_fold_make(&c->data, &c->split, number, &fold);
        if (code == TERM_SUCCESS)
            code = cli_validation_mark(&c->data, &c->split, number, cli_settings_count(c->settings, "seed"), c->quiet,
                                       &fold);
        if (code == TERM_SUCCESS)
            code = run_fold(c, number, &fold);
        cli_fold_free(&fold);
    }
    return code;
}

/* ------------------------------------------------------------------------------------------------------ report */

/* A score of a fold for a target; past the last target, the mean of r2 over them. */
static double value_at(const cv *c, size_t fold, size_t target, score which) {
    const labrbf_metrics *scores = c->results[fold].scores;
    return target < c->n_targets ? value_of(&scores[target], which) : cli_scores_mean(scores, c->n_targets);
}

/* Over the folds, with equal weights; the deviation is that of a sample, and undefined for one. */
static void spread(const cv *c, size_t target, score which, double *mean, double *sd) {
    double sum = 0, squares = 0;
    for (size_t k = 0; k < c->done; k++)
        sum += value_at(c, k, target, which);
    *mean = sum / (double)c->done;
    for (size_t k = 0; k < c->done; k++) {
        double d = value_at(c, k, target, which) - *mean;
        squares += d * d;
    }
    *sd = sqrt(squares / (double)(c->done - 1));
}

static double unsigned_nan(double value) { return isnan(value) ? fabs(value) : value; } /* never "-nan" */

/* What ends a line, with a name before it if there are several targets. */
static void end_line(const cv *c, const char *name, io_output *output) {
    char text[256];
    snprintf(text, sizeof text, "  %s", name);
    term_clean(text);
    io_output_text(output, c->n_targets == 1 ? "" : text);
    io_output_text(output, "\n");
}

static void spread_line(const cv *c, size_t target, score which, const char *name, io_output *output) {
    char text[160];
    double mean, sd;
    spread(c, target, which, &mean, &sd);
    if (c->done > 1)
        snprintf(text, sizeof text, "%-5s %.6g ± %.2g", score_names[which], unsigned_nan(mean), unsigned_nan(sd));
    else
        snprintf(text, sizeof text, "%-5s %.6g", score_names[which], unsigned_nan(mean));
    io_output_text(output, text);
    end_line(c, name, output);
}

static void report_text(const cv *c, io_output *output) {
    char text[160];
    io_output_text(output, "fold    train     test           r2         rmse          mae");
    end_line(c, "target", output);
    for (size_t k = 0; k < c->done; k++) {
        for (size_t t = 0; t < c->n_targets; t++) {
            const labrbf_metrics *s = &c->results[k].scores[t];
            snprintf(text, sizeof text, "%4zu %8zu %8zu %12.6g %12.6g %12.6g", k + 1, c->results[k].train, s->n,
                     unsigned_nan(s->r2), s->rmse, s->mae);
            io_output_text(output, text);
            end_line(c, c->targets[t], output);
        }
    }
    io_output_text(output, "\n");
    for (size_t t = 0; t < c->n_targets; t++)
        for (int which = R2; which < SCORES; which++)
            spread_line(c, t, (score)which, c->targets[t], output);
    if (c->n_targets > 1)
        spread_line(c, c->n_targets, R2, "(mean of the targets)", output);
}

static void spreads_json(const cv *c, size_t target, bool means, term_json *json) {
    for (int which = R2; which < SCORES; which++) {
        double mean, sd;
        spread(c, target, (score)which, &mean, &sd);
        term_json_number(json, score_names[which], means ? mean : sd);
    }
}

/* Of several targets: the mean of r2 over them, and an object for each. */
static void summary_json(const cv *c, bool means, term_json *json) {
    double mean, sd;
    term_json_open_object(json, means ? "mean" : "sd");
    if (c->n_targets == 1) {
        spreads_json(c, 0, means, json);
    } else {
        spread(c, c->n_targets, R2, &mean, &sd);
        term_json_number(json, "r2", means ? mean : sd);
        term_json_open_object(json, "targets");
        for (size_t t = 0; t < c->n_targets; t++) {
            term_json_open_object(json, c->targets[t]);
            spreads_json(c, t, means, json);
            term_json_close(json);
        }
        term_json_close(json);
    }
    term_json_close(json);
}

static void report_json(const cv *c, io_output *output) {
    term_json json;
    term_json_begin(&json, output);
    term_json_names(&json, "target", c->targets, c->n_targets);
    term_json_count(&json, "rows", c->data.table.rows);
    term_json_count(&json, "rows_skipped", c->data.rows_skipped);
    term_json_count(&json, "seed", cli_settings_count(c->settings, "seed"));
    term_json_literal(&json, "interrupted", c->done < c->folds ? "true" : "false");
    term_json_open_array(&json, "folds");
    for (size_t k = 0; k < c->done; k++) {
        term_json_open_object(&json, NULL);
        term_json_count(&json, "train", c->results[k].train);
        cli_scores_json(&json, c->results[k].scores, c->targets, c->n_targets);
        term_json_close(&json);
    }
    term_json_close(&json);
    summary_json(c, true, &json);
    summary_json(c, false, &json);
    term_json_end(&json);
}

static int report(const cv *c) {
    io_output *output;
    io_error error;
    double mean, sd;
    spread(c, c->n_targets, R2, &mean, &sd);
    cli_remark_score(mean, "rows of the folds", c->quiet);
    if (!io_output_open("-", &output, &error))
        return term_failure(name(c), "%s", error.text);
    if (term_args_has(c->args, "json"))
        report_json(c, output);
    else
        report_text(c, output);
    return io_output_commit(output, &error) ? TERM_SUCCESS : term_failure(name(c), "%s", error.text);
}

/* ---------------------------------------------------------------------------------------------------- the whole */

static int read_folds(cv *c) {
    const char *text = term_args_value(c->args, "folds");
    char *end;
    c->folds = 5;
    if (!text)
        return TERM_SUCCESS;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 2 && value <= 1e9) || value != floor(value))
        return term_misuse(name(c), "--folds is '%s', but must be a whole number, at least 2", text);
    c->folds = (size_t)value;
    return TERM_SUCCESS;
}

static int part(cv *c) {
    double *keys = cli_dataset_keys(&c->data);
    if (!keys)
        return term_failure(name(c), "out of memory for %zu rows", c->data.table.rows);
    int code = cli_split_folds(name(c), c->data.kind, keys, c->data.table.rows, c->folds,
                               cli_settings_count(c->settings, "seed"), &c->split);
    free(keys);
    if (code != TERM_SUCCESS)
        return code;
    c->n_targets = c->data.columns.n_targets;
    c->targets = cli_dataset_target_names(&c->data);
    c->results = calloc(c->folds, sizeof *c->results);
    c->scores = calloc(c->folds, c->n_targets * sizeof *c->scores);
    if (!c->targets || !c->results || !c->scores)
        return term_failure(name(c), "out of memory for %zu folds", c->folds);
    for (size_t k = 0; k < c->folds; k++)
        c->results[k].scores = c->scores + k * c->n_targets;
    return TERM_SUCCESS;
}

static int run(const term_args *args) {
    cv c = {.args = args, .quiet = term_args_has(args, "quiet")};
    int code = cli_settings_read(args, &c.settings);
    if (code == TERM_SUCCESS)
        code = read_folds(&c);
    if (code == TERM_SUCCESS)
        code = cli_dataset_read(args, &c.data);
    if (code == TERM_SUCCESS)
        code = part(&c);
    if (code == TERM_SUCCESS)
        code = run_folds(&c);
    if (code == TERM_SUCCESS || (code == TERM_INTERRUPTED && c.done > 0)) {
        int reported = report(&c);
        code = reported == TERM_SUCCESS ? code : reported;
    }
    free(c.results);
    free(c.scores);
    free((void *)c.targets);
    cli_split_free(&c.split);
    cli_dataset_free(&c.data);
    labrbf_settings_destroy(c.settings);
    return code;
}

const term_command cli_command_cv = {
    .name = "cv",
    .summary = "Score models by cross-validation",
    .usage = "DATA [OPTION ...]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "*",
    .groups = cli_option_groups,
    .examples = examples,
    .run = run,
};
