/* Messages go to standard error. Control characters in them (from a file's names, say) never reach the terminal. */
#ifndef LAB_TERM_MESSAGE_H
#define LAB_TERM_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/* The program's name, "labrbf" until then. */
void term_message_from(const char *program);

/* "labrbf fit: text"; `command` may be NULL. Both return the exit code that goes with them. */
int term_failure(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for an argument that is not right: adds where the help is. */
int term_misuse(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "labrbf: warning: text" */
void term_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The text alone, unless `quiet`. */
void term_note(bool quiet, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the end of a text that has room for `capacity` bytes, and cuts what does not fit. */
void term_append(char *text, size_t capacity, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Replaces control characters by '?', in place. */
void term_clean(char *text);

/* Characters of a UTF-8 text, near enough to its columns on the screen. */
size_t term_characters(const char *text);

#endif
