/* The program labrbf-compare: its texts, and the table of its commands. */
#include "commands.h"

static const char *const about[] = {
    "labrbf-compare runs the regression methods that the LAB RBF paper compares with, and LAB RBF itself, on the same "
    "splits of the same data, and says how well each predicts, how large its model is, and what it costs.",
    NULL,
};

static const char *const notes[] = {
    "Data is a table as labrbf reads it, or the name of one of the paper's data sets, which are looked up in the "
    "folder that --data or the environment variable LABRBF_DATA names. 'labrbf-compare list' shows them, and the "
    "methods.",
    "Results go to standard output; messages, progress and errors go to standard error.",
    NULL,
};

static const term_example exit_codes[] = {
    {"0", "success"},
    {"1", "failure: a file, its content, or the machine is in the way, or a method failed on some split"},
    {"2", "misuse: an option or argument is not right"},
    {"130",
     "stopped by Ctrl-C; 143 by SIGTERM, 129 by SIGHUP. What was finished is in the file of --resume, if there is one"},
    {NULL, NULL},
};

static const char *const first_steps[] = {
    "labrbf-compare list",
    "labrbf-compare run data.csv",
    "labrbf-compare run yacht --paper-settings yacht --repeats 10",
    "labrbf-compare table1 --repeats 2 --sets yacht",
    "labrbf-compare fig-toy",
    NULL,
};

static const term_command *const commands[] = {&compare_command_run,       &compare_command_list,
                                               &compare_command_table1,    &compare_command_table2,
                                               &compare_command_table3,    &compare_command_fig_toy,
                                               &compare_command_fig_ratio, &compare_command_fig_sigma,
                                               &compare_command_report,    NULL};

const term_program compare_program = {
    .name = "labrbf-compare",
    .summary = "regression methods side by side",
    .about = about,
    .notes = notes,
    .exit_codes = exit_codes,
    .first_steps = first_steps,
    .commands = commands,
};
