/* labrbf-compare report: one page for a browser with all tables and figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "commands.h"
#include "io/stream.h"
#include "protocol/count_option.h"
#include "report/html.h"
#include "report/page.h"
#include "term/args.h"
#include "term/message.h"

enum { REPEATS_MOST = 10000 };

static const char *const description[] = {
    "Writes DIR/index.html: the tables that table1, table2 and table3 make, from the same files in DIR/runs, with the "
    "figures in DIR/figures (fig-toy.svg, fig-ratio.svg, fig-sigma.svg) as far as they are there. Everything is in the "
    "one file. Nothing is run.",
    "What is to be said about a table is read from DIR/reading.md, if it is there: its sections '## default', '## "
    "summary', '## table1', '## table2', '## table3' and '## figures'. If there is DIR/recipe.md, its tables of the "
    "default settings beside other methods come first; if there is DIR/../../README.md, the page has a link to it.",
    NULL,
};

static const term_argument arguments[] = {{NULL, NULL}};

static const term_option options[] = {
    {.letter = 'o', .name = "output", .value = "DIR", .help = "folder of the results [default: results]"},
    {.name = "repeats", .value = "N", .help = "as in the tables"},
    {.name = "seed", .value = "N", .help = "as in the tables [default 1]"},
    {.name = "commit", .value = "TEXT", .help = "version of the program, to be noted in the page"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf-compare report", "the page of what is finished, results/index.html"},
    {NULL, NULL},
};

static const struct {
    const char *name, *title, *alt;
} figures[] = {
    {"fig-toy", "Figure 1: a function with changing frequency, fitted with one bandwidth and with local ones.",
     "Curves fitted to a one-dimensional toy function"},
    {"fig-ratio", "RSSE (1 - R²) against the share of support data on four synthetic functions.",
     "Error against the share of supports"},
    {"fig-sigma", "RSSE (1 - R²) against the initial sigma.", "Error against the initial sigma"},
};

/* ---- files */

/* A whole file, with a zero after it; NULL if there is none. */
static char *slurp(const char *folder, const char *name, const char *ending, size_t *length) {
    enum { PIECE = 1 << 16 };
    char path[SHEET_PATH], *text = NULL;
    io_stream *stream;
    size_t got = 1;
    *length = 0;
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    if (!io_stream_open(path, &stream, NULL))
        return NULL;
    for (; got > 0; *length += got) {
        char *larger = memory_get(*length + PIECE + 1, 1, 1);
        if (text)
            memcpy(larger, text, *length);
        free(text);
        text = larger;
        if (!io_stream_read_full(stream, text + *length, PIECE, &got, NULL))
            got = 0;
    }
    io_stream_close(stream);
    return text;
}

/* ---- the page */

/* The table of the paper's sets; then that of the choices which the paper leaves open, if there are any. */
static void put_board(io_output *output, const board *b) {
    bool has_choices = false;
    for (size_t row = 0; row < b->n_rows; row++)
        has_choices |= page_has_row(b, row, PAGE_OPEN_CHOICES);
    for (page_sets sets = PAGE_OWN; sets <= (has_choices ? PAGE_OPEN_CHOICES : PAGE_OWN); sets++) {
        if (sets == PAGE_OPEN_CHOICES)
            io_output_text(output,
                           "<h3>Choices that the paper leaves open</h3>\n<p>Other targets, splits or features of "
                           "the same sets; a dash where a method was not tried on "
                           "one.</p>\n");
        if (b->sheet->r2)
            page_charts(output, b, sets);
        page_table(output, b, sets);
    }
}

static int put_sheet(io_output *output, const sheet *s, const char *folder, const provenance *from,
                     const char *reading) {
    board b;
    failure why;
    io_error error;
    char command[PROVENANCE_TEXT];
    int code = TERM_SUCCESS;
    if (!board_make(&b, s, folder, from, &why))
        code = term_failure("report", "%s", why.text);
    else if (!board_read(&b, &error))
        code = term_failure("report", "%s", error.text);
    if (code == TERM_SUCCESS) {
        provenance_command(from, s->name, command);
        html_put(output, "<section id=\"%s\">\n<h2>Table %.10s. %s</h2>\n", s->name, s->name + strlen("table"),
                 s->title);
        html_prose(output, reading, s->name);
        html_put(output, "<p><code>%s</code></p>\n", command);
        put_board(output, &b);
        io_output_text(output, "</section>\n");
    }
    board_free(&b);
    return code;
}

static void put_figures(io_output *output, const char *folder, const char *reading) {
    io_output_text(output, "<section id=\"figures\">\n<h2>Figures</h2>\n");
    html_prose(output, reading, "figures");
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        char inner[64];
        size_t length;
        snprintf(inner, sizeof inner, "figures/%s", figures[i].name);
        char *svg = slurp(folder, inner, ".svg", &length);
        html_put(output, "<figure class=\"figure\" id=\"%s\">", figures[i].name);
        if (svg) {
            io_output_text(output, "<div>"); /* scrolls sideways where the screen is too small to read the picture */
            html_picture(output, (const unsigned char *)svg, length, figures[i].alt);
            io_output_text(output, "</div>");
        }
        html_put(output, "<figcaption>%s %s<code>labrbf-compare %s</code></figcaption></figure>\n", figures[i].title,
                 svg ? "" : "Not made yet: ", figures[i].name);
        free(svg);
    }
    io_output_text(output, "</section>\n");
}

/* What is in recipe.md of the default settings beside other methods. */
static void put_default(io_output *output, const char *recipe, const char *reading) {
    static const char *const parts[] = {"The default beside other methods: R²", "Other tables: R²",
                                        "Seconds of a fit, microseconds of a prediction", "Bytes of the model",
                                        "At the paper's number of supports"};
    io_output_text(output, "<section id=\"default\">\n<h2>The default, measured</h2>\n");
    html_prose(output, reading, "default");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (html_has(recipe, parts[i])) {
            html_put(output, "<h3>%s</h3>\n", parts[i]);
            html_prose(output, recipe, parts[i]);
        }
    io_output_text(output,
                   "<p><a href=\"recipe.md\">How it was measured, and what else was tried</a></p>\n</section>\n");
}

static int put_page(io_output *output, const char *folder, const provenance *from) {
    size_t length;
    char *reading = slurp(folder, "reading", ".md", &length), *recipe = slurp(folder, "recipe", ".md", &length);
    char *front = slurp(folder, "../../README", ".md", &length);
    int code = TERM_SUCCESS;
    page_begin(output, from, front ? "../../README.md" : NULL, recipe != NULL);
    if (recipe)
        put_default(output, recipe, reading);
    io_output_text(output, "<section id=\"paper\">\n<h2>The paper, reproduced</h2>\n");
    html_prose(output, reading, "summary");
    io_output_text(output, "</section>\n");
    for (size_t i = 0; code == TERM_SUCCESS && i < n_sheets; i++)
        code = put_sheet(output, &sheets[i], folder, from, reading);
    put_figures(output, folder, reading);
    page_end(output);
    free(front);
    free(recipe);
    free(reading);
    return code;
}

static int run(const term_args *args) {
    const char *folder = term_args_value(args, "output");
    provenance from = {.seed = 1, .commit = term_args_value(args, "commit")};
    uint64_t repeats = 0;
    char path[SHEET_PATH];
    io_output *output;
    io_error error;
    int code = count_option_read(args, "repeats", 1, REPEATS_MOST, &repeats);
    if (code == TERM_SUCCESS)
        code = count_option_read(args, "seed", 0, UINT64_MAX, &from.seed);
    if (code != TERM_SUCCESS)
        return code;
    from.repeats = (size_t)repeats;
    folder = folder ? folder : "results";
    snprintf(path, sizeof path, "%s/index.html", folder);
    if (!io_output_open(path, &output, &error))
        return term_failure("report", "%s", error.text);
    code = put_page(output, folder, &from);
    if (code != TERM_SUCCESS) {
        io_output_discard(output);
        return code;
    }
    if (!io_output_commit(output, &error))
        return term_failure("report", "%s", error.text);
    term_note(term_args_has(args, "quiet"), "wrote %s", path);
    return TERM_SUCCESS;
}

const term_command compare_command_report = {
    .name = "report",
    .summary = "All tables and figures as one page for a browser",
    .usage = "[-o DIR] [--repeats N] [--seed N] [--commit TEXT] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
