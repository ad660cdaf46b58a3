/* predict --gradient: a column with the slope of the prediction for each numeric feature. */
#ifndef LAB_CLI_GRADIENT_COLUMNS_H
#define LAB_CLI_GRADIENT_COLUMNS_H

#include "output_names.h"
#include "prediction_scan.h"
#include "prediction_sink.h"

typedef struct cli_gradient {
    size_t n_columns; /* for each target */
    size_t *feature;  /* [n_columns] the model's feature */
    double *slopes;   /* of a block of rows, all targets and features */
} cli_gradient;

/* Returns the exit code, and prints what is wrong; call cli_gradient_close in every case. */
int cli_gradient_open(cli_gradient *gradient, const cli_scan *scan);
void cli_gradient_close(cli_gradient *gradient);

/* gradient_NAME for every column. With several targets it is gradient_TARGET_NAME: all columns of the first target,
 * then those of the next. */
bool cli_gradient_names(const cli_gradient *gradient, const cli_scan *scan, cli_names *names);

/* Computes the slopes of the current block of the scan; writes those of one row of it. */
int cli_gradient_block(cli_gradient *gradient, cli_scan *scan);
bool cli_gradient_row(const cli_gradient *gradient, const cli_scan *scan, size_t row, cli_sink *sink);

#endif
