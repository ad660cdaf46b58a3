/*
 * One method, one fit, for comparison with other software:
 *
 *   compare_probe METHOD [key=value ...] TRAIN.csv TEST.csv
 *
 * The last column is the label. Nothing is scaled. Prints one prediction a line, for every row of TEST.csv. Exit code 2
 * if there is no such method.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "baselines/method.h"
#include "baselines/method_settings.h"
#include "io/source.h"

static _Noreturn void stop(const char *text) {
    fprintf(stderr, "compare_probe: %s\n", text);
    exit(1);
}

static problem read(const char *path) {
    io_source *source;
    io_table table;
    io_error error;
    if (!io_open(path, NULL, &source, &error) || !io_read_all(source, &table, &error))
        stop(error.text);
    io_close(source);
    size_t m = table.columns - 1;
    double *x = memory_doubles(table.rows, m), *y = memory_doubles(table.rows, 1);
    for (size_t i = 0; i < table.rows; i++) {
        memcpy(x + i * m, table.cells + i * table.columns, m * sizeof *x);
        y[i] = table.cells[i * table.columns + m];
    }
    problem p = {x, y, table.rows, m, 1};
    io_table_free(&table);
    return p;
}

static void release(problem *p) {
    free((void *)p->x);
    free((void *)p->y);
}

static value *read_settings(const method *m, char **pairs, int count) {
    value *settings = memory_get(m->n_options, 1, sizeof *settings);
    failure why;
    settings_standard(m, settings);
    for (int i = 0; i < count; i++) {
        char *equals = strchr(pairs[i], '=');
        if (!equals)
            stop("a setting is written key=value");
        *equals = '\0';
        if (!settings_set(m, settings, pairs[i], equals + 1, &why))
            stop(why.text);
    }
    return settings;
}

int main(int argc, char **argv) {
    if (argc < 4)
        stop("usage: compare_probe METHOD [key=value ...] TRAIN.csv TEST.csv");
    const method *m = methods_find(argv[1]);
    if (!m) {
        fprintf(stderr, "compare_probe: there is no method %s\n", argv[1]);
        return 2;
    }
    value *settings = read_settings(m, argv + 2, argc - 4);
    problem train = read(argv[argc - 2]), test = read(argv[argc - 1]);
    failure why;
    void *model = m->fit(settings, &train, &why);
    if (!model)
        stop(why.text);
    double *out = memory_doubles(test.n, 1);
    m->predict(model, test.x, test.n, out);
    for (size_t i = 0; i < test.n; i++)
        printf("%.17g\n", out[i]);
    free(out);
    m->destroy(model);
    free(settings);
    release(&train);
    release(&test);
    return 0;
}
