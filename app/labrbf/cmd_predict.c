/* labrbf predict: one number for each row (and target) of a table. */
#include <stdio.h>
#include <string.h>

#include "gradient_columns.h"
#include "output_names.h"
#include "prediction_scan.h"
#include "prediction_sink.h"
#include "subcommands.h"
#include "term/args.h"
#include "term/input.h"
#include "term/interrupt.h"
#include "term/message.h"

static const char *const description[] = {
    "Predicts the target for every row of a table. The output is a table with one column, called prediction, and the "
    "rows in the same order. A model of several targets gives a column for each, called prediction_NAME.",
    "The name of the output says what it is: .csv, .tsv or .npy, and packed with gzip if .gz follows. Any other name, "
    "and standard output, get CSV unless --format says otherwise. An NPY file (numpy.load) has no names; a single column "
    "is an array of one dimension.",
    "With --keep columns of the table come along, before the predictions and as they stand there, be they features or "
    "not: identifiers, dates, text. A new column whose name is taken gets the ending _2. In an NPY file kept columns "
    "must be numbers.",
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
    {.letter = 'o',
     .name = "output",
     .value = "FILE",
     .help = "file for the predictions: .csv, .tsv or .npy, also with .gz; default: standard output"},
    {.name = "format",
     .value = "WORD",
     .choices = "csv|tsv|npy",
     .help = "what to write where no name says it, as on standard output; default: csv"},
    {.name = "keep",
     .value = "LIST",
     .help = "columns of the table to carry along, by name or by number from 1, as id,date or 1-3; all: every column"},
    {.name = "header",
     .value = "WORD",
     .choices = "auto|yes|no",
     .help = "does the table begin with a line of names? auto: yes if that line has text in it, or years alone"},
    {.name = "gradient", .help = "add the derivative of the prediction with respect to each feature"},
    {.name = "single", .help = "compute in single precision, somewhat faster; prints a bound for the error"},
    {.name = "json",
     .help = "print one JSON object on standard output: model, data, columns, then predictions (for each row an object "
             "with these columns; kept cells are strings) or, with -o, output (the file), then the counts rows, "
             "rows_missing_features, rows_outside_range and unknown_categories; with --single also error_bound"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf predict model.lab new.csv -o predictions.csv", "from file to file"},
    {"labrbf predict model.lab new.csv --keep id,date -o predictions.csv.gz",
     "beside two columns of the table, packed"},
    {"labrbf predict model.lab new.csv --json | jq '.predictions[].prediction'", "for a script"},
    {"labrbf predict model.lab new.csv --gradient -o slopes.csv", "and how it changes with each feature"},
    {NULL, NULL},
};

/* One run of the command. */
typedef struct predict {
    const term_args *args;
    cli_scan scan;
    bool with_gradient;
    cli_gradient gradient;
    cli_names names; /* of the columns to be written */
    cli_sink sink;
} predict;

static const char *name(const predict *p) { return p->args->command->name; }

/* ----------------------------------------------------------------------------------------------------- columns */

/* A target without a name is named by its number. */
static bool name_predictions(predict *p) {
    if (p->scan.n_targets == 1)
        return cli_names_add(&p->names, (const char *const[]){"prediction", NULL});
    for (size_t c = 0; c < p->scan.n_targets; c++) {
        const char *target = labrbf_model_target_name(p->scan.model, c);
        char number[32];
        snprintf(number, sizeof number, "%zu", c + 1);
        if (!cli_names_add(&p->names, (const char *const[]){"prediction_", target && *target ? target : number, NULL}))
            return false;
    }
    return true;
}

static int name_columns(predict *p) {
    bool ok = true;
    for (size_t k = 0; k < p->scan.n_keep && ok; k++)
        ok = cli_names_add(&p->names, (const char *const[]){io_column_name(p->scan.source, p->scan.keep[k]), NULL});
    bool twice = p->names.renamed > 0;
    ok = ok && name_predictions(p) && (!p->with_gradient || cli_gradient_names(&p->gradient, &p->scan, &p->names));
    if (ok && p->names.renamed > 0)
        term_note(p->scan.quiet,
                  twice ? "note: two kept columns have one name; the second is called '%s'"
                        : "note: a kept column has the name of a new one, which is called '%s' instead",
                  io_names_get(&p->names.all.names, p->names.renamed));
    return ok ? TERM_SUCCESS : term_failure(name(p), "out of memory");
}

/* -------------------------------------------------------------------------------------------------------- rows */

static bool put_row(predict *p, size_t i) {
    const cli_scan *scan = &p->scan;
    for (size_t k = 0; k < scan->n_keep; k++)
        if (!cli_sink_text(&p->sink, io_names_get(scan->kept, i * scan->n_keep + k)))
            return false;
    for (size_t c = 0; c < scan->n_targets; c++)
        if (!cli_sink_number(&p->sink, scan->prediction[i * scan->n_targets + c]))
            return false;
    return !p->with_gradient || cli_gradient_row(&p->gradient, scan, i, &p->sink);
}

static int put_rows(predict *p) {
    for (size_t i = 0; i < p->scan.rows; i++) {
        if (!put_row(p, i)) {
            term_progress_clear(&p->scan.progress);
            return term_failure(name(p), "%s", p->sink.error.text);
        }
    }
    return TERM_SUCCESS;
}

static int predict_all(predict *p) {
    for (;;) {
        int code = cli_scan_next(&p->scan);
        if (code == TERM_SUCCESS && term_interrupt_seen())
            code = TERM_INTERRUPTED;
        if (code != TERM_SUCCESS || p->scan.rows == 0)
            return code;
        if (p->with_gradient)
            code = cli_gradient_block(&p->gradient, &p->scan);
        if (code == TERM_SUCCESS)
            code = put_rows(p);
        if (code != TERM_SUCCESS)
            return code;
    }
}

/* --------------------------------------------------------------------------------------------------- the whole */

static void tell(predict *p) {
    cli_scan *scan = &p->scan;
    cli_scan_tell(scan);
    if (scan->precision == LABRBF_SINGLE)
        term_note(scan->quiet, "single precision: within the range of the training rows the error is at most %.2g",
                  labrbf_predictor_bound(scan->predictor));
    if (!io_output_is_standard(p->sink.path))
        term_note(scan->quiet, "predicted %zu row%s; wrote %s", scan->rows_before, scan->rows_before == 1 ? "" : "s",
                  p->sink.path);
}

static int predict_and_write(predict *p) {
    if (!cli_sink_open(&p->sink, &p->scan, &p->names.all.names))
        return term_failure(name(p), "%s", p->sink.error.text);
    int code = predict_all(p);
    if (code == TERM_INTERRUPTED) {
        term_progress_clear(&p->scan.progress);
        term_note(false, "interrupted after %zu rows; %s was not written", p->scan.rows_before, p->sink.path);
    }
    if (code != TERM_SUCCESS)
        return code;
    if (!cli_sink_commit(&p->sink, &p->scan))
        return term_failure(name(p), "%s", p->sink.error.text);
    tell(p);
    return TERM_SUCCESS;
}

/* What the name of the file says, or --format; CSV if neither does. */
static int read_format(predict *p) {
    const char *format = term_args_value(p->args, "format");
    io_kind named = io_kind_of_path(p->sink.path), asked = IO_KIND_CSV;
    if (!format) {
        p->sink.kind = named < IO_KINDS ? named : IO_KIND_CSV;
        return TERM_SUCCESS;
    }
    while (asked < IO_KINDS && strcmp(format, io_kind_word(asked)) != 0)
        asked++;
    if (asked == IO_KINDS)
        return term_misuse(name(p), "--format is '%s', but must be one of csv, tsv, npy", format);
    if (named < IO_KINDS && named != asked)
        return term_misuse(name(p),
                           "--format is %s, but the name %s says %s; leave --format out, or choose another name",
                           format, p->sink.path, io_kind_word(named));
    if (p->sink.with_json && io_output_is_standard(p->sink.path))
        return term_misuse(name(p), "--format is for a table, but with --json the predictions are in the JSON object; "
                                    "leave --format out, or name a file for the table with -o");
    p->sink.kind = asked;
    return TERM_SUCCESS;
}

static int read_output(predict *p) {
    const char *path = term_args_value(p->args, "output");
    p->sink.path = path ? path : "-";
    p->sink.with_json = term_args_has(p->args, "json");
    for (size_t i = 0; i < 2; i++)
        if (term_same_file(p->sink.path, p->args->arguments[i]))
            return term_misuse(name(p), "the predictions would overwrite %s; choose another file for -o",
                               p->args->arguments[i]);
    if (!io_output_is_standard(p->sink.path))
        term_interrupt_catch(); /* so that no temporary file is left */
    return read_format(p);
}

static int run(const term_args *args) {
    predict p = {.args = args, .with_gradient = term_args_has(args, "gradient")};
    int code = read_output(&p);
    if (code == TERM_SUCCESS)
        code = cli_scan_open(&p.scan, args, false, term_args_value(args, "keep"));
    if (code == TERM_SUCCESS && p.with_gradient)
        code = cli_gradient_open(&p.gradient, &p.scan);
    if (code == TERM_SUCCESS)
        code = name_columns(&p);
    if (code == TERM_SUCCESS)
        code = predict_and_write(&p);
    cli_sink_discard(&p.sink);
    cli_names_free(&p.names);
    cli_gradient_close(&p.gradient);
    cli_scan_close(&p.scan);
    return code;
}

const term_command cli_command_predict = {
    .name = "predict",
    .summary = "Predict the target for every row of a table",
    .usage = "MODEL.lab DATA [-o FILE] [--format csv|tsv|npy] [--keep LIST] [--gradient] [--single] "
             "[--header auto|yes|no] [--json] [--threads N] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "threads",
    .examples = examples,
    .run = run,
};
