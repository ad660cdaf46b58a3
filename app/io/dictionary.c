/* Texts and their numbers. */
#include "dictionary.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

enum { FIRST_ROOM = 64 };

void io_dictionary_free(io_dictionary *dictionary) {
    io_names_free(&dictionary->names);
    free(dictionary->slots);
    *dictionary = (io_dictionary){0};
}

/* FNV-1a. */
static uint64_t hash(const char *text) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

/* The slot of a text: its own, or the free one where it would go. */
static size_t *slot_of(const io_dictionary *dictionary, const char *text) {
    size_t at = (size_t)hash(text) & (dictionary->room - 1);
    while (dictionary->slots[at] != 0 && strcmp(io_names_get(&dictionary->names, dictionary->slots[at] - 1), text) != 0)
        at = (at + 1) & (dictionary->room - 1);
    return &dictionary->slots[at];
}

/* Keeps at least half of the slots free. */
static bool make_room(io_dictionary *dictionary, io_error *error) {
    if (dictionary->names.count < dictionary->room / 2)
        return true;
    const size_t room = dictionary->room == 0 ? FIRST_ROOM : 2 * dictionary->room;
    size_t *slots = room > dictionary->room ? calloc(room, sizeof *slots) : NULL;
    if (slots == NULL)
        return io_fail_memory(error);
    free(dictionary->slots);
    dictionary->slots = slots;
    dictionary->room = room;
    for (size_t i = 0; i < dictionary->names.count; i++)
        *slot_of(dictionary, io_names_get(&dictionary->names, i)) = i + 1;
    return true;
}

/* The text is added first, since that is what brings it into its final form, and taken back if it was there. */
bool io_dictionary_find(io_dictionary *dictionary, const char *text, size_t length, size_t limit, size_t *number,
                        io_error *error) {
    if (!make_room(dictionary, error) || !io_names_add(&dictionary->names, text, length, error))
        return false;
    const size_t fresh = dictionary->names.count - 1;
    size_t *slot = slot_of(dictionary, io_names_get(&dictionary->names, fresh));
    if (*slot == 0 && fresh < limit)
        *slot = fresh + 1;
    else
        io_names_pop(&dictionary->names);
    *number = *slot == 0 ? IO_DICTIONARY_NONE : *slot - 1;
    return true;
}
