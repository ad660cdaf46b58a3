/* Runs the cells of a table that are not finished, the cheap ones first, so that an interrupted run leaves the most. */
#ifndef COMPARE_SHEET_RUN_H
#define COMPARE_SHEET_RUN_H

#include "sheet.h"

typedef struct sheet_work {
    const char *command; /* named in messages */
    const bool *chosen;  /* per cell of the board: is it to run? */
    const char *data;    /* folder of the data sets, or NULL */
    size_t jobs;         /* fits at a time */
    bool quiet;
} sheet_work;

/* Returns the exit code; TERM_INTERRUPTED after Ctrl-C. A fit that fails is left out of its cell and tried again by the
 * next run; the exit code does not tell. */
int sheet_run(board *b, const sheet_work *w);

/* The chosen cells that have open repeats in the order they run in; returns how many. */
size_t sheet_order(const board *b, const bool *chosen, size_t *order);

#endif
