#include "output_names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDING = 32 };

/* The texts in one, with room for an ending. */
static char *join(const char *const *texts, size_t *length) {
    *length = 0;
    for (size_t i = 0; texts[i]; i++)
        *length += strlen(texts[i]);
    char *name = malloc(*length + ENDING), *out = name;
    for (size_t i = 0; name && texts[i]; i++) {
        size_t count = strlen(texts[i]);
        memcpy(out, texts[i], count);
        out += count;
    }
    if (name)
        *out = '\0';
    return name;
}

bool cli_names_add(cli_names *names, const char *const *texts) {
    size_t length, column = names->all.names.count, found;
    char *name = join(texts, &length);
    bool ok = name && io_dictionary_find(&names->all, name, length, SIZE_MAX, &found, NULL);
    for (size_t k = 2; ok && found < column; k++) {
        int ending = snprintf(name + length, ENDING, "_%zu", k);
        names->renamed = names->renamed > 0 ? names->renamed : column;
        ok = io_dictionary_find(&names->all, name, length + (size_t)ending, SIZE_MAX, &found, NULL);
    }
    free(name);
    return ok;
}

void cli_names_free(cli_names *names) { io_dictionary_free(&names->all); }
