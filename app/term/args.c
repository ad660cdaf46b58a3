#include "args.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options.h"
#include "suggest.h"

enum { NOT_FOUND = -1 };

static int find_long(const term_command *command, const char *name, size_t length) {
    size_t count = term_option_count(command);
    for (size_t i = 0; i < count; i++)
        if (term_option_is(name, length, term_option_at(command, i).name))
            return (int)i;
    return NOT_FOUND;
}

static int find_short(const term_command *command, char letter) {
    size_t count = term_option_count(command);
    for (size_t i = 0; i < count; i++)
        if (term_option_at(command, i).letter == letter)
            return (int)i;
    return NOT_FOUND;
}

static int unknown_long(const term_command *command, const char *word, size_t length) {
    char name[TERM_NAME_TEXT];
    if (length < sizeof name) {
        memcpy(name, word + 2, length);
        name[length] = '\0';
        term_suggestion near = term_suggest(name);
        size_t count = term_option_count(command);
        for (size_t i = 0; i < count; i++)
            term_suggest_offer(&near, term_option_at(command, i).name);
        if (near.best) {
            term_option_name(&(term_option){.name = near.best}, name);
            return term_misuse(command->name, "there is no option '%.*s'; did you mean '--%s'?", (int)length + 2, word,
                               name);
        }
    }
    return term_misuse(command->name, "there is no option '%.*s'", (int)length + 2, word);
}

/* Is this word an option rather than a value? "-" and "-1" are values. */
static bool looks_like_option(const char *word) { return word[0] == '-' && word[1] == '-' && word[2] != '\0'; }

/* What the reading has come to. */
typedef struct reader {
    term_args *args;
    int argc;
    char **argv;
    int at;
    size_t found; /* arguments without dashes */
} reader;

static void keep(term_args *args, int index, const char *text) {
    args->values[index] = text;
    args->given[args->given_count++] = (term_given){.option = index, .text = text};
}

/* Stores the value of option `index`: the text attached to it, or the next word. `shown` is the option as typed. */
static int take_value(reader *r, int index, const char *attached, const char *shown, size_t shown_length) {
    const term_command *command = r->args->command;
    term_option option = term_option_at(command, (size_t)index);
    int length = (int)shown_length;
    if (!option.value) {
        if (attached)
            return term_misuse(command->name, "option '%.*s' takes no value, but got '%s'", length, shown, attached);
        keep(r->args, index, "");
        return TERM_SUCCESS;
    }
    if (!attached && r->at + 1 < r->argc && !looks_like_option(r->argv[r->at + 1]))
        attached = r->argv[++r->at];
    if (!attached)
        return term_misuse(command->name, "option '%.*s' needs a value: %.*s %s", length, shown, length, shown,
                           option.choices ? option.choices : option.value);
    keep(r->args, index, attached);
    return TERM_SUCCESS;
}

static int take_long(reader *r, const char *word) {
    size_t length = strcspn(word + 2, "=");
    int index = find_long(r->args->command, word + 2, length);
    if (index == NOT_FOUND)
        return unknown_long(r->args->command, word, length);
    return take_value(r, index, word[2 + length] == '=' ? word + 3 + length : NULL, word, 2 + length);
}

static int take_short(reader *r, const char *word) {
    int index = find_short(r->args->command, word[1]);
    if (index == NOT_FOUND) {
        if (find_long(r->args->command, word + 1, strlen(word + 1)) != NOT_FOUND)
            return term_misuse(r->args->command->name, "there is no option '%s'; did you mean '-%s'?", word, word);
        return term_misuse(r->args->command->name, "there is no option '%s'", word);
    }
    return take_value(r, index, word[2] ? word + 2 : NULL, word, 2);
}

static int take_argument(reader *r, const char *word) {
    const term_command *command = r->args->command;
    if (!command->arguments[r->found].name)
        return term_misuse(command->name, "one argument too many: '%s'", word);
    r->args->arguments[r->found++] = word;
    return TERM_SUCCESS;
}

static int read_words(reader *r) {
    bool options = true;
    for (r->at = 0; r->at < r->argc; r->at++) {
        const char *word = r->argv[r->at];
        int code;
        if (options && strcmp(word, "--") == 0) {
            options = false;
            continue;
        }
        if (options && word[0] == '-' && word[1] == '-')
            code = take_long(r, word);
        else if (options && word[0] == '-' && word[1] != '\0')
            code = take_short(r, word);
        else
            code = take_argument(r, word);
        if (code != TERM_SUCCESS)
            return code;
    }
    return TERM_SUCCESS;
}

int term_args_parse(const term_command *command, int argc, char **argv, term_args *args) {
    *args = (term_args){.command = command,
                        .values = calloc(term_option_count(command), sizeof *args->values),
                        .given = calloc((size_t)argc + 1, sizeof *args->given)};
    if (!args->values || !args->given)
        return term_failure(command->name, "out of memory");
    reader r = {.args = args, .argc = argc, .argv = argv};
    int code = read_words(&r);
    bool asks = term_args_has(args, "help") || term_args_has(args, "help-all") || term_args_has(args, "version");
    if (code != TERM_SUCCESS || asks)
        return code;
    const term_argument *missing = &command->arguments[r.found];
    if (missing->name)
        return term_misuse(command->name, "%s is missing: %s", missing->name, missing->help);
    return TERM_SUCCESS;
}

void term_args_free(term_args *args) {
    free(args->values);
    free(args->given);
    args->values = NULL;
    args->given = NULL;
}

const char *term_args_value(const term_args *args, const char *name) {
    int index = find_long(args->command, name, strlen(name));
    return index == NOT_FOUND ? NULL : args->values[index];
}

bool term_args_has(const term_args *args, const char *name) { return term_args_value(args, name) != NULL; }

const char *term_args_each(const term_args *args, const char *name, size_t *place) {
    int index = find_long(args->command, name, strlen(name));
    while (*place < args->given_count) {
        const term_given *given = &args->given[(*place)++];
        if (given->option == index)
            return given->text;
    }
    return NULL;
}
