#include "same_names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t term_column_again(const io_source *source, size_t column) {
    const char *name = io_column_name(source, column);
    size_t count = io_columns(source), again = column + 1;
    while (again < count && strcmp(io_column_name(source, again), name) != 0)
        again++;
    return again;
}

typedef struct entry {
    const char *name;
    size_t column;
} entry;

static int by_name(const void *a, const void *b) {
    const entry *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->column > y->column) - (x->column < y->column);
}

static size_t put(entry *entries, const io_source *source, const size_t *columns, size_t count) {
    for (size_t i = 0; i < count; i++)
        entries[i] = (entry){io_column_name(source, columns[i]), columns[i]};
    return count;
}

bool term_names_differ(const io_source *source, const char *path, const term_columns *columns, io_error *error) {
    entry *sorted = calloc(columns->n_features + columns->n_targets + 1, sizeof *sorted);
    if (!sorted) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    size_t count = put(sorted, source, columns->features, columns->n_features);
    count += put(sorted + count, source, columns->targets, columns->n_targets);
    qsort(sorted, count, sizeof *sorted, by_name);
    size_t first = 0, second = SIZE_MAX; /* the earliest column that repeats a name */
    for (size_t i = 1; i < count; i++)
        if (strcmp(sorted[i - 1].name, sorted[i].name) == 0 && sorted[i].column < second) {
            first = sorted[i - 1].column;
            second = sorted[i].column;
        }
    free(sorted);
    if (second == SIZE_MAX)
        return true;
    snprintf(error->text, sizeof error->text,
             "%s: columns %zu and %zu are both named '%.60s'; give each a name of its own, also in the tables to be "
             "predicted, or leave both out by that name (--drop)",
             path, first + 1, second + 1, io_column_name(source, second));
    return false;
}
