/* labrbf tune: the candidates of the search in fit, as a table. */
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "option_settings.h"
#include "remarks.h"
#include "subcommands.h"
#include "term/args.h"
#include "term/interrupt.h"
#include "term/json.h"
#include "term/message.h"
#include "term/options.h"
#include "train_fold.h"
#include "trials.h"
#include "validation.h"

static const char *const description[] = {
    "Shows the search that fit does before it trains. Settings that are auto (the kernel, the scaling of features, the "
    "linear term, the ridge, the number of supports, whether they share bandwidths, the learning rate of the first "
    "steps, and the form of skewed labels) are chosen on validation rows, a part of the training rows: candidates are "
    "trained on the other rows for some steps, the better ones for more. Prints a line for each candidate, the chosen "
    "one first, with its r2 on the validation rows (in small tables on some of them, if it was much worse than others "
    "there). A last line on standard error has the options of fit for the choice.",
    "Fit does the same search: tune need not be called before it. Tune shows how much depends on the choice, and "
    "compares settings that are not tried by default, such as --kernel matern52. The search and its result are those "
    "of fit with the same options; no model is kept.",
    "The validation rows are drawn by the seed; --group and --time are for rows that belong together or are ordered in "
    "time. The r2 of the choice is slightly optimistic, since it is the best of several; see labrbf cv.",
    NULL,
};

static const term_argument arguments[] = {
    {"DATA", "table with the training rows: CSV, TSV, NPY or LIBSVM, also gzipped; - is standard input"},
    {NULL, NULL},
};

static const term_option options[] = {
    CLI_COLUMN_CHOICES,
    CLI_PRESET_CHOICE,
    CLI_APART_CHOICES,
    CLI_BUDGET_CHOICE,
    CLI_ROW_CHOICES,
    {.name = "json", .help = "print one JSON object with the choice and the trials"},
    {.name = "csv", .help = "print the table as CSV"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf tune train.csv", "the candidates and the choice of fit"},
    {"labrbf tune train.csv --kernel matern52 --scaling rank", "the same with some settings given"},
    {"labrbf tune patients.csv --group patient --csv > trials.csv", "validated on other patients, for a spreadsheet"},
    {NULL, NULL},
};

enum { TEXT = 64 };

/* What the search varies if it is auto; the other searched settings go with the ridge. */
static const char *const open_names[] = {"kernel", "scaling", "linear", "ridge", "label_form"};
enum { OPEN = sizeof open_names / sizeof open_names[0] };

/* Options beside the searched settings that give the same model by hand. */
static const char *const further_names[] = {"coefficients", "sigma0", "support_max", "members"};
enum { FURTHER = sizeof further_names / sizeof further_names[0] };

/* One run of the command. */
typedef struct tune {
    const term_args *args;
    bool quiet;
    labrbf_settings *settings;
    cli_dataset data;
    cli_fold fold; /* all rows are training rows */
    cli_training training;
} tune;

static const char *name(const tune *t) { return t->args->command->name; }

/* ------------------------------------------------------------------------------------------------------ report */

/* The next setting of the choice from row *index of the table on, with its value; false if there is none. */
static bool next_choice(const tune *t, size_t *index, labrbf_setting_info *setting, char value[TEXT]) {
    while (labrbf_settings_describe(*index, setting) >= 0) {
        bool belongs = setting->searched;
        for (size_t i = 0; i < FURTHER; i++)
            belongs = belongs || strcmp(setting->name, further_names[i]) == 0;
        ++*index;
        if (belongs && labrbf_model_setting(t->training.model, setting->name, value, TEXT) >= 0)
            return true;
    }
    return false;
}

static void report_json(const tune *t, io_output *output) {
    const char **targets = cli_dataset_target_names(&t->data);
    labrbf_setting_info setting;
    char value[TEXT];
    term_json json;
    term_json_begin(&json, output);
    if (targets)
        term_json_names(&json, "target", targets, t->data.columns.n_targets);
    free((void *)targets);
    term_json_count(&json, "rows", t->fold.train.rows);
    term_json_count(&json, "rows_skipped", t->data.rows_skipped);
    term_json_count(&json, "seed", cli_settings_count(t->settings, "seed"));
    if (t->training.budget.text)
        term_json_literal(&json, "cut_by_budget", cli_budget_cut(&t->training.budget) ? "true" : "false");
    if (t->training.budget.text)
        term_json_count(&json, "rows_left_out", t->training.budget.rows_left_out);
    term_json_open_object(&json, "choice");
    for (size_t i = 0; next_choice(t, &i, &setting, value);)
        cli_setting_json(&json, &setting, value);
    term_json_close(&json);
    cli_trials_json(t->training.model, &json);
    term_json_end(&json);
}

static int report(const tune *t) {
    io_output *output;
    io_error error;
    if (!io_output_open("-", &output, &error))
        return term_failure(name(t), "%s", error.text);
    if (term_args_has(t->args, "json"))
        report_json(t, output);
    else if (term_args_has(t->args, "csv"))
        cli_trials_csv(t->training.model, output);
    else
        cli_trials_text(t->training.model, "", output);
    return io_output_commit(output, &error) ? TERM_SUCCESS : term_failure(name(t), "%s", error.text);
}

static void tell(const tune *t) {
    char options_text[1024] = "", option[TERM_NAME_TEXT], value[TEXT];
    labrbf_setting_info setting;
    cli_budget_tell(&t->training.budget, t->quiet);
    cli_remark_search(t->training.model, t->quiet);
    for (size_t i = 0; next_choice(t, &i, &setting, value);) {
        term_option_name(&(term_option){.name = setting.name}, option);
        term_append(options_text, sizeof options_text, " --%s %s", option, value);
    }
    term_note(t->quiet, "the choice by hand: labrbf fit%s", options_text);
}

/* ---------------------------------------------------------------------------------------------------- the whole */

/* Is this setting as the text says? */
static bool is(const tune *t, const char *setting, const char *text) {
    char value[TEXT];
    return labrbf_settings_get(t->settings, setting, value, sizeof value) >= 0 && strcmp(value, text) == 0;
}

static size_t count_open(const tune *t) {
    size_t open = 0;
    for (size_t i = 0; i < OPEN; i++)
        open += is(t, open_names[i], "auto");
    return open;
}

static int check_open(const tune *t) {
    if (is(t, "coefficients", "supports"))
        return term_misuse(name(t),
                           "there is nothing to try: with --coefficients supports, as in preset paper, nothing is "
                           "chosen on validation rows");
    if (count_open(t) == 0)
        return term_misuse(name(t), "there is nothing to try: --kernel, --scaling, --linear, --ridge and --label-form "
                                    "are all set; leave out those to be chosen");
    if (is(t, "steps_final", "0"))
        return term_misuse(name(t), "there is nothing to try: with --steps-final 0 no candidate is trained");
    return TERM_SUCCESS;
}

static int too_few(const tune *t) {
    if (count_open(t) == 1 && is(t, "label_form", "auto"))
        return term_failure(name(t),
                            "there is nothing to try: only --label-form is auto, and the labels of %s are not skewed, "
                            "or it has too few rows",
                            t->data.shown);
    return term_failure(name(t),
                        "%s has %zu training rows, too few to choose settings on (equal rows count once); labrbf "
                        "fit takes the usual settings then",
                        t->data.shown, t->fold.train.rows);
}

static int search(tune *t) {
    cli_training *training = &t->training;
    *training =
        (cli_training){.settings = t->settings, .quiet = t->quiet, .search_only = true, .budget = training->budget};
    term_progress_start(&training->progress, t->quiet);
    term_interrupt_catch();
    cli_dataset_describe(&t->data, 0, t->quiet);
    io_table_free(&t->data.table); /* its rows are copied now */
    labrbf_status status = cli_train(training, &t->fold);
    if (status >= 0 && term_interrupt_seen()) {
        term_note(false, "interrupted before the end of the search; nothing was chosen");
        return TERM_INTERRUPTED;
    }
    if (status >= 0 && !training->model)
        return too_few(t);
    return status < 0 ? cli_train_failure(name(t), status) : TERM_SUCCESS;
}

static int take_rows(tune *t) {
    cli_split split = {0};
    uint64_t seed = cli_settings_count(t->settings, "seed");
    int code = cli_split_holdout(name(t), t->data.kind, NULL, t->data.table.rows, 0, seed, &split);
    if (code == TERM_SUCCESS)
        code = cli_fold_make(&t->data, &split, 1, &t->fold);
    if (code == TERM_SUCCESS)
        code = cli_validation_mark(&t->data, &split, 1, seed, t->quiet, &t->fold);
    cli_split_free(&split);
    return code;
}

static int run(const term_args *args) {
    tune t = {.args = args, .quiet = term_args_has(args, "quiet")};
    int code = cli_settings_read(args, &t.settings);
    if (code == TERM_SUCCESS && term_args_has(args, "json") && term_args_has(args, "csv"))
        code = term_misuse(name(&t), "the table is printed with --json or with --csv, not both; choose one");
    if (code == TERM_SUCCESS)
        code = check_open(&t);
    if (code == TERM_SUCCESS)
        code = cli_budget_read(args, 0.0, &t.training.budget);
    if (code == TERM_SUCCESS)
        code = cli_dataset_read(args, &t.data);
    if (code == TERM_SUCCESS)
        code = take_rows(&t);
    if (code == TERM_SUCCESS)
        code = search(&t);
    if (code == TERM_SUCCESS)
        code = report(&t);
    if (code == TERM_SUCCESS)
        tell(&t);
    cli_fold_free(&t.fold);
    cli_dataset_free(&t.data);
    labrbf_model_destroy(t.training.model);
    labrbf_settings_destroy(t.settings);
    return code;
}

const term_command cli_command_tune = {
    .name = "tune",
    .summary = "Show the search for settings that fit does",
    .usage = "DATA [OPTION ...]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "*",
    .groups = cli_option_groups,
    .examples = examples,
    .run = run,
};
