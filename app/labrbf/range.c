#include "range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "term/message.h"

/* Tolerance, relative to the width of the range: nearly every table has rows slightly outside. */
static const double slack = 0.01;

/* The range over all parts; `more` has room for that of one part. */
static bool read_range(const labrbf_model *model, cli_range *range, double *more, size_t m) {
    labrbf_model_info info = {.struct_size = sizeof info};
    bool ok = labrbf_model_info_get(model, &info) >= 0 &&
              labrbf_model_array(model, 0, LABRBF_FEATURE_MINIMA, range->low, m) >= 0 &&
              labrbf_model_array(model, 0, LABRBF_FEATURE_MAXIMA, range->high, m) >= 0;
    for (size_t part = 1; ok && part < info.n_parts; part++) {
        ok = labrbf_model_array(model, part, LABRBF_FEATURE_MINIMA, more, m) >= 0;
        for (size_t j = 0; j < m && ok; j++)
            range->low[j] = fmin(range->low[j], more[j]);
        ok = ok && labrbf_model_array(model, part, LABRBF_FEATURE_MAXIMA, more, m) >= 0;
        for (size_t j = 0; j < m && ok; j++)
            range->high[j] = fmax(range->high[j], more[j]);
    }
    return ok;
}

bool cli_range_of_model(const labrbf_model *model, const cli_encoding *encoding, cli_range *range) {
    size_t m = encoding->n_features;
    *range = (cli_range){.encoding = encoding,
                         .low = calloc(m, sizeof *range->low),
                         .high = calloc(m, sizeof *range->high),
                         .rows = calloc(m, sizeof *range->rows)};
    double *more = calloc(m, sizeof *more);
    bool ok = range->low && range->high && range->rows && more && read_range(model, range, more, m);
    free(more);
    return ok;
}

void cli_range_free(cli_range *range) {
    free(range->low);
    free(range->high);
    free(range->rows);
    *range = (cli_range){0};
}

void cli_range_look(cli_range *range, const double *features, size_t rows) {
    size_t m = range->encoding->n_features;
    for (size_t i = 0; i < rows; i++) {
        bool outside = false;
        for (size_t j = 0; j < m; j++) {
            double value = features[i * m + j];
            double margin = slack * (range->high[j] - range->low[j]);
            if (range->encoding->category[j] || !(value < range->low[j] - margin || value > range->high[j] + margin))
                continue;
            range->rows[j]++;
            outside = true;
        }
        range->outside += outside;
    }
}

void cli_range_warn(const cli_range *range, const labrbf_model *model, const char *shown, size_t rows) {
    size_t worst = 0;
    if (range->outside == 0)
        return;
    for (size_t j = 1; j < range->encoding->n_features; j++)
        if (range->rows[j] > range->rows[worst])
            worst = j;
    const char *name = labrbf_model_feature_name(model, worst);
    char number[32];
    snprintf(number, sizeof number, "%zu", worst + 1);
    term_warning(
        "%s: %zu of %zu rows lie outside the range of the training rows, most often in column '%s' (%zu row%s; %.6g to "
        "%.6g in training); predictions there are unreliable",
        shown, range->outside, rows, name ? name : number, range->rows[worst], range->rows[worst] == 1 ? "" : "s",
        range->low[worst], range->high[worst]);
}
