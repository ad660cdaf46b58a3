/* Texts packed into one block. */
#include "names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

void io_names_free(io_names *names) {
    free(names->text);
    free(names->at);
    *names = (io_names){0};
}

const char *io_names_get(const io_names *names, size_t column) { return names->text + names->at[column]; }

/* Room for one more name of this many bytes, NUL included. */
static bool reserve(io_names *names, size_t bytes, io_error *error) {
    if (names->count == names->capacity) {
        const size_t capacity = names->capacity == 0 ? 16 : 2 * names->capacity;
        size_t *at = capacity <= SIZE_MAX / sizeof *at ? realloc(names->at, capacity * sizeof *at) : NULL;
        if (at == NULL)
            return io_fail_memory(error);
        names->at = at;
        names->capacity = capacity;
    }
    if (bytes > names->room - names->used) {
        const size_t room = bytes <= SIZE_MAX / 4 && names->room <= SIZE_MAX / 4 ? 2 * (names->room + bytes) : 0;
        char *text = room > 0 ? realloc(names->text, room) : NULL;
        if (text == NULL)
            return io_fail_memory(error);
        names->text = text;
        names->room = room;
    }
    return true;
}

static bool is_utf8(const char *text, size_t length) {
    for (size_t i = 0, taken; i < length; i += taken) {
        taken = io_utf8_character(text + i, length - i);
        if (taken == 0)
            return false;
    }
    return true;
}

static char *put_latin1(char *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < 0x80) {
            *out++ = (char)c;
        } else {
            *out++ = (char)(0xc0 | c >> 6);
            *out++ = (char)(0x80 | (c & 0x3f));
        }
    }
    return out;
}

bool io_names_put(io_names *names, const char *text, size_t length, io_error *error) {
    if (length > SIZE_MAX / 4 || !reserve(names, 2 * length + 1, error))
        return io_fail_memory(error);
    char *out = names->text + names->used;
    if (is_utf8(text, length)) {
        memcpy(out, text, length);
        out += length;
    } else {
        out = put_latin1(out, text, length);
    }
    *out++ = '\0';
    names->at[names->count++] = names->used;
    names->used = (size_t)(out - names->text);
    return true;
}

bool io_names_add(io_names *names, const char *text, size_t length, io_error *error) {
    char generated[32];
    if (length > 0)
        return io_names_put(names, text, length, error);
    length = (size_t)snprintf(generated, sizeof generated, "column_%zu", names->count + 1);
    return io_names_put(names, generated, length, error);
}

void io_names_clear(io_names *names) { names->used = names->count = 0; }

void io_names_pop(io_names *names) { names->used = names->at[--names->count]; }

bool io_names_generate(io_names *names, size_t count, io_error *error) {
    while (names->count < count)
        if (!io_names_add(names, NULL, 0, error))
            return false;
    return true;
}
