#include "summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static void spread(double *values, size_t count, cli_bandwidths *out) {
    qsort(values, count, sizeof *values, ascending);
    out->minimum = values[0];
    out->median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
    out->maximum = values[count - 1];
}

static bool give_title(cli_bandwidths *f) {
    const char *category = f->category ? f->category : "";
    size_t capacity = strlen(f->name) + strlen(category) + 2;
    f->title = malloc(capacity);
    if (f->title)
        snprintf(f->title, capacity, "%s%s%s", f->name, f->category ? "=" : "", category);
    return f->title != NULL;
}

/* The bandwidths of all parts, one after the other, and the info of each part. */
static bool gather_parts(cli_summary *s, double *theta) {
    for (size_t k = 0; k < s->info.n_parts; k++) {
        s->parts[k] = (labrbf_part_info){.struct_size = sizeof s->parts[k]};
        if (labrbf_model_part_info(s->model, k, &s->parts[k]) < 0)
            return false;
        size_t count = s->parts[k].n_support * s->info.n_features;
        if (labrbf_model_array(s->model, k, LABRBF_BANDWIDTHS, theta, count) < 0)
            return false;
        theta += count;
    }
    return true;
}

/* `theta` is supports x features; `work` has room for a value per support and three per feature. */
static bool gather(cli_summary *s, double *theta, double *work) {
    size_t n = s->info.n_support, m = s->info.n_features;
    double *column = work, *centers = work + n, *scales = centers + m, *means = scales + m;
    if (!gather_parts(s, theta) || labrbf_model_array(s->model, 0, LABRBF_FEATURE_CENTERS, centers, m) < 0 ||
        labrbf_model_array(s->model, 0, LABRBF_FEATURE_SCALES, scales, m) < 0 ||
        labrbf_model_array(s->model, 0, LABRBF_FEATURE_MEANS, means, m) < 0)
        return false;
    for (size_t j = 0; j < m; j++) {
        cli_bandwidths *f = &s->features[j];
        for (size_t i = 0; i < n; i++)
            column[i] = theta[i * m + j];
        spread(column, n, f);
        f->center = centers[j];
        f->scale = scales[j];
        f->mean = means[j];
        f->name = labrbf_model_feature_name(s->model, j);
        f->category = labrbf_model_feature_category(s->model, j);
        if (!f->name) {
            snprintf(s->names[j], sizeof s->names[j], "%zu", j + 1);
            f->name = s->names[j];
        }
        if (!give_title(f))
            return false;
    }
    return true;
}

/* `work` has room for three values per target. */
static bool gather_targets(cli_summary *s, double *work) {
    size_t t = s->info.n_targets;
    if (labrbf_model_array(s->model, 0, LABRBF_BIASES, work, t) < 0 ||
        labrbf_model_array(s->model, 0, LABRBF_LABEL_MINIMA, work + t, t) < 0 ||
        labrbf_model_array(s->model, 0, LABRBF_LABEL_MAXIMA, work + 2 * t, t) < 0)
        return false;
    for (size_t c = 0; c < t; c++) {
        const char *name = labrbf_model_target_name(s->model, c);
        s->targets[c] = (cli_target){name && *name ? name : NULL, work[c], work[t + c], work[2 * t + c]};
    }
    return true;
}

bool cli_summary_make(labrbf_model *model, cli_summary *summary) {
    *summary = (cli_summary){.model = model, .info = {.struct_size = sizeof summary->info}};
    if (labrbf_model_info_get(model, &summary->info) < 0)
        return false;
    size_t n = summary->info.n_support, m = summary->info.n_features, t = summary->info.n_targets;
    summary->parts = calloc(summary->info.n_parts, sizeof *summary->parts);
    summary->targets = calloc(t, sizeof *summary->targets);
    summary->features = calloc(m, sizeof *summary->features);
    summary->names = calloc(m, sizeof *summary->names);
    double *theta = calloc(n, m * sizeof *theta), *work = calloc(n + 3 * m + 3 * t, sizeof *work);
    bool ok = summary->parts && summary->features && summary->names && summary->targets && theta && work &&
              gather(summary, theta, work) && gather_targets(summary, work);
    free(theta);
    free(work);
    return ok;
}

void cli_summary_free(cli_summary *summary) {
    for (size_t j = 0; summary->features && j < summary->info.n_features; j++)
        free(summary->features[j].title);
    free(summary->features);
    free(summary->names);
    free(summary->targets);
    free(summary->parts);
    *summary = (cli_summary){0};
}

bool cli_summary_setting(const cli_summary *summary, size_t index, labrbf_setting_info *setting, char text[64]) {
    return labrbf_settings_describe(index, setting) >= 0 &&
           labrbf_model_setting(summary->model, setting->name, text, 64) >= 0;
}
