#include "model/label_form.h"

#include <math.h>

#include "base/order.h"
#include "model/settings.h"

/* relative to the range, so that nothing overflows */
static const double LEAST_UNIT = 1e-9;

/* ---- T, in units from the anchor */

double lab_form_of(size_t form, double u) {
    if (u <= 0.0)
        return u;
    return form == LAB_FORM_LOG ? log1p(u) : 2.0 * (u / (1.0 + sqrt(1.0 + u))); /* (1 + u) - 1 = u over the sum */
}

double lab_form_back(size_t form, double t) {
    if (t <= 0.0)
        return t;
    return form == LAB_FORM_LOG ? expm1(t) : t + 0.25 * (t * t);
}

double lab_form_back_slope(size_t form, double t) {
    if (t <= 0.0)
        return 1.0;
    return form == LAB_FORM_LOG ? exp(t) : 1.0 + 0.5 * t;
}

/* statistics of labels */

typedef struct labels {
    const double *y;
    size_t stride;
    const uint32_t *rows;
    const double *weights;
    double center, scale;
} labels;

static double weight_of(const labels *l, size_t r) { return l->weights ? l->weights[r] : 1.0; }

/* Relative to the range, so that neither large offsets nor large labels lose precision. */
static double scaled(const labels *l, size_t r) {
    double y = l->y[(l->rows ? l->rows[r] : r) * l->stride];
    return (y / 2 - l->center) / l->scale;
}

double lab_form_skewness(const double *y, size_t stride, const uint32_t *rows, const double *weights, size_t n) {
    labels l = {y, stride, rows, weights, 0.0, 1.0};
    double low = INFINITY, high = -INFINITY, total = 0.0, sum = 0.0, squares = 0.0, cubes = 0.0;
    for (size_t r = 0; r < n; r++) {
        low = fmin(low, scaled(&l, r));
        high = fmax(high, scaled(&l, r));
    }
    if (!(low < high))
        return 0.0;
    l.center = low;
    l.scale = high - low;
    for (size_t r = 0; r < n; r++) {
        total += weight_of(&l, r);
        sum += weight_of(&l, r) * scaled(&l, r);
    }
    for (size_t r = 0; r < n; r++) {
        double d = scaled(&l, r) - sum / total, square = weight_of(&l, r) * (d * d);
        squares += square;
        cubes += square * d;
    }
    double variance = squares / total;
    return variance > 0.0 ? cubes / total / (variance * sqrt(variance)) : 0.0;
}

/* The smallest distance within which half of the weight lies. */
static double median(const double *distances, const double *weights, size_t n, uint32_t *order) {
    double total = 0.0, within = 0.0;
    for (size_t r = 0; r < n; r++) {
        order[r] = (uint32_t)r;
        total += weights ? weights[r] : 1.0;
    }
    lab_order_sort(order, n, lab_order_by_value, distances);
    size_t at = 0;
    for (; at + 1 < n; at++) {
        within += weights ? weights[order[at]] : 1.0;
        if (within >= 0.5 * total)
            break;
    }
    return distances[order[at]];
}

static double mean(const double *distances, const double *weights, size_t n, double range) {
    double total = 0.0, sum = 0.0;
    for (size_t r = 0; r < n; r++) {
        double weight = weights ? weights[r] : 1.0;
        sum += weight * (distances[r] / range);
        total += weight;
    }
    return range * (sum / total);
}

double lab_form_unit(const double *y, const double *weights, size_t n, double anchor, double range, double *values,
                     uint32_t *order) {
    for (size_t r = 0; r < n; r++)
        values[r] = fabs(y[r] - anchor);
    double unit = median(values, weights, n, order);
    if (unit == 0.0)
        unit = mean(values, weights, n, range);
    unit = fmax(unit, LEAST_UNIT * range);
    return unit > 0.0 ? unit : range;
}
