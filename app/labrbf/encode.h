/*
 * One-hot encoding: a column of numbers is one feature; a column of text is one feature for each category, which is 1
 * in the rows of that category and 0 elsewhere. Unknown and missing categories are 0 in all of them.
 */
#ifndef LAB_CLI_ENCODE_H
#define LAB_CLI_ENCODE_H

#include "labrbf/labrbf.h"
#include "term/columns.h"

typedef struct cli_encoding {
    size_t n_inputs; /* columns */
    size_t *first;   /* [n_inputs] its first feature */
    size_t n_features;
    size_t *input;         /* [n_features] the column it is made from */
    double *label;         /* the number of the label for which it is 1; NaN for a numeric feature */
    const char **category; /* [n_features] that label's text, borrowed; NULL for a number */
} cli_encoding;

/* The encoding of a model. False if out of memory; call cli_encoding_free in every case. The texts are the model's. */
bool cli_encoding_of_model(const labrbf_model *model, cli_encoding *encoding);

/* The encoding of a table that was read with labels (IO_NUMBERS_OR_TEXT): the categories that occur in the marked rows,
 * in alphabetical order. The texts are the source's. */
bool cli_encoding_of_rows(const io_source *source, const term_columns *columns, const io_table *table,
                          const bool *marked, cli_encoding *encoding);
void cli_encoding_free(cli_encoding *encoding);

/* The features of a row of inputs. */
void cli_encoding_row(const cli_encoding *encoding, const double *inputs, double *features);

/* Is the input a column of text? */
bool cli_encoding_is_text(const cli_encoding *encoding, size_t input);
/* Features of an input. */
size_t cli_encoding_count(const cli_encoding *encoding, size_t input);

/* Makes a source read text columns as the numbers of their labels. */
bool cli_encoding_prepare(const cli_encoding *encoding, io_source *source, const term_columns *columns,
                          io_error *error);

/* Stores names and categories in a model, so that tables can be matched to it later. */
labrbf_status cli_encoding_give(const cli_encoding *encoding, const io_source *source, const term_columns *columns,
                                labrbf_model *model);

#endif
