/* The arguments of a command: --name value, --name=value, -x value, -xvalue; "--" ends the options. */
#ifndef LAB_TERM_ARGS_H
#define LAB_TERM_ARGS_H

#include "command.h"

enum { TERM_ARGUMENTS_MAX = 4 };

/* An option as it was typed. */
typedef struct term_given {
    int option; /* its index */
    const char *text;
} term_given;

struct term_args {
    const term_command *command;
    const char **values; /* by option index: the text given last, "" for a switch, NULL if not given */
    term_given *given;   /* every option in the order typed */
    size_t given_count;
    const char *arguments[TERM_ARGUMENTS_MAX];
};

/* Reads argv[0 .. argc), the words after the command's name; they must outlive `args`. Returns TERM_SUCCESS, or the
 * exit code after it has said what is wrong; term_args_free is due in both cases. */
int term_args_parse(const term_command *command, int argc, char **argv, term_args *args);
void term_args_free(term_args *args);

/* The option's text, NULL if it was not given. The name must be one of the command's. */
const char *term_args_value(const term_args *args, const char *name);
bool term_args_has(const term_args *args, const char *name);

/* An option that may be given several times: its texts in order, NULL after the last. Start with *place at 0. */
const char *term_args_each(const term_args *args, const char *name, size_t *place);

#endif
