#include "learn/patience.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/status.h"
#include "learn/trainer.h"

enum { LOOKS = 40, PART = 5, LEAST_HELD = 10, LEAST_LEARNT = 2 };
static const uint64_t STREAM = 0x706174; /* held-out rows are drawn with random numbers of their own */

/* ---- which rows */

/* Marks a part of n rows, drawn by the seed. */
static labrbf_status draw(const labrbf_trainer *t, size_t n, unsigned char *held) {
    uint32_t *order = lab_alloc(&t->allocator, n, sizeof *order);
    if (!order)
        return LABRBF_E_MEMORY;
    lab_rng rng = lab_rng_seed(t->settings.seed ^ STREAM);
    for (size_t r = 0; r < n; r++)
        order[r] = (uint32_t)r;
    lab_rng_choose(&rng, order, n, n / PART);
    for (size_t i = 0; i < n / PART; i++)
        held[order[i]] = 1;
    lab_free(&t->allocator, order);
    return LABRBF_OK;
}

static labrbf_status hold_out_drawn(const labrbf_trainer *t, lab_canonical *rows) {
    unsigned char *held = lab_alloc(&t->allocator, rows->n, sizeof *held);
    labrbf_status status = held ? draw(t, rows->n, held) : LABRBF_E_MEMORY;
    if (status >= 0)
        status = lab_canonical_move_last(rows, &t->allocator, held);
    lab_free(&t->allocator, held);
    return status;
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

static labrbf_status hold_out_marked(const labrbf_trainer *t, lab_canonical *rows, size_t *n_learnt) {
    size_t marked = 0;
    for (size_t r = 0; r < rows->n; r++)
        marked += rows->validation[r] != 0;
    labrbf_status status = check_marks(marked, rows->n - marked);
    if (status < 0)
        return status;
    *n_learnt = rows->n - marked;
    return lab_canonical_move_last(rows, &t->allocator, rows->validation);
}

labrbf_status lab_patience_hold_out(const labrbf_trainer *t, lab_canonical *rows, size_t *n_learnt) {
    *n_learnt = rows->n;
    if (t->settings.patience == 0)
        return LABRBF_OK;
    if (t->settings.steps_final == 0) {
        lab_say(&t->log, LABRBF_LOG_WARNING, "patience is ignored: there are no final steps (steps_final is 0)");
        return LABRBF_OK;
    }
    if (rows->validation)
        return hold_out_marked(t, rows, n_learnt);
    if (rows->n / PART < LEAST_HELD) {
        lab_say(&t->log, LABRBF_LOG_WARNING,
                "patience is ignored: there are %zu distinct rows, and it takes at least %d to hold some out", rows->n,
                PART * LEAST_HELD);
        return LABRBF_OK;
    }
    *n_learnt = rows->n - rows->n / PART;
    return hold_out_drawn(t, rows);
}

/* ---- looks */

static bool is_held_out(const labrbf_trainer *t) { return t->n_learnt < t->n_rows; }

void lab_patience_layout(lab_patience *p, lab_arena *arena, size_t n_features, size_t s_max) {
    p->x = lab_arena_doubles(arena, n_features, s_max);
    p->theta = lab_arena_doubles(arena, n_features, s_max);
}

void lab_patience_start(labrbf_trainer *t) {
    lab_patience *p = &t->patience;
    p->every = (t->final_steps + LOOKS - 1) / LOOKS;
    p->looks = p->last = p->best = p->in_vain = p->saved = 0;
    p->least = INFINITY;
}

bool lab_patience_is_due(const labrbf_trainer *t) {
    const lab_patience *p = &t->patience;
    return is_held_out(t) && t->phase == LAB_FINAL && t->phase_steps > p->last &&
           (t->phase_steps % p->every == 0 || t->phase_steps == t->final_steps);
}

static size_t values(const labrbf_trainer *t) { return t->n_features * t->objective.s_max; }

labrbf_status lab_patience_look(labrbf_trainer *t, bool *enough) {
    lab_patience *p = &t->patience;
    lab_objective *o = &t->objective;
    double lambda = o->lambda, largest; /* if this solve has to raise it, later steps shall not notice */
    labrbf_status status = lab_trainer_solve(t);
    o->lambda = lambda;
    if (status < 0)
        return status;
    double error = lab_trainer_scan(t, t->n_learnt, t->n_rows, &largest);
    p->looks++;
    p->last = t->phase_steps;
    p->in_vain++;
    if (error < p->least) {
        p->least = error;
        p->best = t->phase_steps;
        p->in_vain = 0;
        memcpy(p->x, o->x, values(t) * sizeof *p->x);
        memcpy(p->theta, o->theta, values(t) * sizeof *p->theta);
    }
    *enough = p->in_vain >= t->settings.patience;
    return LABRBF_OK;
}

/* ---- the best */

static void trade(double *a, double *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double value = a[i];
        a[i] = b[i];
        b[i] = value;
    }
}

static bool is_at_work(const labrbf_trainer *t) { return t->phase == LAB_FINAL && t->patience.best > 0; }

void lab_patience_trade(labrbf_trainer *t) {
    if (!is_at_work(t))
        return;
    trade(t->objective.x, t->patience.x, values(t));
    trade(t->objective.theta, t->patience.theta, values(t));
}

void lab_patience_put_back(labrbf_trainer *t) {
    lab_patience *p = &t->patience;
    if (p->best == 0)
        return;
    p->n_kept++;
    p->lost += t->phase_steps - p->best;
    p->errors += p->least;
    memcpy(t->objective.x, p->x, values(t) * sizeof *p->x);
    memcpy(t->objective.theta, p->theta, values(t) * sizeof *p->theta);
    lab_say(&t->log, LABRBF_LOG_INFO,
            "the best of %zu look%s at %zu held-out rows was after step %zu; stopped %zu step%s early", p->looks,
            p->looks == 1 ? "" : "s", t->n_rows - t->n_learnt, p->best, p->saved, p->saved == 1 ? "" : "s");
}

void lab_patience_describe(const labrbf_trainer *t, labrbf_model *model) {
    const lab_patience *p = &t->patience;
    bool counts = lab_trainer_counts(t), own = counts && is_at_work(t);
    size_t lost = p->lost + (own ? t->phase_steps - p->best : 0), n = p->n_kept + own;
    if (!counts && t->phase != LAB_DONE)
        lost += t->total_steps - t->first_step;
    model->n_held_out = t->n_rows - t->n_learnt;
    model->n_steps_kept = t->total_steps - lost;
    model->held_out_error = n > 0 ? (p->errors + (own ? p->least : 0.0)) / (double)n : NAN;
}
