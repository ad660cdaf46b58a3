#include "gradient_columns.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "term/message.h"

enum { NUMBER_TEXT = 32 };

/* A category has no values between 0 and 1, so no slope. */
static void choose_features(cli_gradient *g, const cli_scan *scan) {
    const char *text = NULL;
    for (size_t j = 0; j < scan->encoding.n_features; j++) {
        if (labrbf_model_feature_category(scan->model, j))
            text = text ? text : labrbf_model_feature_name(scan->model, j);
        else
            g->feature[g->n_columns++] = j;
    }
    if (text && g->n_columns > 0)
        term_note(scan->quiet, "note: columns of categories, such as '%s', have no gradient", text);
}

int cli_gradient_open(cli_gradient *g, const cli_scan *scan) {
    size_t m = scan->encoding.n_features;
    bool countable = scan->n_targets <= SIZE_MAX / sizeof(double) / m;
    *g = (cli_gradient){.feature = calloc(m, sizeof *g->feature),
                        .slopes = countable ? calloc(scan->capacity, scan->n_targets * m * sizeof(double)) : NULL};
    if (!g->feature || !g->slopes)
        return term_failure(scan->command, "out of memory for the gradients of %zu rows of %zu features",
                            scan->capacity, m);
    choose_features(g, scan);
    if (g->n_columns == 0)
        return term_failure(scan->command, "there is no gradient: the model was trained on columns of categories "
                                           "only. Leave --gradient out");
    return TERM_SUCCESS;
}

void cli_gradient_close(cli_gradient *g) {
    free(g->feature);
    free(g->slopes);
    *g = (cli_gradient){0};
}

/* A name, or the number in its place, from 1. */
static const char *name_or_number(const char *name, size_t index, char number[NUMBER_TEXT]) {
    (void)snprintf(number, NUMBER_TEXT, "%zu", index + 1);
    return name && *name ? name : number;
}

bool cli_gradient_names(const cli_gradient *g, const cli_scan *scan, cli_names *names) {
    for (size_t i = 0; i < g->n_columns * scan->n_targets; i++) {
        char numbers[2][NUMBER_TEXT];
        size_t t = i / g->n_columns, j = g->feature[i % g->n_columns];
        const char *target = name_or_number(labrbf_model_target_name(scan->model, t), t, numbers[0]);
        const char *feature = name_or_number(labrbf_model_feature_name(scan->model, j), j, numbers[1]);
        const char *one[] = {"gradient_", feature, NULL}, *several[] = {"gradient_", target, "_", feature, NULL};
        if (!cli_names_add(names, scan->n_targets == 1 ? one : several))
            return false;
    }
    return true;
}

int cli_gradient_block(cli_gradient *g, cli_scan *scan) {
    const size_t m = scan->encoding.n_features, each = scan->n_targets * m;
    if (labrbf_model_gradient(scan->model, scan->features, scan->rows, m, scan->threads, g->slopes) < 0) {
        term_progress_clear(&scan->progress);
        return term_failure(scan->command, "%s: %s", scan->shown, labrbf_last_error());
    }
    for (size_t i = 0; i < scan->rows * each; i++)
        if (!isfinite(g->slopes[i]))
            return cli_scan_not_finite(scan, "a gradient", g->slopes[i], i / each);
    return TERM_SUCCESS;
}

bool cli_gradient_row(const cli_gradient *g, const cli_scan *scan, size_t row, cli_sink *sink) {
    const size_t m = scan->encoding.n_features;
    const double *slopes = g->slopes + row * scan->n_targets * m;
    for (size_t t = 0; t < scan->n_targets; t++)
        for (size_t c = 0; c < g->n_columns; c++)
            if (!cli_sink_number(sink, slopes[t * m + g->feature[c]]))
                return false;
    return true;
}
