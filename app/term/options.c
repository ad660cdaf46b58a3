#include "options.h"

#include <stdio.h>
#include <string.h>

static const term_option common[] = {
    {.letter = 'q', .name = "quiet", .help = "say nothing but warnings and errors"},
    {.letter = 'h', .name = "help", .help = "print help and exit"},
    {.name = "help-all", .help = "print help with all options and exit"},
    {.name = "version", .help = "print the version and exit"},
};
enum { COMMON_COUNT = sizeof common / sizeof common[0] };

static const term_group all_in_one[] = {{"Options", NULL}, {NULL, NULL}};

static size_t own_count(const term_command *command) {
    size_t count = 0;
    while (command->options[count].name)
        count++;
    return count;
}

static size_t setting_count(const term_command *command) {
    if (!command->settings)
        return 0;
    return strcmp(command->settings, "*") == 0 ? labrbf_settings_count() : 1;
}

static labrbf_setting_info describe(const term_command *command, size_t index) {
    labrbf_setting_info info = {0};
    if (strcmp(command->settings, "*") == 0) {
        labrbf_settings_describe(index, &info);
        return info;
    }
    for (size_t i = 0; i < labrbf_settings_count(); i++)
        if (labrbf_settings_describe(i, &info) == LABRBF_OK && strcmp(info.name, command->settings) == 0)
            break;
    return info;
}

static term_option setting_option(labrbf_setting_info info) {
    static const char *const values[] = {[LABRBF_SETTING_REAL] = "NUMBER", [LABRBF_SETTING_COUNT] = "N"};
    bool is_choice = info.type == LABRBF_SETTING_CHOICE;
    return (term_option){
        .name = info.name,
        .value = is_choice ? "WORD" : values[info.type],
        .choices = is_choice ? info.choices : NULL,
        .help = info.help,
        .is_setting = true,
        .setting = info,
    };
}

size_t term_option_count(const term_command *command) {
    return own_count(command) + setting_count(command) + COMMON_COUNT;
}

term_option term_option_at(const term_command *command, size_t index) {
    size_t own = own_count(command), settings = setting_count(command);
    if (index < own)
        return command->options[index];
    if (index < own + settings)
        return setting_option(describe(command, index - own));
    return common[index - own - settings];
}

bool term_option_is(const char *a, size_t length, const char *b) {
    if (strlen(b) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((a[i] == '_' ? '-' : a[i]) != (b[i] == '_' ? '-' : b[i]))
            return false;
    return true;
}

const term_group *term_option_groups(const term_command *command) {
    return command->groups ? command->groups : all_in_one;
}

/* The next word of a list with blanks between: its length, or 0 at the end. */
static size_t next_name(const char *names, size_t *place, const char **name) {
    *name = names + *place + strspn(names + *place, " ");
    size_t length = strcspn(*name, " ");
    *place = (size_t)(*name - names) + length;
    return length;
}

static bool is_named(const char *names, const char *option) {
    const char *name;
    for (size_t place = 0, length; (length = next_name(names, &place, &name)) > 0;)
        if (term_option_is(name, length, option))
            return true;
    return false;
}

static bool is_in_a_group(const term_command *command, const char *option) {
    for (const term_group *group = term_option_groups(command); group->title; group++)
        if (group->options && is_named(group->options, option))
            return true;
    return false;
}

static bool find(const term_command *command, const char *name, size_t length, term_option *option) {
    size_t count = term_option_count(command);
    for (size_t i = 0; i < count; i++) {
        *option = term_option_at(command, i);
        if (term_option_is(name, length, option->name))
            return true;
    }
    return false;
}

bool term_group_next(const term_command *command, const term_group *group, size_t *place, term_option *option) {
    const char *name;
    for (size_t length; group->options && (length = next_name(group->options, place, &name)) > 0;)
        if (find(command, name, length, option))
            return true;
    while (!group->options && *place < term_option_count(command)) {
        *option = term_option_at(command, (*place)++);
        if (!is_in_a_group(command, option->name))
            return true;
    }
    return false;
}

void term_option_name(const term_option *option, char name[TERM_NAME_TEXT]) {
    snprintf(name, TERM_NAME_TEXT, "%s", option->name);
    for (char *c = name; *c; c++)
        if (*c == '_')
            *c = '-';
}

size_t term_choice_next(const char **choices, const char **word) {
    if (!*choices || !**choices)
        return 0;
    *word = *choices;
    size_t length = strcspn(*word, "|");
    *choices = (*word)[length] ? *word + length + 1 : *word + length;
    return length;
}
