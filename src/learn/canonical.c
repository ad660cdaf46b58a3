#include "learn/canonical.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/order.h"

static double weight_of(const labrbf_data *data, size_t row) { return data->weights ? data->weights[row] : 1.0; }

/* -1, 0 or 1; NaN is equal to itself and comes last. */
static int compare(const double *a, const double *b, size_t n) {
    for (size_t j = 0; j < n; j++) {
        if (a[j] < b[j])
            return -1;
        if (a[j] > b[j])
            return 1;
        if (a[j] != b[j] && isnan(a[j]) != isnan(b[j]))
            return isnan(a[j]) ? 1 : -1;
    }
    return 0;
}

/* By features, then labels. */
static int compare_rows(const labrbf_data *data, size_t a, size_t b) {
    size_t m = data->n_features, targets = data->n_targets;
    int features = compare(data->x + a * m, data->x + b * m, m);
    return features ? features : compare(data->y + a * targets, data->y + b * targets, targets);
}

/* Equal rows by weight, so that sums of weights do not depend on the given order either. */
static bool comes_after(const void *context, size_t a, size_t b) {
    const labrbf_data *data = context;
    int order = compare_rows(data, a, b);
    if (order == 0 && weight_of(data, a) != weight_of(data, b))
        order = weight_of(data, a) > weight_of(data, b) ? 1 : -1;
    return order ? order > 0 : a > b;
}

/* Sorted rows in, one of each kind out: in place, since these are no more. */
static void merge(lab_canonical *c, const labrbf_data *data, size_t n) {
    c->n = 0;
    for (size_t i = 0; i < n;) {
        uint32_t first = c->rows[i], kind = first;
        double weight = 0.0;
        unsigned char validates = 0;
        for (; i < n && compare_rows(data, kind, c->rows[i]) == 0; i++) {
            weight += weight_of(data, c->rows[i]);
            validates |= data->validation && data->validation[c->rows[i]];
            first = c->rows[i] < first ? c->rows[i] : first;
        }
        c->rows[c->n] = first;
        if (c->validation)
            c->validation[c->n] = validates;
        c->weights[c->n++] = weight;
    }
}

/* To a mean of 1, since only their ratios matter; whether all are equal. A weight next to nothing stays a number that
 * can be divided by. */
static bool normalise(double *weights, size_t n) {
    double sum = 0.0;
    bool equal = true;
    for (size_t i = 0; i < n; i++) {
        sum += weights[i];
        equal = equal && weights[i] == weights[0];
    }
    for (size_t i = 0; i < n; i++)
        weights[i] = fmax(weights[i] / sum * (double)n, DBL_MIN);
    return equal;
}

labrbf_status lab_canonical_make(lab_canonical *c, const lab_allocator *allocator, const labrbf_data *data,
                                 bool sorted) {
    *c = (lab_canonical){.n = data->n_rows};
    if (!sorted)
        return LABRBF_OK;
    c->rows = lab_alloc(allocator, data->n_rows, sizeof *c->rows);
    c->weights = lab_alloc(allocator, data->n_rows, sizeof *c->weights);
    c->validation = data->validation ? lab_alloc(allocator, data->n_rows, sizeof *c->validation) : NULL;
    if (!c->rows || !c->weights || (data->validation && !c->validation))
        return LABRBF_E_MEMORY;
    size_t n = 0;
    for (size_t r = 0; r < data->n_rows; r++)
        if (weight_of(data, r) > 0.0)
            c->rows[n++] = (uint32_t)r;
    lab_order_sort(c->rows, n, comes_after, data);
    merge(c, data, n);
    if (normalise(c->weights, c->n)) {
        lab_free(allocator, c->weights);
        c->weights = NULL;
    }
    return LABRBF_OK;
}

/* Items of some size, those that are not marked first. */
static void part(void *to, const void *from, size_t size, const unsigned char *last, size_t n) {
    size_t at = 0;
    for (int marked = 0; marked < 2; marked++)
        for (size_t r = 0; r < n; r++)
            if ((last[r] != 0) == (marked != 0))
                memcpy((char *)to + at++ * size, (const char *)from + r * size, size);
}

labrbf_status lab_canonical_move_last(lab_canonical *c, const lab_allocator *allocator, const unsigned char *last) {
    lab_canonical moved = {.n = c->n};
    moved.rows = lab_alloc(allocator, c->n, sizeof *c->rows);
    moved.weights = c->weights ? lab_alloc(allocator, c->n, sizeof *c->weights) : NULL;
    moved.validation = c->validation ? lab_alloc(allocator, c->n, sizeof *c->validation) : NULL;
    if (!moved.rows || (c->weights && !moved.weights) || (c->validation && !moved.validation)) {
        lab_canonical_free(&moved, allocator);
        return LABRBF_E_MEMORY;
    }
    part(moved.rows, c->rows, sizeof *c->rows, last, c->n);
    if (c->weights)
        part(moved.weights, c->weights, sizeof *c->weights, last, c->n);
    if (c->validation)
        part(moved.validation, c->validation, sizeof *c->validation, last, c->n);
    lab_canonical_free(c, allocator);
    *c = moved;
    return LABRBF_OK;
}

void lab_canonical_free(lab_canonical *c, const lab_allocator *allocator) {
    lab_free(allocator, c->rows);
    lab_free(allocator, c->weights);
    lab_free(allocator, c->validation);
    *c = (lab_canonical){0};
}
