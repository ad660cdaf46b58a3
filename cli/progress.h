/*
 * Progress of long work on standard error: a bar on a terminal, drawn over itself at most ten times a second; plain
 * lines now and then otherwise; nothing when quiet.
 */
#ifndef LAB_CLI_PROGRESS_H
#define LAB_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "labrbf/labrbf.h"

typedef struct cli_progress {
    bool quiet;
    bool terminal;
    bool visible;    /* a bar stands on the line */
    double started;  /* seconds of a steady clock */
    double reported; /* when the last bar or line was shown */
    size_t round;    /* of the last line */
} cli_progress;

void cli_progress_start(cli_progress *progress, bool quiet);

/* Training is at `info`; may be called after every step. */
void cli_progress_training(cli_progress *progress, const labrbf_training_info *info);

/* So many rows are predicted; may be called after every block. */
void cli_progress_rows(cli_progress *progress, size_t rows);

/* Takes the bar off the line, before anything else is said and at the end. */
void cli_progress_clear(cli_progress *progress);

/* Seconds since the start. */
double cli_progress_elapsed(const cli_progress *progress);

/* "1.2 s", "12 s", "3:05", "1:02:03". */
enum { CLI_DURATION_TEXT = 32 };
void cli_duration(double seconds, char text[CLI_DURATION_TEXT]);

#endif
