#include "contender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/method_settings.h"
#include "grid_search.h"
#include "term/message.h"
#include "term/suggest.h"

static bool say(failure *why, const char *before, const char *word, const char *after) {
    snprintf(why->text, sizeof why->text, "%s'%.60s'%s", before, word, after);
    return false;
}

static bool unknown_method(const method *const *from, size_t n, const char *name, failure *why) {
    term_suggestion near = term_suggest(name);
    say(why, "there is no method ", name, "");
    for (size_t i = 0; i < n; i++)
        term_suggest_offer(&near, from[i]->name);
    if (near.best) {
        term_append(why->text, sizeof why->text, "; did you mean '%s'?", near.best);
        return false;
    }
    term_append(why->text, sizeof why->text, "%s", n > 0 ? ". Methods:" : "");
    for (size_t i = 0; i < n; i++)
        term_append(why->text, sizeof why->text, " %s", from[i]->name);
    return false;
}

static const contender *find(const contenders *chosen, const char *name) {
    for (size_t i = 0; i < chosen->count; i++)
        if (strcmp(chosen->list[i].method->name, name) == 0)
            return &chosen->list[i];
    return NULL;
}

bool contenders_add(contenders *chosen, const method *m, failure *why) {
    if (chosen->count == CONTENDERS_MOST)
        return say(why, "there is no room for method ", m->name, "");
    contender c = {.method = m,
                   .values = memory_get(m->n_options, 1, sizeof *c.values),
                   .fixed = memory_get(m->n_options, 1, sizeof *c.fixed)};
    settings_standard(m, c.values);
    chosen->list[chosen->count++] = c;
    return true;
}

/* A user names a method once: several of them could not be told apart in --set. */
static bool add(contenders *chosen, const method *m, failure *why) {
    if (find(chosen, m->name))
        return say(why, "method ", m->name, " is named twice");
    return contenders_add(chosen, m, why);
}

static bool add_named(const method *const *from, size_t n, const char *name, contenders *chosen, failure *why) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(from[i]->name, name) == 0)
            return add(chosen, from[i], why);
    return unknown_method(from, n, name, why);
}

bool contenders_choose(const method *const *from, size_t n, const char *names, contenders *chosen, failure *why) {
    const char *whole = names;
    *chosen = (contenders){0};
    for (size_t i = 0; !names && i < n; i++)
        if (!add(chosen, from[i], why))
            return false;
    while (names) {
        char name[64];
        size_t length = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), names);
        if (length == 0)
            return say(why, "the list of methods ", whole, " has an empty entry; write it as a,b,c");
        if (!add_named(from, n, name, chosen, why))
            return false;
        names = names[length] ? names + length + 1 : NULL;
    }
    if (chosen->count == 0)
        snprintf(why->text, sizeof why->text, "there is no method");
    return chosen->count > 0;
}

void contenders_free(contenders *chosen) {
    for (size_t i = 0; i < chosen->count; i++) {
        free(chosen->list[i].values);
        free(chosen->list[i].fixed);
    }
    chosen->count = 0;
}

/* ---- settings */

static size_t option_of(const method *m, const char *key) {
    size_t i = 0;
    while (i < m->n_options && strcmp(m->options[i].name, key) != 0)
        i++;
    return i;
}

static bool unknown_setting(const method *m, const char *key, failure *why) {
    term_suggestion near = term_suggest(key);
    for (size_t i = 0; i < m->n_options; i++)
        term_suggest_offer(&near, m->options[i].name);
    if (near.best)
        snprintf(why->text, sizeof why->text, "%s has no setting '%.60s'; did you mean '%s'?", m->name, key, near.best);
    return near.best != NULL;
}

static bool set(const contender *c, const char *key, const char *text, failure *why) {
    size_t i = option_of(c->method, key);
    if (i == c->method->n_options && unknown_setting(c->method, key, why))
        return false;
    if (!settings_set(c->method, c->values, key, text, why))
        return false;
    c->fixed[i] = true;
    return true;
}

/* Copies text[0 .. length); false if it does not fit or is empty. */
static bool piece(char *to, size_t room, const char *text, size_t length) {
    if (length == 0 || length >= room)
        return false;
    memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

bool contenders_set(const contenders *chosen, const char *text, failure *why) {
    char name[64], key[64];
    size_t dot = strcspn(text, ".="), equals = dot + strcspn(text + dot, "=");
    if (text[dot] != '.' || text[equals] != '=' || !piece(name, sizeof name, text, dot) ||
        !piece(key, sizeof key, text + dot + 1, equals - dot - 1))
        return say(why, "--set ", text, " is not of the form METHOD.SETTING=VALUE");
    const contender *c = find(chosen, name);
    if (!c) {
        say(why, "--set ", text, " is for a method that takes no part; those that do:");
        for (size_t i = 0; i < chosen->count; i++)
            term_append(why->text, sizeof why->text, " %s", chosen->list[i].method->name);
        return false;
    }
    return set(c, key, text + equals + 1, why);
}

bool contender_set_all(const contender *c, const char *text, failure *why) {
    while (*text) {
        char key[64], value_text[SETTING_TEXT];
        size_t length = strcspn(text, " "), equals = strcspn(text, "= ");
        if (text[equals] != '=' || !piece(key, sizeof key, text, equals) || length - equals > sizeof value_text)
            return say(why, "not settings: ", text, "");
        snprintf(value_text, sizeof value_text, "%.*s", (int)(length - equals - 1), text + equals + 1);
        if (!set(c, key, value_text, why))
            return false;
        text += length;
        text += strspn(text, " ");
    }
    return true;
}

/* Settings that are left to LAB RBF's preset are not named, so that results stay those of the same comparison when the
 * library learns a new setting. */
void contender_text(const contender *c, const value *values, bool tuned, char text[CONTENDER_TEXT]) {
    const method *m = c->method;
    text[0] = '\0';
    for (size_t i = 0; i < m->n_options; i++) {
        char shown[SETTING_TEXT];
        settings_text(&m->options[i], &values[i], shown);
        bool open = tuned && tune_applies(m, c->fixed, i);
        if (!open && strcmp(shown, "preset") == 0)
            continue;
        term_append(text, CONTENDER_TEXT, "%s%s=%s%s%s", *text ? " " : "", m->options[i].name, open ? "tune(" : "",
                    open ? m->options[i].grid : shown, open ? ")" : "");
    }
}
