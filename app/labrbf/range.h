/* Rows outside the range of the training rows by more than a hundredth of it, where predictions are unreliable. */
#ifndef LAB_CLI_RANGE_H
#define LAB_CLI_RANGE_H

#include "encode.h"

typedef struct cli_range {
    const cli_encoding *encoding; /* borrowed; categories are never outside */
    double *low, *high;           /* [features] seen in training */
    size_t *rows;                 /* [features] rows outside, so far */
    size_t outside;               /* rows outside in some feature, so far */
} cli_range;

/* False if the library or memory fails; call cli_range_free in every case. */
bool cli_range_of_model(const labrbf_model *model, const cli_encoding *encoding, cli_range *range);
void cli_range_free(cli_range *range);

/* Checks more rows of features. A missing value is not outside. */
void cli_range_look(cli_range *range, const double *features, size_t rows);

/* Warns if there were rows outside, of `rows` in all in the table `shown`. */
void cli_range_warn(const cli_range *range, const labrbf_model *model, const char *shown, size_t rows);

#endif
