#include "validation.h"

#include <stdlib.h>

#include "term/message.h"

/* The values of --group or --time in the training rows. */
static double *training_keys(const cli_dataset *d, const cli_split *split, size_t number) {
    double *keys = cli_dataset_keys(d);
    size_t rows = 0;
    for (size_t i = 0; keys && i < split->rows; i++)
        if (cli_split_trains(split, i, number))
            keys[rows++] = keys[i];
    return keys;
}

static bool take_marks(const cli_split *inner, cli_part *train) {
    size_t marked = 0;
    for (size_t i = 0; i < inner->rows; i++)
        marked += inner->fold[i] > 0;
    if (marked == 0)
        return true;
    train->validation = calloc(inner->rows, sizeof *train->validation);
    for (size_t i = 0; train->validation && i < inner->rows; i++)
        train->validation[i] = inner->fold[i] > 0;
    return train->validation != NULL;
}

int cli_validation_mark(const cli_dataset *d, const cli_split *split, size_t number, uint64_t seed, bool quiet,
                        cli_fold *fold) {
    cli_split inner = {0};
    if (d->kind == CLI_SPLIT_RANDOM)
        return TERM_SUCCESS;
    double *keys = training_keys(d, split, number);
    int code = TERM_FAILURE;
    if (!keys)
        term_failure(d->command, "out of memory for %zu rows", split->rows);
    else
        code = cli_split_validation(d->command, d->kind, keys, fold->train.rows, seed, &inner);
    if (code == TERM_SUCCESS && !take_marks(&inner, &fold->train))
        code = term_failure(d->command, "out of memory for %zu rows", split->rows);
    if (code == TERM_SUCCESS && !fold->train.validation)
        term_note(quiet, "the training rows cannot be split by --%s '%s': validation rows are drawn at random instead",
                  d->kind == CLI_SPLIT_GROUPS ? "group" : "time", io_column_name(d->source, d->columns.apart));
    cli_split_free(&inner);
    free(keys);
    return code;
}
