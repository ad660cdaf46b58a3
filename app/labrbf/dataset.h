/* The rows that fit and cv learn from: a table read and checked, then parted into rows to learn from and to test on. */
#ifndef LAB_CLI_DATASET_H
#define LAB_CLI_DATASET_H

#include <stdint.h>

#include "encode.h"
#include "fold_split.h"
#include "term/columns.h"
#include "term/command.h"
#include "term/input.h"

typedef struct cli_dataset {
    const char *command;        /* for messages */
    char shown[TERM_PATH_TEXT]; /* the path in messages */
    io_source *source;          /* stays open for its names */
    term_columns columns;       /* which of them are the features and the targets */
    io_table table;             /* features, targets, weights, and the column of --group or --time */
    cli_split_kind kind;
    size_t rows_skipped;     /* for want of a target */
    size_t missing_values;   /* among the features that are numbers */
    size_t missing_columns;  /* features that have some */
    char missing_names[256]; /* the first of them */
} cli_dataset;

/* Reads the table that the arguments of the command ask for, with the options of app/labrbf/choices.h. On failure says
 * why and returns the exit code; cli_dataset_free is due in every case. */
int cli_dataset_read(const term_args *args, cli_dataset *dataset);
void cli_dataset_free(cli_dataset *dataset);

/* "the target 'y'", or "the targets 'a', 'b'". */
void cli_dataset_targets(const cli_dataset *dataset, char *text, size_t capacity);

/* The targets' names, an array that the caller frees. NULL for want of memory. */
const char **cli_dataset_target_names(const cli_dataset *dataset);

/* Says what was read, of which so many rows are held out. */
void cli_dataset_describe(const cli_dataset *dataset, size_t held_out, bool quiet);

/* The values of --group or --time, one for each row; freed by the caller. NULL for want of memory. */
double *cli_dataset_keys(const cli_dataset *dataset);

typedef struct cli_part {
    size_t rows;
    double *x;                 /* rows x features */
    double *y;                 /* rows x targets */
    double *weights;           /* NULL if every row counts once */
    unsigned char *validation; /* 1 for rows that settings are chosen by (validation.h); NULL: the library draws them */
} cli_part;

/* Gives the memory of a part back; its number of rows stays. */
void cli_part_free(cli_part *part);

/* The rows of one fold, and how they are encoded: by the rows that are learnt from alone. */
typedef struct cli_fold {
    cli_encoding encoding;
    size_t n_targets;
    cli_part train, test;
} cli_fold;

/* On failure says why and returns the exit code; cli_fold_free is due in every case. */
int cli_fold_make(const cli_dataset *dataset, const cli_split *split, size_t number, cli_fold *fold);
void cli_fold_free(cli_fold *fold);

#endif
