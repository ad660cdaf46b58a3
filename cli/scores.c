#include "scores.h"

#include <math.h>
#include <stdio.h>

static void line(io_output *output, const char *key, double value) {
    char text[64];
    snprintf(text, sizeof text, "%-5s %.8g\n", key, fabs(value) * (value < 0 ? -1 : 1)); /* never "-nan" */
    io_output_text(output, text);
}

void cli_scores_text(io_output *output, const labrbf_metrics *scores) {
    char text[64];
    line(output, "r2", scores->r2);
    line(output, "rmse", scores->rmse);
    line(output, "mae", scores->mae);
    line(output, "rsse", scores->rsse);
    snprintf(text, sizeof text, "%-5s %zu\n", "n", scores->n);
    io_output_text(output, text);
}

void cli_scores_json(cli_json *json, const labrbf_metrics *scores) {
    cli_json_number(json, "r2", scores->r2);
    cli_json_number(json, "rmse", scores->rmse);
    cli_json_number(json, "mae", scores->mae);
    cli_json_number(json, "rsse", scores->rsse);
    cli_json_count(json, "n", scores->n);
}
