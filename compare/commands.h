/* The program labrbf-compare and its commands; the command NAME is defined in cmd_NAME.c. */
#ifndef COMPARE_COMMANDS_H
#define COMPARE_COMMANDS_H

#include "term/command.h"

extern const term_command compare_command_run;
extern const term_command compare_command_list;
extern const term_command compare_command_table1, compare_command_table2, compare_command_table3; /* cmd_tables.c */
extern const term_command compare_command_report;
extern const term_command compare_command_fig_toy;
extern const term_command compare_command_fig_ratio;
extern const term_command compare_command_fig_sigma;

extern const term_program compare_program;

#endif
