/*
 * A JSON writer: one object, member by member, onto an output. Commas, indentation, escapes and the end are its work.
 * A number that is not finite becomes null; bytes that are not UTF-8 become U+FFFD.
 */
#ifndef LAB_TERM_JSON_H
#define LAB_TERM_JSON_H

#include <stdint.h>

#include "io/output.h"

enum { CLI_JSON_DEPTH = 8 };

typedef struct cli_json {
    io_output *output;
    int depth;
    bool has_members[CLI_JSON_DEPTH];
    char close[CLI_JSON_DEPTH]; /* '}' or ']' */
} cli_json;

/* Begins the outermost object; cli_json_end closes it and ends the line. */
void cli_json_begin(cli_json *json, io_output *output);
void cli_json_end(cli_json *json);

/* `key` is NULL inside an array. */
void cli_json_open_object(cli_json *json, const char *key);
void cli_json_open_array(cli_json *json, const char *key);
void cli_json_close(cli_json *json);

void cli_json_string(cli_json *json, const char *key, const char *text);
/* A name as a string, several as an array of them. */
void cli_json_names(cli_json *json, const char *key, const char *const *names, size_t count);
void cli_json_number(cli_json *json, const char *key, double value);
/* Text that is JSON already: a number, null. */
void cli_json_literal(cli_json *json, const char *key, const char *text);
void cli_json_count(cli_json *json, const char *key, uint64_t value);

#endif
