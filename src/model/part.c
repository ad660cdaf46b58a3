#include "model/part.h"

#include <math.h>
#include <string.h>

#include "base/status.h"

enum { FEATURES = 128 };

static void layout(lab_part *part, lab_arena *arena, bool second) {
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    part->x = lab_arena_doubles(arena, m, s);
    part->theta = lab_arena_doubles(arena, m, s);
    part->y = lab_arena_doubles(arena, targets, s);
    part->alpha = lab_arena_doubles(arena, targets, s);
    part->alpha2 = second ? lab_arena_doubles(arena, targets, s) : NULL;
    part->beta = lab_arena_doubles(arena, targets, 1);
    part->slopes = lab_arena_doubles(arena, targets, m);
    part->rows = lab_arena_sizes(arena, s);
    lab_scaler_layout(&part->scaler, arena);
}

/* A part with the fields of another, in a block of its own; the arrays are 0. `bytes` is their size, from x on. */
static labrbf_status create_like(const lab_part *like, bool second, size_t *bytes, lab_part **out) {
    *out = NULL;
    lab_part *part = lab_alloc(&like->allocator, 1, sizeof *part);
    if (!part)
        return LABRBF_E_MEMORY;
    *part = *like;
    part->block = NULL;
    lab_arena arena = {0};
    layout(part, &arena, second);
    *bytes = arena.used;
    labrbf_status status = lab_arena_open(&arena, &like->allocator, &part->block);
    if (status < 0) {
        lab_part_destroy(part);
        return status;
    }
    layout(part, &arena, second);
    *out = part;
    return LABRBF_OK;
}

labrbf_status lab_part_create(const lab_allocator *allocator, const lab_part_size *size, lab_part **out) {
    const size_t m = size->n_features, targets = size->n_targets;
    const lab_part like = {.allocator = *allocator,
                           .n_support = size->n_support,
                           .n_features = m,
                           .n_targets = targets,
                           .scaler = {.n_features = m, .n_targets = targets, .knots.n = size->n_knots}};
    size_t bytes;
    return create_like(&like, size->second, &bytes, out);
}

labrbf_status lab_part_copy(const lab_part *part, lab_part **copy) {
    size_t bytes;
    labrbf_status status = create_like(part, part->alpha2 != NULL, &bytes, copy);
    if (status >= 0)
        memcpy((*copy)->x, part->x, bytes);
    return status;
}

void lab_part_destroy(lab_part *part) {
    if (!part)
        return;
    lab_allocator allocator = part->allocator;
    lab_free(&allocator, part->block);
    lab_free(&allocator, part);
}

lab_supports lab_part_supports(const lab_part *part) {
    return (lab_supports){.profile = part->profile,
                          .n = part->n_support,
                          .n_features = part->n_features,
                          .stride = part->n_support,
                          .x = part->x,
                          .theta = part->theta};
}

bool lab_part_is_linear(const lab_part *part) {
    for (size_t i = 0; i < part->n_targets * part->n_features; i++)
        if (part->slopes[i] != 0.0)
            return true;
    return false;
}

double lab_part_finish(const lab_part *part, size_t target, double scaled) {
    const lab_label_scale *label = &part->scaler.labels[target];
    double y = lab_scaler_unlabel(label, scaled);
    return part->clips ? fmin(fmax(y, label->minimum), label->maximum) : y;
}

double lab_part_linear(const lab_part *part, size_t target, const double *t, size_t first, size_t count) {
    const double *slopes = part->slopes + target * part->n_features + first;
    double sum = 0.0;
    for (size_t j = 0; j < count; j++)
        sum += slopes[j] * t[j];
    return sum;
}

double lab_part_linear_long(const lab_part *part, size_t target, const double *row) {
    double t[FEATURES], sum = 0.0;
    for (size_t first = 0; first < part->n_features; first += FEATURES) {
        size_t count = part->n_features - first < FEATURES ? part->n_features - first : FEATURES;
        lab_scaler_features(&part->scaler, row + first, first, count, t);
        sum += lab_part_linear(part, target, t, first, count);
    }
    return sum;
}

void lab_part_long_distances(const lab_part *part, const lab_supports *supports, size_t begin, size_t end,
                             const double *row, double *d) {
    double t[FEATURES];
    for (size_t i = 0; i < end - begin; i++)
        d[i] = 0.0;
    for (size_t first = 0; first < supports->n_features; first += FEATURES) {
        size_t count = supports->n_features - first < FEATURES ? supports->n_features - first : FEATURES;
        lab_scaler_features(&part->scaler, row + first, first, count, t);
        lab_kernel_add_distance(supports, begin, end, t, first, count, d);
    }
}
