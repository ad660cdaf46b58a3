/* labrbf info: what a model file holds. */
#include "model_files.h"
#include "subcommands.h"
#include "summary.h"
#include "term/args.h"
#include "term/message.h"

static const char *const description[] = {
    "Prints what a model is made of: its kernel, supports and regularisation, how training went and why it ended, the "
    "settings it was trained with, and for every feature the spread of its bandwidths over the supports. A feature "
    "whose bandwidths are near zero has little influence.",
    NULL,
};

static const term_argument arguments[] = {
    {"MODEL.lab", "model file, written by labrbf fit"},
    {NULL, NULL},
};

static const term_option options[] = {
    {.name = "json",
     .help =
         "print one JSON object: n_support, n_features, kernel, lambda (coefficients supports) or ridge (coefficients "
         "rows), seed and more, with settings, features and history inside"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf info model.lab", "all of it, as text"},
    {"labrbf info model.lab --json | jq .n_support", "one value, for a script"},
    {NULL, NULL},
};

static int print(const cli_summary *summary, const term_args *args) {
    io_output *output;
    io_error error;
    if (!io_output_open("-", &output, &error))
        return term_failure(args->command->name, "%s", error.text);
    if (term_args_has(args, "json"))
        cli_summary_json(summary, args->arguments[0], output);
    else
        cli_summary_text(summary, args->arguments[0], output);
    return io_output_commit(output, &error) ? TERM_SUCCESS : term_failure(args->command->name, "%s", error.text);
}

static int run(const term_args *args) {
    io_error error;
    cli_summary summary;
    labrbf_model *model = cli_model_load(args->arguments[0], &error);
    if (!model)
        return term_failure(args->command->name, "%s", error.text);
    int code = TERM_FAILURE;
    if (cli_summary_make(model, &summary))
        code = print(&summary, args);
    else
        term_failure(args->command->name, "out of memory for the model's %zu supports and %zu features",
                     summary.info.n_support, summary.info.n_features);
    cli_summary_free(&summary);
    labrbf_model_destroy(model);
    return code;
}

const term_command cli_command_info = {
    .name = "info",
    .summary = "Show what a model is made of",
    .usage = "MODEL.lab [--json]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .settings = NULL,
    .examples = examples,
    .run = run,
};
