/* labrbf fit: trains a model on a table. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "dataset.h"
#include "model_files.h"
#include "option_settings.h"
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
    "model to a file. No option but -o is needed: the last column is the target, and every setting has a default. "
    "Several targets can be learnt at once: they share supports and bandwidths.",
    "A model is a small number of rows, the supports, each with its own bandwidths, which gradient steps learn. "
    "Features and target are scaled inside the model, so the units of the columns do not matter. Columns of text "
    "become categories: see labrbf --help.",
    "Ctrl-C stops cleanly: the model is saved as it was after the last finished step (with --patience, the best so "
    "far). A second Ctrl-C ends at once and saves nothing. The same data, settings and seed give the same model, "
    "whatever the number of threads; with --budget it may depend on the speed of the machine.",
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
    {.letter = 'o', .name = "output", .value = "FILE", .help = "file for the model, such as model.lab (required)"},
    CLI_COLUMN_CHOICES,
    CLI_PRESET_CHOICE,
    {.name = "start",
     .value = "FILE",
     .help = "start training with the supports and bandwidths of this model, which must have the same columns"},
    {.name = "holdout",
     .value = "SHARE",
     .help = "keep this share of the rows (0.2: a fifth, drawn by the seed) out of training and print how well the "
             "model predicts them"},
    CLI_APART_CHOICES,
    CLI_BUDGET_CHOICE,
    CLI_ROW_CHOICES,
    {.name = "json", .help = "print what was fitted as one JSON object on standard output"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf fit train.csv -o model.lab", "the last column is the target"},
    {"labrbf fit train.csv -o model.lab --target price --drop id,street --holdout 0.2",
     "choose the columns, and see how well a fifth of the rows is predicted from the others"},
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
    bool quiet;
    labrbf_settings *settings;
    labrbf_model *start; /* of --start */
    cli_dataset data;
    cli_fold fold; /* training and held-out rows */
    cli_training training;
    const char **targets;   /* their names */
    labrbf_metrics *scores; /* of the rows held out, for each target */
} fit;

static const char *name(const fit *f) { return f->args->command->name; }

/* ------------------------------------------------------------------------------------------------------ report */

static void report_json(const fit *f, const labrbf_model_info *info, io_output *output) {
    term_json json;
    term_json_begin(&json, output);
    term_json_string(&json, "model", f->output);
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
    term_json_number(&json, "seconds", term_progress_elapsed(&f->training.progress));
    if (f->training.budget.text)
        term_json_literal(&json, "cut_by_budget", cli_budget_cut(&f->training.budget) ? "true" : "false");
    if (f->fold.test.rows > 0) {
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

/* "the largest number of supports is reached", from "training is done: …" */
static const char *reason(labrbf_status stopped) {
    const char *text = labrbf_status_text(stopped), *colon = strstr(text, ": ");
    return colon ? colon + 2 : text;
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
    char duration[TERM_DURATION_TEXT];
    const labrbf_training_info *t = &f->training.info;
    bool interrupted = f->training.stopped == LABRBF_DONE_CANCELLED && term_interrupt_seen();
    if (interrupted && t->stage == LABRBF_STAGE_SEARCH) {
        term_note(false, "interrupted during the search for settings; the best model so far is in %s", f->output);
        return;
    }
    if (interrupted) {
        term_note(false, "interrupted after %zu of %zu steps; the model after the last of them is in %s", t->step,
                  t->step_limit, f->output);
        return;
    }
    term_duration(term_progress_elapsed(&f->training.progress), duration);
    term_note(f->quiet, "fitted %zu support%s in %zu steps, %s (%s)", t->n_support, t->n_support == 1 ? "" : "s",
              t->step, duration, reason(f->training.stopped));
    cli_budget_tell(&f->training.budget, f->quiet);
    term_note(f->quiet, "wrote %s", f->output);
    tell_bytes(f);
}

/* ---------------------------------------------------------------------------------------------------- the whole */

static int fit_and_save(fit *f) {
    io_error error;
    cli_training *t = &f->training;
    f->targets = cli_dataset_target_names(&f->data);
    f->scores = calloc(f->data.columns.n_targets, sizeof *f->scores);
    if (!f->targets || !f->scores)
        return term_failure(name(f), "out of memory");
    *t = (cli_training){.settings = f->settings, .start = f->start, .quiet = f->quiet, .budget = t->budget};
    term_progress_start(&t->progress, f->quiet);
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
    if (!cli_model_save(t->model, f->output, &error))
        return term_failure(name(f), "%s", error.text);
    tell(f);
    int code = report(f);
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

static int part(fit *f, double holdout) {
    cli_split split = {0};
    double *keys = cli_dataset_keys(&f->data);
    if (!keys)
        return term_failure(name(f), "out of memory for %zu rows", f->data.table.rows);
    uint64_t seed = cli_settings_count(f->settings, "seed");
    int code = cli_split_holdout(name(f), f->data.kind, keys, f->data.table.rows, holdout, seed, &split);
    if (code == TERM_SUCCESS)
        code = cli_fold_make(&f->data, &split, 1, &f->fold);
    if (code == TERM_SUCCESS)
        code = cli_validation_mark(&f->data, &split, 1, seed, f->quiet, &f->fold);
    free(keys);
    cli_split_free(&split);
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
        code = check_output(&f);
    if (code == TERM_SUCCESS)
        code = cli_start_load(args, &f.start);
    if (code == TERM_SUCCESS)
        code = cli_dataset_read(args, &f.data);
    if (code == TERM_SUCCESS)
        code = part(&f, holdout);
    if (code == TERM_SUCCESS && f.start)
        code = cli_start_check(&f.data, &f.fold.encoding, term_args_value(args, "start"), f.start);
    if (code == TERM_SUCCESS)
        code = fit_and_save(&f);
    cli_fold_free(&f.fold);
    cli_dataset_free(&f.data);
    free((void *)f.targets);
    free(f.scores);
    labrbf_model_destroy(f.training.model);
    labrbf_model_destroy(f.start);
    labrbf_settings_destroy(f.settings);
    return code;
}

const term_command cli_command_fit = {
    .name = "fit",
    .summary = "Fit a model to the rows of a table",
    .usage = "DATA -o MODEL.lab [--target LIST] [--features LIST] [--drop LIST] [--weights COLUMN] [--start MODEL.lab] "
             "[--preset default|paper] [--SETTING VALUE ...] [--holdout SHARE] [--group COLUMN | --time COLUMN] "
             "[--budget TIME] [--json] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "*",
    .examples = examples,
    .run = run,
};
