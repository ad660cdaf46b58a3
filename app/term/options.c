#include "options.h"

#include <stdio.h>
#include <string.h>

static const term_option common[] = {
    {.letter = 'q', .name = "quiet", .help = "say nothing but warnings and errors"},
    {.letter = 'h', .name = "help", .help = "print this help and exit"},
    {.name = "version", .help = "print the version and exit"},
};
enum { COMMON_COUNT = sizeof common / sizeof common[0] };

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
