/* All options of a command as one list: its own, then the settings of the library, --quiet, --help and the like. */
#ifndef LAB_TERM_OPTIONS_H
#define LAB_TERM_OPTIONS_H

#include "command.h"

enum { TERM_NAME_TEXT = 64 };

size_t term_option_count(const term_command *command);
term_option term_option_at(const term_command *command, size_t index);

/* The command's groups of options, or the one group of all of them; a NULL title ends. */
const term_group *term_option_groups(const term_command *command);

/* Takes the next option of a group, in the order of its names; false at the end. Start with *place at 0. */
bool term_group_next(const term_command *command, const term_group *group, size_t *place, term_option *option);

/* Are two names the same, with '-' and '_' taken as one? Compares a[0 .. length) with all of b. */
bool term_option_is(const char *a, size_t length, const char *b);

/* The name as it is typed, without dashes in front: "support-max". */
void term_option_name(const term_option *option, char name[TERM_NAME_TEXT]);

/* Takes the next word of a list separated by '|': its length, or 0 at the end. Start with *choices at the list. */
size_t term_choice_next(const char **choices, const char **word);

#endif
