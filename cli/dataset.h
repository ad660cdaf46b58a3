/* The rows that fit learns from: a table read, checked, and split into a training part and a part held out. */
#ifndef LAB_CLI_DATASET_H
#define LAB_CLI_DATASET_H

#include <stdint.h>

#include "columns.h"
#include "command.h"
#include "input.h"

typedef struct cli_part {
    size_t rows;
    double *x; /* rows x features */
    double *y;
} cli_part;

typedef struct cli_dataset {
    char shown[CLI_PATH_TEXT]; /* the path in messages */
    io_source *source;         /* stays open for its names */
    cli_columns columns;       /* which of them are the features and the target */
    cli_part train;
    cli_part held_out;       /* no rows without --holdout */
    size_t rows_skipped;     /* for want of a target */
    size_t missing_values;   /* among the features */
    size_t missing_columns;  /* features that have some */
    char missing_names[256]; /* the first of them */
} cli_dataset;

/* What the user asked for; texts may be NULL. */
typedef struct cli_dataset_request {
    const char *path;
    const char *target;
    const char *features;
    const char *drop;
    io_header header;
    bool skip_missing_target;
    double holdout; /* share of the rows, 0: none */
    uint64_t seed;
} cli_dataset_request;

/* On failure says why and returns the exit code; cli_dataset_free is due in every case. */
int cli_dataset_read(const cli_dataset_request *request, cli_dataset *dataset);
/* Says what was read. */
void cli_dataset_describe(const cli_dataset *dataset, bool quiet);
void cli_dataset_free(cli_dataset *dataset);

/* Gives the memory of a part back; its number of rows stays. */
void cli_part_free(cli_part *part);

#endif
