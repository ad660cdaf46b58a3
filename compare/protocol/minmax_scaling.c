#include "minmax_scaling.h"

#include <math.h>
#include <stdlib.h>

#include "baselines/memory.h"

/* A value far outside the training range stays a number whose square is one, too. */
static const double far_away = 1e100;

/* Halves are taken before the difference, so that a range from -1e308 to 1e308 does not overflow. */
static void fit_column(const double *column, size_t stride, const size_t *rows, size_t n, double *center,
                       double *scale) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) { /* fmin and fmax pass over NaN */
        low = fmin(low, column[rows[i] * stride]);
        high = fmax(high, column[rows[i] * stride]);
    }
    if (low > high) /* nothing but missing values */
        low = high = 0.0;
    *center = low / 2 + high / 2;
    *scale = high / 2 - low / 2;
    if (!(*scale > 0.0))
        *scale = 1.0;
}

/* The mean of what is there, as deviations from the center, which lose nothing to a large offset. */
static double mean_column(const double *column, size_t stride, const size_t *rows, size_t n, double center,
                          double scale) {
    double sum = 0.0;
    size_t present = 0;
    for (size_t i = 0; i < n; i++) {
        double v = column[rows[i] * stride];
        if (isnan(v))
            continue;
        sum += (v - center) / scale;
        present++;
    }
    return present > 0 ? center + scale * (sum / (double)present) : center;
}

scaling scaling_from(const double *x, const double *y, size_t m, const size_t *rows, size_t n) {
    scaling s = {.m = m, .center = memory_doubles(m, 1), .scale = memory_doubles(m, 1), .mean = memory_doubles(m, 1)};
    for (size_t j = 0; j < m; j++) {
        fit_column(x + j, m, rows, n, &s.center[j], &s.scale[j]);
        s.mean[j] = mean_column(x + j, m, rows, n, s.center[j], s.scale[j]);
    }
    fit_column(y, 1, rows, n, &s.label_center, &s.label_scale);
    return s;
}

void scaling_free(scaling *s) {
    free(s->center);
    free(s->scale);
    free(s->mean);
}

void scaling_features(const scaling *s, const double *x, const size_t *rows, size_t n, double *out) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < s->m; j++) {
            double v = x[rows[i] * s->m + j];
            v = ((isnan(v) ? s->mean[j] : v) - s->center[j]) / s->scale[j];
            out[i * s->m + j] = fmin(fmax(v, -far_away), far_away);
        }
}

void scaling_labels(const scaling *s, const double *y, const size_t *rows, size_t n, double *out) {
    for (size_t i = 0; i < n; i++)
        out[i] = (y[rows[i]] - s->label_center) / s->label_scale;
}

void scaling_back(const scaling *s, double *predictions, size_t n) {
    for (size_t i = 0; i < n; i++)
        predictions[i] = s->label_center + s->label_scale * predictions[i];
}
