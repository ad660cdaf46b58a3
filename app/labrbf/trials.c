/* The columns are the searched settings and the results. */
#include "trials.h"

#include <stdio.h>
#include <string.h>

#include "term/options.h"

enum { LINE = 512, NUMBER_WIDTH = 7 };

void cli_trial_value(const labrbf_trial *trial, const char *name, char value[CLI_VALUE_TEXT]) {
    const size_t length = strlen(name);
    const char *at = trial->settings;
    while (*at && !(strncmp(at, name, length) == 0 && at[length] == '=')) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    if (*at)
        at += length + 1;
    snprintf(value, CLI_VALUE_TEXT, "%.*s", (int)strcspn(at, " "), at);
}

void cli_trial_words(const labrbf_trial *trial, char text[CLI_TRIAL_TEXT]) {
    char kernel[CLI_VALUE_TEXT], scaling[CLI_VALUE_TEXT], form[CLI_VALUE_TEXT], linear[CLI_VALUE_TEXT],
        ridge[CLI_VALUE_TEXT];
    cli_trial_value(trial, "kernel", kernel);
    cli_trial_value(trial, "scaling", scaling);
    cli_trial_value(trial, "label_form", form);
    cli_trial_value(trial, "linear", linear);
    cli_trial_value(trial, "ridge", ridge);
    bool is_plain = strcmp(form, "plain") == 0;
    snprintf(text, CLI_TRIAL_TEXT, "%s, %s, %s%s%sridge %s", kernel, scaling, is_plain ? "" : form,
             is_plain ? "" : " labels, ", strcmp(linear, "on") == 0 ? "linear, " : "", ridge);
}

/* The next searched setting from row *index of the table on; false if there is none. */
static bool next_setting(size_t *index, labrbf_setting_info *setting) {
    while (labrbf_settings_describe(*index, setting) >= 0) {
        ++*index;
        if (setting->searched)
            return true;
    }
    return false;
}

/* As wide as the name and the longest word. */
static int width_of(const labrbf_setting_info *setting) {
    size_t width = strlen(setting->name), length;
    const char *choices = setting->choices, *word;
    if (setting->type != LABRBF_SETTING_CHOICE && width < NUMBER_WIDTH)
        width = NUMBER_WIDTH;
    while ((length = term_choice_next(&choices, &word)) > 0)
        width = length > width ? length : width;
    return (int)width;
}

void cli_trials_text(const labrbf_model *model, const char *indent, io_output *output) {
    char text[LINE], value[CLI_VALUE_TEXT];
    labrbf_setting_info setting;
    labrbf_trial t;
    io_output_text(output, indent);
    for (size_t i = 0; next_setting(&i, &setting);) {
        snprintf(text, sizeof text, "%-*s ", width_of(&setting), setting.name);
        io_output_text(output, text);
    }
    snprintf(text, sizeof text, "%8s %6s %8s\n", "supports", "steps", "r2");
    io_output_text(output, text);
    for (size_t number = 0; labrbf_model_trial(model, number, &t) >= 0; number++) {
        io_output_text(output, indent);
        for (size_t i = 0; next_setting(&i, &setting);) {
            cli_trial_value(&t, setting.name, value);
            snprintf(text, sizeof text, "%-*s ", width_of(&setting), value);
            io_output_text(output, text);
        }
        snprintf(text, sizeof text, "%8zu %6zu %8.4f\n", t.n_support, t.n_steps, t.r2);
        io_output_text(output, text);
    }
}

void cli_trials_csv(const labrbf_model *model, io_output *output) {
    char text[LINE], value[CLI_VALUE_TEXT];
    labrbf_setting_info setting;
    labrbf_trial t;
    for (size_t i = 0; next_setting(&i, &setting);) {
        io_output_text(output, setting.name);
        io_output_text(output, ",");
    }
    io_output_text(output, "n_support,n_steps,r2\n");
    for (size_t number = 0; labrbf_model_trial(model, number, &t) >= 0; number++) {
        for (size_t i = 0; next_setting(&i, &setting);) {
            cli_trial_value(&t, setting.name, value);
            io_output_text(output, value);
            io_output_text(output, ",");
        }
        snprintf(text, sizeof text, "%zu,%zu,", t.n_support, t.n_steps);
        io_output_text(output, text);
        io_output_number(output, t.r2);
        io_output_text(output, "\n");
    }
}

void cli_setting_json(term_json *json, const labrbf_setting_info *setting, const char *value) {
    if (setting->type != LABRBF_SETTING_CHOICE && strcmp(value, "auto") != 0)
        term_json_literal(json, setting->name, value);
    else
        term_json_string(json, setting->name, value);
}

void cli_trials_json(const labrbf_model *model, term_json *json) {
    char value[CLI_VALUE_TEXT];
    labrbf_setting_info setting;
    labrbf_trial t;
    term_json_open_array(json, "trials");
    for (size_t number = 0; labrbf_model_trial(model, number, &t) >= 0; number++) {
        term_json_open_object(json, NULL);
        for (size_t i = 0; next_setting(&i, &setting);) {
            cli_trial_value(&t, setting.name, value);
            cli_setting_json(json, &setting, value);
        }
        term_json_count(json, "n_support", t.n_support);
        term_json_count(json, "n_steps", t.n_steps);
        term_json_number(json, "r2", t.r2);
        term_json_close(json);
    }
    term_json_close(json);
}
