/*
 * How the columns of a table become the features of a model. A column of numbers is one feature; a column of text is
 * one feature for each of its categories, which is 1 in the rows that say so and 0 elsewhere. A category that the model
 * does not know, and a missing one, is 0 in all of them.
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
    double *label;         /* [n_features] the label's number where it is 1; NaN: the feature is the column's number */
    const char **category; /* [n_features] that label's text, borrowed; NULL for a number */
} cli_encoding;

/* Of a model. False for want of memory; freed by cli_encoding_free in every case. The texts are the model's. */
bool cli_encoding_of_model(const labrbf_model *model, cli_encoding *encoding);

/* Of a table that has been read with labels found (IO_NUMBERS_OR_TEXT): the categories are those that occur in the rows
 * marked, in alphabetical order. The texts are the source's. */
bool cli_encoding_of_rows(const io_source *source, const term_columns *columns, const io_table *table,
                          const bool *marked, cli_encoding *encoding);
void cli_encoding_free(cli_encoding *encoding);

/* The features of a row of inputs. */
void cli_encoding_row(const cli_encoding *encoding, const double *inputs, double *features);

/* Is the input a column of text? */
bool cli_encoding_is_text(const cli_encoding *encoding, size_t input);
/* Features of an input. */
size_t cli_encoding_count(const cli_encoding *encoding, size_t input);

/* Has a source read the columns of text as the numbers of their labels. */
bool cli_encoding_prepare(const cli_encoding *encoding, io_source *source, const term_columns *columns,
                          io_error *error);

/* Names and categories into a model, so that tables can be matched to it later. */
labrbf_status cli_encoding_give(const cli_encoding *encoding, const io_source *source, const term_columns *columns,
                                labrbf_model *model);

#endif
