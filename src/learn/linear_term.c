#include "learn/linear_term.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "learn/statistics.h"

enum { BLOCK = 128, MOST_FEATURES = 1000 }; /* the ridge regression works with squares of that many numbers */

typedef struct work {
    lab_statistics statistics;
    double *k, *y, *roots; /* a block of rows, times the roots of their weights */
    double *constants;
} work;

static void layout(work *w, lab_arena *arena, const lab_rows *rows) {
    lab_statistics_layout(&w->statistics, arena, rows->n_features, rows->n_targets);
    w->k = lab_arena_doubles(arena, BLOCK, rows->n_features);
    w->y = lab_arena_doubles(arena, rows->n_targets, BLOCK);
    w->roots = lab_arena_doubles(arena, BLOCK, 1);
    w->constants = lab_arena_doubles(arena, rows->n_targets, 1);
}

static void add_block(work *w, const lab_rows *rows, size_t first, size_t count) {
    size_t m = rows->n_features;
    for (size_t r = 0; r < count; r++) {
        double root = w->roots[r] = rows->weights ? sqrt(rows->weights[first + r]) : 1.0;
        for (size_t j = 0; j < m; j++)
            w->k[r * m + j] = root * rows->x[(first + r) * m + j];
        for (size_t c = 0; c < rows->n_targets; c++)
            w->y[c * BLOCK + r] = root * rows->y[c * rows->n + first + r];
    }
    lab_observations in = {
        .k = w->k, .y = w->y, .roots = rows->weights ? w->roots : NULL, .n = count, .y_stride = BLOCK};
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
    for (size_t first = 0, left; first < rows->n_learnt; first += BLOCK) {
        left = rows->n_learnt - first;
        add_block(&w, rows, first, left < BLOCK ? left : BLOCK);
    }
    double ridge;
    if (!lab_statistics_choose(&w.statistics, &ridge, rows->slopes, w.constants))
        memset(rows->slopes, 0, bytes); /* too few rows to tell a trend by */
    lab_free(allocator, block);
    for (size_t c = 0; c < rows->n_targets; c++)
        for (size_t r = 0; r < n; r++)
            rows->y[c * n + r] -= slope_at(rows->slopes + c * m, rows->x + r * m, m);
    return LABRBF_OK;
}
