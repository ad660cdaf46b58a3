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

enum { TERM_SUCCESS = 0, TERM_FAILURE = 1, TERM_MISUSE = 2, TERM_INTERRUPTED = 130, TERM_UNREAD = 141 };

typedef struct term_args term_args;

/* An option. The value "FILE" is completed with file names. */
typedef struct term_option {
    char letter;         /* short form, or 0 */
    const char *name;    /* long form; '_' is shown as '-', and both are accepted */
    const char *value;   /* what its value is called; NULL: a switch */
    const char *choices; /* the words its value may be, separated by '|'; NULL: anything */
    const char *help;
    bool first; /* one of the few that a newcomer needs: it stands in the short help */
    bool is_setting;
    labrbf_setting_info setting; /* the library's row, if is_setting */
} term_option;

/* An argument without dashes; all of them are required, in this order. */
typedef struct term_argument {
    const char *name;
    const char *help;
} term_argument;

typedef struct term_example {
    const char *line;
    const char *text;
} term_example;

/* Options that the help shows together. */
typedef struct term_group {
    const char *title;
    const char
        *options; /* names, with blanks between them; a command need not have all. NULL: those of no other group */
} term_group;

typedef struct term_command {
    const char *name;
    const char *summary;            /* one line, no full stop */
    const char *usage;              /* what follows "PROGRAM NAME" */
    const char *const *description; /* paragraphs; NULL ends */
    const term_argument *arguments; /* a NULL name ends */
    const term_option *options;     /* its own; a NULL name ends */
    const char *settings;           /* "*": every setting is an option; a name: that one; NULL: none */
    const term_group *groups; /* of a command with many options: --help is then short, --help-all complete. A NULL title
                                 ends. NULL: one list */
    const term_example *examples; /* a NULL line ends */
    int (*run)(const term_args *args);
} term_command;

/* A program: its commands, and the texts of its help and manual. */
typedef struct term_program {
    const char *name;
    const char *summary;                 /* one line for the manual, no full stop */
    const char *const *about;            /* paragraphs; NULL ends */
    const char *const *notes;            /* paragraphs after the commands; NULL ends */
    const term_example *exit_codes;      /* a NULL line ends */
    const char *const *first_steps;      /* lines to type; NULL ends */
    const term_command *const *commands; /* in the order of the help; NULL ends */
} term_program;

/* Finds the command, reads its arguments, runs it. Returns the exit code. */
int term_run(const term_program *program, int argc, char **argv);

#endif
