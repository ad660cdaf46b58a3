#include "model/knots.h"

#include <math.h>
#include <string.h>

#include "base/order.h"

size_t lab_knots_most(size_t n_features) {
    size_t most;
    return lab_size_mul(n_features, LAB_KNOTS, &most) ? most : SIZE_MAX;
}

void lab_knots_layout(lab_knots *knots, lab_arena *arena, size_t n_features) {
    knots->first = lab_arena_sizes(arena, n_features + 1);
    knots->value = lab_arena_doubles(arena, knots->n, 1);
    knots->position = lab_arena_doubles(arena, knots->n, 1);
}

void lab_knots_copy(lab_knots *to, const lab_knots *from, size_t n_features) {
    to->n = from->n;
    memcpy(to->first, from->first, (n_features + 1) * sizeof *to->first);
    memcpy(to->value, from->value, from->n * sizeof *to->value);
    memcpy(to->position, from->position, from->n * sizeof *to->position);
}

/* ---- learning */

/* The values of a feature that are not missing, sorted, and an iteration over the distinct ones. */
typedef struct walk {
    const double *values, *weights; /* of rows */
    const uint32_t *order;
    size_t n, at;
    double below;       /* weight of the values before `at` */
    double value, rank; /* the current position */
} walk;

static bool next_value(walk *w) {
    if (w->at == w->n)
        return false;
    double weight = 0.0;
    w->value = w->values[w->order[w->at]];
    for (; w->at < w->n && w->values[w->order[w->at]] == w->value; w->at++)
        weight += w->weights ? w->weights[w->order[w->at]] : 1.0;
    w->rank = w->below + 0.5 * weight;
    w->below += weight;
    return true;
}

/* Appends the knots of one feature. A value of very small weight may have the position of its neighbour: it is skipped,
 * unless it is the last. */
static void fit_feature(lab_knots *knots, const walk *start) {
    walk w = *start;
    size_t distinct = 0, begin = knots->n, step = 0;
    double lowest = 0.0;
    while (next_value(&w))
        if (distinct++ == 0)
            lowest = w.rank;
    if (distinct < 2)
        return;
    const double range = w.rank - lowest, steps = LAB_KNOTS - 1;
    for (w = *start; next_value(&w);) {
        double share = (w.rank - lowest) / range, position = 2.0 * share - 1.0;
        bool is_new = knots->n == begin || position > knots->position[knots->n - 1];
        if ((w.at < w.n && !(is_new && position < 1.0)) || (distinct > LAB_KNOTS && share * steps < (double)step))
            continue;
        step = (size_t)(share * steps) + 1;
        knots->value[knots->n] = w.value;
        knots->position[knots->n++] = position;
    }
}

void lab_knots_fit(lab_knots *knots, const double *x, const double *weights, size_t n, size_t n_features,
                   double *values, uint32_t *order) {
    knots->n = 0;
    for (size_t j = 0; j < n_features; j++) {
        walk w = {.values = values, .weights = weights, .order = order};
        for (size_t r = 0; r < n; r++) {
            values[r] = x[r * n_features + j];
            if (!isnan(values[r]))
                order[w.n++] = (uint32_t)r;
        }
        lab_order_sort(order, w.n, lab_order_by_value, values);
        knots->first[j] = knots->n;
        fit_feature(knots, &w);
    }
    knots->first[n_features] = knots->n;
}

/* ---- the map */

/* The last knot of [begin, end) that is not above x; x is not below the first. */
static size_t knot_below(const lab_knots *knots, size_t begin, size_t end, double x) {
    while (end - begin > 1) {
        size_t middle = begin + (end - begin) / 2;
        if (knots->value[middle] <= x)
            begin = middle;
        else
            end = middle;
    }
    return begin;
}

double lab_knots_position(const lab_knots *knots, size_t j, double x, double straight) {
    size_t begin = knots->first[j], end = knots->first[j + 1];
    if (begin == end)
        return straight;
    if (x < knots->value[begin])
        return fmin(straight, -1.0);
    if (x >= knots->value[end - 1])
        return x > knots->value[end - 1] ? fmax(straight, 1.0) : 1.0;
    size_t i = knot_below(knots, begin, end, x);
    double low = knots->value[i], high = knots->value[i + 1];
    double share = isfinite(high - low) ? (x - low) / (high - low) : (x / 2 - low / 2) / (high / 2 - low / 2);
    double position = knots->position[i] + (knots->position[i + 1] - knots->position[i]) * share;
    return fmin(position, knots->position[i + 1]); /* against rounding beyond it */
}

bool lab_knots_slope(const lab_knots *knots, size_t j, double x, double *rise, double *run) {
    size_t begin = knots->first[j], end = knots->first[j + 1];
    if (begin == end || !(x >= knots->value[begin] && x < knots->value[end - 1]))
        return false;
    size_t i = knot_below(knots, begin, end, x);
    double low = knots->value[i], high = knots->value[i + 1];
    bool wide = !isfinite(high - low);
    *rise = (knots->position[i + 1] - knots->position[i]) / (wide ? 2 : 1);
    *run = wide ? high / 2 - low / 2 : high - low;
    return true;
}

bool lab_knots_sound(const lab_knots *knots, size_t j, double low, double high) {
    size_t begin = knots->first[j], last = knots->first[j + 1] - 1;
    if (begin == knots->first[j + 1])
        return true;
    bool good = knots->value[begin] == low && knots->position[begin] == -1.0;
    good = good && knots->value[last] == high && knots->position[last] == 1.0;
    for (size_t i = begin; i < last; i++)
        good = good && knots->value[i] < knots->value[i + 1] && knots->position[i] < knots->position[i + 1];
    return good; /* values between finite ones are finite */
}
