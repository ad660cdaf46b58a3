/* --help, from the tables: wrapped to the terminal, at most 100 columns wide. */
#ifndef LAB_TERM_HELP_H
#define LAB_TERM_HELP_H

#include <stdio.h>

#include "command.h"

enum { CLI_FACTS_TEXT = 256 };

void cli_help_program(FILE *out, const cli_program *program);
void cli_help_short(FILE *out, const cli_program *program);
void cli_help_command(FILE *out, const cli_program *program, const cli_command *command);

/* A setting's range, default and value in preset `paper`, as "0 to 1; default 0.5, paper 0.1". */
void cli_option_facts(const cli_option *option, char text[CLI_FACTS_TEXT]);

/* A name at column 2 and its text at `column` beside it (or below it, if the name is long), wrapped. */
void cli_help_entry(FILE *out, const char *name, const char *text, int column);

/* Columns of the terminal behind a file, 0 if it is not one. */
int cli_terminal_width(FILE *file);

#endif
