#include "dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { LISTED = 5, ROWS_LEAST = 2 };

static const char command[] = "fit";

void cli_part_free(cli_part *part) {
    free(part->x);
    free(part->y);
    part->x = part->y = NULL;
}

void cli_dataset_free(cli_dataset *dataset) {
    cli_part_free(&dataset->train);
    cli_part_free(&dataset->held_out);
    cli_columns_free(&dataset->columns);
    io_close(dataset->source);
    dataset->source = NULL;
}

static const char *feature_name(const cli_dataset *d, size_t feature) {
    return io_column_name(d->source, d->columns.features[feature]);
}

static const char *target_name(const cli_dataset *d) { return io_column_name(d->source, d->columns.target); }

/* --------------------------------------------------------------------------------------------------- reading */

static int read_table(const cli_dataset_request *r, cli_dataset *d, io_table *table) {
    io_error error;
    io_options options = {.header = r->header};
    if (!io_open(r->path, &options, &d->source, &error))
        return cli_failure(command, "%s", error.text);
    if (!cli_columns_choose(d->source, d->shown, r->target, r->features, r->drop, &d->columns, &error)) {
        bool asked = r->target || r->features || r->drop;
        return asked ? cli_misuse(command, "%s", error.text) : cli_failure(command, "%s", error.text);
    }
    if (!cli_columns_read(d->source, &d->columns, table, &error))
        return cli_failure(command, "%s", error.text);
    if (table->rows == 0)
        return cli_failure(command, "%s has no data rows%s", d->shown,
                           io_has_header(d->source) ? ", only a header" : "");
    return CLI_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- checking */

/* Drops the rows whose target is not a number, or says which they are. */
static int check_target(const cli_dataset_request *r, cli_dataset *d, io_table *table) {
    size_t m = d->columns.n_features, width = m + 1, kept = 0, bad = 0;
    char list[256] = "";
    for (size_t i = 0; i < table->rows; i++) {
        const double *row = table->cells + i * width;
        if (!isnan(row[m])) {
            if (kept < i)
                memmove(table->cells + kept * width, row, width * sizeof *row);
            kept++;
        } else if (bad++ < LISTED) {
            cli_append(list, sizeof list, "%s%zu", bad > 1 ? ", " : "", i + 1);
        }
    }
    if (bad > 0 && !r->skip_missing_target)
        return cli_failure(command,
                           "%s: the target '%s' is missing in %zu of %zu rows: data row%s %s%s. "
                           "Fill it in, or leave such rows out with --skip-missing-target",
                           d->shown, target_name(d), bad, table->rows, bad > 1 ? "s" : "", list,
                           bad > LISTED ? ", …" : "");
    d->rows_skipped = bad;
    table->rows = kept;
    if (kept >= ROWS_LEAST)
        return CLI_SUCCESS;
    return cli_failure(command, "%s has %s%s; a model needs at least two rows", d->shown,
                       kept == 0 ? "no data row" : "one data row", bad > 0 ? " with a target" : "");
}

/* The table has no infinities, only missing values: io refuses them. */
static size_t count_missing(const cli_dataset *d, const io_table *table, size_t feature) {
    size_t width = d->columns.n_features + 1, missing = 0;
    for (size_t i = 0; i < table->rows; i++)
        missing += isnan(table->cells[i * width + feature]) != 0;
    return missing;
}

static int check_features(cli_dataset *d, const io_table *table) {
    for (size_t j = 0; j < d->columns.n_features; j++) {
        size_t missing = count_missing(d, table, j);
        if (missing == table->rows)
            return cli_failure(command, "%s: column '%s' has no value in any row; leave it out with --drop", d->shown,
                               feature_name(d, j));
        if (missing > 0 && d->missing_columns++ < LISTED)
            cli_append(d->missing_names, sizeof d->missing_names, "%s%s", d->missing_columns > 1 ? ", " : "",
                       feature_name(d, j));
        d->missing_values += missing;
    }
    return CLI_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- splitting */

/* Uniform in [0, 1): the splitmix64 generator of Steele, Lea and Flood (2014). */
static double draw(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static bool part_alloc(cli_part *part, size_t rows, size_t features) {
    part->rows = 0;
    if (rows == 0)
        return true;
    part->x = calloc(rows, features * sizeof *part->x);
    part->y = calloc(rows, sizeof *part->y);
    return part->x && part->y;
}

static void part_add(cli_part *part, const double *row, size_t features) {
    memcpy(part->x + part->rows * features, row, features * sizeof *row);
    part->y[part->rows] = row[features];
    part->rows++;
}

/* Holds out a random part: every subset of that size is as likely (selection sampling), and rows keep their order. */
static int split(const cli_dataset_request *r, cli_dataset *d, const io_table *table) {
    size_t m = d->columns.n_features, n = table->rows;
    size_t held = (size_t)(r->holdout * (double)n + 0.5);
    uint64_t state = r->seed;
    if (r->holdout > 0 && (held < 1 || n - held < ROWS_LEAST))
        return cli_misuse(command, "--holdout %g of %zu rows would hold out %zu and train on %zu; choose another share",
                          r->holdout, n, held, n - held);
    if (!part_alloc(&d->train, n - held, m) || !part_alloc(&d->held_out, held, m))
        return cli_failure(command, "out of memory for %zu rows of %zu features", n, m);
    for (size_t i = 0; i < n; i++) {
        bool out = held > 0 && draw(&state) * (double)(n - i) < (double)(held - d->held_out.rows);
        part_add(out ? &d->held_out : &d->train, table->cells + i * (m + 1), m);
    }
    return CLI_SUCCESS;
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

void cli_dataset_describe(const cli_dataset *d, bool quiet) {
    size_t m = d->columns.n_features;
    char held_out[64] = "";
    if (d->held_out.rows > 0)
        snprintf(held_out, sizeof held_out, "; %zu row%s held out", d->held_out.rows, plural(d->held_out.rows));
    cli_note(quiet, "%s: %zu rows, %zu feature%s, target '%s'%s", d->shown, d->train.rows + d->held_out.rows, m,
             plural(m), target_name(d), held_out);
    if (d->rows_skipped > 0)
        cli_note(quiet, "left out %zu more row%s without a target", d->rows_skipped, plural(d->rows_skipped));
    if (d->missing_columns > 0)
        cli_note(quiet, "%zu missing value%s in %zu column%s (%s%s) replaced by column means", d->missing_values,
                 plural(d->missing_values), d->missing_columns, plural(d->missing_columns), d->missing_names,
                 d->missing_columns > LISTED ? ", …" : "");
}

int cli_dataset_read(const cli_dataset_request *request, cli_dataset *dataset) {
    io_table table = {0};
    *dataset = (cli_dataset){0};
    cli_show_path(request->path, dataset->shown);
    int code = read_table(request, dataset, &table);
    if (code == CLI_SUCCESS)
        code = check_target(request, dataset, &table);
    if (code == CLI_SUCCESS)
        code = check_features(dataset, &table);
    if (code == CLI_SUCCESS)
        code = split(request, dataset, &table);
    io_table_free(&table);
    return code;
}
