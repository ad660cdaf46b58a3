#include "scores.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "term/message.h"

enum { NAME_WIDTH = 16 };

labrbf_status cli_scores_compute(const double *truth, const double *prediction, size_t rows, size_t targets,
                                 labrbf_metrics *scores) {
    if (targets == 1)
        return labrbf_metrics_compute(truth, prediction, rows, scores);
    double *columns = calloc(rows, 2 * sizeof *columns);
    if (!columns)
        return LABRBF_E_MEMORY;
    labrbf_status status = LABRBF_OK;
    for (size_t c = 0; c < targets && status >= 0; c++) {
        for (size_t i = 0; i < rows; i++) {
            columns[i] = truth[i * targets + c];
            columns[rows + i] = prediction[i * targets + c];
        }
        status = labrbf_metrics_compute(columns, columns + rows, rows, &scores[c]);
    }
    free(columns);
    return status;
}

double cli_scores_mean(const labrbf_metrics *scores, size_t targets) {
    double sum = 0;
    for (size_t c = 0; c < targets; c++)
        sum += scores[c].r2;
    return sum / (double)targets;
}

static double unsigned_nan(double value) { return isnan(value) ? fabs(value) : value; } /* never "-nan" */

/* ---- text */

static void line(io_output *output, const char *key, double value) {
    char text[64];
    snprintf(text, sizeof text, "%-5s %.8g\n", key, unsigned_nan(value));
    io_output_text(output, text);
}

static void one_target_text(io_output *output, const labrbf_metrics *scores) {
    char text[64];
    line(output, "r2", scores->r2);
    line(output, "rmse", scores->rmse);
    line(output, "mae", scores->mae);
    line(output, "rsse", scores->rsse);
    snprintf(text, sizeof text, "%-5s %zu\n", "n", scores->n);
    io_output_text(output, text);
}

static void put_name(io_output *output, const char *name) {
    char shown[256];
    snprintf(shown, sizeof shown, "%s", name);
    term_clean(shown);
    io_output_text(output, shown);
    for (size_t width = term_characters(shown); width < NAME_WIDTH; width++)
        io_output_text(output, " ");
}

void cli_scores_text(io_output *output, const labrbf_metrics *scores, const char *const *names, size_t targets) {
    char text[160];
    if (targets == 1) {
        one_target_text(output, scores);
        return;
    }
    snprintf(text, sizeof text, "%-*s %13s %13s %13s %13s %9s\n", NAME_WIDTH, "target", "r2", "rmse", "mae", "rsse",
             "n");
    io_output_text(output, text);
    for (size_t c = 0; c < targets; c++) {
        const labrbf_metrics *s = &scores[c];
        snprintf(text, sizeof text, " %13.8g %13.8g %13.8g %13.8g %9zu\n", unsigned_nan(s->r2), s->rmse, s->mae,
                 unsigned_nan(s->rsse), s->n);
        put_name(output, names[c]);
        io_output_text(output, text);
    }
    snprintf(text, sizeof text, "%-*s %13.8g\n", NAME_WIDTH, "mean r2", unsigned_nan(cli_scores_mean(scores, targets)));
    io_output_text(output, text);
}

/* ---- JSON */

static void one_target_json(term_json *json, const labrbf_metrics *scores) {
    term_json_number(json, "r2", scores->r2);
    term_json_number(json, "rmse", scores->rmse);
    term_json_number(json, "mae", scores->mae);
    term_json_number(json, "rsse", scores->rsse);
    term_json_count(json, "n", scores->n);
}

void cli_scores_json(term_json *json, const labrbf_metrics *scores, const char *const *names, size_t targets) {
    if (targets == 1) {
        one_target_json(json, scores);
        return;
    }
    term_json_number(json, "r2", cli_scores_mean(scores, targets));
    term_json_count(json, "n", scores->n);
    term_json_open_object(json, "targets");
    for (size_t c = 0; c < targets; c++) {
        term_json_open_object(json, names[c]);
        one_target_json(json, &scores[c]);
        term_json_close(json);
    }
    term_json_close(json);
}
