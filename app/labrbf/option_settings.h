/* Settings of the library from the options of a command. */
#ifndef LAB_CLI_OPTION_SETTINGS_H
#define LAB_CLI_OPTION_SETTINGS_H

#include <stdint.h>

#include "term/command.h"

/* The preset first, wherever --preset stands, then the other settings. On failure prints why and returns the exit code;
 * *settings is then NULL. */
int cli_settings_read(const term_args *args, labrbf_settings **settings);

/* A whole number among the settings; 0 for "auto". */
uint64_t cli_settings_count(const labrbf_settings *settings, const char *name);

#endif
