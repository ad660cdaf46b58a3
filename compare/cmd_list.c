/* labrbf-compare list: the methods with their settings, and the data sets. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "baselines/method.h"
#include "commands.h"
#include "protocol/datasets.h"
#include "term/args.h"
#include "term/help.h"
#include "term/message.h"

enum { METHOD_COLUMN = 16, SETTING_COLUMN = 28 };

static const char *const description[] = {
    "Prints every method with its settings: name, default, what --tune tries, and what it means. Then the data sets of "
    "the paper, with the number of rows and features, the target, and whether the file is in the folder of data sets.",
    NULL,
};

static const term_argument arguments[] = {{NULL, NULL}};

static const term_option options[] = {
    {.name = "data", .value = "DIR", .help = "folder of the data sets [default: the variable LABRBF_DATA]"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf-compare list", "what there is"},
    {"labrbf-compare list --data ~/data", "with the data sets of that folder"},
    {NULL, NULL},
};

/* Adds "(one|two) [--tune: one two]". */
static void words_text(const option *o, char *text, size_t room) {
    if (o->words)
        term_append(text, room, " (%s)", o->words);
    if (o->grid)
        term_append(text, room, " [--tune: %s]", o->grid);
}

static void print_option(const option *o) {
    char name[128], text[1024];
    snprintf(name, sizeof name, "  %s=%s", o->name, o->standard);
    snprintf(text, sizeof text, "%s", o->help);
    words_text(o, text, sizeof text);
    term_help_entry(stdout, name, text, SETTING_COLUMN);
}

static void print_methods(void) {
    char text[256];
    puts("Methods");
    for (size_t i = 0; i < n_methods; i++) {
        const method *m = methods[i];
        snprintf(text, sizeof text, "%s; its size is the number of %s", m->title, m->unit);
        term_help_entry(stdout, m->name, text, METHOD_COLUMN);
        for (size_t j = 0; j < m->n_options; j++)
            print_option(&m->options[j]);
    }
}

static void print_datasets(const char *folder) {
    char path[DATASET_PATH];
    puts("\nData sets");
    printf("  %-17s %6s %9s  %-30s %s\n", "name", "rows", "features", "target", "file");
    for (size_t i = 0; i < n_datasets; i++) {
        const dataset *set = &datasets[i];
        printf("  %-17s %6zu %9zu  %-30s %s\n", set->name, set->rows, set->features, set->target,
               datasets_locate(set, folder, path) ? "there" : "missing");
    }
}

static int run(const term_args *args) {
    const char *folder = datasets_folder(term_args_value(args, "data"));
    print_methods();
    print_datasets(folder);
    if (fflush(stdout) != 0 || ferror(stdout))
        return term_failure(args->command->name, "cannot write standard output: %s", strerror(errno));
    if (!folder)
        term_note(term_args_has(args, "quiet"), "no folder of data sets is given: use --data, or set LABRBF_DATA");
    return TERM_SUCCESS;
}

const term_command compare_command_list = {
    .name = "list",
    .summary = "Print the methods and the data sets",
    .usage = "[--data DIR]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
