#include "learn/expansion.h"

#include <string.h>

enum { SUPPORTS_AT_ONCE = 128, ROW_BLOCK = 32 };

void lab_expansion_layout(lab_expansion *e, lab_arena *arena) {
    size_t m = e->n_features, s = e->s_max, targets = e->n_targets, all;
    if (!lab_size_add(s, e->b_max, &all)) {
        arena->overflow = true;
        return;
    }
    e->x = lab_arena_doubles(arena, m, s);
    e->theta = lab_arena_doubles(arena, m, s);
    e->y = lab_arena_doubles(arena, targets, s);
    e->alpha = lab_arena_doubles(arena, targets, s);
    e->beta = lab_arena_doubles(arena, targets, 1);
    e->target = lab_arena_doubles(arena, targets, e->b_max);
    e->batch_weights = e->weighted ? lab_arena_doubles(arena, e->b_max, 1) : NULL;
    e->points = lab_arena_doubles(arena, all, m);
    e->gradient = lab_arena_doubles(arena, m, s);
    e->centre_gradient = e->moves_centres ? lab_arena_doubles(arena, m, s) : NULL;
    e->k = lab_arena_doubles(arena, lab_larger(all, LAB_ROWS_AT_ONCE), s);
    e->kappa = lab_arena_doubles(arena, targets > 1 ? all : e->b_max, s);
    e->residual = lab_arena_doubles(arena, targets, e->b_max);
    e->weights = lab_arena_doubles(arena, targets, all);
    e->ones = targets > 1 ? lab_arena_doubles(arena, all, 1) : NULL;
    for (size_t t = 0; t < all && e->ones; t++)
        e->ones[t] = 1.0;
}

void lab_expansion_set_support(lab_expansion *e, size_t i, const double *row, const double *y, size_t y_stride) {
    for (size_t j = 0; j < e->n_features; j++)
        e->x[j * e->s_max + i] = row[j];
    for (size_t c = 0; c < e->n_targets; c++)
        e->y[c * e->s_max + i] = y[c * y_stride];
    memcpy(e->points + i * e->n_features, row, e->n_features * sizeof *row);
}

void lab_expansion_set_batch(lab_expansion *e, size_t i, const double *row, const double *y, size_t y_stride) {
    memcpy(e->points + (e->s + i) * e->n_features, row, e->n_features * sizeof *row);
    for (size_t c = 0; c < e->n_targets; c++)
        e->target[c * e->b_max + i] = y[c * y_stride];
}

double lab_expansion_row_weight(const lab_expansion *e, size_t t) {
    return e->batch_weights ? e->batch_weights[t] : 1.0;
}

double lab_expansion_batch_weight(const lab_expansion *e) {
    if (!e->batch_weights)
        return (double)e->b;
    double sum = 0.0;
    for (size_t t = 0; t < e->b; t++)
        sum += e->batch_weights[t];
    return sum;
}

lab_supports lab_expansion_supports(const lab_expansion *e) {
    return (lab_supports){.profile = e->profile,
                          .n = e->s,
                          .n_features = e->n_features,
                          .stride = e->s_max,
                          .x = e->x,
                          .theta = e->theta};
}

double lab_expansion_value(const lab_expansion *e, size_t target, const double *row) {
    double sum;
    lab_supports supports = lab_expansion_supports(e);
    lab_kernel()->dot(&supports, e->alpha + target * e->s_max, row, 1, e->n_features, &sum);
    return e->beta[target] + sum;
}

static void mix_block(void *context, size_t begin, size_t end) {
    const lab_expansion *e = context;
    const size_t apart = e->s_max + e->b_max;
    double sums[SUPPORTS_AT_ONCE];
    for (size_t t = begin; t < end; t++) {
        for (size_t first = 0; first < e->s; first += SUPPORTS_AT_ONCE) {
            size_t count = lab_smaller(e->s - first, SUPPORTS_AT_ONCE);
            for (size_t i = 0; i < count; i++)
                sums[i] = 0.0;
            for (size_t c = 0; c < e->n_targets; c++) {
                const double *alpha = e->alpha + c * e->s_max + first;
                const double w = e->weights[c * apart + t];
                for (size_t i = 0; i < count; i++)
                    sums[i] += w * alpha[i];
            }
            double *row = e->kappa + t * e->s + first;
            for (size_t i = 0; i < count; i++)
                row[i] *= sums[i];
        }
    }
}

void lab_expansion_mix_targets(lab_expansion *e, size_t n_rows) {
    lab_par_run(e->par, n_rows, ROW_BLOCK, mix_block, e);
}
