#include "learn/early_stopping.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/status.h"

enum { LOOKS = 40, SHARE = 5, LEAST_HELD = 10, LEAST_LEARNT = 2 };
static const uint64_t STREAM = 0x706174; /* held-out rows are drawn with random numbers of their own */

/* ---- which rows */

static labrbf_status draw(const lab_table *table, uint64_t seed, unsigned char *held) {
    size_t n = table->n_rows;
    uint32_t *order = lab_alloc(&table->allocator, n, sizeof *order);
    if (!order)
        return LABRBF_E_MEMORY;
    lab_rng rng = lab_rng_seed(seed ^ STREAM);
    for (size_t r = 0; r < n; r++)
        order[r] = (uint32_t)r;
    lab_rng_choose(&rng, order, n, n / SHARE);
    for (size_t i = 0; i < n / SHARE; i++)
        held[order[i]] = 1;
    lab_free(&table->allocator, order);
    return LABRBF_OK;
}

static labrbf_status check_marks(size_t marked, size_t others) {
    if (marked < LEAST_HELD)
        return lab_fail(LABRBF_E_DATA,
                        "%zu distinct row%s marked for validation, but patience needs at least %d to judge by: more or "
                        "other rows help, or patience 0",
                        marked, marked == 1 ? " is" : "s are", LEAST_HELD);
    if (others < LEAST_LEARNT)
        return lab_fail(LABRBF_E_DATA,
                        "the rows marked for validation, and those equal to them, leave %zu distinct row%s to train "
                        "on: patience needs at least %d",
                        others, others == 1 ? "" : "s", LEAST_LEARNT);
    return LABRBF_OK;
}

static labrbf_status take_marked(const lab_table *table, unsigned char *held) {
    size_t marked = 0;
    for (size_t r = 0; r < table->n_rows; r++) {
        held[r] = table->validation[r];
        marked += held[r] != 0;
    }
    return check_marks(marked, table->n_rows - marked);
}

labrbf_status lab_early_hold_out(const lab_table *table, const lab_settings *settings, const lab_log *log,
                                 unsigned char *held, bool *any) {
    *any = false;
    if (settings->patience == 0)
        return LABRBF_OK;
    if (settings->steps_final == 0) {
        lab_say(log, LABRBF_LOG_WARNING, "patience is ignored: there are no final steps (steps_final is 0)");
        return LABRBF_OK;
    }
    if (!table->validation && table->n_rows / SHARE < LEAST_HELD) {
        lab_say(log, LABRBF_LOG_WARNING,
                "patience is ignored: there are %zu distinct rows, and it takes at least %d to hold some out",
                table->n_rows, SHARE * LEAST_HELD);
        return LABRBF_OK;
    }
    *any = true;
    return table->validation ? take_marked(table, held) : draw(table, settings->seed, held);
}

/* ---- looks */

void lab_early_layout(lab_early_stopping *early, lab_arena *arena, size_t n_features, size_t s_max) {
    early->x = lab_arena_doubles(arena, n_features, s_max);
    early->theta = lab_arena_doubles(arena, n_features, s_max);
}

void lab_early_start(lab_early_stopping *early, size_t final_steps) {
    early->looks = (lab_looks){.every = (final_steps + LOOKS - 1) / LOOKS, .least = INFINITY};
}

bool lab_early_is_due(const lab_early_stopping *early, size_t step, size_t final_steps) {
    return early->x && step > early->looks.last && (step % early->looks.every == 0 || step == final_steps);
}

static size_t values(const lab_expansion *e) { return e->n_features * e->s_max; }

bool lab_early_look(lab_early_stopping *early, const lab_expansion *e, size_t step, double error, size_t patience) {
    lab_looks *looks = &early->looks;
    looks->n++;
    looks->last = step;
    looks->in_vain++;
    if (error < looks->least) {
        looks->least = error;
        looks->best = step;
        looks->in_vain = 0;
        memcpy(early->x, e->x, values(e) * sizeof *early->x);
        memcpy(early->theta, e->theta, values(e) * sizeof *early->theta);
    }
    return looks->in_vain >= patience;
}

lab_expansion lab_early_best(const lab_early_stopping *early, const lab_expansion *e) {
    lab_expansion best = *e;
    best.x = early->x;
    best.theta = early->theta;
    return best;
}

void lab_early_put_back(const lab_early_stopping *early, lab_expansion *e) {
    memcpy(e->x, early->x, values(e) * sizeof *early->x);
    memcpy(e->theta, early->theta, values(e) * sizeof *early->theta);
}

void lab_early_visit(lab_early_stopping *early, lab_codec *bytes, size_t n_values) {
    LAB_CODEC_FIELD(bytes, early->looks);
    lab_codec_items(bytes, early->x, early->x ? n_values : 0, sizeof *early->x);
    lab_codec_items(bytes, early->theta, early->x ? n_values : 0, sizeof *early->theta);
}
