#include "method_settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text to value */

static bool read_number(const option *o, const char *text, size_t length, double *number) {
    char copy[64], *end;
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *number = strtod(copy, &end);
    if (*end != '\0' || end == copy || !isfinite(*number) || *number < o->low || *number > o->high)
        return false;
    return o->kind != OPTION_COUNT || *number == floor(*number);
}

static bool read_word(const option *o, const char *text, double *position) {
    size_t length = strlen(text), at = 0;
    for (const char *word = o->words; *word; at++) {
        size_t extent = strcspn(word, "|");
        if (extent == length && memcmp(word, text, length) == 0) {
            *position = (double)at;
            return true;
        }
        word += extent + (word[extent] == '|');
    }
    return false;
}

static bool read_list(const option *o, const char *text, value *v) {
    v->count = 0;
    while (*text) {
        size_t extent = strcspn(text, ",");
        if (v->count == OPTION_MOST || !read_number(o, text, extent, &v->list[v->count++]))
            return false;
        text += extent + (text[extent] == ',' && text[extent + 1] != '\0');
        if (*text == ',')
            return false;
    }
    return true;
}

static bool read_value(const option *o, const char *text, value *v) {
    switch (o->kind) {
    case OPTION_WORD:
        return read_word(o, text, &v->number);
    case OPTION_NUMBERS:
        return read_list(o, text, v);
    case OPTION_NUMBER:
    case OPTION_COUNT:
        break;
    }
    double position;
    if (o->words && read_word(o, text, &position)) {
        v->word = (size_t)position + 1;
        return true;
    }
    return read_number(o, text, strlen(text), &v->number);
}

/* ---- messages */

static void say_what_is_allowed(const method *m, const option *o, const char *text, failure *why) {
    char allowed[128];
    if (o->kind == OPTION_WORD)
        snprintf(allowed, sizeof allowed, "one of %s", o->words);
    else if (o->kind == OPTION_COUNT)
        snprintf(allowed, sizeof allowed, "a whole number from %.15g to %.15g", o->low, o->high);
    else if (o->kind == OPTION_NUMBER)
        snprintf(allowed, sizeof allowed, "a number from %g to %g", o->low, o->high);
    else
        snprintf(allowed, sizeof allowed, "at most %d numbers from %g to %g, separated by commas", (int)OPTION_MOST,
                 o->low, o->high);
    bool other = o->kind != OPTION_WORD && o->words;
    snprintf(why->text, sizeof why->text, "%s.%s cannot be '%.40s': it is %s%s%s", m->name, o->name, text, allowed,
             other ? ", or " : "", other ? o->words : "");
}

static void say_what_there_is(const method *m, const char *name, failure *why) {
    int used = snprintf(why->text, sizeof why->text, "%s has no setting '%.40s'. Its settings:", m->name, name);
    for (size_t i = 0; i < m->n_options && used > 0 && (size_t)used < sizeof why->text; i++)
        used += snprintf(why->text + used, sizeof why->text - (size_t)used, " %s", m->options[i].name);
}

/* ---- */

void settings_standard(const method *m, value *values) {
    for (size_t i = 0; i < m->n_options; i++) {
        values[i] = (value){0};
        read_value(&m->options[i], m->options[i].standard, &values[i]);
    }
}

bool settings_set(const method *m, value *values, const char *name, const char *text, failure *why) {
    for (size_t i = 0; i < m->n_options; i++) {
        if (strcmp(m->options[i].name, name) != 0)
            continue;
        value v = {0};
        if (!read_value(&m->options[i], text, &v)) {
            say_what_is_allowed(m, &m->options[i], text, why);
            return false;
        }
        values[i] = v;
        return true;
    }
    say_what_there_is(m, name, why);
    return false;
}

/* The shortest decimal that reads back to the same number; a whole number as its digits. */
static int write_number(char *to, size_t room, double number) {
    int used = 0;
    if (number == floor(number) && fabs(number) < 1e16)
        return snprintf(to, room, "%.0f", number);
    for (int digits = 1; digits <= 17; digits++) {
        used = snprintf(to, room, "%.*g", digits, number);
        if (strtod(to, NULL) == number)
            break;
    }
    return used;
}

static void write_word(char text[SETTING_TEXT], const char *words, size_t position) {
    for (; position > 0; position--)
        words += strcspn(words, "|") + 1;
    snprintf(text, SETTING_TEXT, "%.*s", (int)strcspn(words, "|"), words);
}

void settings_text(const option *o, const value *v, char text[SETTING_TEXT]) {
    text[0] = '\0';
    if (o->kind == OPTION_WORD) {
        write_word(text, o->words, (size_t)v->number);
    } else if (v->word > 0) {
        write_word(text, o->words, v->word - 1);
    } else if (o->kind == OPTION_NUMBERS) {
        size_t used = 0;
        for (size_t i = 0; i < v->count; i++) {
            if (i > 0)
                text[used++] = ',';
            used += (size_t)write_number(text + used, SETTING_TEXT - used, v->list[i]);
        }
    } else {
        write_number(text, SETTING_TEXT, v->number);
    }
}
