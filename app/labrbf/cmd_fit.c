/* labrbf fit: trains a model on a table. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "dataset.h"
#include "fitted.h"
#include "model_files.h"
#include "option_settings.h"
#include "partial.h"
#include "refit.h"
#include "remarks.h"
#include "scores.h"
#include "start.h"
#include "subcommands.h"
#include "summary.h"
#include "term/args.h"
#include "term/input.h"
#include "term/interrupt.h"
#include "term/json.h"
#include "term/message.h"
#include "train_fold.h"
#include "validation.h"

static const double TRAINING_SHARE = 0.5; /* of a budget */

static const char *const description[] = {
    "Reads a table, learns to predict one of its columns, the target, from the others, the features, and writes the "
    "model to a file. No option but -o is needed: the last column is the target. Settings such as the kernel are "
    "chosen by trials on rows set apart for them; then the model is trained on all rows. Columns may be in any units; "
    "columns of text become categories.",
    "A model has a fixed, small number of supports. They begin as rows of the table, and each has its own bandwidth "
    "for every feature. Gradient steps move the supports and learn the bandwidths; the coefficients of the supports are "
    "fitted to all rows by least squares. From 40 to 999 distinct rows three such models are trained, and their "
    "mean is the result. With --preset paper the supports stay where they are and grow in number instead: see "
    "'Growth' below. Several targets can be learnt at once: they share supports and bandwidths.",
    "Ctrl-C stops cleanly, and so do SIGTERM and SIGHUP: the model is saved as it was after the last finished step "
    "(with --patience, the best so far). It does not replace a FILE that is there: it goes to NAME.partial.lab then. "
    "A second Ctrl-C ends at once and saves nothing. On one machine the same data, settings and seed give the "
    "same model, whatever the number of threads. Another type of processor may give a slightly different one, and "
    "--budget makes it depend on the speed of the machine.",
    "Settings that are auto are chosen on validation rows, a fifth of the training rows drawn by the seed (in small "
    "tables two or three fifths in turn). That is right only if rows are independent: if some belong together, name "
    "the column that says so with --group, and if the future is to be predicted, the one that tells the time with "
    "--time. --patience holds out the same rows. labrbf tune shows what is tried, labrbf info "
    "what was.",
    NULL,
};

static const term_argument arguments[] = {
    {"DATA", "table with the training rows: CSV, TSV, NPY or LIBSVM, also gzipped; - is standard input"},
    {NULL, NULL},
};

static const term_option options[] = {
    {.letter = 'o',
     .name = "output",
     .first = true,
     .value = "FILE",
     .help = "file for the model, such as model.lab (required)"},
    CLI_COLUMN_CHOICES,
    CLI_PRESET_CHOICE,
    {.name = "start",
     .value = "FILE",
     .help = "start training with the supports and bandwidths of this model, which must have the same columns"},
    {.name = "holdout",
     .first = true,
     .value = "SHARE",
     .help = "keep this share of the rows (0.2: a fifth, drawn by the seed) out of training and print how well the "
             "model predicts them"},
    {.name = "refit", .help = "after --holdout and its score, train again on all rows, and save that model"},
    CLI_APART_CHOICES,
    CLI_BUDGET_CHOICE,
    CLI_ROW_CHOICES,
    {.name = "keep-partial",
     .help = "after Ctrl-C, let the unfinished model replace the FILE that is there; else it goes to NAME.partial.lab"},
    {.name = "json", .help = "print what was fitted as one JSON object on standard output"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf fit train.csv -o model.lab", "the last column is the target"},
    {"labrbf fit train.csv -o model.lab --target price --drop id --holdout 0.2",
     "choose the columns, and see how well a fifth of the rows is predicted from the others"},
    {"labrbf fit big.csv.gz -o model.lab --budget 2m", "at most about two minutes"},
    {"labrbf fit train.csv -o model.lab --holdout 0.2 --refit", "the same score, and then a model of all rows"},
    {"labrbf fit lab.csv -o model.lab --target moisture,fat,protein --weights repeats",
     "three targets, from rows that stand for several measurements each"},
    {"labrbf fit train.csv -o model.lab --preset paper --kernel exponential --support-max 200",
     "the paper's algorithm with another kernel and more supports"},
    {"labrbf fit june.csv -o june.lab --start may.lab --ridge 0.001",
     "continue from last month's model, which was fitted with --members 1"},
    {"zcat big.csv.gz | labrbf fit - -o model.lab --quiet", "from a pipe"},
    {NULL, NULL},
};

/* One run of the command. */
typedef struct fit {
    const term_args *args;
    const char *output;
    char *partial; /* where the model went instead, because training was interrupted; NULL: it did not */
    bool quiet;
    labrbf_settings *settings;
    labrbf_model *start; /* of --start */
    cli_dataset data;
    cli_fold fold;     /* training and held-out rows */
    size_t rows, held; /* how many there are of both, and of those held out, before a budget leaves some out */
    cli_training training;
    cli_refit refit;
    const char **targets;   /* their names */
    labrbf_metrics *scores; /* of the rows held out, for each target */
} fit;

static const char *name(const fit *f) { return f->args->command->name; }

static const char *saved_as(const fit *f) { return f->partial ? f->partial : f->output; }

static bool is_interrupted(const fit *f) {
    return f->training.stopped == LABRBF_DONE_CANCELLED && term_interrupt_seen();
}

/* --refit was asked for, and this is the model of the first training. */
static bool lacks_refit(const fit *f) { return f->refit.asked && !f->refit.done; }

/* Is there a file that only a finished model may replace? */
static bool is_kept(const fit *f) { return cli_partial_replaces(f->output) && !term_args_has(f->args, "keep-partial"); }

/* ------------------------------------------------------------------------------------------------------ report */

static void report_json(const fit *f, const labrbf_model_info *info, io_output *output) {
    term_json json;
    term_json_begin(&json, output);
    term_json_string(&json, "model", saved_as(f));
    term_json_names(&json, "target", f->targets, info->n_targets);
    term_json_count(&json, "n_support", info->n_support);
    term_json_count(&json, "n_features", info->n_features);
    term_json_count(&json, "rows", info->n_rows);
    term_json_count(&json, "rows_skipped", f->data.rows_skipped);
    term_json_count(&json, "missing_values", f->data.missing_values);
    term_json_count(&json, "steps", info->n_steps);
    term_json_count(&json, "rounds", info->n_rounds);
    bool by_budget = info->stopped == LABRBF_DONE_CANCELLED && !term_interrupt_seen();
    term_json_string(&json, "stopped", by_budget ? "budget" : cli_stop_word(info->stopped));
    term_json_count(&json, "seed", info->seed);
    cli_lambda_json(&json, f->training.model, info->lambda);
    term_json_number(&json, "max_error", f->training.info.max_error);
    term_json_number(&json, "seconds",
                     (f->refit.done ? f->refit.spent : 0) + term_progress_elapsed(&f->training.progress));
    if (f->training.budget.text)
        term_json_literal(&json, "cut_by_budget", cli_budget_cut(&f->training.budget) ? "true" : "false");
    if (f->training.budget.text)
        term_json_count(&json, "rows_left_out", f->training.budget.rows_left_out);
    if (f->fold.test.rows > 0) {
        term_json_literal(&json, "refit", f->refit.done ? "true" : "false");
        term_json_open_object(&json, "holdout");
        cli_scores_json(&json, f->scores, f->targets, info->n_targets);
        term_json_close(&json);
    }
    term_json_end(&json);
}

static int report(const fit *f) {
    labrbf_model_info info = {.struct_size = sizeof info};
    io_output *output;
    io_error error;
    bool json = term_args_has(f->args, "json");
    if (!json && f->fold.test.rows == 0)
        return TERM_SUCCESS;
    if (labrbf_model_info_get(f->training.model, &info) < 0)
        return term_failure(name(f), "%s", labrbf_last_error());
    if (!io_output_open("-", &output, &error))
        return term_failure(name(f), "%s", error.text);
    if (json)
        report_json(f, &info, output);
    else
        cli_scores_text(output, f->scores, f->targets, info.n_targets);
    if (!io_output_commit(output, &error))
        return term_failure(name(f), "%s", error.text);
    return TERM_SUCCESS;
}

/* Which rows the saved model has learnt from. */
static void tell_rows(const fit *f) {
    size_t learnt = f->refit.done ? f->refit.fold.train.rows : f->fold.train.rows;
    if (f->held == 0)
        return;
    if (f->refit.done && learnt == f->rows)
        term_note(f->quiet,
                  "the saved model has learnt from all %zu rows; the score is that of the first model, on the %zu rows "
                  "held out from it",
                  learnt, f->held);
    else if (f->refit.done)
        term_note(f->quiet,
                  "the saved model has learnt from %zu of all %zu rows; the score is that of the first model, on %zu "
                  "rows held out from it",
                  learnt, f->rows, f->held);
    else
        term_note(f->quiet, "the saved model has learnt from %zu of %zu rows, not from the %zu held out%s", learnt,
                  f->rows, f->held, f->refit.asked ? "" : "; --refit trains on all");
}

static void tell_interrupted(const fit *f) {
    const labrbf_training_info *t = &f->training.info;
    if (t->stage == LABRBF_STAGE_SEARCH)
        term_note(false, "interrupted during the search for settings; the best model so far is in %s", saved_as(f));
    else
        term_note(false, "interrupted after %zu of %zu steps; the model after the last of them is in %s", t->step,
                  t->step_limit, saved_as(f));
    if (f->partial)
        term_note(false, "%s is as it was (--keep-partial would have replaced it)", f->output);
}

/* After --max-bytes: what was counted, and why the file is larger. */
static void tell_bytes(const fit *f) {
    labrbf_model_info info = {.struct_size = sizeof info};
    uint64_t limit = cli_settings_count(f->settings, "max_bytes");
    size_t size = cli_model_file_size(f->output);
    if (limit == 0 || size == 0 || labrbf_model_info_get(f->training.model, &info) < 0)
        return;
    term_note(f->quiet,
              "--max-bytes %" PRIu64 " counts the numbers that prediction needs, in single precision: %zu bytes; the "
              "file has %zu, because it holds them in double precision, with names, settings, trials and history",
              limit, info.bytes_single, size);
}

static void tell(const fit *f) {
    if (f->refit.begun && !f->refit.done) {
        term_note(false, "interrupted during --refit; the finished model of the first training is in %s", saved_as(f));
        if (f->partial)
            term_note(false, "%s is as it was (--keep-partial would have replaced it)", f->output);
        return;
    }
    if (is_interrupted(f)) {
        tell_interrupted(f);
        return;
    }
    cli_fitted_tell(&f->training, f->quiet);
    if (f->fold.test.rows > 0)
        cli_remark_score(cli_scores_mean(f->scores, f->data.columns.n_targets), "rows held out", f->quiet);
    else if (!f->training.budget.cut_search)
        cli_remark_search(f->training.model, f->quiet);
    cli_budget_tell(&f->training.budget, f->quiet);
    term_note(f->quiet, "wrote %s", f->output);
    tell_bytes(f);
}

/* ---------------------------------------------------------------------------------------------------- the whole */

/* A good file is not replaced by an unfinished model, unless that was asked for. */
static int save(fit *f) {
    io_error error;
    if ((is_interrupted(f) || lacks_refit(f)) && is_kept(f)) {
        f->partial = cli_partial_name(f->output);
        if (!f->partial)
            return term_failure(name(f), "out of memory");
    }
    return cli_model_save(f->training.model, saved_as(f), &error) ? TERM_SUCCESS
                                                                  : term_failure(name(f), "%s", error.text);
}

/* The model of the first training is saved before, so that nothing can lose it, unless a good file is in its place. */
static int refit(fit *f) {
    bool waits = is_kept(f);
    int saved = waits ? TERM_SUCCESS : save(f);
    if (saved != TERM_SUCCESS)
        return saved;
    cli_fitted_tell(&f->training, f->quiet);
    term_note(f->quiet, "training again, also on the rows held out");
    labrbf_status status = cli_refit_train(&f->refit, &f->training);
    if (status >= 0 && f->refit.done)
        status = cli_encoding_give(&f->refit.fold.encoding, f->data.source, &f->data.columns, f->training.model);
    if (f->refit.done || waits)
        saved = save(f);
    if (status >= 0 || saved != TERM_SUCCESS)
        return saved;
    int code = cli_train_failure(name(f), status);
    term_note(false, "the model of the first training is in %s", saved_as(f));
    return code;
}

static int fit_and_save(fit *f) {
    cli_training *t = &f->training;
    f->targets = cli_dataset_target_names(&f->data);
    f->scores = calloc(f->data.columns.n_targets, sizeof *f->scores);
    if (!f->targets || !f->scores)
        return term_failure(name(f), "out of memory");
    t->settings = f->settings;
    t->start = f->start;
    t->quiet = f->quiet;
    f->held = f->fold.test.rows;
    f->rows = f->fold.train.rows + f->held;
    term_interrupt_catch();
    cli_dataset_describe(&f->data, f->fold.test.rows, f->quiet);
    io_table_free(&f->data.table); /* its rows are split now */
    labrbf_status status = cli_train(t, &f->fold);
    if (status >= 0)
        status = cli_encoding_give(&f->fold.encoding, f->data.source, &f->data.columns, t->model);
    if (status >= 0 && f->fold.test.rows > 0)
        status = cli_train_score(t, &f->fold, f->scores);
    if (status < 0)
        return cli_train_failure(name(f), status);
    int code = f->refit.asked && !term_interrupt_seen() ? refit(f) : save(f);
    if (code != TERM_SUCCESS)
        return code;
    tell(f);
    tell_rows(f);
    code = report(f);
    return code == TERM_SUCCESS && term_interrupt_seen() ? TERM_INTERRUPTED : code;
}

static int read_holdout(const term_args *args, double *share) {
    const char *text = term_args_value(args, "holdout");
    char *end;
    *share = 0;
    if (!text)
        return TERM_SUCCESS;
    *share = strtod(text, &end);
    if (end == text || *end || !(*share > 0 && *share < 1))
        return term_misuse(args->command->name,
                           "--holdout is '%s', but must be a share of the rows between 0 and 1, such as 0.2", text);
    return TERM_SUCCESS;
}

/* Training rows, with a share of the rows held out. */
static int part(const fit *f, double holdout, bool quiet, cli_fold *fold) {
    cli_split split = {0};
    double *keys = cli_dataset_keys(&f->data);
    if (!keys)
        return term_failure(name(f), "out of memory for %zu rows", f->data.table.rows);
    uint64_t seed = cli_settings_count(f->settings, "seed");
    int code = cli_split_holdout(name(f), f->data.kind, keys, f->data.table.rows, holdout, seed, &split);
    if (code == TERM_SUCCESS)
        code = cli_fold_make(&f->data, &split, 1, fold);
    if (code == TERM_SUCCESS)
        code = cli_validation_mark(&f->data, &split, 1, seed, quiet, fold);
    free(keys);
    cli_split_free(&split);
    return code;
}

/* Both trainings are made ready before the first begins, so that neither fails for its rows later. */
static int part_all(fit *f, double holdout) {
    const char *start = term_args_value(f->args, "start");
    int code = part(f, holdout, f->quiet, &f->fold);
    if (code == TERM_SUCCESS && f->refit.asked)
        code = part(f, 0, true, &f->refit.fold);
    if (code == TERM_SUCCESS && f->start)
        code = cli_start_check(&f->data, &f->fold.encoding, start, f->start);
    if (code == TERM_SUCCESS && f->start && f->refit.asked)
        code = cli_start_check(&f->data, &f->refit.fold.encoding, start, f->start);
    return code;
}

static int check_output(const fit *f) {
    io_error error;
    if (!f->output)
        return term_misuse(name(f), "name the file for the model with -o, for example: labrbf fit %s -o model.lab",
                           f->args->arguments[0]);
    if (f->output[0] == '\0')
        return term_misuse(name(f), "the name of the model file is empty; name one, such as -o model.lab");
    if (strcmp(f->output, "-") == 0)
        return term_misuse(name(f), "a model goes to a file, not to standard output; name one, such as -o model.lab");
    if (term_same_file(f->output, f->args->arguments[0]))
        return term_misuse(name(f), "the model would overwrite the data in %s; choose another file for -o", f->output);
    return cli_model_can_save(f->output, &error) ? TERM_SUCCESS : term_failure(name(f), "%s", error.text);
}

static int run(const term_args *args) {
    fit f = {.args = args, .output = term_args_value(args, "output"), .quiet = term_args_has(args, "quiet")};
    double holdout = 0;
    int code = cli_settings_read(args, &f.settings);
    if (code == TERM_SUCCESS)
        code = read_holdout(args, &holdout);
    if (code == TERM_SUCCESS)
        code = cli_budget_read(args, TRAINING_SHARE, &f.training.budget);
    if (code == TERM_SUCCESS)
        code = cli_refit_read(args, holdout, &f.training.budget, &f.refit);
    if (code == TERM_SUCCESS)
        code = check_output(&f);
    if (code == TERM_SUCCESS)
        code = cli_start_load(args, &f.start);
    if (code == TERM_SUCCESS)
        code = cli_dataset_read(args, &f.data);
    term_progress_start(&f.training.progress, f.quiet); /* a budget is counted from here on */
    if (code == TERM_SUCCESS)
        code = part_all(&f, holdout);
    if (code == TERM_SUCCESS)
        code = fit_and_save(&f);
    cli_fold_free(&f.fold);
    cli_fold_free(&f.refit.fold);
    cli_dataset_free(&f.data);
    free((void *)f.targets);
    free(f.scores);
    free(f.partial);
    labrbf_model_destroy(f.training.model);
    labrbf_model_destroy(f.start);
    labrbf_settings_destroy(f.settings);
    return code;
}

const term_command cli_command_fit = {
    .name = "fit",
    .summary = "Fit a model to the rows of a table",
    .usage = "DATA -o MODEL.lab [OPTION ...]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "*",
    .groups = cli_option_groups,
    .examples = examples,
    .run = run,
};
