/* Tables for the benchmark: real ones where they are, else generated. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "io/source.h"

static double uniform(unsigned long long *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static bench_data allocate(size_t n, size_t m, const char *name) {
    bench_data data = {n, m, malloc(n * m * sizeof(double)), malloc(n * sizeof(double)), name};
    if (!data.x || !data.y)
        abort();
    return data;
}

static bench_data generate(size_t n, size_t m) {
    bench_data data = allocate(n, m, "generated");
    unsigned long long state = 42;
    for (size_t r = 0; r < n; r++) {
        double sum = 0.0;
        for (size_t j = 0; j < m; j++) {
            data.x[r * m + j] = 2.0 * uniform(&state) - 1.0;
            sum += data.x[r * m + j] * (j % 2 ? 1.0 : -0.5);
        }
        data.y[r] = sin(3.0 * data.x[r * m]) + sum / sqrt((double)m) + 0.01 * uniform(&state);
    }
    return data;
}

/* False if LABRBF_DATA names no folder. */
static bool path_of(const char *set, char *path, size_t capacity) {
    const char *folder = getenv("LABRBF_DATA");
    return folder && snprintf(path, capacity, "%s/%s.csv.gz", folder, set) < (int)capacity;
}

bool bench_has(const char *set) {
    char path[4096];
    return path_of(set, path, sizeof path) && access(path, R_OK) == 0;
}

bench_data bench_load(const char *set, size_t n, size_t m) {
    char path[4096];
    io_source *source = NULL;
    io_table table = {0};
    io_error error;
    if (!set || !path_of(set, path, sizeof path) || !io_open(path, NULL, &source, &error))
        return generate(n, m);
    bool read = io_read_all(source, &table, &error);
    io_close(source);
    if (!read) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    bench_data data = allocate(table.rows, table.columns - 1, set);
    for (size_t r = 0; r < table.rows; r++) {
        memcpy(data.x + r * data.m, table.cells + r * table.columns, data.m * sizeof(double));
        data.y[r] = table.cells[r * table.columns + data.m];
    }
    io_table_free(&table);
    return data;
}

void bench_free(bench_data *data) {
    free(data->x);
    free(data->y);
}

void bench_set(labrbf_settings *settings, const char *name, double value) {
    char text[32];
    (void)snprintf(text, sizeof text, "%.17g", value);
    check(labrbf_settings_set(settings, name, text));
}

labrbf_trainer *bench_start(labrbf_settings *settings, const bench_data *data) {
    const labrbf_data rows = {.struct_size = sizeof rows,
                              .n_rows = data->n,
                              .n_features = data->m,
                              .n_targets = 1,
                              .x = data->x,
                              .y = data->y};
    labrbf_trainer *trainer;
    check(labrbf_trainer_create(settings, &rows, NULL, &trainer));
    labrbf_settings_destroy(settings);
    return trainer;
}
