/* labrbf-compare list: the methods with their settings, and the data sets. */
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "commands.h"
#include "datasets.h"
#include "message.h"
#include "method.h"
#include "output.h"

static const char *const description[] = {
    "Prints every method with its settings: name, default, what --tune tries, and what it means. Then the data sets of "
    "the paper, with the number of rows and features, the target, and whether the file is in the folder of data sets.",
    NULL,
};

static const cli_argument arguments[] = {{NULL, NULL}};

static const cli_option options[] = {
    {.name = "data", .value = "DIR", .help = "folder of the data sets [default: the variable LABRBF_DATA]"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"labrbf-compare list", "what there is"},
    {"labrbf-compare list --data ~/data", "with the data sets of that folder"},
    {NULL, NULL},
};

static void print_option(io_output *output, const option *o) {
    char name[128], text[1024];
    snprintf(name, sizeof name, "%s=%s", o->name, o->standard);
    snprintf(text, sizeof text, "    %-24s %s%s%s%s%s%s%s\n", name, o->help, o->words ? " (" : "",
             o->words ? o->words : "", o->words ? ")" : "", o->grid ? " [--tune: " : "", o->grid ? o->grid : "",
             o->grid ? "]" : "");
    io_output_text(output, text);
}

static void print_methods(io_output *output) {
    char text[256];
    io_output_text(output, "Methods\n");
    for (size_t i = 0; i < n_methods; i++) {
        const method *m = methods[i];
        snprintf(text, sizeof text, "  %-12s %s; its size is the number of %s\n", m->name, m->title, m->unit);
        io_output_text(output, text);
        for (size_t j = 0; j < m->n_options; j++)
            print_option(output, &m->options[j]);
    }
}

static void print_datasets(io_output *output, const char *folder) {
    char text[256], path[DATASET_PATH];
    io_output_text(output, "\nData sets\n");
    snprintf(text, sizeof text, "  %-17s %6s %9s  %-30s %s\n", "name", "rows", "features", "target", "file");
    io_output_text(output, text);
    for (size_t i = 0; i < n_datasets; i++) {
        const dataset *set = &datasets[i];
        snprintf(text, sizeof text, "  %-17s %6zu %9zu  %-30s %s\n", set->name, set->rows, set->features, set->target,
                 datasets_locate(set, folder, path) ? "there" : "missing");
        io_output_text(output, text);
    }
}

static int run(const cli_args *args) {
    const char *folder = datasets_folder(cli_args_value(args, "data"));
    io_output *output;
    io_error error;
    if (!io_output_open("-", &output, &error))
        return cli_failure(args->command->name, "%s", error.text);
    print_methods(output);
    print_datasets(output, folder);
    if (!io_output_commit(output, &error))
        return cli_failure(args->command->name, "%s", error.text);
    if (!folder)
        cli_note(cli_args_has(args, "quiet"), "no folder of data sets is given: use --data, or set LABRBF_DATA");
    return CLI_SUCCESS;
}

const cli_command compare_command_list = {
    .name = "list",
    .summary = "Print the methods and the data sets",
    .usage = "[--data DIR]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
