/* Every option of a command as one list: its own, then the settings of the library, then --quiet, --help and --version.
 */
#ifndef LAB_TERM_OPTIONS_H
#define LAB_TERM_OPTIONS_H

#include "command.h"

enum { CLI_NAME_TEXT = 64 };

size_t cli_option_count(const cli_command *command);
cli_option cli_option_at(const cli_command *command, size_t index);

/* Are two names the same, with '-' and '_' taken as one? Compares a[0 .. length) with all of b. */
bool cli_option_is(const char *a, size_t length, const char *b);

/* The name as it is typed, without dashes in front: "support-max". */
void cli_option_name(const cli_option *option, char name[CLI_NAME_TEXT]);

/* Takes the next word of a list separated by '|': its length, or 0 at the end. Start with *choices at the list. */
size_t cli_choice_next(const char **choices, const char **word);

#endif
