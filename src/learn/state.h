/*
 * The state of a learner as bytes, so that it can go on elsewhere. One function lists the fields of an object; the same
 * list counts the bytes, writes them and reads them back. The bytes are for the same build on the same machine.
 */
#ifndef LAB_STATE_H
#define LAB_STATE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lab_state {
    enum { LAB_STATE_COUNT, LAB_STATE_WRITE, LAB_STATE_READ } mode;
    unsigned char *bytes;
    size_t size, used;
    bool failed; /* there were fewer bytes than fields, or a count did not fit */
} lab_state;

/* n items of some size; and a number that is at most `most`, which sizes of arrays that follow depend on. */
void lab_state_items(lab_state *state, void *items, size_t n, size_t size);
void lab_state_count(lab_state *state, size_t *count, size_t most);

#define LAB_STATE_FIELD(state, field) lab_state_items(state, &(field), 1, sizeof(field))

#endif
