/*
 * What a program is: a table of subcommands. What a subcommand is: one row of texts and tables, and one function. The
 * parser, --help, the manual pages and the shell completions all read these rows; the settings of the library become
 * options by themselves (options.c).
 */
#ifndef LAB_TERM_COMMAND_H
#define LAB_TERM_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "labrbf/labrbf.h"

enum { CLI_SUCCESS = 0, CLI_FAILURE = 1, CLI_MISUSE = 2, CLI_INTERRUPTED = 130 };

typedef struct cli_args cli_args;

/* An option. The value "FILE" is completed with file names. */
typedef struct cli_option {
    char letter;         /* short form, or 0 */
    const char *name;    /* long form; '_' is shown as '-', and both are accepted */
    const char *value;   /* what its value is called; NULL: a switch */
    const char *choices; /* the words its value may be, separated by '|'; NULL: anything */
    const char *help;
    bool is_setting;
    labrbf_setting_info setting; /* the library's row, if is_setting */
} cli_option;

/* An argument without dashes; all of them are required, in this order. */
typedef struct cli_argument {
    const char *name;
    const char *help;
} cli_argument;

typedef struct cli_example {
    const char *line;
    const char *text;
} cli_example;

typedef struct cli_command {
    const char *name;
    const char *summary;            /* one line, no full stop */
    const char *usage;              /* what follows "PROGRAM NAME" */
    const char *const *description; /* paragraphs; NULL ends */
    const cli_argument *arguments;  /* a NULL name ends */
    const cli_option *options;      /* its own; a NULL name ends */
    const char *settings;           /* "*": every setting is an option; a name: that one; NULL: none */
    const cli_example *examples;    /* a NULL line ends */
    int (*run)(const cli_args *args);
} cli_command;

/* A program: its commands, and the texts of its help and manual. */
typedef struct cli_program {
    const char *name;
    const char *summary;                /* one line for the manual, no full stop */
    const char *const *about;           /* paragraphs; NULL ends */
    const char *const *notes;           /* paragraphs after the commands; NULL ends */
    const cli_example *exit_codes;      /* a NULL line ends */
    const char *const *first_steps;     /* lines to type; NULL ends */
    const cli_command *const *commands; /* in the order of the help; NULL ends */
} cli_program;

/* Finds the command, reads its arguments, runs it. Returns the exit code. */
int cli_run(const cli_program *program, int argc, char **argv);

#endif
