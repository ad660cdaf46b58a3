/* labrbf predict: a model and a table in, one number a row (and target) out. */
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "commands.h"
#include "input.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "scan.h"

static const char *const description[] = {
    "Predicts the target for every row of a table. The output is a CSV table with one column, called prediction, and "
    "the rows in the same order. A model of several targets gives a column for each, called prediction_NAME.",
    "If both the model and the table have column names, columns are matched by name: their order does not matter, and "
    "other columns are ignored. A table without names must have the features in the order of training, alone or with "
    "the target after them.",
    "The table is read and written in blocks, so it may be of any length. At the end there is a warning if rows have a "
    "category that the model does not know, or a number outside the range of the training rows (by more than a "
    "hundredth "
    "of it), where predictions are guesses.",
    NULL,
};

static const cli_argument arguments[] = {
    {"MODEL.lab", "model file, written by labrbf fit"},
    {"DATA", "table with the rows to predict; - is standard input"},
    {NULL, NULL},
};

static const cli_option options[] = {
    {.letter = 'o', .name = "output", .value = "FILE", .help = "where the predictions go; default: standard output"},
    {.name = "header",
     .value = "WORD",
     .choices = "auto|yes|no",
     .help = "does the table begin with a line of names? auto: yes if that line has text in it"},
    {.name = "single", .help = "compute in single precision, somewhat faster; says how far a prediction can be off"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"labrbf predict model.lab new.csv -o predictions.csv", "from file to file"},
    {"labrbf predict model.lab new.csv | paste -d, new.csv -", "the table with the predictions beside it"},
    {NULL, NULL},
};

/* A name in a line of CSV: in quotes if it has a comma, a quote or a line's end in it. */
static void put_name(io_output *output, const char *name) {
    bool quoted = name[strcspn(name, ",\"\r\n")] != '\0';
    io_output_text(output, quoted ? "\"prediction_" : "prediction_");
    for (; *name; name++)
        io_output_text(output, *name == '"' ? "\"\"" : (const char[2]){*name, '\0'});
    io_output_text(output, quoted ? "\"" : "");
}

static void put_header(const cli_scan *scan, io_output *output) {
    for (size_t c = 0; c < scan->n_targets && scan->n_targets > 1; c++) {
        const char *name = labrbf_model_target_name_at(scan->model, c);
        char number[32];
        snprintf(number, sizeof number, "%zu", c + 1);
        io_output_text(output, c > 0 ? "," : "");
        put_name(output, name && *name ? name : number);
    }
    io_output_text(output, scan->n_targets == 1 ? "prediction\n" : "\n");
}

static int predict_all(cli_scan *scan, io_output *output) {
    put_header(scan, output);
    for (;;) {
        int code = cli_scan_next(scan);
        if (code == CLI_SUCCESS && cli_interrupt_seen())
            code = CLI_INTERRUPTED;
        if (code != CLI_SUCCESS || scan->rows == 0)
            return code;
        for (size_t i = 0; i < scan->rows * scan->n_targets; i++) {
            io_output_number(output, scan->prediction[i]);
            io_output_text(output, (i + 1) % scan->n_targets ? "," : "\n");
        }
    }
}

static int predict_to(cli_scan *scan, const char *path) {
    io_output *output;
    io_error error;
    if (!io_output_open(path ? path : "-", &output, &error))
        return cli_failure(scan->command, "%s", error.text);
    int code = predict_all(scan, output);
    if (code == CLI_INTERRUPTED) {
        cli_progress_clear(&scan->progress);
        cli_note(false, "interrupted after %zu rows; %s was not written", scan->rows_before, path);
    }
    if (code != CLI_SUCCESS) {
        io_output_discard(output);
        return code;
    }
    if (!io_output_commit(output, &error))
        return cli_failure(scan->command, "%s", error.text);
    cli_scan_tell(scan);
    if (scan->precision == LABRBF_SINGLE)
        cli_note(scan->quiet,
                 "single precision: within the range of the training rows predictions are off by at most %.2g",
                 labrbf_predictor_bound(scan->predictor));
    if (path)
        cli_note(scan->quiet, "predicted %zu row%s; wrote %s", scan->rows_before, scan->rows_before == 1 ? "" : "s",
                 path);
    return CLI_SUCCESS;
}

static int run(const cli_args *args) {
    const char *path = cli_args_value(args, "output");
    for (size_t i = 0; path && i < 2; i++)
        if (cli_same_file(path, args->arguments[i]))
            return cli_misuse(args->command->name, "the predictions would overwrite %s; choose another file for -o",
                              args->arguments[i]);
    if (path)
        cli_interrupt_catch(); /* so that no temporary file stays behind; on standard output nothing can */
    cli_scan scan;
    int code = cli_scan_open(&scan, args, false);
    if (code == CLI_SUCCESS)
        code = predict_to(&scan, path);
    cli_scan_close(&scan);
    return code;
}

const cli_command cli_command_predict = {
    .name = "predict",
    .summary = "Predict the target for every row of a table",
    .usage = "MODEL.lab DATA [-o OUT.csv] [--threads N] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "threads",
    .examples = examples,
    .run = run,
};
