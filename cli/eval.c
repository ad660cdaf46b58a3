/* labrbf eval: a model and a table with the truth in, scores out. */
#include <math.h>
#include <stdlib.h>

#include "args.h"
#include "commands.h"
#include "message.h"
#include "scan.h"
#include "scores.h"

static const char *const description[] = {
    "Predicts the target for every row of a table that has it, and prints how good the predictions are: r2 (1 is "
    "perfect, 0 is no better than the mean), rmse (root of the mean squared error), mae (mean absolute error), rsse "
    "(squared error relative to the target's own spread, 1 - r2) and n, the number of rows.",
    "Columns are matched as in labrbf predict; the target is the column with the name it had in training, or the last "
    "one in a table without names.",
    NULL,
};

static const cli_argument arguments[] = {
    {"MODEL.lab", "model file, written by labrbf fit"},
    {"DATA", "table with the features and the target; - is standard input"},
    {NULL, NULL},
};

static const cli_option options[] = {
    {.name = "target", .value = "COLUMN", .help = "the column with the truth, by name or by number from 1"},
    {.name = "skip-missing-target", .help = "leave out rows whose target is missing, instead of refusing them"},
    {.name = "header",
     .value = "WORD",
     .choices = "auto|yes|no",
     .help = "does the table begin with a line of names? auto: yes if that line has text in it"},
    {.name = "json", .help = "print one JSON object, with the keys r2, rmse, mae, rsse and n"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"labrbf eval model.lab test.csv", "the scores as lines"},
    {"labrbf eval model.lab test.csv --json | jq .r2", "one of them, for a script"},
    {NULL, NULL},
};

/* Truth and prediction of every row: all that is kept of the table. */
typedef struct pairs {
    double *truth;
    double *prediction;
    size_t count;
    size_t capacity;
    size_t missing;       /* rows without a target */
    size_t first_missing; /* the first of them, from 1 */
} pairs;

static bool grow(double **values, size_t count) {
    double *larger = realloc(*values, count * sizeof *larger);
    if (larger)
        *values = larger;
    return larger != NULL;
}

static bool make_room(pairs *p, size_t rows) {
    size_t needed = p->count + rows;
    if (needed <= p->capacity)
        return true;
    size_t larger = p->capacity * 2 > needed ? p->capacity * 2 : needed;
    if (!grow(&p->truth, larger) || !grow(&p->prediction, larger))
        return false;
    p->capacity = larger;
    return true;
}

static void keep(pairs *p, const cli_scan *scan) {
    for (size_t i = 0; i < scan->rows; i++) {
        if (isnan(scan->target[i])) {
            if (p->missing++ == 0)
                p->first_missing = scan->rows_before + i + 1;
            continue;
        }
        p->truth[p->count] = scan->target[i];
        p->prediction[p->count] = scan->prediction[i];
        p->count++;
    }
}

static int collect(cli_scan *scan, pairs *p) {
    for (;;) {
        int code = cli_scan_next(scan);
        if (code != CLI_SUCCESS || scan->rows == 0)
            return code;
        if (!make_room(p, scan->rows))
            return cli_failure(scan->command, "out of memory after %zu rows", p->count);
        keep(p, scan);
    }
}

static int check(const cli_scan *scan, const pairs *p, bool skip) {
    const char *target = io_column_name(scan->source, scan->columns.target);
    if (p->missing > 0 && !skip)
        return cli_failure(scan->command,
                           "%s: the target '%s' is missing in %zu of %zu rows, first in data row %zu. "
                           "Fill it in, or leave such rows out with --skip-missing-target",
                           scan->shown, target, p->missing, scan->rows_before, p->first_missing);
    if (p->missing > 0)
        cli_note(scan->quiet, "left out %zu of %zu rows, whose target is missing", p->missing, scan->rows_before);
    if (p->count == 0)
        return cli_failure(scan->command, "%s has no rows with a target to compare with", scan->shown);
    return CLI_SUCCESS;
}

static int print(const cli_scan *scan, const pairs *p, bool as_json) {
    labrbf_metrics scores;
    io_output *output;
    io_error error;
    if (labrbf_metrics_compute(p->truth, p->prediction, p->count, &scores) < 0)
        return cli_failure(scan->command, "%s: %s", scan->shown, labrbf_last_error());
    if (isnan(scores.r2))
        cli_warning("the target is the same in every row, so r2 and rsse have no value");
    if (!io_output_open("-", &output, &error))
        return cli_failure(scan->command, "%s", error.text);
    if (as_json) {
        cli_json json;
        cli_json_begin(&json, output);
        cli_scores_json(&json, &scores);
        cli_json_end(&json);
    } else {
        cli_scores_text(output, &scores);
    }
    return io_output_commit(output, &error) ? CLI_SUCCESS : cli_failure(scan->command, "%s", error.text);
}

static int run(const cli_args *args) {
    cli_scan scan;
    pairs p = {0};
    int code = cli_scan_open(&scan, args, true);
    if (code == CLI_SUCCESS)
        code = collect(&scan, &p);
    if (code == CLI_SUCCESS)
        code = check(&scan, &p, cli_args_has(args, "skip-missing-target"));
    if (code == CLI_SUCCESS) {
        cli_scan_tell(&scan);
        code = print(&scan, &p, cli_args_has(args, "json"));
    }
    free(p.truth);
    free(p.prediction);
    cli_scan_close(&scan);
    return code;
}

const cli_command cli_command_eval = {
    .name = "eval",
    .summary = "Score a model on a table that has the target",
    .usage = "MODEL.lab DATA [--target COLUMN] [--skip-missing-target] [--json] [--threads N] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "threads",
    .examples = examples,
    .run = run,
};
