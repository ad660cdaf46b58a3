#include "model/scaler.h"

#include <math.h>
#include <string.h>

#include "base/sweep.h"

/* A query far outside the training range stays a number whose weighted square cannot become NaN. */
static const double FAR = 1e100;

void lab_scaler_layout(lab_scaler *scaler, lab_arena *arena) {
    scaler->center = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->scale = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->mean = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->low = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->high = lab_arena_doubles(arena, scaler->n_features, 1);
    _Static_assert(sizeof(lab_label_scale) % sizeof(double) == 0, "label scales are laid out as doubles");
    scaler->labels = (lab_label_scale *)(void *)lab_arena_doubles(arena, scaler->n_targets,
                                                                  sizeof(lab_label_scale) / sizeof(double));
}

void lab_scaler_copy(lab_scaler *to, const lab_scaler *from) {
    lab_scaler copy = *from;
    copy.center = memcpy(to->center, from->center, from->n_features * sizeof *to->center);
    copy.scale = memcpy(to->scale, from->scale, from->n_features * sizeof *to->scale);
    copy.mean = memcpy(to->mean, from->mean, from->n_features * sizeof *to->mean);
    copy.low = memcpy(to->low, from->low, from->n_features * sizeof *to->low);
    copy.high = memcpy(to->high, from->high, from->n_features * sizeof *to->high);
    copy.labels = memcpy(to->labels, from->labels, from->n_targets * sizeof *to->labels);
    *to = copy;
}

static void range_of(const double *values, size_t n, size_t stride, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        double v = values[i * stride];
        if (isnan(v))
            continue;
        *low = fmin(*low, v);
        *high = fmax(*high, v);
    }
}

/* Halves are taken before the difference, so that a range of 1e308 to -1e308 does not overflow. */
static void center_and_scale(double low, double high, double *center, double *scale) {
    *center = low / 2 + high / 2;
    *scale = high / 2 - low / 2;
    if (!(*scale > 0.0))
        *scale = 1.0;
}

/* The mean of deviations from the center, which cannot overflow and loses nothing to a large offset. */
static size_t mean_of(const double *values, const double *weights, size_t n, size_t stride, double center, double scale,
                      double *mean) {
    double sum = 0.0, present = 0.0;
    size_t missing = 0;
    for (size_t i = 0; i < n; i++) {
        double v = values[i * stride], weight = weights ? weights[i] : 1.0;
        if (isnan(v)) {
            missing++;
            continue;
        }
        sum += weight * ((v - center) / scale);
        present += weight;
    }
    *mean = missing < n ? center + scale * (sum / present) : center;
    return missing;
}

size_t lab_scaler_fit(lab_scaler *scaler, const double *x, const double *y, const double *weights, size_t n) {
    size_t missing = 0, m = scaler->n_features;
    for (size_t j = 0; j < m; j++) {
        double low, high;
        range_of(x + j, n, m, &low, &high);
        if (low > high) /* nothing but missing values */
            low = high = 0.0;
        scaler->low[j] = low;
        scaler->high[j] = high;
        center_and_scale(low, high, &scaler->center[j], &scaler->scale[j]);
        missing += mean_of(x + j, weights, n, m, scaler->center[j], scaler->scale[j], &scaler->mean[j]);
    }
    for (size_t c = 0; c < scaler->n_targets; c++) {
        lab_label_scale *label = &scaler->labels[c];
        range_of(y + c * n, n, 1, &label->minimum, &label->maximum);
        center_and_scale(label->minimum, label->maximum, &label->center, &label->scale);
    }
    return missing;
}

void lab_scaler_features(const lab_scaler *scaler, const double *row, size_t first, size_t count, double *out) {
    lab_sweep()->standardize(count, row, scaler->center + first, scaler->scale + first, scaler->mean + first, FAR, out);
}

double lab_scaler_label(const lab_label_scale *label, double y) { return (y - label->center) / label->scale; }

double lab_scaler_unlabel(const lab_label_scale *label, double scaled) { return label->center + label->scale * scaled; }

double lab_scaler_unslope(const lab_scaler *scaler, const lab_label_scale *label, double slope, size_t j) {
    return label->scale * slope / scaler->scale[j];
}
