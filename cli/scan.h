/* A model applied to a table, block by block, in memory that does not grow with the rows: predict and eval. */
#ifndef LAB_CLI_SCAN_H
#define LAB_CLI_SCAN_H

#include "columns.h"
#include "command.h"
#include "input.h"
#include "progress.h"

typedef struct cli_scan {
    /* the block that cli_scan_next has read */
    size_t rows;
    double *prediction;
    double *target; /* NULL if not wanted */

    /* so far */
    size_t rows_before;     /* in earlier blocks */
    size_t rows_incomplete; /* with a missing feature */

    labrbf_model *model;
    char shown[CLI_PATH_TEXT]; /* the table's path in messages */

    /* its own */
    const char *command;
    bool quiet;
    size_t threads;
    size_t capacity; /* rows in a block */
    io_source *source;
    cli_columns columns;
    cli_progress progress;
    double *cells; /* features, and the target if wanted, as read */
    double *features;
} cli_scan;

/* Loads the model of the first argument and opens the table of the second. Returns the exit code, after saying what is
 * wrong; cli_scan_close is due in every case. */
int cli_scan_open(cli_scan *scan, const cli_args *args, bool want_target);

/* Reads and predicts the next block; rows is 0 at the end. */
int cli_scan_next(cli_scan *scan);

/* Says how many rows had missing features, if any. */
void cli_scan_tell(cli_scan *scan);
void cli_scan_close(cli_scan *scan);

#endif
