/* --help, from the tables: wrapped to the terminal, at most 100 columns wide. */
#ifndef LAB_TERM_HELP_H
#define LAB_TERM_HELP_H

#include <stdio.h>

#include "command.h"

enum { TERM_FACTS_TEXT = 256 };

void term_help_program(FILE *out, const term_program *program);
void term_help_short(FILE *out, const term_program *program);
/* The short help of a command: what it does, the options that a newcomer needs, some examples. A command without groups
 * of options has the complete one instead. */
void term_help_command(FILE *out, const term_program *program, const term_command *command);
void term_help_complete(FILE *out, const term_program *program, const term_command *command);

/* A setting's range, default and value in preset `paper`, as "0 to 1; default 0.5, paper 0.1". */
void term_option_facts(const term_option *option, char text[TERM_FACTS_TEXT]);

/* A name at column 2 and its text at `column` beside it (or below it, if the name is long), wrapped. */
void term_help_entry(FILE *out, const char *name, const char *text, int column);

/* Columns of the terminal behind a file, 0 if it is not one. */
int term_terminal_width(FILE *file);

#endif
