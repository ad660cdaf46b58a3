/* An expansion and the rule of the paper, set up with a problem of the oracle's, for tests that compare the two. */
#ifndef EXPANSION_OF_H
#define EXPANSION_OF_H

#include <stdlib.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/par.h"
#include "learn/rule_supports.h"
#include "oracle.h"

typedef struct expansion_of {
    lab_expansion expansion;
    lab_supports_state state;
    double lambda;
    void *block;
    lab_allocator allocator;
    lab_log log;
} expansion_of;

/* Room for `spare` more supports than there are, so that strides and sizes differ. Include after cmocka.h. */
static inline void expansion_open(expansion_of *o, const oracle_problem *p, lab_par *par, size_t spare) {
    *o = (expansion_of){.lambda = p->lambda};
    o->allocator = lab_allocator_of(NULL);
    lab_expansion *e = &o->expansion;
    e->profile = (size_t)p->kernel;
    e->n_features = p->m;
    e->n_targets = 1;
    e->s_max = p->s + spare;
    e->b_max = p->b + spare;
    e->moves_centres = true;
    e->par = par;
    e->log = &o->log;
    lab_arena arena = {0};
    lab_expansion_layout(e, &arena);
    lab_rule_supports.layout(&o->state, &arena, e);
    assert_int_equal(lab_arena_open(&arena, &o->allocator, &o->block), LABRBF_OK);
    lab_expansion_layout(e, &arena);
    lab_rule_supports.layout(&o->state, &arena, e);
    e->s = p->s;
    e->b = p->b;
    e->beta[0] = p->beta;
    for (size_t i = 0; i < p->s; i++) {
        lab_expansion_set_support(e, i, p->x + i * p->m, &p->y[i], 1);
        for (size_t j = 0; j < p->m; j++)
            e->theta[j * e->s_max + i] = p->theta[i * p->m + j];
    }
    for (size_t t = 0; t < p->b; t++)
        lab_expansion_set_batch(e, t, p->batch + t * p->m, &p->target[t], 1);
}

static inline void expansion_close(expansion_of *o) { lab_free(&o->allocator, o->block); }

static inline void expansion_solve(expansion_of *o) {
    assert_int_equal(lab_rule_supports.solve(&o->state, &o->expansion, NULL, 0, &o->lambda), LABRBF_OK);
}

static inline double expansion_gradient(expansion_of *o) {
    double loss;
    assert_int_equal(lab_rule_supports.gradient(&o->state, &o->expansion, NULL, &o->lambda, &loss), LABRBF_OK);
    return loss;
}

/* The gradient of parameter i * M + j, in the oracle's order. */
static inline double expansion_slope(const expansion_of *o, size_t parameter) {
    const lab_expansion *e = &o->expansion;
    size_t i = parameter / e->n_features, j = parameter % e->n_features;
    return e->gradient[j * e->s_max + i];
}

#endif
