#include "learn/rows.h"

#include <string.h>

#include "model/settings.h"

void lab_rows_layout(lab_rows *rows, lab_arena *arena, const lab_view *view) {
    const lab_table *table = view->table;
    rows->n = view->n_rows;
    rows->n_learnt = view->n_learnt;
    rows->n_features = rows->scaler.n_features = table->n_features;
    rows->n_targets = rows->scaler.n_targets = table->n_targets;
    rows->scaler.knots.n = rows->scaler.scaling == LAB_SCALING_RANK ? lab_knots_most(table->n_features) : 0;
    rows->x = lab_arena_doubles(arena, rows->n, rows->n_features);
    rows->y = lab_arena_doubles(arena, rows->n_targets, rows->n);
    rows->weights = view->weights ? lab_arena_doubles(arena, rows->n, 1) : NULL;
    rows->slopes = lab_arena_doubles(arena, rows->n_targets, rows->n_features);
    lab_scaler_layout(&rows->scaler, arena);
}

void lab_rows_fill(lab_rows *rows, const lab_view *view, double *values, uint32_t *order, double *row) {
    size_t n = rows->n, m = rows->n_features;
    for (size_t r = 0; r < n; r++) {
        lab_table_features(view->table, view->rows[r], rows->x + r * m);
        for (size_t c = 0; c < rows->n_targets; c++)
            rows->y[c * n + r] = lab_table_label(view->table, view->rows[r], c);
    }
    if (rows->weights)
        memcpy(rows->weights, view->weights, n * sizeof *rows->weights);
    (void)lab_scaler_fit(&rows->scaler, rows->x, rows->y, rows->weights, n, values, order);
    for (size_t r = 0; r < n; r++) {
        memcpy(row, rows->x + r * m, m * sizeof *row);
        lab_scaler_features(&rows->scaler, row, 0, m, rows->x + r * m);
    }
    for (size_t c = 0; c < rows->n_targets; c++)
        for (size_t r = 0; r < n; r++)
            rows->y[c * n + r] = lab_scaler_label(&rows->scaler.labels[c], rows->y[c * n + r]);
}

double lab_rows_weight(const lab_rows *rows, size_t row) { return rows->weights ? rows->weights[row] : 1.0; }
