/* The program labrbf: its texts, and the table of its commands. */
#include "subcommands.h"

static const char *const about[] = {
    "labrbf is kernel regression with locally adaptive bandwidths. It fits a smooth function of several numbers to the "
    "rows of a table. A model is a few dozen to a few hundred supports, which begin as such rows; each has its own "
    "bandwidth for every feature, learnt from the data.",
    NULL,
};

static const char *const formats[] = {
    "A table is a CSV or TSV file (with or without a header line), a NumPy .npy file with a matrix, or a LIBSVM file; "
    "each may be compressed with gzip. The name \"-\" is standard input.",
    "Columns are named by their header or by their number from 1. An empty cell, NA, NaN, nan and ? mean that a value "
    "is missing: a missing feature is replaced by the mean of its column in the training rows.",
    "A column whose first value is text is a column of categories: it becomes a feature for each of them, which is 1 "
    "in the rows that say so and 0 elsewhere. A missing category, or one that the model does not know, is 0 in all of "
    "them. At most 50 categories are taken; dates and identifiers are refused. A word in a column of numbers is an "
    "error.",
    "Results go to standard output; messages, progress and errors go to standard error.",
    NULL,
};

static const term_example exit_codes[] = {
    {"0", "success"},
    {"1", "failure: a file, its content, or memory"},
    {"2", "misuse: a wrong option or argument"},
    {"130",
     "stopped by Ctrl-C; 143 by SIGTERM, 129 by SIGHUP. fit has then saved its model as it was after the last finished "
     "step, under another name if FILE was there"},
    {NULL, NULL},
};

static const char *const first_steps[] = {
    "labrbf fit train.csv -o model.lab",
    "labrbf eval model.lab test.csv",
    "labrbf predict model.lab new.csv -o predictions.csv",
    NULL,
};

static const term_command *const commands[] = {
    &cli_command_fit,
    &cli_command_predict,
    &cli_command_eval,
    &cli_command_cv,
    &cli_command_tune,
    &cli_command_info,
    NULL,
};

const term_program labrbf_program = {
    .name = "labrbf",
    .summary = "kernel regression with locally adaptive bandwidths",
    .about = about,
    .notes = formats,
    .exit_codes = exit_codes,
    .first_steps = first_steps,
    .commands = commands,
};
