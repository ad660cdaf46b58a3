/* Predicts a table block by block, in constant memory: for predict and eval. */
#ifndef LAB_CLI_PREDICTION_SCAN_H
#define LAB_CLI_PREDICTION_SCAN_H

#include "encode.h"
#include "io/keep.h"
#include "range.h"
#include "term/columns.h"
#include "term/command.h"
#include "term/input.h"
#include "term/progress.h"

/* A block of rows: one is predicted while the next is read. */
typedef struct cli_scan_block {
    size_t rows;
    double *cells; /* columns, and the targets if wanted, as read; NULL if that is the same as features */
    double *features, *target, *prediction;
    io_names kept; /* rows x n_keep */
} cli_scan_block;

typedef struct cli_scan {
    /* the block that cli_scan_next has given */
    size_t rows;
    const double *features;
    const double *prediction; /* rows x targets */
    const double *target;     /* likewise; NULL if not wanted */
    const io_names *kept;     /* rows x n_keep: cells of the columns to keep, as text */

    /* so far */
    size_t rows_before;     /* in earlier blocks */
    size_t rows_incomplete; /* with a missing feature */

    labrbf_model *model;
    size_t n_targets;
    char shown[TERM_PATH_TEXT]; /* the table's path in messages */
    const char *model_path, *table_path;
    size_t *keep; /* [n_keep] columns of the table to carry along */
    size_t n_keep;

    /* its own */
    const char *command;
    bool quiet;
    size_t threads;
    size_t capacity; /* rows in a block */
    io_source *source;
    cli_encoding encoding;
    cli_range range;
    term_columns columns; /* the encoding's inputs */
    size_t width;         /* of the cells */
    term_progress progress;
    labrbf_precision precision;
    labrbf_predictor *predictor;
    cli_scan_block blocks[2];
    size_t reading; /* the block to be read next */
    bool begun;     /* the first one has been read */
    bool over;      /* the end, or an error, was reached */
    int ended;      /* its exit code */
} cli_scan;

/* Loads the model of the first argument and opens the table of the second; `keep` is a list of columns to carry along,
 * "all", or NULL. Returns the exit code, and prints what is wrong; call cli_scan_close in every case. */
int cli_scan_open(cli_scan *scan, const term_args *args, bool want_target, const char *keep);

/* Reads and predicts the next block; rows is 0 at the end. A prediction that is not finite is a failure. */
int cli_scan_next(cli_scan *scan);

/* Says that a number (`what`) of row i of the current block is not finite, and returns the exit code. */
int cli_scan_not_finite(cli_scan *scan, const char *what, double value, size_t i);

/* Cells with a category that the model does not know, so far. */
size_t cli_scan_unknown(const cli_scan *scan);

/* Prints how many rows had missing features, unknown categories or values outside the training range, if any. */
void cli_scan_tell(cli_scan *scan);
void cli_scan_close(cli_scan *scan);

#endif
