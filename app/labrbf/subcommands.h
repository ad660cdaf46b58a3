/* The program labrbf and its commands; the command NAME is defined in cmd_NAME.c. */
#ifndef LAB_CLI_SUBCOMMANDS_H
#define LAB_CLI_SUBCOMMANDS_H

#include "term/command.h"

extern const term_command cli_command_fit;
extern const term_command cli_command_predict;
extern const term_command cli_command_eval;
extern const term_command cli_command_info;
extern const term_command cli_command_cv;
extern const term_command cli_command_tune;

extern const term_program labrbf_program;

#endif
