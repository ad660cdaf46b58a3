/*
 * Progress of long work on standard error: a bar on a terminal, drawn over itself at most ten times a second; plain
 * lines now and then otherwise; nothing when quiet.
 */
#ifndef LAB_TERM_PROGRESS_H
#define LAB_TERM_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct term_progress {
    bool quiet;
    bool terminal;
    bool visible;    /* a bar stands on the line */
    double started;  /* seconds of a steady clock */
    double reported; /* when the last bar or line was shown */
    size_t stage;    /* of the last plain line, for work that has stages */
} term_progress;

void term_progress_start(term_progress *progress, bool quiet);

/* Is it time for another bar, or, where there is no terminal, for another line after so many seconds? Notes the time if
 * it is. Never when quiet. */
bool term_progress_due(term_progress *progress, double seconds);

/* Draws a bar (none if the fraction is NaN) and as many of the pieces beside it as fit; NULL ends them, empty ones are
 * left out. Only on a terminal. */
void term_progress_draw(term_progress *progress, double fraction, const char *const *pieces);

/* "3:05 left" */
enum { TERM_LEFT_TEXT = 48 };
void term_progress_left(double seconds, char text[TERM_LEFT_TEXT]);

/* Takes the bar off the line, before anything else is said and at the end. */
void term_progress_clear(term_progress *progress);

/* Seconds since the start. */
double term_progress_elapsed(const term_progress *progress);

/* "1.2 s", "12 s", "3:05", "1:02:03". */
enum { TERM_DURATION_TEXT = 32 };
void term_duration(double seconds, char text[TERM_DURATION_TEXT]);

#endif
