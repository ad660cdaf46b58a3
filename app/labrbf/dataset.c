#include "dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remarks.h"
#include "suspects.h"
#include "target.h"
#include "term/args.h"
#include "term/message.h"

enum { LISTED = 5, ROWS_LEAST = 2 };

void cli_part_free(cli_part *part) {
    free(part->x);
    free(part->y);
    free(part->weights);
    free(part->validation);
    part->x = part->y = part->weights = NULL;
    part->validation = NULL;
}

void cli_dataset_free(cli_dataset *dataset) {
    io_table_free(&dataset->table);
    term_columns_free(&dataset->columns);
    io_close(dataset->source);
    dataset->source = NULL;
}

static const char *feature_name(const cli_dataset *d, size_t feature) {
    return io_column_name(d->source, d->columns.features[feature]);
}

void cli_dataset_targets(const cli_dataset *d, char *text, size_t capacity) {
    size_t count = d->columns.n_targets;
    snprintf(text, capacity, "target%s ", count == 1 ? "" : "s");
    for (size_t c = 0; c < count && c < LISTED; c++)
        term_append(text, capacity, "%s'%s'", c > 0 ? ", " : "", io_column_name(d->source, d->columns.targets[c]));
    if (count > LISTED)
        term_append(text, capacity, ", …");
}

const char **cli_dataset_target_names(const cli_dataset *d) {
    const char **names = calloc(d->columns.n_targets, sizeof *names);
    for (size_t c = 0; names && c < d->columns.n_targets; c++)
        names[c] = io_column_name(d->source, d->columns.targets[c]);
    return names;
}

/* The columns of --weights, and of --group or --time. */
static size_t weights_at(const cli_dataset *d) { return d->columns.n_features + d->columns.n_targets; }
static size_t apart_at(const cli_dataset *d) { return weights_at(d) + d->columns.has_weights; }

/* --------------------------------------------------------------------------------------------------- reading */

static int read_choice(const term_args *args, cli_dataset *d, term_choice *choice) {
    const char *group = term_args_value(args, "group"), *time = term_args_value(args, "time");
    *choice = (term_choice){.target = term_args_value(args, "target"),
                            .features = term_args_value(args, "features"),
                            .drop = term_args_value(args, "drop"),
                            .weights = term_args_value(args, "weights"),
                            .apart = group ? group : time};
    d->kind = group ? CLI_SPLIT_GROUPS : time ? CLI_SPLIT_TIME : CLI_SPLIT_RANDOM;
    if (group && time)
        return term_misuse(d->command, "--group and --time cannot be used together; choose one");
    return TERM_SUCCESS;
}

/* A feature may be text, and a target is asked whether it is; the column of --group may be anything, that of --time is
 * a number or a date. */
static bool set_meanings(cli_dataset *d, io_error *error) {
    const term_columns *columns = &d->columns;
    for (size_t c = 0; c < columns->n_targets; c++)
        if (!io_set_meaning(d->source, columns->targets[c], IO_NUMBERS_OR_TEXT, error))
            return false;
    for (size_t j = 0; j < columns->n_features; j++)
        if (!io_set_meaning(d->source, columns->features[j], IO_NUMBERS_OR_TEXT, error))
            return false;
    return !columns->has_apart ||
           io_set_meaning(d->source, columns->apart, d->kind == CLI_SPLIT_GROUPS ? IO_LABELS : IO_TIMES, error);
}

/* What can be done about a cell that is not a number depends on what the column is for. */
static int cannot_read(const cli_dataset *d, const io_error *error) {
    char advice[128] = "", drop[80] = "";
    size_t column;
    bool known = io_failed_column(d->source, &column);
    for (size_t j = 0; known && j < d->columns.n_features; j++)
        if (d->columns.features[j] == column) {
            cli_append_drop(drop, sizeof drop, d->source, column);
            snprintf(advice, sizeof advice, ", or fit without the column (--drop %s)", drop);
        }
    for (size_t c = 0; known && c < d->columns.n_targets; c++)
        if (d->columns.targets[c] == column)
            snprintf(advice, sizeof advice, ", or name another target with --target");
    return term_failure(d->command, "%s%s", error->text, advice);
}

static int read_table(const term_args *args, cli_dataset *d) {
    io_error error;
    io_options options = {0};
    term_choice choice;
    int code = term_read_header(args, &options.header);
    if (code == TERM_SUCCESS)
        code = read_choice(args, d, &choice);
    if (code != TERM_SUCCESS)
        return code;
    if (!io_open(args->arguments[0], &options, &d->source, &error))
        return term_failure(d->command, "%s", error.text);
    if (!term_columns_choose(d->source, d->shown, &choice, &d->columns, &error)) {
        bool asked = choice.target || choice.features || choice.drop || choice.apart || choice.weights;
        return asked ? term_misuse(d->command, "%s", error.text) : term_failure(d->command, "%s", error.text);
    }
    term_note_header(d->source, d->shown, term_args_has(args, "quiet"));
    cli_target_tell(args, d);
    if (!set_meanings(d, &error) || !term_columns_read(d->source, &d->columns, &d->table, &error))
        return cannot_read(d, &error);
    if (d->table.rows == 0)
        return term_failure(d->command, "%s has no data rows%s", d->shown,
                            io_has_header(d->source) ? ", only a header" : "");
    return TERM_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- checking */

static bool has_targets(const cli_dataset *d, const double *row) {
    bool has = true;
    for (size_t c = 0; c < d->columns.n_targets; c++)
        has = has && !isnan(row[d->columns.n_features + c]);
    return has;
}

/* Drops the rows whose target is not a number, or says which they are. */
static int check_target(cli_dataset *d, bool skip) {
    io_table *table = &d->table;
    size_t width = table->columns, kept = 0, bad = 0;
    char list[256] = "", targets[256];
    cli_dataset_targets(d, targets, sizeof targets);
    for (size_t i = 0; i < table->rows; i++) {
        const double *row = table->cells + i * width;
        if (has_targets(d, row)) {
            if (kept < i)
                memmove(table->cells + kept * width, row, width * sizeof *row);
            kept++;
        } else if (bad++ < LISTED) {
            term_append(list, sizeof list, "%s%zu", bad > 1 ? ", " : "", i + 1);
        }
    }
    if (bad > 0 && !skip)
        return term_failure(d->command,
                            "%s: %s%s is missing in %zu of %zu rows: data row%s %s%s. Fill it in, or leave such rows "
                            "out with --skip-missing-target",
                            d->shown, d->columns.n_targets == 1 ? "the " : "one of the ", targets, bad, table->rows,
                            bad > 1 ? "s" : "", list, bad > LISTED ? ", …" : "");
    d->rows_skipped = bad;
    table->rows = kept;
    if (kept >= ROWS_LEAST)
        return TERM_SUCCESS;
    return term_failure(d->command, "%s has %s%s; a model needs at least two rows", d->shown,
                        kept == 0 ? "no data row" : "one data row", bad > 0 ? " with a target" : "");
}

/* Missing cells of a column of the table. It has no infinities: io refuses them. */
static size_t count_missing(const io_table *table, size_t column) {
    size_t missing = 0;
    for (size_t i = 0; i < table->rows; i++)
        missing += isnan(table->cells[i * table->columns + column]) != 0;
    return missing;
}

static int check_features(cli_dataset *d) {
    for (size_t j = 0; j < d->columns.n_features; j++) {
        size_t missing = count_missing(&d->table, j);
        if (missing == d->table.rows)
            return term_failure(d->command, "%s: column '%s' has no value in any row; leave it out with --drop",
                                d->shown, feature_name(d, j));
        if (io_found(d->source, d->columns.features[j]).labels)
            continue; /* a missing category is allowed */
        if (missing > 0 && d->missing_columns++ < LISTED)
            term_append(d->missing_names, sizeof d->missing_names, "%s%s", d->missing_columns > 1 ? ", " : "",
                        feature_name(d, j));
        d->missing_values += missing;
    }
    return TERM_SUCCESS;
}

/* A row without a group or time could be on both sides. */
static int check_apart(const cli_dataset *d) {
    size_t column = apart_at(d), missing = d->columns.has_apart ? count_missing(&d->table, column) : 0;
    if (missing == 0)
        return TERM_SUCCESS;
    size_t first = 0;
    while (!isnan(d->table.cells[first * d->table.columns + column]))
        first++;
    return term_failure(d->command, "%s: column '%s' of --%s is missing in %zu of %zu rows, first in data row %zu",
                        d->shown, io_column_name(d->source, d->columns.apart),
                        d->kind == CLI_SPLIT_GROUPS ? "group" : "time", missing, d->table.rows, first + 1);
}

static int check_weights(const cli_dataset *d) {
    for (size_t i = 0; d->columns.has_weights && i < d->table.rows; i++) {
        double weight = d->table.cells[i * d->table.columns + weights_at(d)];
        const char *name = io_column_name(d->source, d->columns.weights);
        if (isnan(weight))
            return term_failure(d->command,
                                "%s: column '%s' of --weights is missing in data row %zu; write 0 if the row is not to "
                                "count",
                                d->shown, name, i + 1);
        if (weight < 0)
            return term_failure(d->command,
                                "%s: column '%s' of --weights is %g in data row %zu; a weight cannot be negative",
                                d->shown, name, weight, i + 1);
    }
    return TERM_SUCCESS;
}

double *cli_dataset_keys(const cli_dataset *d) {
    double *keys = calloc(d->table.rows, sizeof *keys);
    for (size_t i = 0; keys && d->columns.has_apart && i < d->table.rows; i++)
        keys[i] = d->table.cells[i * d->table.columns + apart_at(d)];
    return keys;
}

/* ------------------------------------------------------------------------------------------------- splitting */

void cli_fold_free(cli_fold *fold) {
    cli_encoding_free(&fold->encoding);
    cli_part_free(&fold->train);
    cli_part_free(&fold->test);
}

static bool part_alloc(cli_part *part, size_t rows, const cli_fold *fold, bool weighted) {
    if (rows == 0)
        return true;
    part->x = calloc(rows, fold->encoding.n_features * sizeof *part->x);
    part->y = calloc(rows, fold->n_targets * sizeof *part->y);
    part->weights = weighted ? calloc(rows, sizeof *part->weights) : NULL;
    return part->x && part->y && (part->weights || !weighted);
}

static void part_add(cli_part *part, const cli_fold *fold, const double *row) {
    const cli_encoding *encoding = &fold->encoding;
    const double *labels = row + encoding->n_inputs;
    cli_encoding_row(encoding, row, part->x + part->rows * encoding->n_features);
    memcpy(part->y + part->rows * fold->n_targets, labels, fold->n_targets * sizeof *labels);
    if (part->weights)
        part->weights[part->rows] = labels[fold->n_targets];
    part->rows++;
}

/* `trains` holds a mark for every row. */
static bool make_fold(const cli_dataset *d, const cli_split *split, size_t number, bool *trains, cli_fold *fold) {
    const io_table *table = &d->table;
    size_t train = 0, test = 0;
    fold->n_targets = d->columns.n_targets;
    for (size_t i = 0; i < table->rows; i++) {
        trains[i] = cli_split_trains(split, i, number);
        train += trains[i];
        test += split->fold[i] == number;
    }
    if (!cli_encoding_of_rows(d->source, &d->columns, table, trains, &fold->encoding) ||
        !part_alloc(&fold->train, train, fold, d->columns.has_weights) || !part_alloc(&fold->test, test, fold, false))
        return false;
    for (size_t i = 0; i < table->rows; i++) {
        if (trains[i])
            part_add(&fold->train, fold, table->cells + i * table->columns);
        else if (split->fold[i] == number)
            part_add(&fold->test, fold, table->cells + i * table->columns);
    }
    return true;
}

int cli_fold_make(const cli_dataset *d, const cli_split *split, size_t number, cli_fold *fold) {
    *fold = (cli_fold){0};
    bool *trains = calloc(d->table.rows, sizeof *trains);
    bool ok = trains && make_fold(d, split, number, trains, fold);
    free(trains);
    if (ok)
        return TERM_SUCCESS;
    return term_failure(d->command, "out of memory for %zu rows of %zu features", d->table.rows,
                        fold->encoding.n_features);
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

static void describe_categories(const cli_dataset *d, bool quiet) {
    char list[256] = "";
    size_t count = 0;
    for (size_t j = 0; j < d->columns.n_features; j++) {
        io_finding found = io_found(d->source, d->columns.features[j]);
        if (found.labels && count++ < LISTED)
            term_append(list, sizeof list, "%s%s (%zu)", count > 1 ? ", " : "", feature_name(d, j), found.count);
    }
    if (count > 0)
        term_note(quiet, "%zu column%s of text, with these numbers of categories: %s%s", count, plural(count), list,
                  count > LISTED ? ", …" : "");
}

void cli_dataset_describe(const cli_dataset *d, size_t held_out, bool quiet) {
    size_t m = d->columns.n_features;
    char held[64] = "", targets[256];
    cli_dataset_targets(d, targets, sizeof targets);
    if (held_out > 0)
        snprintf(held, sizeof held, "; %zu row%s held out", held_out, plural(held_out));
    term_note(quiet, "%s: %zu rows, %zu feature%s, %s%s", d->shown, d->table.rows, m, plural(m), targets, held);
    if (d->rows_skipped > 0)
        term_note(quiet, "left out %zu more row%s without a target", d->rows_skipped, plural(d->rows_skipped));
    describe_categories(d, quiet);
    if (d->missing_columns > 0)
        term_note(quiet, "%zu missing value%s in %zu column%s (%s%s) replaced by column means", d->missing_values,
                  plural(d->missing_values), d->missing_columns, plural(d->missing_columns), d->missing_names,
                  d->missing_columns > LISTED ? ", …" : "");
    cli_remark_table(d, quiet);
}

int cli_dataset_read(const term_args *args, cli_dataset *dataset) {
    *dataset = (cli_dataset){.command = args->command->name};
    term_show_path(args->arguments[0], dataset->shown);
    int code = read_table(args, dataset);
    if (code == TERM_SUCCESS)
        code = cli_target_check(dataset);
    if (code == TERM_SUCCESS)
        code = check_target(dataset, term_args_has(args, "skip-missing-target"));
    if (code == TERM_SUCCESS)
        code = check_features(dataset);
    if (code == TERM_SUCCESS)
        code = cli_suspects_refuse(dataset);
    if (code == TERM_SUCCESS)
        code = check_apart(dataset);
    if (code == TERM_SUCCESS)
        code = check_weights(dataset);
    if (code == TERM_SUCCESS)
        cli_suspects_warn(dataset);
    return code;
}
