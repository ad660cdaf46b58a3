/* The rows of fit, tune and cv: a table read and checked, then split into training and test rows. */
#ifndef LAB_CLI_DATASET_H
#define LAB_CLI_DATASET_H

#include "encode.h"
#include "fold_split.h"
#include "term/columns.h"
#include "term/command.h"
#include "term/input.h"

typedef struct cli_dataset {
    const char *command;        /* for messages */
    char shown[TERM_PATH_TEXT]; /* the path in messages */
    io_source *source;          /* kept open for its names */
    term_columns columns;       /* which of them are the features and the targets */
    io_table table;             /* features, targets, weights, and the column of --group or --time */
    cli_split_kind kind;
    size_t rows_skipped;     /* whose target is missing */
    size_t missing_values;   /* in numeric features */
    size_t missing_columns;  /* features with missing values */
    char missing_names[256]; /* the first of them */
} cli_dataset;

/* Reads the table of the arguments, with the options of app/labrbf/choices.h. On failure prints why and returns the
 * exit code; call cli_dataset_free in every case. */
int cli_dataset_read(const term_args *args, cli_dataset *dataset);
void cli_dataset_free(cli_dataset *dataset);

/* "the target 'y'", or "the targets 'a', 'b'". */
void cli_dataset_targets(const cli_dataset *dataset, char *text, size_t capacity);

/* The names of the targets, an array that the caller frees. NULL if out of memory. */
const char **cli_dataset_target_names(const cli_dataset *dataset);

/* Prints what was read, how many rows are held out, and remarks (remarks.h). */
void cli_dataset_describe(const cli_dataset *dataset, size_t held_out, bool quiet);

/* The values of --group or --time, one for each row; the caller frees them. NULL if out of memory. */
double *cli_dataset_keys(const cli_dataset *dataset);

typedef struct cli_part {
    size_t rows;
    double *x;                 /* rows x features */
    double *y;                 /* rows x targets */
    double *weights;           /* NULL if every row counts once */
    unsigned char *validation; /* 1 for validation rows (validation.h); NULL: the library draws them */
} cli_part;

/* Frees the memory of these rows; their number stays. */
void cli_part_free(cli_part *part);

/* The rows of one fold, encoded by its training rows only. */
typedef struct cli_fold {
    cli_encoding encoding;
    size_t n_targets;
    cli_part train, test;
} cli_fold;

/* On failure prints why and returns the exit code; call cli_fold_free in every case. */
int cli_fold_make(const cli_dataset *dataset, const cli_split *split, size_t number, cli_fold *fold);
void cli_fold_free(cli_fold *fold);

#endif
