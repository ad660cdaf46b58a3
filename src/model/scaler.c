#include "model/scaler.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/sweep.h"
#include "model/label_form.h"
#include "model/settings.h"

/* scaled values are clipped to this size, so that their weighted squares cannot become NaN */
static const double FAR = 1e100;

void lab_scaler_layout(lab_scaler *scaler, lab_arena *arena) {
    scaler->center = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->scale = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->mean = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->low = lab_arena_doubles(arena, scaler->n_features, 1);
    scaler->high = lab_arena_doubles(arena, scaler->n_features, 1);
    lab_knots_layout(&scaler->knots, arena, scaler->n_features);
    _Static_assert(sizeof(lab_label_scale) % sizeof(double) == 0, "label scales are laid out as doubles");
    scaler->labels = (lab_label_scale *)(void *)lab_arena_doubles(arena, scaler->n_targets,
                                                                  sizeof(lab_label_scale) / sizeof(double));
}

void lab_scaler_copy(lab_scaler *to, const lab_scaler *from) {
    lab_scaler copy = *from;
    copy.knots = to->knots;
    lab_knots_copy(&copy.knots, &from->knots, from->n_features);
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

/* Half of each before the difference, so that a range of 1e308 to -1e308 does not overflow. */
static void center_and_scale(double low, double high, double *center, double *scale) {
    *center = low / 2 + high / 2;
    *scale = high / 2 - low / 2;
    if (!(*scale > 0.0))
        *scale = 1.0;
}

/* t = T(y), see label_form.h. */
static double formed(const lab_label_scale *label, double y) {
    if (label->form == LAB_FORM_PLAIN)
        return y;
    return copysign(1.0, label->unit) * lab_form_of(label->form, (y - label->anchor) / label->unit);
}

/* The mean of the deviations from the center: no overflow, and no loss with a large offset. */
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

/* The standard deviation, relative to the scale. */
static double deviation_of(const double *values, const double *weights, size_t n, size_t stride, double mean,
                           double scale) {
    double sum = 0.0, present = 0.0;
    for (size_t i = 0; i < n; i++) {
        double v = values[i * stride], weight = weights ? weights[i] : 1.0;
        if (isnan(v))
            continue;
        double deviation = (v - mean) / scale;
        sum += weight * (deviation * deviation);
        present += weight;
    }
    return sum > 0.0 ? sqrt(sum / present) : 0.0;
}

/* From range to mean and standard deviation. A constant column is left as it is, and so is one whose differences
 * overflow or whose deviation is 0 in floating point. */
static void standardize_feature(lab_scaler *scaler, size_t j, const double *values, const double *weights, size_t n) {
    double mean = scaler->mean[j], half = scaler->scale[j];
    double scale = sqrt(3.0) * deviation_of(values, weights, n, scaler->n_features, mean, half) * half;
    bool fits = isfinite(scale) && isfinite(scaler->high[j] - mean) && isfinite(mean - scaler->low[j]);
    if (scaler->low[j] == scaler->high[j] || !fits || !(scale > 0.0))
        return;
    scaler->center[j] = mean;
    scaler->scale[j] = scale;
}

/* Anchor and unit of one target. */
static void choose_form(lab_label_scale *label, size_t form, const double *y, const double *weights, size_t n,
                        double *values, uint32_t *order) {
    double range = label->maximum - label->minimum;
    label->form = range > 0.0 && isfinite(range) ? form : LAB_FORM_PLAIN;
    label->anchor = label->unit = 0.0;
    if (label->form == LAB_FORM_PLAIN)
        return;
    bool left = lab_form_skewness(y, 1, NULL, weights, n) < 0.0;
    label->anchor = left ? label->maximum : label->minimum;
    label->unit = lab_form_unit(y, weights, n, label->anchor, range, values, order);
    if (left)
        label->unit = -label->unit;
}

size_t lab_scaler_fit(lab_scaler *scaler, const double *x, const double *y, const double *weights, size_t n,
                      double *values, uint32_t *order) {
    size_t missing = 0, m = scaler->n_features;
    for (size_t j = 0; j < m; j++) {
        double low, high;
        range_of(x + j, n, m, &low, &high);
        if (low > high) /* all values are missing */
            low = high = 0.0;
        scaler->low[j] = low;
        scaler->high[j] = high;
        center_and_scale(low, high, &scaler->center[j], &scaler->scale[j]);
        missing += mean_of(x + j, weights, n, m, scaler->center[j], scaler->scale[j], &scaler->mean[j]);
        if (scaler->scaling == LAB_SCALING_STANDARD)
            standardize_feature(scaler, j, x + j, weights, n);
    }
    if (scaler->scaling == LAB_SCALING_RANK)
        lab_knots_fit(&scaler->knots, x, weights, n, m, values, order);
    for (size_t c = 0; c < scaler->n_targets; c++) {
        lab_label_scale *label = &scaler->labels[c];
        range_of(y + c * n, n, 1, &label->minimum, &label->maximum);
        choose_form(label, scaler->label_form, y + c * n, weights, n, values, order);
        center_and_scale(formed(label, label->minimum), formed(label, label->maximum), &label->center, &label->scale);
    }
    return missing;
}

void lab_scaler_features(const lab_scaler *scaler, const double *row, size_t first, size_t count, double *out) {
    lab_sweep()->standardize(count, row, scaler->center + first, scaler->scale + first, scaler->mean + first, FAR, out);
    for (size_t j = 0; j < count && scaler->knots.n > 0; j++)
        out[j] =
            lab_knots_position(&scaler->knots, first + j, isnan(row[j]) ? scaler->mean[first + j] : row[j], out[j]);
}

void lab_scaler_rows(const lab_scaler *scaler, const double *x, size_t n, double *out) {
    const size_t m = scaler->n_features;
    for (size_t r = 0; r < n; r++)
        lab_scaler_features(scaler, x + r * m, 0, m, out + r * m);
}

double lab_scaler_label(const lab_label_scale *label, double y) {
    return (formed(label, y) - label->center) / label->scale;
}

/* t', the distance from the anchor on the side of the labels. */
static double way_of(const lab_label_scale *label, double scaled) {
    return copysign(1.0, label->unit) * (label->center + label->scale * scaled);
}

double lab_scaler_unlabel(const lab_label_scale *label, double scaled) {
    if (label->form == LAB_FORM_PLAIN)
        return label->center + label->scale * scaled;
    double y = label->anchor + label->unit * lab_form_back(label->form, way_of(label, scaled));
    return fmin(fmax(y, -DBL_MAX), DBL_MAX);
}

double lab_scaler_label_slope(const lab_label_scale *label, double scaled) {
    if (label->form == LAB_FORM_PLAIN)
        return label->scale;
    double slope = fabs(label->unit) * lab_form_back_slope(label->form, way_of(label, scaled));
    return fmin(label->scale * slope, DBL_MAX);
}

double lab_scaler_half_range(const lab_label_scale *label) {
    double center, half;
    center_and_scale(label->minimum, label->maximum, &center, &half);
    return half;
}

double lab_scaler_unslope(const lab_scaler *scaler, const lab_label_scale *label, double value, double slope, size_t j,
                          double x) {
    double rise, run, steepness = lab_scaler_label_slope(label, value);
    if (scaler->knots.n > 0 && lab_knots_slope(&scaler->knots, j, x, &rise, &run))
        return steepness * slope * rise / run;
    return steepness * slope / scaler->scale[j];
}
