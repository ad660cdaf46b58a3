#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

enum { LONGEST = 4096 };

static const char *program = "labrbf";

void term_message_from(const char *name) { program = name; }

void term_clean(char *text) {
    for (unsigned char *c = (unsigned char *)text; *c; c++)
        if ((*c < 32 && *c != '\n') || *c == 127)
            *c = '?';
}

/* One write per message, so that lines of two programs on one terminal do not mix. */
static void say(const char *prefix, const char *command, const char *format, va_list list) {
    char text[LONGEST];
    vsnprintf(text, sizeof text, format, list);
    term_clean(text);
    fprintf(stderr, "%s%s%s%s%s\n", prefix, command ? " " : "", command ? command : "", *prefix ? ": " : "", text);
}

int term_failure(const char *command, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(program, command, format, list);
    va_end(list);
    return TERM_FAILURE;
}

int term_misuse(const char *command, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(program, command, format, list);
    va_end(list);
    fprintf(stderr, "Try '%s %s%s--help'.\n", program, command ? command : "", command ? " " : "");
    return TERM_MISUSE;
}

void term_warning(const char *format, ...) {
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%s: warning", program);
    va_list list;
    va_start(list, format);
    say(prefix, NULL, format, list);
    va_end(list);
}

void term_note(bool quiet, const char *format, ...) {
    if (quiet)
        return;
    va_list list;
    va_start(list, format);
    say("", NULL, format, list);
    va_end(list);
}

void term_append(char *text, size_t capacity, const char *format, ...) {
    size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, capacity - used, format, list);
    va_end(list);
}

size_t term_characters(const char *text) {
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}
