#include "learn/state.h"

#include <string.h>

void lab_state_items(lab_state *state, void *items, size_t n, size_t size) {
    size_t bytes = n * size; /* of an array that exists, so this is no overflow */
    if (bytes == 0)
        return;
    if (state->mode != LAB_STATE_COUNT) {
        if (state->failed || bytes > state->size - state->used) {
            state->failed = true;
            return;
        }
        if (state->mode == LAB_STATE_WRITE)
            memcpy(state->bytes + state->used, items, bytes);
        else
            memcpy(items, state->bytes + state->used, bytes);
    }
    state->used += bytes;
}

void lab_state_count(lab_state *state, size_t *count, size_t most) {
    lab_state_items(state, count, 1, sizeof *count);
    if (*count > most) {
        *count = 0;
        state->failed = true;
    }
}
