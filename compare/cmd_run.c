/* labrbf-compare run: methods on splits of one table. */
#include <stdio.h>
#include <stdlib.h>

#include "baselines/memory.h"
#include "commands.h"
#include "protocol/protocol.h"
#include "protocol/request.h"
#include "report/results_print.h"
#include "term/args.h"
#include "term/interrupt.h"
#include "term/message.h"

static const char *const description[] = {
    "Splits the rows at random into a training and a test part, several times; fits every method to each training part "
    "and scores it on the test part. All methods see the same splits, which depend on --seed alone. Features and "
    "target are scaled to [-1, 1] by the training rows, a missing feature is the mean of its column in the training "
    "rows, and scores are in the target's own units.",
    "The table has, per method: R² (mean and standard deviation over the repeats), RMSE, size (support vectors or "
    "parameters), the seconds that fitting and predicting the test rows took, the peak memory, and how many repeats "
    "failed. Every fit runs in a process of its own; peak memory is the largest resident memory of that process, the "
    "program itself and the data included, and tuning, if any. A process that dies is a failed repeat, and the others "
    "go on. Everything but times and memory is the same whatever --jobs is.",
    "With --tune the settings that have a grid (see labrbf-compare list) and are not given by --set are chosen by "
    "5-fold cross-validation on the training rows of every repeat.",
    NULL,
};

static const term_argument arguments[] = {
    {"DATA", "a table (- is standard input), or the name of one of the paper's data sets"},
    {NULL, NULL},
};

static const term_option options[] = {
    {.name = "methods", .value = "LIST", .help = "methods, separated by commas [default: all]"},
    {.name = "repeats", .value = "N", .help = "random splits [1 to 10000; default 10]"},
    {.name = "seed", .value = "N", .help = "of splits, folds and methods: same seed, same numbers [default 1]"},
    {.name = "jobs", .value = "N", .help = "fits that run at the same time [1 to 256; default 1]"},
    {.name = "train-share",
     .value = "SHARE",
     .help = "part of the rows for training, rounded up to whole rows [default 0.8]"},
    {.name = "target",
     .value = "COLUMN",
     .help = "the column to predict, by name or number from 1 [default: the last]"},
    {.name = "features", .value = "LIST", .help = "use these columns only, by names or numbers separated by commas"},
    {.name = "drop", .value = "LIST", .help = "leave these columns out"},
    {.name = "set", .value = "METHOD.SETTING=VALUE", .help = "one setting of one method; may be given several times"},
    {.name = "paper-settings",
     .value = "SET",
     .help =
         "use the paper's settings for this data set, and print its R²; without --methods: of all methods that it has"},
    {.name = "tune", .help = "choose settings by cross-validation"},
    {.name = "data", .value = "DIR", .help = "folder of the data sets [default: the variable LABRBF_DATA]"},
    {.name = "json", .help = "print one JSON object instead of the table"},
    {.name = "csv", .value = "FILE", .help = "also write a CSV file with one line per repeat and method"},
    {.name = "resume",
     .value = "FILE",
     .help = "keep every finished fit in this file; if it exists, go on from there (failed ones run again; more "
             "--repeats may be asked for)"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf-compare run data.csv --methods lab,krr --repeats 20 --jobs 2", "two methods on 20 splits of a table"},
    {"labrbf-compare run yacht --paper-settings yacht", "all methods of the paper, with its settings"},
    {"labrbf-compare run data.csv --methods krr --tune --csv krr.csv", "settings chosen anew on every split"},
    {"labrbf-compare run sml --methods svr-mkl --set svr-mkl.C=100 --resume sml.results",
     "a long run, which can be interrupted and started again"},
    {NULL, NULL},
};

static int write_results(const char *path, const results *r, void (*print)(const results *, io_output *)) {
    io_output *output;
    io_error error;
    if (!io_output_open(path, &output, &error))
        return term_failure("run", "%s", error.text);
    print(r, output);
    return io_output_commit(output, &error) ? TERM_SUCCESS : term_failure("run", "%s", error.text);
}

/* Exit code 1 if a cell is missing, so that scripts notice. */
static int report(const request *q, const outcome *outcomes) {
    results r = {.experiment = &q->experiment, .outcomes = outcomes, .paper = q->paper};
    size_t failed = 0, jobs = experiment_jobs(&q->experiment);
    for (size_t job = 0; job < jobs; job++)
        failed += outcomes[job].state == OUTCOME_FAILED;
    int printed = write_results("-", &r, q->json ? results_json : results_text); /* even if the file goes wrong */
    int written = q->csv ? write_results(q->csv, &r, results_csv) : TERM_SUCCESS;
    if (printed != TERM_SUCCESS || written != TERM_SUCCESS)
        return TERM_FAILURE;
    return failed > 0 ? term_failure("run", "%zu of %zu fits failed", failed, jobs) : TERM_SUCCESS;
}

/* What is done is printed: without --resume there is no other place for it. */
static int interrupted(const request *q, const watch *w, const outcome *outcomes) {
    results r = {.experiment = &q->experiment, .outcomes = outcomes, .paper = q->paper};
    if (w->done > 0 && !q->resume)
        (void)write_results("-", &r, q->json ? results_json : results_text);
    char again[512] = "; with --resume FILE such a run can be continued";
    if (q->resume)
        snprintf(again, sizeof again, "; run the same command to go on from '%.400s'", q->resume);
    term_note(false, "interrupted with %zu of %zu fits done%s", w->done, experiment_jobs(&q->experiment), again);
    return TERM_INTERRUPTED;
}

static int run_jobs(const request *q, outcome *outcomes) {
    journal *kept = NULL;
    io_error error;
    watch w;
    if (q->resume && !journal_open(q->resume, &q->experiment, outcomes, &kept, &error))
        return term_failure("run", "%s", error.text);
    watch_start(&w, &q->experiment, q->jobs, outcomes, q->quiet);
    if (w.resumed > 0)
        term_note(q->quiet, "going on from '%s': %zu of %zu fits are done", q->resume, w.resumed,
                  experiment_jobs(&q->experiment));
    term_interrupt_catch();
    protocol_end end = protocol_run(&q->experiment, q->jobs, outcomes, kept, &w, &error);
    journal_close(kept);
    if (end == PROTOCOL_INTERRUPTED)
        return interrupted(q, &w, outcomes);
    if (end == PROTOCOL_FAILED)
        return term_failure("run", "%s", error.text);
    return report(q, outcomes);
}

/* Can the file be written? Checked before the long work. */
static int try_path(const char *path) {
    io_output *output;
    io_error error;
    if (!io_output_open(path, &output, &error))
        return term_failure("run", "%s", error.text);
    io_output_discard(output);
    return TERM_SUCCESS;
}

static int run(const term_args *args) {
    request q;
    int code = request_read(args, &q);
    if (code == TERM_SUCCESS && q.csv)
        code = try_path(q.csv);
    if (code == TERM_SUCCESS) {
        outcome *outcomes = memory_get(experiment_jobs(&q.experiment), 1, sizeof *outcomes);
        code = run_jobs(&q, outcomes);
        free(outcomes);
    }
    request_free(&q);
    return code;
}

const term_command compare_command_run = {
    .name = "run",
    .summary = "Compare methods on repeated splits of a table",
    .usage = "DATA [--methods LIST] [--repeats N] [--seed N] [--jobs N] [--tune | --paper-settings SET] [--set "
             "METHOD.SETTING=VALUE] [--json] [--csv FILE] [--resume FILE] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
