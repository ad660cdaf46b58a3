/* Texts and their numbers, from 0 in the order in which they were added: a hash table over io_names. */
#ifndef LAB_IO_DICTIONARY_H
#define LAB_IO_DICTIONARY_H

#include "names.h"

typedef struct io_dictionary {
    io_names names;
    size_t *slots; /* 1 + number of a text; 0: free */
    size_t room;   /* slots, a power of two */
} io_dictionary;

/* The number of a text that is not there. */
#define IO_DICTIONARY_NONE ((size_t)-1)

/* The number of a text (not empty; Latin-1 becomes UTF-8, see io_names_add). A text that is not there is added while
 * there are fewer than `limit`. Fails only for want of memory. */
bool io_dictionary_find(io_dictionary *dictionary, const char *text, size_t length, size_t limit, size_t *number,
                        io_error *error);
void io_dictionary_free(io_dictionary *dictionary);

#endif
