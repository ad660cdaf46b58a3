#include "data.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "io/report.h"
#include "term/columns.h"
#include "term/input.h"

/* Every number as eight bytes, the lowest first, whatever the machine. */
static void add_numbers(sha256 *hash, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[8];
        uint64_t bits;
        double number = isnan(numbers[i]) ? (double)NAN : numbers[i]; /* one NaN for all */
        memcpy(&bits, &number, sizeof bits);
        for (size_t b = 0; b < sizeof bytes; b++)
            bytes[b] = (unsigned char)(bits >> (8 * b));
        sha256_add(hash, bytes, sizeof bytes);
    }
}

static void fingerprint(data *d) {
    sha256 hash;
    double shape[] = {(double)d->n, (double)d->m};
    sha256_begin(&hash);
    add_numbers(&hash, shape, 2);
    add_numbers(&hash, d->x, d->n * d->m);
    add_numbers(&hash, d->y, d->n);
    sha256_end(&hash, d->hash);
}

static bool keep(const io_table *table, const char *shown, data *d, io_error *error) {
    d->n = table->rows;
    d->m = table->columns - 1;
    d->x = memory_doubles(d->n, d->m);
    d->y = memory_doubles(d->n, 1);
    for (size_t i = 0; i < d->n; i++) {
        const double *row = table->cells + i * table->columns;
        memcpy(d->x + i * d->m, row, d->m * sizeof *row);
        d->y[i] = row[d->m];
        if (isnan(d->y[i]))
            return io_fail(error, "%s: the target '%s' is missing in data row %zu; every row must have it", shown,
                           d->target, i + 1);
    }
    fingerprint(d);
    return true;
}

bool data_read(const char *path, const data_columns *wanted, data *d, bool *misuse, io_error *error) {
    io_source *source;
    io_table table = {0};
    term_columns columns = {0};
    char shown[TERM_PATH_TEXT];
    *d = (data){0};
    *misuse = false;
    term_show_path(path, shown);
    snprintf(d->name, sizeof d->name, "%s", path);
    if (!io_open(path, NULL, &source, error))
        return false;
    bool ok = term_columns_choose(
        source, shown, &(term_choice){.target = wanted->target, .features = wanted->features, .drop = wanted->drop},
        &columns, error);
    if (ok && columns.n_targets > 1)
        ok = io_fail(error, "the comparison has one target, but --target names %zu columns", columns.n_targets);
    *misuse = !ok && (wanted->target || wanted->features || wanted->drop);
    if (ok) {
        snprintf(d->target, sizeof d->target, "%s", io_column_name(source, columns.targets[0]));
        ok = term_columns_read(source, &columns, &table, error) && keep(&table, shown, d, error);
    }
    io_table_free(&table);
    term_columns_free(&columns);
    io_close(source);
    return ok;
}

void data_free(data *d) {
    free(d->x);
    free(d->y);
    d->x = d->y = NULL;
}
