/* labrbf-compare fig-ratio: RSSE against the share of support data, as in the paper's appendix. */
#include <math.h>
#include <stdio.h>

#include "baselines/baselines.h"
#include "commands.h"
#include "paper/study.h"

static const char *const description[] = {
    "How many of the training rows should become supports? Fits the paper's Algorithm 1 (preset paper) to 200 rows of "
    "four test functions, with 5 to 95 percent of them as supports at most, and scores it on 800 rows. RSSE is 1 - R², "
    "mean and standard deviation over the repeats.",
    "sin(x³) is drawn from [0, 0.8 pi] (the paper does not say) with a noise variance of 0.4 of the function's; f1, f2 "
    "and f3 as in the paper with 0.1. The test rows are as noisy as the training rows, so no model can be expected "
    "below noise / (1 + noise). Every bandwidth starts at 1 / M, M the number of features. The final steps of the "
    "preset are left out: they cost half of the time and change the score by less than its spread.",
    "The picture is fig-ratio.svg, its numbers are fig-ratio.csv. Everything is the same whatever --jobs is. Needs "
    "gnuplot.",
    NULL,
};

static const term_argument arguments[] = {{NULL, NULL}};

static const term_example examples[] = {
    {"labrbf-compare fig-ratio -o figures --jobs 2", "the figure, some minutes on two cores"},
    {"labrbf-compare fig-ratio --repeats 2 --steps 50", "a first look, in seconds"},
    {NULL, NULL},
};

static const double shares[] = {0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95};

/* Bandwidths start at sqrt(sigma0 / M), and are to start at 1 / M: sigma0 = 1 / M. */
static void settings(const study_point *p, char text[STUDY_SETTINGS]) {
    snprintf(text, STUDY_SETTINGS, "sigma0=%.17g support_max=%.0f steps_grow=%zu steps_final=0",
             1.0 / (double)p->features, round(p->level * STUDY_TRAIN), p->steps);
}

static const study_curve curves[] = {
    {"LAB RBF gaussian", &lab_paper_method, settings, "kernel=gaussian"},
    {"LAB RBF exponential", &lab_paper_method, settings, "kernel=exponential"},
};

static const study ratio = {
    .varied = "share",
    .levels = shares,
    .n_levels = sizeof shares / sizeof shares[0],
    .curves = curves,
    .n_curves = sizeof curves / sizeof curves[0],
};

static int run(const term_args *args) { return study_run(&ratio, args); }

const term_command compare_command_fig_ratio = {
    .name = "fig-ratio",
    .summary = "Draw the error against the share of support data",
    .usage = "[-o DIR] [--repeats N] [--steps N] [--seed N] [--jobs N] [--quiet]",
    .description = description,
    .arguments = arguments,
    .options = study_options,
    .examples = examples,
    .run = run,
};
