/* The library's objective set up with a problem of the oracle's, for tests that compare the two. */
#ifndef OBJECTIVE_OF_H
#define OBJECTIVE_OF_H

#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/par.h"
#include "learn/objective.h"
#include "oracle.h"

typedef struct objective_of {
    lab_objective objective;
    void *block;
    lab_allocator allocator;
    lab_log log;
} objective_of;

/* Room for `spare` more supports than there are, so that strides and sizes differ. Include after cmocka.h. */
static inline void objective_open(objective_of *o, const oracle_problem *p, lab_par *par, size_t spare) {
    *o = (objective_of){0};
    o->allocator = lab_allocator_of(NULL);
    lab_objective *f = &o->objective;
    f->profile = (size_t)p->kernel;
    f->n_features = p->m;
    f->n_targets = 1;
    f->s_max = p->s + spare;
    f->b_max = p->b + spare;
    f->par = par;
    f->log = &o->log;
    lab_arena arena = {0};
    lab_objective_layout(f, &arena);
    assert_int_equal(lab_arena_open(&arena, &o->allocator, &o->block), LABRBF_OK);
    lab_objective_layout(f, &arena);
    f->s = p->s;
    f->b = p->b;
    f->beta[0] = p->beta;
    f->lambda = p->lambda;
    for (size_t i = 0; i < p->s; i++) {
        lab_objective_set_support(f, i, p->x + i * p->m, &p->y[i], 1);
        for (size_t j = 0; j < p->m; j++)
            f->theta[j * f->s_max + i] = p->theta[i * p->m + j];
    }
    for (size_t t = 0; t < p->b; t++)
        lab_objective_set_batch(f, t, p->batch + t * p->m, &p->target[t], 1);
}

static inline void objective_close(objective_of *o) { lab_free(&o->allocator, o->block); }

/* The gradient of parameter i * M + j, in the oracle's order. */
static inline double objective_slope(const objective_of *o, size_t parameter) {
    const lab_objective *f = &o->objective;
    size_t i = parameter / f->n_features, j = parameter % f->n_features;
    return f->gradient[j * f->s_max + i];
}

#endif
