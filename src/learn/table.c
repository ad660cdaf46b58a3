#include "learn/table.h"

#include <float.h>
#include <math.h>

#include "base/order.h"
#include "base/status.h"
#include "model/label_form.h"

/* ---- sorting */

static double given_weight(const labrbf_data *data, size_t row) { return data->weights ? data->weights[row] : 1.0; }

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

/* Equal rows are ordered by weight, so that sums of weights do not depend on the given order either. */
static bool comes_after(const void *context, size_t a, size_t b) {
    const labrbf_data *data = context;
    int order = compare_rows(data, a, b);
    if (order == 0 && given_weight(data, a) != given_weight(data, b))
        order = given_weight(data, a) > given_weight(data, b) ? 1 : -1;
    return order ? order > 0 : a > b;
}

/* Sorted rows in, one of each kind out: in place, since these are no more. */
static void merge(lab_table *t, const labrbf_data *data, size_t n) {
    t->n_rows = 0;
    for (size_t i = 0; i < n;) {
        uint32_t first = t->origin[i], kind = first;
        double weight = 0.0;
        unsigned char validates = 0;
        for (; i < n && compare_rows(data, kind, t->origin[i]) == 0; i++) {
            weight += given_weight(data, t->origin[i]);
            validates |= data->validation && data->validation[t->origin[i]];
            first = t->origin[i] < first ? t->origin[i] : first;
        }
        t->origin[t->n_rows] = first;
        if (t->validation)
            t->validation[t->n_rows] = validates;
        t->weights[t->n_rows++] = weight;
    }
}

/* To a mean of 1, since only their ratios matter. A weight next to nothing stays a number that can be divided by. An
 * array of equal weights is freed. */
static double *normalise(const lab_allocator *allocator, double *weights, size_t n) {
    double sum = 0.0;
    bool equal = true;
    for (size_t i = 0; i < n; i++) {
        sum += weights[i];
        equal = equal && weights[i] == weights[0];
    }
    if (equal) {
        lab_free(allocator, weights);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        weights[i] = fmax(weights[i] / sum * (double)n, DBL_MIN);
    return weights;
}

static labrbf_status sort(lab_table *t, const labrbf_data *data) {
    const lab_allocator *allocator = &t->allocator;
    t->origin = lab_alloc(allocator, data->n_rows, sizeof *t->origin);
    t->weights = lab_alloc(allocator, data->n_rows, sizeof *t->weights);
    t->validation = data->validation ? lab_alloc(allocator, data->n_rows, sizeof *t->validation) : NULL;
    if (!t->origin || !t->weights || (data->validation && !t->validation))
        return LABRBF_E_MEMORY;
    size_t n = 0;
    for (size_t r = 0; r < data->n_rows; r++)
        if (given_weight(data, r) > 0.0)
            t->origin[n++] = (uint32_t)r;
    lab_order_sort(t->origin, n, comes_after, data);
    merge(t, data, n);
    t->weights = normalise(allocator, t->weights, t->n_rows);
    return LABRBF_OK;
}

/* ---- the table */

/* Missing cells of the given rows that count. */
static size_t count_missing(const labrbf_data *data) {
    size_t missing = 0;
    for (size_t r = 0; r < data->n_rows; r++)
        for (size_t j = 0; j < data->n_features && given_weight(data, r) > 0.0; j++)
            missing += isnan(data->x[r * data->n_features + j]) != 0;
    return missing;
}

labrbf_status lab_table_make(lab_table *t, const lab_allocator *allocator, const labrbf_data *data, bool sorted) {
    *t = (lab_table){.allocator = *allocator,
                     .n_rows = data->n_rows,
                     .n_features = data->n_features,
                     .n_targets = data->n_targets,
                     .n_given = data->n_rows,
                     .missing_values = count_missing(data),
                     .x = data->x,
                     .y = data->y};
    return sorted ? sort(t, data) : LABRBF_OK;
}

labrbf_status lab_table_keep(lab_table *t) {
    size_t m = t->n_features, targets = t->n_targets, columns, cells;
    if (t->kept)
        return LABRBF_OK;
    if (!lab_size_add(m, targets, &columns) || !lab_size_mul(t->n_rows, columns, &cells))
        return LABRBF_E_MEMORY;
    double *kept = lab_alloc(&t->allocator, cells, sizeof *kept);
    if (!kept)
        return LABRBF_E_MEMORY;
    double *y = kept + t->n_rows * m;
    for (size_t r = 0; r < t->n_rows; r++) {
        lab_table_features(t, r, kept + r * m);
        for (size_t c = 0; c < targets; c++)
            y[r * targets + c] = lab_table_label(t, r, c);
    }
    t->kept = kept;
    t->x = kept;
    t->y = y;
    return LABRBF_OK;
}

void lab_table_free(lab_table *t) {
    lab_free(&t->allocator, t->kept);
    lab_free(&t->allocator, t->origin);
    lab_free(&t->allocator, t->weights);
    lab_free(&t->allocator, t->validation);
    *t = (lab_table){0};
}

/* Copies stand in the order of the table, borrowed rows where they were given. */
static size_t place_of(const lab_table *t, size_t row) { return t->kept ? row : lab_table_origin(t, row); }

/* Of two equal rows one may have -0 where the other has 0: sorted rows have 0. Adding -0 changes nothing. */
static double zero_of(const lab_table *t) { return t->origin ? 0.0 : -0.0; }

void lab_table_features(const lab_table *t, size_t row, double *out) {
    const double *x = t->x + place_of(t, row) * t->n_features, zero = zero_of(t);
    for (size_t j = 0; j < t->n_features; j++)
        out[j] = x[j] + zero;
}

double lab_table_label(const lab_table *t, size_t row, size_t target) {
    return t->y[place_of(t, row) * t->n_targets + target] + zero_of(t);
}

double lab_table_weight(const lab_table *t, size_t row) { return t->weights ? t->weights[row] : 1.0; }

size_t lab_table_origin(const lab_table *t, size_t row) { return t->origin ? t->origin[row] : row; }

double lab_table_skewness(const lab_table *t) {
    double largest = 0.0;
    for (size_t c = 0; c < t->n_targets; c++)
        largest =
            fmax(largest,
                 fabs(lab_form_skewness(t->y + c, t->n_targets, t->kept ? NULL : t->origin, t->weights, t->n_rows)));
    return largest;
}

/* ---- views */

static labrbf_status open_view(lab_view *view, const lab_table *table) {
    *view = (lab_view){.table = table};
    view->rows = lab_alloc(&table->allocator, table->n_rows, sizeof *view->rows);
    view->weights = table->weights ? lab_alloc(&table->allocator, table->n_rows, sizeof *view->weights) : NULL;
    if (view->rows && (view->weights || !table->weights))
        return LABRBF_OK;
    lab_view_free(view);
    return LABRBF_E_MEMORY;
}

/* Appends the rows whose mark is set, or is not. */
static void append(lab_view *view, const unsigned char *marks, bool marked) {
    for (size_t r = 0; r < view->table->n_rows; r++) {
        if ((marks && marks[r]) != marked)
            continue;
        if (view->weights)
            view->weights[view->n_rows] = view->table->weights[r];
        view->rows[view->n_rows++] = (uint32_t)r;
    }
}

labrbf_status lab_view_all(lab_view *view, const lab_table *table, const unsigned char *held) {
    LAB_OR_RETURN(open_view(view, table));
    append(view, held, false);
    view->n_learnt = view->n_rows;
    append(view, held, true);
    return LABRBF_OK;
}

labrbf_status lab_view_some(lab_view *view, const lab_table *table, const unsigned char *taken) {
    LAB_OR_RETURN(open_view(view, table));
    append(view, taken, true);
    view->n_learnt = view->n_rows;
    if (view->weights)
        view->weights = normalise(&table->allocator, view->weights, view->n_rows);
    return LABRBF_OK;
}

void lab_view_free(lab_view *view) {
    if (!view->table)
        return;
    lab_free(&view->table->allocator, view->rows);
    lab_free(&view->table->allocator, view->weights);
    *view = (lab_view){0};
}

size_t lab_view_find(const lab_view *view, size_t row) {
    size_t begin = 0, end = view->n_learnt;
    while (end - begin > 1) {
        size_t middle = begin + (end - begin) / 2;
        if (view->rows[middle] <= row)
            begin = middle;
        else
            end = middle;
    }
    return begin;
}
