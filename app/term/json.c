#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Length of the well-formed UTF-8 sequence at `s` (Unicode 15, table 3-7), 0 if there is none. */
static size_t utf8_length(const unsigned char *s) {
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xC2 && s[0] <= 0xDF   ? 2
                    : s[0] >= 0xE0 && s[0] <= 0xEF ? 3
                    : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4
                                                   : 0;
    unsigned char low = s[0] == 0xE0 ? 0xA0 : s[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char high = s[0] == 0xED ? 0x9F : s[0] == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; i++) {
        if (s[i] < low || s[i] > high)
            return 0;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

static void put_quoted(io_output *output, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    char piece[8];
    io_output_text(output, "\"");
    while (*s) {
        size_t length = utf8_length(s);
        if (length == 0) {
            io_output_text(output, "\\ufffd");
            s++;
            continue;
        }
        if (*s == '"' || *s == '\\')
            snprintf(piece, sizeof piece, "\\%c", *s);
        else if (*s < 32 || *s == 127)
            snprintf(piece, sizeof piece, "\\u%04x", *s);
        else
            snprintf(piece, sizeof piece, "%.*s", (int)length, (const char *)s);
        io_output_text(output, piece);
        s += length;
    }
    io_output_text(output, "\"");
}

/* What stands before a member: the comma, a new line in the two outer levels, the key. */
static void put_key(term_json *json, const char *key) {
    int level = json->depth - 1;
    if (json->has_members[level])
        io_output_text(json->output, json->depth > 2 ? ", " : ",");
    json->has_members[level] = true;
    if (json->depth <= 2)
        io_output_text(json->output, json->depth == 1 ? "\n  " : "\n    ");
    if (!key)
        return;
    put_quoted(json->output, key);
    io_output_text(json->output, ": ");
}

static void open_level(term_json *json, const char *bracket, char close) {
    io_output_text(json->output, bracket);
    json->has_members[json->depth] = false;
    json->close[json->depth] = close;
    json->depth++;
}

void term_json_begin(term_json *json, io_output *output) {
    *json = (term_json){.output = output};
    open_level(json, "{", '}');
}

void term_json_open_object(term_json *json, const char *key) {
    put_key(json, key);
    open_level(json, "{", '}');
}

void term_json_open_array(term_json *json, const char *key) {
    put_key(json, key);
    open_level(json, "[", ']');
}

void term_json_close(term_json *json) {
    json->depth--;
    if (json->depth <= 1 && json->has_members[json->depth])
        io_output_text(json->output, json->depth == 0 ? "\n" : "\n  ");
    io_output_text(json->output, json->close[json->depth] == '}' ? "}" : "]");
}

void term_json_end(term_json *json) {
    while (json->depth > 0)
        term_json_close(json);
    io_output_text(json->output, "\n");
}

void term_json_string(term_json *json, const char *key, const char *text) {
    put_key(json, key);
    put_quoted(json->output, text);
}

void term_json_names(term_json *json, const char *key, const char *const *names, size_t count) {
    if (count == 1) {
        term_json_string(json, key, names[0]);
        return;
    }
    term_json_open_array(json, key);
    for (size_t i = 0; i < count; i++)
        term_json_string(json, NULL, names[i]);
    term_json_close(json);
}

void term_json_number(term_json *json, const char *key, double value) {
    if (!isfinite(value)) {
        term_json_literal(json, key, "null");
        return;
    }
    put_key(json, key);
    io_output_number(json->output, value);
}

void term_json_count(term_json *json, const char *key, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    term_json_literal(json, key, text);
}

void term_json_literal(term_json *json, const char *key, const char *text) {
    put_key(json, key);
    io_output_text(json->output, text);
}
