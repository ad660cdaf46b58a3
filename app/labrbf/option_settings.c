#include "option_settings.h"

#include <stdlib.h>

#include "term/args.h"
#include "term/message.h"
#include "term/options.h"

static int apply(const term_args *args, labrbf_settings *settings) {
    const term_command *command = args->command;
    const char *preset = term_args_value(args, "preset");
    if (preset && labrbf_settings_preset(settings, preset) < 0)
        return term_misuse(command->name, "%s", labrbf_last_error());
    size_t count = term_option_count(command);
    for (size_t i = 0; i < count; i++) {
        term_option option = term_option_at(command, i);
        if (option.is_setting && args->values[i] && labrbf_settings_set(settings, option.name, args->values[i]) < 0)
            return term_misuse(command->name, "%s", labrbf_last_error());
    }
    return TERM_SUCCESS;
}

int cli_settings_read(const term_args *args, labrbf_settings **settings) {
    if (labrbf_settings_create(settings) < 0)
        return term_failure(args->command->name, "%s", labrbf_last_error());
    int code = apply(args, *settings);
    if (code != TERM_SUCCESS) {
        labrbf_settings_destroy(*settings);
        *settings = NULL;
    }
    return code;
}

uint64_t cli_settings_count(const labrbf_settings *settings, const char *name) {
    char text[64];
    if (labrbf_settings_get(settings, name, text, sizeof text) < 0)
        return 0;
    return strtoull(text, NULL, 10); /* "auto" reads as 0 */
}
