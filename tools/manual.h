/* What labrbf-manual makes from the tables of the command line: manual pages and shell completions. */
#ifndef LAB_TOOLS_MANUAL_H
#define LAB_TOOLS_MANUAL_H

#include <stdio.h>

void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

#endif
