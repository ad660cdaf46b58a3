#include "learn/linear_term.h"

#include <string.h>

#include "base/status.h"
#include "learn/statistics.h"

enum { BLOCK = 128, MOST_FEATURES = 1000 }; /* the ridge regression works with squares of that many numbers */

typedef struct work {
    lab_statistics statistics;
    double *k; /* a block of rows, times the roots of their weights */
    double *constants;
} work;

static void layout(work *w, lab_arena *arena, const lab_rows *rows) {
    lab_statistics_layout(&w->statistics, arena, rows->n_features, rows->n_targets, rows->weights ? BLOCK : 0);
    w->k = lab_arena_doubles(arena, BLOCK, rows->n_features);
    w->constants = lab_arena_doubles(arena, rows->n_targets, 1);
}

static void add_block(work *w, const lab_rows *rows, size_t first, size_t count) {
    size_t m = rows->n_features;
    memcpy(w->k, rows->x + first * m, count * m * sizeof *w->k);
    lab_observations in = {.k = w->k,
                           .y = rows->y + first,
                           .weights = rows->weights ? rows->weights + first : NULL,
                           .n = count,
                           .y_stride = rows->n};
    lab_statistics_add(&w->statistics, NULL, &in, 1.0);
}

static double slope_at(const double *slopes, const double *row, size_t m) {
    double sum = 0.0;
    for (size_t j = 0; j < m; j++)
        sum += slopes[j] * row[j];
    return sum;
}

labrbf_status lab_linear_term_take(lab_rows *rows, const lab_allocator *allocator) {
    size_t n = rows->n, m = rows->n_features, bytes = rows->n_targets * m * sizeof *rows->slopes;
    memset(rows->slopes, 0, bytes);
    if (m > MOST_FEATURES)
        return LABRBF_OK;
    work w = {0};
    lab_arena arena = {0};
    void *block = NULL;
    layout(&w, &arena, rows);
    LAB_OR_RETURN(lab_arena_open(&arena, allocator, &block));
    layout(&w, &arena, rows);
    lab_statistics_clear(&w.statistics, m);
    for (size_t first = 0; first < rows->n_learnt; first += BLOCK)
        add_block(&w, rows, first, lab_smaller(rows->n_learnt - first, BLOCK));
    double ridge;
    if (!lab_statistics_choose(&w.statistics, &ridge, rows->slopes, w.constants))
        memset(rows->slopes, 0, bytes); /* too few rows to tell a trend by */
    lab_free(allocator, block);
    for (size_t c = 0; c < rows->n_targets; c++)
        for (size_t r = 0; r < n; r++)
            rows->y[c * n + r] -= slope_at(rows->slopes + c * m, rows->x + r * m, m);
    return LABRBF_OK;
}
