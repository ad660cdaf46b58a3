/* labrbf-compare fig-toy: Figure 1, by the demo's own program and script. */
#include "commands.h"
#include "paper/figure.h"
#include "term/args.h"
#include "term/message.h"

static const char *const description[] = {
    "Draws the paper's Figure 1: 200 noisy samples of sin(2x³), 20 of them as supports, with one wide kernel (sigma "
    "20), with one narrow kernel (sigma 100), and with LAB RBF, where every support learns its own bandwidth. Program "
    "and script are those of 'make demo' (examples/toy.c, examples/toy.gp), and so are the samples: there is no seed "
    "to choose. Prints the errors against the noiseless signal.",
    "The picture is fig-toy.svg; beside it are fig-toy-samples.csv, fig-toy-supports.csv and fig-toy-curves.csv. Needs "
    "gnuplot.",
    NULL,
};

static const term_argument arguments[] = {{NULL, NULL}};

static const term_option options[] = {
    {.letter = 'o', .name = "output", .value = "DIR", .help = "folder for picture and data [default: this one]"},
    {.name = NULL},
};

static const term_example examples[] = {
    {"labrbf-compare fig-toy -o figures", "the picture and its data in the folder figures"},
    {NULL, NULL},
};

int toy_main(int argc, char **argv); /* main() of examples/toy.c, see CMakeLists.txt */

/* What the program and its script write, and what it is called in the end. */
static const char *const files[][2] = {
    {"samples.csv", "fig-toy-samples.csv"},
    {"supports.csv", "fig-toy-supports.csv"},
    {"curves.csv", "fig-toy-curves.csv"},
    {"toy.svg", "fig-toy.svg"},
};

static bool make(const figure *f, io_error *error) {
    bool ok = figure_call(f, toy_main, "toy", error) && figure_draw(f, "folder='.'", figure_toy_script, error);
    for (size_t i = 0; ok && i < sizeof files / sizeof files[0]; i++)
        ok = figure_keep(f, files[i][0], files[i][1], error);
    return ok;
}

static int run(const term_args *args) {
    const char *out = term_args_has(args, "output") ? term_args_value(args, "output") : ".";
    io_error error;
    figure f;
    if (!figure_possible(out, &error) || !figure_begin(&f, out, &error))
        return term_failure(args->command->name, "%s", error.text);
    bool ok = make(&f, &error);
    figure_end(&f);
    if (!ok)
        return term_failure(args->command->name, "%s", error.text);
    term_note(term_args_has(args, "quiet"), "in %s: fig-toy.svg and its data", out);
    return TERM_SUCCESS;
}

const term_command compare_command_fig_toy = {
    .name = "fig-toy",
    .summary = "Draw the paper's Figure 1, the toy signal",
    .usage = "[-o DIR] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
