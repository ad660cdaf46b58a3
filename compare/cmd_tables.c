/* labrbf-compare table1, table2, table3: the paper's tables, made again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "baselines/memory.h"
#include "commands.h"
#include "paper/sheet_run.h"
#include "protocol/count_option.h"
#include "protocol/protocol.h"
#include "report/sheet_print.h"
#include "term/args.h"
#include "term/message.h"
#include "term/suggest.h"

enum { REPEATS_MOST = 10000 };

static const char *const description[] = {
    "Every cell of the table is one comparison: a method with its settings on one data set, over 50 random 80/20 "
    "splits (10 where a repeat of a baseline takes more than a minute; the table says how many). The settings are the "
    "paper's. LAB RBF has three rows: the paper's Algorithm 1 with the Gaussian kernel, with the exponential one, and "
    "lab-best, the exponential kernel, Adam to the end and batches from all rows, with rate and lambda (in table3: "
    "rate) chosen in every repeat: each of 6 combinations (in table3: of 2) is fitted to four fifths of the training "
    "rows and scored on the other fifth, or on every fifth in turn where a fit takes no time. Test rows are never "
    "looked at.",
    "What is finished is kept in DIR/runs, one file per cell, so that Ctrl-C loses nothing: the same command goes on. "
    "Cheap cells run first. At the end the table is printed with the paper's numbers beside ours, and written to DIR "
    "as CSV and as Markdown. The same seed gives the same CSV file, byte for byte.",
    "With --tune no row keeps the paper's settings where its method has a grid: they are chosen in the same way. The "
    "files are then called TABLE-tuned, and stand beside the others.",
    NULL,
};

static const char *const description2[] = {
    "How many support vectors the models of table1 have. It comes from the same files, so nothing runs that table1 has "
    "finished; labrbf-compare table1 --help says more.",
    NULL,
};

static const term_argument arguments[] = {{NULL, NULL}};

static const term_option options[] = {
    {.name = "data", .value = "DIR", .help = "folder of the data sets [default: the variable LABRBF_DATA]"},
    {.letter = 'o', .name = "output", .value = "DIR", .help = "folder of the results [default: results]"},
    {.name = "repeats", .value = "N", .help = "splits in every cell [1 to 10000; default: 50, or 10 in slow cells]"},
    {.name = "seed", .value = "N", .help = "of splits and methods: same seed, same numbers [default 1]"},
    {.name = "jobs", .value = "N", .help = "fits that run at the same time [1 to 256; default 1]"},
    {.name = "tune", .help = "choose the other rows' settings, too, by the grids of labrbf-compare list"},
    {.name = "rows", .value = "LIST", .help = "run only these rows, separated by commas; the table shows all there is"},
    {.name = "sets", .value = "LIST", .help = "run only these data sets"},
    {.name = "no-run", .help = "run nothing: make the table from what is there"},
    {.name = "commit", .value = "TEXT", .help = "version of the program, to be noted in the Markdown file"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf-compare table1 --data ~/data --jobs 2", "all of it: hours, in as many sittings as you like"},
    {"labrbf-compare table1 --rows krr,falkon --sets yacht,airfoil --repeats 5", "a first impression"},
    {"labrbf-compare table1 --no-run", "the table of what is finished"},
    {NULL, NULL},
};

static const term_example examples3[] = {
    {"labrbf-compare table3 --data ~/data --jobs 2", "all of it: a day or two, in as many sittings as you like"},
    {"labrbf-compare table3 --rows lab-exponential,falkon --sets electrical --repeats 2", "a first impression"},
    {"labrbf-compare table3 --no-run", "the table of what is finished"},
    {NULL, NULL},
};

static const term_example examples2[] = {
    {"labrbf-compare table2 --no-run", "the counts of the models that table1 has fitted"},
    {NULL, NULL},
};

/* ---- the arguments */

typedef struct order {
    const sheet *sheet;
    const char *folder;
    provenance from;
    size_t jobs;
    bool no_run, quiet;
} order;

static int read_order(const term_args *args, order *o) {
    uint64_t repeats = 0, jobs = 1;
    const char *folder = term_args_value(args, "output");
    *o = (order){.sheet = sheets_find(args->command->name),
                 .folder = folder ? folder : "results",
                 .from = {.seed = 1, .tune = term_args_has(args, "tune"), .commit = term_args_value(args, "commit")},
                 .no_run = term_args_has(args, "no-run"),
                 .quiet = term_args_has(args, "quiet")};
    int code = count_option_read(args, "repeats", 1, REPEATS_MOST, &repeats);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "seed", 0, UINT64_MAX, &o->from.seed);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "jobs", 1, PROTOCOL_JOBS_MOST, &jobs);
    o->from.repeats = (size_t)repeats;
    o->jobs = (size_t)jobs;
    return code;
}

/* The row's or set's name at a position of the table; NULL after the last. */
static const char *row_name(const board *b, size_t i) { return i < b->n_rows ? b->sheet->rows[i]->name : NULL; }
static const char *set_name(const board *b, size_t i) {
    return i < b->n_sets ? sheet_sets[b->sheet->first_set + i] : NULL;
}

static int no_such_name(const term_args *args, const board *b, const char *which, const char *word,
                        const char *(*name)(const board *, size_t)) {
    char text[512] = "";
    term_suggestion near = term_suggest(word);
    for (size_t i = 0; name(b, i); i++) {
        term_suggest_offer(&near, name(b, i));
        term_append(text, sizeof text, "%s%s", i > 0 ? ", " : "", name(b, i));
    }
    return term_misuse(args->command->name, "--%s: %s has no '%s'; it has %s%s%s%s", which, args->command->name, word,
                       text, near.best ? ". Did you mean '" : "", near.best ? near.best : "", near.best ? "'?" : "");
}

/* Marks what the list of --rows or --sets names; all without it. */
static int read_list(const term_args *args, const board *b, const char *which,
                     const char *(*name)(const board *, size_t), bool *marks) {
    const char *list = term_args_value(args, which);
    for (size_t i = 0; name(b, i); i++)
        marks[i] = !list;
    while (list) {
        char word[64];
        size_t length = strcspn(list, ","), at = 0;
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), list);
        while (name(b, at) && strcmp(name(b, at), word) != 0)
            at++;
        if (!name(b, at))
            return no_such_name(args, b, which, word, name);
        marks[at] = true;
        list = list[length] ? list + length + 1 : NULL;
    }
    return TERM_SUCCESS;
}

static int choose_cells(const term_args *args, const board *b, bool *chosen) {
    bool rows[SHEET_ROWS_MOST] = {false}, sets[SHEET_SETS_MOST] = {false};
    int code = read_list(args, b, "rows", row_name, rows);
    if (code == TERM_SUCCESS)
        code = read_list(args, b, "sets", set_name, sets);
    for (size_t i = 0; code == TERM_SUCCESS && i < b->n_rows * b->n_sets; i++)
        chosen[i] = rows[i / b->n_sets] && sets[i % b->n_sets];
    return code;
}

/* ---- the files */

static int make_folder(const char *command, const char *folder, const char *inner) {
    char path[SHEET_PATH];
    snprintf(path, sizeof path, "%s%s", folder, inner);
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return TERM_SUCCESS;
    return term_failure(command, "cannot make the folder '%s': %s", path, strerror(errno));
}

typedef enum format { AS_TEXT, AS_CSV, AS_MARKDOWN } format;

static int write_file(const order *o, const board *b, const char *ending, format as) {
    const char *name = o->sheet->name;
    char path[SHEET_PATH];
    io_output *output;
    io_error error;
    snprintf(path, sizeof path, "%s/%s%s%s", o->folder, name, o->from.tune ? "-tuned" : "", ending);
    if (!io_output_open(as == AS_TEXT ? "-" : path, &output, &error))
        return term_failure(name, "%s", error.text);
    if (as == AS_CSV)
        sheet_csv(b, output);
    else if (as == AS_MARKDOWN)
        sheet_markdown(b, &o->from, output);
    else
        sheet_text(b, output);
    return io_output_commit(output, &error) ? TERM_SUCCESS : term_failure(name, "%s", error.text);
}

/* Reports cells that are not finished. Failed fits give a failing exit code, as in `run`. */
static int say_what_is_missing(const order *o, const board *b) {
    size_t failed = 0, short_cells = 0, cells = b->n_rows * b->n_sets;
    for (size_t i = 0; i < cells; i++) {
        failed += b->cells[i].tally.failed;
        short_cells += b->cells[i].tally.done < b->cells[i].experiment.repeats;
    }
    if (short_cells > 0)
        term_note(o->quiet, "%zu of %zu cells are not finished; without --no-run, --rows and --sets they would be run",
                  short_cells, cells);
    if (failed > 0)
        return term_failure(o->sheet->name, "%zu fits failed; their files in '%s/runs' have the reasons", failed,
                            o->folder);
    return TERM_SUCCESS;
}

static int write_table(const order *o, board *b) {
    io_error error;
    if (!board_read(b, &error))
        return term_failure(o->sheet->name, "%s", error.text);
    int code = write_file(o, b, ".csv", AS_CSV);
    if (code == TERM_SUCCESS)
        code = write_file(o, b, ".md", AS_MARKDOWN);
    if (code == TERM_SUCCESS)
        code = write_file(o, b, "", AS_TEXT);
    return code == TERM_SUCCESS ? say_what_is_missing(o, b) : code;
}

/* ---- */

static int run_cells(const term_args *args, const order *o, board *b) {
    bool *chosen = memory_get(b->n_rows, b->n_sets, sizeof *chosen);
    int code = choose_cells(args, b, chosen);
    if (code == TERM_SUCCESS && !o->no_run)
        code = make_folder(o->sheet->name, o->folder, "/runs");
    if (code == TERM_SUCCESS && !o->no_run)
        code = sheet_run(b, &(sheet_work){.command = o->sheet->name,
                                          .chosen = chosen,
                                          .data = datasets_folder(term_args_value(args, "data")),
                                          .jobs = o->jobs,
                                          .quiet = o->quiet});
    free(chosen);
    return code;
}

static int run(const term_args *args) {
    order o;
    board b;
    failure why;
    int code = read_order(args, &o);
    if (code != TERM_SUCCESS)
        return code;
    if (!board_make(&b, o.sheet, o.folder, &o.from, &why))
        code = term_failure(o.sheet->name, "%s", why.text);
    if (code == TERM_SUCCESS)
        code = make_folder(o.sheet->name, o.folder, "");
    if (code == TERM_SUCCESS)
        code = run_cells(args, &o, &b);
    if (code == TERM_SUCCESS)
        code = write_table(&o, &b);
    board_free(&b);
    return code;
}

#define USAGE                                                                                                          \
    "[--data DIR] [-o DIR] [--repeats N] [--seed N] [--jobs N] [--tune] [--rows LIST] [--sets LIST] [--no-run] "       \
    "[--quiet]"

const term_command compare_command_table1 = {
    .name = "table1",
    .summary = "The paper's table of R² on six small data sets",
    .usage = USAGE,
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};

const term_command compare_command_table2 = {
    .name = "table2",
    .summary = "The paper's table of support vectors, for the same models",
    .usage = USAGE,
    .description = description2,
    .arguments = arguments,
    .options = options,
    .examples = examples2,
    .run = run,
};

const term_command compare_command_table3 = {
    .name = "table3",
    .summary = "The paper's table of three large data sets",
    .usage = USAGE,
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples3,
    .run = run,
};
