/* Pieces of HTML. */
#ifndef COMPARE_HTML_H
#define COMPARE_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "io/output.h"

/* Formatted as printf does, up to HTML_LINE bytes; nothing is escaped. */
enum { HTML_LINE = 2048 };
void html_put(io_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text with <, >, & and quotes escaped. */
void html_text(io_output *output, const char *text, size_t length);

/*
 * A section of a file of Markdown, from its line "## NAME" to the next such line: paragraphs, lists of "- ", tables of
 * "| a | b |", `code` and **strong** become HTML, everything else is text. False, and nothing is written, if there is
 * no such file or section.
 */
bool html_prose(io_output *output, const char *markdown, const char *section);
/* Is there such a section? */
bool html_has(const char *markdown, const char *section);

/* A file as a data: address of an SVG picture. */
void html_picture(io_output *output, const unsigned char *bytes, size_t length, const char *alt);

#endif
