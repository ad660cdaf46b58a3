/* The program labrbf and its commands; each command is defined in the file of its name. */
#ifndef LAB_CLI_COMMANDS_H
#define LAB_CLI_COMMANDS_H

#include "command.h"

extern const cli_command cli_command_fit;
extern const cli_command cli_command_predict;
extern const cli_command cli_command_eval;
extern const cli_command cli_command_info;
extern const cli_command cli_command_cv;
extern const cli_command cli_command_tune;

extern const cli_program labrbf_program;

#endif
