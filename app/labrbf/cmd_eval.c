/* labrbf eval: scores of a model on a table with the targets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prediction_scan.h"
#include "scores.h"
#include "subcommands.h"
#include "term/args.h"
#include "term/message.h"

static const char *const description[] = {
    "Predicts the target for every row of a table that has it, and prints how good the predictions are: r2 (1 is "
    "perfect, 0 is no better than the mean), rmse (root of the mean squared error), mae (mean absolute error), rsse "
    "(squared error relative to the target's own spread, 1 - r2) and n, the number of rows.",
    "Columns are matched as in labrbf predict; the target is the column with the name it had in training, or the last "
    "one in a table without names. For a model of several targets there is a line for each, and the mean of their r2.",
    NULL,
};

static const term_argument arguments[] = {
    {"MODEL.lab", "model file, written by labrbf fit"},
    {"DATA", "table with the features and the target; - is standard input"},
    {NULL, NULL},
};

static const term_option options[] = {
    {.name = "target",
     .value = "LIST",
     .help = "the column with the truth, by name or by number from 1; of several targets, as a,b,c"},
    {.name = "skip-missing-target", .help = "leave out rows whose target is missing, instead of refusing them"},
    {.name = "header",
     .value = "WORD",
     .choices = "auto|yes|no",
     .help = "does the table begin with a line of names? auto: yes if that line has text in it, or years alone"},
    {.name = "json",
     .help =
         "print one JSON object, with the keys r2, rmse, mae, rsse and n; for several targets r2 (the mean), n, and "
         "these for each in targets"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf eval model.lab test.csv", "the scores as lines"},
    {"labrbf eval model.lab test.csv --json | jq .r2", "one of them, for a script"},
    {NULL, NULL},
};

/* Truth and prediction of every row: all that is kept of the table. */
typedef struct pairs {
    size_t targets;
    double *truth; /* count x targets, like prediction */
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
    if (!grow(&p->truth, larger * p->targets) || !grow(&p->prediction, larger * p->targets))
        return false;
    p->capacity = larger;
    return true;
}

static bool is_complete(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (isnan(values[i]))
            return false;
    return true;
}

static void keep(pairs *p, const cli_scan *scan) {
    size_t targets = p->targets, bytes = targets * sizeof(double);
    for (size_t i = 0; i < scan->rows; i++) {
        if (!is_complete(scan->target + i * targets, targets)) {
            if (p->missing++ == 0)
                p->first_missing = scan->rows_before + i + 1;
            continue;
        }
        memcpy(p->truth + p->count * targets, scan->target + i * targets, bytes);
        memcpy(p->prediction + p->count * targets, scan->prediction + i * targets, bytes);
        p->count++;
    }
}

static int collect(cli_scan *scan, pairs *p) {
    for (;;) {
        int code = cli_scan_next(scan);
        if (code != TERM_SUCCESS || scan->rows == 0)
            return code;
        if (!make_room(p, scan->rows))
            return term_failure(scan->command, "out of memory after %zu rows", p->count);
        keep(p, scan);
    }
}

static int check(const cli_scan *scan, const pairs *p, bool skip) {
    const char *target = io_column_name(scan->source, scan->columns.targets[0]);
    if (p->missing > 0 && !skip)
        return term_failure(scan->command,
                            "%s: %s'%s'%s is missing in %zu of %zu rows, first in data row %zu. Fill it in, or leave "
                            "such rows out with --skip-missing-target",
                            scan->shown, p->targets == 1 ? "the target " : "a target (", target,
                            p->targets == 1 ? "" : " or another)", p->missing, scan->rows_before, p->first_missing);
    if (p->missing > 0)
        term_note(scan->quiet, "left out %zu of %zu rows, whose target is missing", p->missing, scan->rows_before);
    if (p->count == 0)
        return term_failure(scan->command, "%s has no rows with a target to compare with", scan->shown);
    return TERM_SUCCESS;
}

static int print(const cli_scan *scan, const pairs *p, const labrbf_metrics *scores, const char *const *names,
                 bool as_json) {
    io_output *output;
    io_error error;
    if (!io_output_open("-", &output, &error))
        return term_failure(scan->command, "%s", error.text);
    if (as_json) {
        term_json json;
        term_json_begin(&json, output);
        cli_scores_json(&json, scores, names, p->targets);
        term_json_end(&json);
    } else {
        cli_scores_text(output, scores, names, p->targets);
    }
    return io_output_commit(output, &error) ? TERM_SUCCESS : term_failure(scan->command, "%s", error.text);
}

static int score(const cli_scan *scan, const pairs *p, bool as_json) {
    labrbf_metrics *scores = calloc(p->targets, sizeof *scores);
    const char **names = calloc(p->targets, sizeof *names);
    int code = TERM_FAILURE;
    labrbf_status status = LABRBF_E_MEMORY;
    if (scores && names)
        status = cli_scores_compute(p->truth, p->prediction, p->count, p->targets, scores);
    if (status == LABRBF_E_MEMORY)
        code = term_failure(scan->command, "out of memory for the scores of %zu rows", p->count);
    else if (status < 0)
        code = term_failure(scan->command, "%s: %s", scan->shown, labrbf_last_error());
    for (size_t c = 0; c < p->targets && status >= 0; c++) {
        const char *known = labrbf_model_target_name(scan->model, c);
        names[c] = known && *known ? known : io_column_name(scan->source, scan->columns.targets[c]);
        if (isnan(scores[c].r2) && p->targets == 1)
            term_warning("the target is constant, so r2 and rsse are undefined");
        else if (isnan(scores[c].r2))
            term_warning("the target '%s' is constant, so its r2 and rsse, and the mean r2, are undefined", names[c]);
    }
    if (status >= 0)
        code = print(scan, p, scores, names, as_json);
    free(scores);
    free((void *)names);
    return code;
}

static int run(const term_args *args) {
    cli_scan scan;
    pairs p = {0};
    int code = cli_scan_open(&scan, args, true, NULL);
    p.targets = scan.n_targets;
    if (code == TERM_SUCCESS)
        code = collect(&scan, &p);
    if (code == TERM_SUCCESS)
        code = check(&scan, &p, term_args_has(args, "skip-missing-target"));
    if (code == TERM_SUCCESS) {
        cli_scan_tell(&scan);
        code = score(&scan, &p, term_args_has(args, "json"));
    }
    free(p.truth);
    free(p.prediction);
    cli_scan_close(&scan);
    return code;
}

const term_command cli_command_eval = {
    .name = "eval",
    .summary = "Score a model on a table that has the target",
    .usage =
        "MODEL.lab DATA [--target LIST] [--skip-missing-target] [--header auto|yes|no] [--json] [--threads N] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = "threads",
    .examples = examples,
    .run = run,
};
