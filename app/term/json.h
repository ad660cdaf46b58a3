/*
 * A JSON writer: one object, member by member, onto an output. Commas, indentation, escapes and the end are its work.
 * A number that is not finite becomes null; bytes that are not UTF-8 become U+FFFD.
 */
#ifndef LAB_TERM_JSON_H
#define LAB_TERM_JSON_H

#include <stdint.h>

#include "io/output.h"

enum { TERM_JSON_DEPTH = 8 };

typedef struct term_json {
    io_output *output;
    int depth;
    bool has_members[TERM_JSON_DEPTH];
    char close[TERM_JSON_DEPTH]; /* '}' or ']' */
} term_json;

/* Begins the outermost object; term_json_end closes it and ends the line. */
void term_json_begin(term_json *json, io_output *output);
void term_json_end(term_json *json);

/* `key` is NULL inside an array. */
void term_json_open_object(term_json *json, const char *key);
void term_json_open_array(term_json *json, const char *key);
void term_json_close(term_json *json);

void term_json_string(term_json *json, const char *key, const char *text);
/* A name as a string, several as an array of them. */
void term_json_names(term_json *json, const char *key, const char *const *names, size_t count);
void term_json_number(term_json *json, const char *key, double value);
/* Text that is JSON already: a number, null. */
void term_json_literal(term_json *json, const char *key, const char *text);
void term_json_count(term_json *json, const char *key, uint64_t value);

#endif
