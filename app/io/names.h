/* Texts packed into one block: the names of a table's columns, or cells that are carried along. They are valid UTF-8.
 */
#ifndef LAB_IO_NAMES_H
#define LAB_IO_NAMES_H

#include "source.h"

typedef struct io_names {
    char *text; /* name NUL name NUL … */
    size_t used, room;
    size_t *at; /* where each name begins */
    size_t count, capacity;
} io_names;

void io_names_free(io_names *names);
const char *io_names_get(const io_names *names, size_t column);

/* Appends a text. One that is not UTF-8 is taken as Latin-1, which is what older spreadsheets write. */
bool io_names_put(io_names *names, const char *text, size_t length, io_error *error);
/* Appends a name, likewise. An empty one becomes column_K, K counted from 1. */
bool io_names_add(io_names *names, const char *text, size_t length, io_error *error);

/* Takes the last name back. */
void io_names_pop(io_names *names);
/* Takes all of them back, and keeps the room. */
void io_names_clear(io_names *names);

/* Appends column_K until there are `count` names. */
bool io_names_generate(io_names *names, size_t count, io_error *error);

#endif
