#include "model/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

static const labrbf_setting_info table[] = {
#define REAL(name, preset, paper, low, high, automatic, help)                                                          \
    {#name, LABRBF_SETTING_REAL, preset, paper, low, high, automatic, "", help, 0},
#define COUNT(name, preset, paper, low, high, automatic, help)                                                         \
    {#name, LABRBF_SETTING_COUNT, preset, paper, low, high, automatic, "", help, 0},
#define CHOICE(name, preset, paper, words, help)                                                                       \
    {#name, LABRBF_SETTING_CHOICE, preset, paper, 0, 0, false, words, help, 0},
#include "model/settings.def"
#undef REAL
#undef COUNT
#undef CHOICE
};

static const size_t offsets[] = {
#define REAL(name, ...)   offsetof(lab_settings, name),
#define COUNT(name, ...)  offsetof(lab_settings, name),
#define CHOICE(name, ...) offsetof(lab_settings, name),
#include "model/settings.def"
#undef REAL
#undef COUNT
#undef CHOICE
};

static const size_t searched[] = {
#define REAL(name, ...)
#define COUNT(name, ...)
#define CHOICE(name, ...)
#define SEARCHED(name) offsetof(lab_settings, name),
#include "model/settings.def"
#undef REAL
#undef COUNT
#undef CHOICE
#undef SEARCHED
};

enum { SETTINGS = sizeof table / sizeof table[0] };

size_t lab_settings_count(void) { return SETTINGS; }

const labrbf_setting_info *lab_settings_describe(size_t index) { return index < SETTINGS ? &table[index] : NULL; }

static bool same_name(const char *name, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (name[i] == '\0' || name[i] != (text[i] == '-' ? '_' : text[i]))
            return false;
    return name[length] == '\0';
}

/* The row of this name; SETTINGS if there is none. */
static size_t row_of(const char *name, size_t length) {
    size_t i = 0;
    while (i < SETTINGS && !same_name(table[i].name, name, length))
        i++;
    return i;
}

bool lab_settings_has(const char *name, size_t length) { return row_of(name, length) < SETTINGS; }

static labrbf_status find(const char *name, size_t length, size_t *index) {
    *index = row_of(name, length);
    if (*index < SETTINGS)
        return LABRBF_OK;
    return lab_fail(LABRBF_E_SETTING, "there is no setting '%.*s'", (int)(length < 80 ? length : 80), name);
}

static size_t *count_at(lab_settings *settings, size_t index) {
    return (size_t *)(void *)((char *)settings + offsets[index]);
}

static double *real_at(lab_settings *settings, size_t index) {
    return (double *)(void *)((char *)settings + offsets[index]);
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

static labrbf_status out_of_range(const labrbf_setting_info *row, double value) {
    return lab_fail(LABRBF_E_SETTING, "%s is %g, but must be from %.16g to %.16g%s", row->name, value, row->minimum,
                    row->maximum, row->allows_auto ? ", or auto" : "");
}

static labrbf_status set_number(lab_settings *settings, size_t index, double value) {
    const labrbf_setting_info *row = &table[index];
    bool automatic = row->allows_auto && value == 0.0;
    if (!automatic && !(value >= row->minimum && value <= row->maximum))
        return out_of_range(row, value);
    if (row->type == LABRBF_SETTING_REAL) {
        *real_at(settings, index) = value;
        return LABRBF_OK;
    }
    if (value != floor(value))
        return lab_fail(LABRBF_E_SETTING, "%s is %g, but must be a whole number", row->name, value);
    *count_at(settings, index) = (size_t)value;
    return LABRBF_OK;
}

static labrbf_status set_choice(lab_settings *settings, size_t index, const char *text) {
    const labrbf_setting_info *row = &table[index];
    size_t word;
    if (!find_word(row->choices, text, &word))
        return lab_fail(LABRBF_E_SETTING, "%s is '%.80s', but must be one of %s", row->name, text, row->choices);
    *count_at(settings, index) = word;
    return LABRBF_OK;
}

labrbf_status lab_settings_set(lab_settings *settings, const char *name, size_t length, const char *text) {
    size_t index = 0;
    LAB_OR_RETURN(find(name, length, &index));
    const labrbf_setting_info *row = &table[index];
    if (row->type == LABRBF_SETTING_CHOICE)
        return set_choice(settings, index, text);
    if (row->allows_auto && strcmp(text, "auto") == 0)
        return set_number(settings, index, 0.0);
    double value;
    if (lab_number_parse(text, strlen(text), &value)) {
        /* auto is stored as 0, but typing 0 does not mean auto. */
        return row->allows_auto && value == 0.0 ? out_of_range(row, value) : set_number(settings, index, value);
    }
    return lab_fail(LABRBF_E_SETTING, "%s is '%.80s', but must be a number%s", row->name, text,
                    row->allows_auto ? " or auto" : "");
}

labrbf_status lab_settings_get(const lab_settings *settings, const char *name, char text[LAB_NUMBER_TEXT]) {
    size_t index = 0;
    LAB_OR_RETURN(find(name, strlen(name), &index));
    const labrbf_setting_info *row = &table[index];
    const char *at = (const char *)settings + offsets[index];
    if (row->type == LABRBF_SETTING_CHOICE) {
        size_t word;
        memcpy(&word, at, sizeof word);
        (void)give_word(row->choices, word, text);
        return LABRBF_OK;
    }
    double real = 0.0;
    size_t count = 0;
    if (row->type == LABRBF_SETTING_REAL)
        memcpy(&real, at, sizeof real);
    else
        memcpy(&count, at, sizeof count);
    if (row->allows_auto && real == 0.0 && count == 0)
        (void)snprintf(text, LAB_NUMBER_TEXT, "auto");
    else if (row->type == LABRBF_SETTING_REAL)
        (void)lab_number_format(real, text);
    else
        (void)snprintf(text, LAB_NUMBER_TEXT, "%zu", count);
    return LABRBF_OK;
}

labrbf_status lab_settings_preset(lab_settings *settings, const char *preset) {
    bool paper = strcmp(preset, "paper") == 0;
    if (!paper && strcmp(preset, "default") != 0)
        return lab_fail(LABRBF_E_SETTING, "there is no preset '%.80s'; there are default and paper", preset);
    for (size_t i = 0; i < SETTINGS; i++) {
        const char *text = paper ? table[i].paper_text : table[i].default_text;
        LAB_OR_RETURN(lab_settings_set(settings, table[i].name, strlen(table[i].name), text));
    }
    return LABRBF_OK;
}

/* ---- words */

bool lab_settings_word(const char *name, size_t number, char text[LAB_NUMBER_TEXT]) {
    size_t row = row_of(name, strlen(name));
    return row < SETTINGS && table[row].type == LABRBF_SETTING_CHOICE && give_word(table[row].choices, number, text);
}

bool lab_settings_word_number(const char *name, const char *text, size_t *number) {
    size_t row = row_of(name, strlen(name));
    return row < SETTINGS && table[row].type == LABRBF_SETTING_CHOICE && find_word(table[row].choices, text, number);
}

/* searched settings */

bool lab_settings_is_searched(size_t index) {
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++)
        if (index < SETTINGS && offsets[index] == searched[i])
            return true;
    return false;
}

_Static_assert(sizeof(size_t) == sizeof(double), "every setting has the same size");

bool lab_settings_same_searched(const lab_settings *a, const lab_settings *b) {
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++)
        if (memcmp((const char *)a + searched[i], (const char *)b + searched[i], sizeof(double)) != 0)
            return false;
    return true;
}

void lab_settings_copy_searched(lab_settings *to, const lab_settings *from) {
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++)
        memcpy((char *)to + searched[i], (const char *)from + searched[i], sizeof(double));
}

void lab_settings_fill_searched(lab_settings *to, const lab_settings *from) {
    for (size_t i = 0; i < SETTINGS; i++) {
        char value[LAB_NUMBER_TEXT];
        bool is_open = lab_settings_get(to, table[i].name, value) >= 0 && strcmp(value, "auto") == 0;
        if (is_open && lab_settings_is_searched(i))
            memcpy((char *)to + offsets[i], (const char *)from + offsets[i], sizeof(double));
    }
}

void lab_settings_searched_text(const lab_settings *settings, char text[LAB_SEARCHED_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < SETTINGS; i++) {
        char value[LAB_NUMBER_TEXT];
        if (!lab_settings_is_searched(i) || lab_settings_get(settings, table[i].name, value) < 0)
            continue;
        int added = snprintf(text + used, LAB_SEARCHED_TEXT - used, "%s%s=%s", used ? " " : "", table[i].name, value);
        used += (size_t)added < LAB_SEARCHED_TEXT - used ? (size_t)added : 0;
    }
}
