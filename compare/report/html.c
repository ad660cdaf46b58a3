#include "html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void html_put(io_output *output, const char *format, ...) {
    char line[HTML_LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    io_output_text(output, line);
}

static void put_character(io_output *output, char c) {
    const char plain[] = {c, '\0'};
    io_output_text(output, c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : plain);
}

void html_text(io_output *output, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        put_character(output, text[i]);
}

/* ---- prose */

/* A line with `code` and **strong**; a mark without its partner is text. */
static void put_line(io_output *output, const char *text, const char *end) {
    static const struct {
        const char *mark, *open, *close;
    } kinds[] = {{"`", "<code>", "</code>"}, {"**", "<strong>", "</strong>"}};
    while (text < end) {
        const char *partner = NULL;
        size_t kind = 0, width = 0;
        for (; kind < 2 && !partner; kind++) {
            width = strlen(kinds[kind].mark);
            if (strncmp(text, kinds[kind].mark, width) == 0)
                partner = strstr(text + width, kinds[kind].mark);
        }
        if (partner && partner < end) {
            io_output_text(output, kinds[kind - 1].open);
            html_text(output, text + width, (size_t)(partner - text) - width);
            io_output_text(output, kinds[kind - 1].close);
            text = partner + width;
        } else {
            put_character(output, *text++);
        }
    }
}

/* The text after the line "## name"; NULL if there is none. */
static const char *find_section(const char *markdown, const char *name) {
    size_t length = strlen(name);
    for (const char *line = markdown; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
        if (strncmp(line, "## ", 3) == 0 && strncmp(line + 3, name, length) == 0 &&
            (line[3 + length] == '\n' || line[3 + length] == '\0'))
            return line + 3 + length;
    return NULL;
}

bool html_has(const char *markdown, const char *section) { return markdown && find_section(markdown, section); }

typedef enum block { NO_BLOCK, PARAGRAPH, ITEM, TABLE } block;

/* Ends what is open and begins the next; items of a list follow each other in one list, rows of a table in one table.
 */
static block change_block(io_output *output, block from, block to) {
    static const char *const ends[] = {[NO_BLOCK] = "", [PARAGRAPH] = "</p>\n", [ITEM] = "</li>\n", [TABLE] = ""};
    io_output_text(output, ends[from]);
    if (from == ITEM && to != ITEM)
        io_output_text(output, "</ul>\n");
    if (from == TABLE && to != TABLE)
        io_output_text(output, "</tbody></table></div>\n");
    if (from != ITEM && to == ITEM)
        io_output_text(output, "<ul>\n");
    if (from != TABLE && to == TABLE)
        io_output_text(output, "<div class=\"box\" tabindex=\"0\"><table class=\"numbers\">\n");
    io_output_text(output, to == PARAGRAPH ? "<p>" : to == ITEM ? "<li>" : "");
    return to;
}

/* "| a | b |": the first row of a table names its columns, the first cell of any other its row. */
static void put_row(io_output *output, const char *line, const char *end, bool is_head) {
    const char *tag = is_head ? "th scope=\"col\"" : "th scope=\"row\"";
    io_output_text(output, is_head ? "<thead><tr>" : "<tr>");
    while (line + 1 < end) {
        const char *from = line + 1, *to = memchr(from, '|', (size_t)(end - from));
        line = to = to ? to : end;
        while (from < to && *from == ' ')
            from++;
        while (to > from && to[-1] == ' ')
            to--;
        html_put(output, "<%s>", tag);
        put_line(output, from, to);
        html_put(output, "</%.2s>", tag);
        tag = is_head ? tag : "td";
    }
    io_output_text(output, is_head ? "</tr></thead>\n<tbody>" : "</tr>");
}

/* The line under the names of the columns. */
static bool is_rule(const char *line, size_t length) { return length > 0 && strspn(line, "|-: ") >= length; }

static block put_block_line(io_output *output, const char *line, size_t length, block open) {
    bool is_item = strncmp(line, "- ", 2) == 0;
    if (*line == '|') {
        bool is_head = open != TABLE;
        open = is_head ? change_block(output, open, TABLE) : open;
        if (is_head || !is_rule(line, length))
            put_row(output, line, line + length, is_head);
        return open;
    }
    if (length == 0)
        open = change_block(output, open, NO_BLOCK);
    else if (is_item)
        open = change_block(output, open, ITEM);
    else if (open == NO_BLOCK || open == TABLE)
        open = change_block(output, open, PARAGRAPH);
    put_line(output, line + (is_item ? 2 : 0), line + length);
    return open;
}

bool html_prose(io_output *output, const char *markdown, const char *section) {
    const char *line = markdown ? find_section(markdown, section) : NULL;
    block open = NO_BLOCK;
    if (!line)
        return false;
    while (*line && strncmp(line, "## ", 3) != 0) {
        size_t length = strcspn(line, "\n");
        open = put_block_line(output, line, length, open);
        io_output_text(output, length > 0 ? "\n" : "");
        line += length + (line[length] == '\n');
    }
    change_block(output, open, NO_BLOCK);
    return true;
}

/* ---- pictures */

void html_picture(io_output *output, const unsigned char *bytes, size_t length, const char *alt) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    io_output_text(output, "<img alt=\"");
    html_text(output, alt, strlen(alt));
    io_output_text(output, "\" src=\"data:image/svg+xml;base64,");
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned three = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? (unsigned)bytes[i + 2] : 0);
        const char four[] = {digits[three >> 18], digits[three >> 12 & 63], left > 1 ? digits[three >> 6 & 63] : '=',
                             left > 2 ? digits[three & 63] : '=', '\0'};
        io_output_text(output, four);
    }
    io_output_text(output, "\">");
}
