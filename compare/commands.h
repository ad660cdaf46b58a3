/* The program labrbf-compare and its commands; the command NAME is defined in cmd_NAME.c. */
#ifndef COMPARE_COMMANDS_H
#define COMPARE_COMMANDS_H

#include "term/command.h"

extern const cli_command compare_command_run;
extern const cli_command compare_command_list;
extern const cli_command compare_command_table1, compare_command_table2, compare_command_table3; /* cmd_tables.c */
extern const cli_command compare_command_report;
extern const cli_command compare_command_fig_toy;
extern const cli_command compare_command_fig_ratio;
extern const cli_command compare_command_fig_sigma;

extern const cli_program compare_program;

#endif
