#include "model/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

enum { FIXED, AUTO, SEARCHED };

typedef struct row {
    labrbf_setting_info info;
    size_t offset; /* in lab_settings */
} row;

static const row table[] = {
#define NUMBER(type, name, preset, paper, low, high, how, help)                                                        \
    {{#name, type, preset, paper, low, high, how != FIXED, "", help, how == SEARCHED}, offsetof(lab_settings, name)},
#define REAL(...)  NUMBER(LABRBF_SETTING_REAL, __VA_ARGS__)
#define COUNT(...) NUMBER(LABRBF_SETTING_COUNT, __VA_ARGS__)
#define CHOICE(name, preset, paper, words, how, help)                                                                  \
    {{#name, LABRBF_SETTING_CHOICE, preset, paper, 0, 0, false, words, help, how == SEARCHED},                         \
     offsetof(lab_settings, name)},
#include "model/settings.def"
#undef REAL
#undef COUNT
#undef CHOICE
};

enum { SETTINGS = sizeof table / sizeof table[0] };

size_t lab_settings_count(void) { return SETTINGS; }

const labrbf_setting_info *lab_settings_describe(size_t index) { return index < SETTINGS ? &table[index].info : NULL; }

static bool same_name(const char *name, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (name[i] == '\0' || name[i] != (text[i] == '-' ? '_' : text[i]))
            return false;
    return name[length] == '\0';
}

/* NULL if there is no such setting. */
static const row *row_of(const char *name, size_t length) {
    for (size_t i = 0; i < SETTINGS; i++)
        if (same_name(table[i].info.name, name, length))
            return &table[i];
    return NULL;
}

bool lab_settings_has(const char *name, size_t length) { return row_of(name, length) != NULL; }

static labrbf_status find(const char *name, size_t length, const row **found) {
    *found = row_of(name, length);
    if (*found)
        return LABRBF_OK;
    return lab_fail(LABRBF_E_SETTING, "there is no setting '%.*s'", (int)(length < 80 ? length : 80), name);
}

/* The value as a double, which holds every count exactly: none is above 2^53. */
static double value_of(const lab_settings *settings, const row *r) {
    const void *at = (const char *)settings + r->offset;
    return r->info.type == LABRBF_SETTING_REAL ? *(const double *)at : (double)*(const size_t *)at;
}

static void set_value(lab_settings *settings, const row *r, double value) {
    void *at = (char *)settings + r->offset;
    if (r->info.type == LABRBF_SETTING_REAL)
        *(double *)at = value;
    else
        *(size_t *)at = (size_t)value;
}

/* The number of the word `text` among the '|'-separated words of `choices`, or false. */
static bool find_word(const char *choices, const char *text, size_t *index) {
    size_t word = 0, length = strlen(text);
    for (const char *start = choices;; word++) {
        size_t width = strcspn(start, "|");
        if (width == length && strncmp(start, text, width) == 0) {
            *index = word;
            return true;
        }
        if (start[width] == '\0')
            return false;
        start += width + 1;
    }
}

/* The word with this number, or false. */
static bool give_word(const char *choices, size_t number, char text[LAB_NUMBER_TEXT]) {
    for (; number > 0; number--) {
        choices += strcspn(choices, "|");
        if (*choices++ == '\0')
            return false;
    }
    (void)snprintf(text, LAB_NUMBER_TEXT, "%.*s", (int)strcspn(choices, "|"), choices);
    return true;
}

static labrbf_status set_choice(lab_settings *settings, const row *r, const char *text) {
    size_t word;
    if (!find_word(r->info.choices, text, &word))
        return lab_fail(LABRBF_E_SETTING, "%s is '%.80s', but must be one of %s", r->info.name, text, r->info.choices);
    set_value(settings, r, (double)word);
    return LABRBF_OK;
}

static labrbf_status set_number(lab_settings *settings, const row *r, const char *text) {
    const labrbf_setting_info *info = &r->info;
    double value = 0.0;
    bool automatic = info->allows_auto && strcmp(text, "auto") == 0;
    if (!automatic && !lab_number_parse(text, strlen(text), &value))
        return lab_fail(LABRBF_E_SETTING, "%s is '%.80s', but must be a number%s", info->name, text,
                        info->allows_auto ? " or auto" : "");
    if (!automatic && !(value >= info->minimum && value <= info->maximum))
        return lab_fail(LABRBF_E_SETTING, "%s is %g, but must be from %.16g to %.16g%s", info->name, value,
                        info->minimum, info->maximum, info->allows_auto ? ", or auto" : "");
    if (info->type == LABRBF_SETTING_COUNT && value != floor(value))
        return lab_fail(LABRBF_E_SETTING, "%s is %g, but must be a whole number", info->name, value);
    set_value(settings, r, value);
    return LABRBF_OK;
}

labrbf_status lab_settings_set(lab_settings *settings, const char *name, size_t length, const char *text) {
    const row *r;
    LAB_OR_RETURN(find(name, length, &r));
    return r->info.type == LABRBF_SETTING_CHOICE ? set_choice(settings, r, text) : set_number(settings, r, text);
}

static void give_text(const lab_settings *settings, const row *r, char text[LAB_NUMBER_TEXT]) {
    double value = value_of(settings, r);
    if (r->info.type == LABRBF_SETTING_CHOICE)
        (void)give_word(r->info.choices, (size_t)value, text);
    else if (r->info.allows_auto && value == 0.0)
        (void)snprintf(text, LAB_NUMBER_TEXT, "auto");
    else if (r->info.type == LABRBF_SETTING_REAL)
        (void)lab_number_format(value, text);
    else
        (void)snprintf(text, LAB_NUMBER_TEXT, "%.0f", value);
}

labrbf_status lab_settings_get(const lab_settings *settings, const char *name, char text[LAB_NUMBER_TEXT]) {
    const row *r;
    labrbf_status status = find(name, strlen(name), &r);
    if (status >= 0)
        give_text(settings, r, text);
    return status;
}

labrbf_status lab_settings_preset(lab_settings *settings, const char *preset) {
    bool paper = strcmp(preset, "paper") == 0;
    if (!paper && strcmp(preset, "default") != 0)
        return lab_fail(LABRBF_E_SETTING, "there is no preset '%.80s'; there are default and paper", preset);
    for (size_t i = 0; i < SETTINGS; i++) {
        const labrbf_setting_info *info = &table[i].info;
        const char *text = paper ? info->paper_text : info->default_text;
        LAB_OR_RETURN(lab_settings_set(settings, info->name, strlen(info->name), text));
    }
    return LABRBF_OK;
}

/* ---- words */

/* NULL if there is no choice of this name. */
static const char *choices_of(const char *name) {
    const row *r = row_of(name, strlen(name));
    return r && r->info.type == LABRBF_SETTING_CHOICE ? r->info.choices : NULL;
}

bool lab_settings_word(const char *name, size_t number, char text[LAB_NUMBER_TEXT]) {
    const char *choices = choices_of(name);
    return choices && give_word(choices, number, text);
}

bool lab_settings_word_number(const char *name, const char *text, size_t *number) {
    const char *choices = choices_of(name);
    return choices && find_word(choices, text, number);
}

/* ---- searched settings */

bool lab_settings_same_searched(const lab_settings *a, const lab_settings *b) {
    for (const row *r = table; r < table + SETTINGS; r++)
        if (r->info.searched && value_of(a, r) != value_of(b, r))
            return false;
    return true;
}

void lab_settings_copy_searched(lab_settings *to, const lab_settings *from) {
    for (const row *r = table; r < table + SETTINGS; r++)
        if (r->info.searched)
            set_value(to, r, value_of(from, r));
}

void lab_settings_fill_searched(lab_settings *to, const lab_settings *from) {
    for (const row *r = table; r < table + SETTINGS; r++) {
        char text[LAB_NUMBER_TEXT];
        give_text(to, r, text);
        if (r->info.searched && strcmp(text, "auto") == 0)
            set_value(to, r, value_of(from, r));
    }
}

void lab_settings_searched_text(const lab_settings *settings, char text[LAB_SEARCHED_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (const row *r = table; r < table + SETTINGS; r++) {
        char value[LAB_NUMBER_TEXT];
        if (!r->info.searched)
            continue;
        give_text(settings, r, value);
        int added = snprintf(text + used, LAB_SEARCHED_TEXT - used, "%s%s=%s", used ? " " : "", r->info.name, value);
        used += (size_t)added < LAB_SEARCHED_TEXT - used ? (size_t)added : 0;
    }
}
