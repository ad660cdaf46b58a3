/* The arguments of a command: --name value, --name=value, -x value, -xvalue; "--" ends the options. */
#ifndef LAB_TERM_ARGS_H
#define LAB_TERM_ARGS_H

#include "command.h"

enum { CLI_ARGUMENTS_MAX = 4 };

/* An option as it was typed. */
typedef struct cli_given {
    int option; /* its index */
    const char *text;
} cli_given;

struct cli_args {
    const cli_command *command;
    const char **values; /* by option index: the text given last, "" for a switch, NULL if not given */
    cli_given *given;    /* every option in the order typed */
    size_t given_count;
    const char *arguments[CLI_ARGUMENTS_MAX];
};

/* Reads argv[0 .. argc), the words after the command's name; they must outlive `args`. Returns CLI_SUCCESS, or the exit
 * code after it has said what is wrong; cli_args_free is due in both cases. */
int cli_args_parse(const cli_command *command, int argc, char **argv, cli_args *args);
void cli_args_free(cli_args *args);

/* The option's text, NULL if it was not given. The name must be one of the command's. */
const char *cli_args_value(const cli_args *args, const char *name);
bool cli_args_has(const cli_args *args, const char *name);

/* An option that may be given several times: its texts in order, NULL after the last. Start with *place at 0. */
const char *cli_args_each(const cli_args *args, const char *name, size_t *place);

#endif
