/* labrbf predict: one number for each row (and target) of a table. */
#include <stdio.h>

#include "gradient_columns.h"
#include "io/output.h"
#include "prediction_scan.h"
#include "subcommands.h"
#include "term/args.h"
#include "term/input.h"
#include "term/interrupt.h"
#include "term/message.h"

static const char *const description[] = {
    "Predicts the target for every row of a table. The output is a CSV table with one column, called prediction, and "
    "the rows in the same order. A model of several targets gives a column for each, called prediction_NAME.",
    "If both the model and the table have column names, columns are matched by name: their order does not matter, and "
    "other columns are ignored. A table without names must have the features in the order of training, alone or with "
    "the target after them.",
    "The table is read and written in blocks, so it may be of any length. At the end there is a warning if rows have a "
    "category that the model does not know, or a number outside the range of the training rows (by more than a "
    "hundredth of it), where predictions are unreliable.",
    "With --gradient there is a column gradient_NAME for every feature that is a number: how much the prediction rises "
    "per unit of that feature, all others held fixed. It is the exact derivative, in the units of the table. It is 0 "
    "for a missing cell, which is replaced by the mean, and for all features where the prediction is clipped to the "
    "range of the training labels (clip_labels). Columns of categories have no gradient. Models without names number "
    "the features: gradient_1 and so on; with several targets columns are called gradient_TARGET_NAME. Gradients are "
    "in double precision, also with --single.",
    NULL,
};

static const term_argument arguments[] = {
    {"MODEL.lab", "model file, written by labrbf fit"},
    {"DATA", "table with the rows to predict; - is standard input"},
    {NULL, NULL},
};

static const term_option options[] = {
    {.letter = 'o', .name = "output", .value = "FILE", .help = "file for the predictions; default: standard output"},
    {.name = "header",
     .value = "WORD",
     .choices = "auto|yes|no",
     .help = "does the table begin with a line of names? auto: yes if that line has text in it, or years alone"},
    {.name = "gradient", .help = "add the derivative of the prediction with respect to each feature"},
    {.name = "single", .help = "compute in single precision, somewhat faster; prints a bound for the error"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf predict model.lab new.csv -o predictions.csv", "from file to file"},
    {"labrbf predict model.lab new.csv | paste -d, new.csv -", "the table with the predictions beside it"},
    {"labrbf predict model.lab new.csv --gradient -o slopes.csv", "and how it changes with each feature"},
    {NULL, NULL},
};

/* A target without a name is named by its number. */
static void put_header(const cli_scan *scan, const cli_gradient *gradient, io_output *output) {
    for (size_t c = 0; c < scan->n_targets && scan->n_targets > 1; c++) {
        const char *name = labrbf_model_target_name(scan->model, c);
        char number[32];
        snprintf(number, sizeof number, "%zu", c + 1);
        io_output_text(output, c > 0 ? "," : "");
        io_output_joined(output, (const char *const[]){"prediction_", name && *name ? name : number, NULL});
    }
    io_output_text(output, scan->n_targets == 1 ? "prediction" : "");
    if (gradient)
        cli_gradient_names(gradient, scan, output);
    io_output_text(output, "\n");
}

static void put_rows(const cli_scan *scan, const cli_gradient *gradient, io_output *output) {
    for (size_t i = 0; i < scan->rows; i++) {
        for (size_t c = 0; c < scan->n_targets; c++) {
            io_output_text(output, c > 0 ? "," : "");
            io_output_number(output, scan->prediction[i * scan->n_targets + c]);
        }
        if (gradient)
            cli_gradient_row(gradient, scan, i, output);
        io_output_text(output, "\n");
    }
}

/* gradient is NULL if not asked for. */
static int predict_all(cli_scan *scan, cli_gradient *gradient, io_output *output) {
    put_header(scan, gradient, output);
    for (;;) {
        int code = cli_scan_next(scan);
        if (code == TERM_SUCCESS && term_interrupt_seen())
            code = TERM_INTERRUPTED;
        if (code != TERM_SUCCESS || scan->rows == 0)
            return code;
        if (gradient)
            code = cli_gradient_block(gradient, scan);
        if (code != TERM_SUCCESS)
            return code;
        put_rows(scan, gradient, output);
    }
}

static int predict_to(cli_scan *scan, cli_gradient *gradient, const char *path) {
    io_output *output;
    io_error error;
    if (!io_output_open(path ? path : "-", &output, &error))
        return term_failure(scan->command, "%s", error.text);
    int code = predict_all(scan, gradient, output);
    if (code == TERM_INTERRUPTED) {
        term_progress_clear(&scan->progress);
        term_note(false, "interrupted after %zu rows; %s was not written", scan->rows_before, path);
    }
    if (code != TERM_SUCCESS) {
        io_output_discard(output);
        return code;
    }
    if (!io_output_commit(output, &error))
        return term_failure(scan->command, "%s", error.text);
    cli_scan_tell(scan);
    if (scan->precision == LABRBF_SINGLE)
        term_note(scan->quiet, "single precision: within the range of the training rows the error is at most %.2g",
                  labrbf_predictor_bound(scan->predictor));
    if (path)
        term_note(scan->quiet, "predicted %zu row%s; wrote %s", scan->rows_before, scan->rows_before == 1 ? "" : "s",
                  path);
    return TERM_SUCCESS;
}

static int run(const term_args *args) {
    const char *path = term_args_value(args, "output");
    for (size_t i = 0; path && i < 2; i++)
        if (term_same_file(path, args->arguments[i]))
            return term_misuse(args->command->name, "the predictions would overwrite %s; choose another file for -o",
                               args->arguments[i]);
    if (path)
        term_interrupt_catch(); /* so that no temporary file is left */
    cli_scan scan;
    cli_gradient gradient = {0};
    bool wanted = term_args_has(args, "gradient");
    int code = cli_scan_open(&scan, args, false);
    if (code == TERM_SUCCESS && wanted)
        code = cli_gradient_open(&gradient, &scan);
    if (code == TERM_SUCCESS)
        code = predict_to(&scan, wanted ? &gradient : NULL, path);
    cli_gradient_close(&gradient);
    cli_scan_close(&scan);
    return code;
}

const term_command cli_command_predict = {
    .name = "predict",
    .summary = "Predict the target for every row of a table",
    .usage = "MODEL.lab DATA [-o OUT.csv] [--gradient] [--threads N] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "threads",
    .examples = examples,
    .run = run,
};
