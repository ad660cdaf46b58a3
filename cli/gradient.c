#include "gradient.h"

#include <stdio.h>
#include <stdlib.h>

#include "message.h"

/* A category is there or not: nothing lies between, so it has no slope. */
static void choose_features(cli_gradient *g, const cli_scan *scan) {
    const char *text = NULL;
    for (size_t j = 0; j < scan->encoding.n_features; j++) {
        if (labrbf_model_feature_category(scan->model, j))
            text = text ? text : labrbf_model_feature_name(scan->model, j);
        else
            g->feature[g->n_columns++] = j;
    }
    if (text && g->n_columns > 0)
        cli_note(scan->quiet, "note: columns of categories, such as '%s', have no gradient", text);
}

int cli_gradient_open(cli_gradient *g, const cli_scan *scan) {
    size_t m = scan->encoding.n_features;
    *g = (cli_gradient){.feature = calloc(m, sizeof *g->feature), .slopes = calloc(scan->capacity, m * sizeof(double))};
    if (!g->feature || !g->slopes)
        return cli_failure(scan->command, "out of memory for the gradients of %zu rows of %zu features", scan->capacity,
                           m);
    choose_features(g, scan);
    if (g->n_columns == 0)
        return cli_failure(scan->command, "there is no gradient: all columns that the model was trained on hold "
                                          "categories, none numbers. Leave --gradient out");
    return CLI_SUCCESS;
}

void cli_gradient_close(cli_gradient *g) {
    free(g->feature);
    free(g->slopes);
    *g = (cli_gradient){0};
}

void cli_gradient_names(const cli_gradient *g, const cli_scan *scan, io_output *output) {
    for (size_t c = 0; c < g->n_columns; c++) {
        const char *name = labrbf_model_feature_name(scan->model, g->feature[c]);
        char number[32];
        (void)snprintf(number, sizeof number, "%zu", g->feature[c] + 1);
        io_output_text(output, ",");
        io_output_cell(output, "gradient_", name ? name : number);
    }
}

int cli_gradient_block(cli_gradient *g, cli_scan *scan) {
    if (labrbf_model_gradient(scan->model, scan->features, scan->rows, scan->encoding.n_features, scan->threads,
                              g->slopes) >= 0)
        return CLI_SUCCESS;
    cli_progress_clear(&scan->progress);
    return cli_failure(scan->command, "%s: %s", scan->shown, labrbf_last_error());
}

void cli_gradient_row(const cli_gradient *g, const cli_scan *scan, size_t row, io_output *output) {
    const double *slopes = g->slopes + row * scan->encoding.n_features;
    for (size_t c = 0; c < g->n_columns; c++) {
        io_output_text(output, ",");
        io_output_number(output, slopes[g->feature[c]]);
    }
}
