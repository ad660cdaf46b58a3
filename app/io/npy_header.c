/*
 * The header of a NPY file, for example
 *     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
 * padded with spaces and ended by a line feed. Only this much of Python is understood: one dictionary, strings in
 * single or double quotes without escapes, True and False, a tuple of integers (3L too, from Python 2).
 */
#include "npy_header.h"

#include <string.h>

typedef struct cursor {
    const char *p, *end;
} cursor;

static void skip_blanks(cursor *c) {
    while (c->p != c->end && (*c->p == ' ' || *c->p == '\t' || *c->p == '\n' || *c->p == '\r'))
        c->p++;
}

/* Takes the character, after blanks, if it is the next one. */
static bool take(cursor *c, char wanted) {
    skip_blanks(c);
    if (c->p == c->end || *c->p != wanted)
        return false;
    c->p++;
    return true;
}

static bool take_word(cursor *c, const char *word) {
    const size_t length = strlen(word);
    skip_blanks(c);
    if ((size_t)(c->end - c->p) < length || memcmp(c->p, word, length) != 0)
        return false;
    c->p += length;
    return true;
}

static bool take_string(cursor *c, const char **begin, size_t *length) {
    skip_blanks(c);
    if (c->p == c->end || (*c->p != '\'' && *c->p != '"'))
        return false;
    *begin = c->p + 1;
    const char *close = memchr(*begin, *c->p, (size_t)(c->end - *begin));
    if (close == NULL)
        return false;
    *length = (size_t)(close - *begin);
    c->p = close + 1;
    return memchr(*begin, '\\', *length) == NULL;
}

/* A list, as structured types have it: only its end matters. */
static bool skip_list(cursor *c) {
    size_t depth = 0;
    do {
        skip_blanks(c);
        if (c->p == c->end)
            return false;
        const char *text;
        size_t length;
        const char next = *c->p;
        if (next == '\'' || next == '"') {
            if (!take_string(c, &text, &length))
                return false;
            continue;
        }
        depth += next == '[';
        depth -= next == ']';
        c->p++;
    } while (depth > 0);
    return true;
}

static bool take_type(cursor *c, io_npy_header *header) {
    const char *text;
    size_t length;
    header->type[0] = '\0';
    skip_blanks(c);
    if (c->p != c->end && *c->p == '[')
        return skip_list(c);
    if (!take_string(c, &text, &length))
        return false;
    if (length < IO_NPY_TYPE_MAX) {
        memcpy(header->type, text, length);
        header->type[length] = '\0';
    }
    return true;
}

static bool take_order(cursor *c, io_npy_header *header) {
    header->fortran = take_word(c, "True");
    return header->fortran || take_word(c, "False");
}

static bool take_integer(cursor *c, uint64_t *value) {
    skip_blanks(c);
    const char *first = c->p;
    for (*value = 0; c->p != c->end && *c->p >= '0' && *c->p <= '9'; c->p++) {
        const uint64_t digit = (uint64_t)(*c->p - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    const bool some = c->p != first;
    if (some && c->p != c->end && *c->p == 'L')
        c->p++;
    return some;
}

/* (), (3,), (3, 4), (3, 4,) */
static bool take_shape(cursor *c, io_npy_header *header) {
    header->dimensions = 0;
    if (!take(c, '('))
        return false;
    bool comma = true;
    while (!take(c, ')')) {
        if (!comma || header->dimensions == IO_NPY_DIMENSIONS_MAX ||
            !take_integer(c, &header->shape[header->dimensions]))
            return false;
        header->dimensions++;
        comma = take(c, ',');
    }
    return header->dimensions != 1 || comma; /* (3) is a number, not a tuple */
}

bool io_npy_header_parse(const char *text, size_t length, io_npy_header *header) {
    static const struct {
        const char *key;
        bool (*take)(cursor *, io_npy_header *);
    } entries[] = {{"descr", take_type}, {"fortran_order", take_order}, {"shape", take_shape}};
    enum { ENTRIES = sizeof entries / sizeof *entries };
    cursor c = {text, text + length};
    bool seen[ENTRIES] = {false};
    bool comma = true;
    if (!take(&c, '{'))
        return false;
    while (!take(&c, '}')) {
        const char *key;
        size_t key_length, i = 0;
        if (!comma || !take_string(&c, &key, &key_length) || !take(&c, ':'))
            return false;
        while (i < ENTRIES && (strlen(entries[i].key) != key_length || memcmp(entries[i].key, key, key_length) != 0))
            i++;
        if (i == ENTRIES || seen[i] || !entries[i].take(&c, header))
            return false;
        seen[i] = true;
        comma = take(&c, ',');
    }
    skip_blanks(&c);
    return c.p == c.end && seen[0] && seen[1] && seen[2];
}
