#include "learn/plan.h"

enum { AUTO_SUPPORTS = 100, AUTO_ADD = 10, AUTO_WINDOW = 10, AUTO_LEAST = 10, AUTO_MANY = 300, AUTO_MOST = 500 };

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }
static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* An eighth of the rows, but not too few in small tables, and in larger ones not more than steps can be quick with. */
static size_t auto_by_rows(size_t n_rows) {
    size_t few = smaller(AUTO_MANY, larger(n_rows / 8, smaller(AUTO_LEAST, n_rows / 2)));
    return larger(few, smaller(AUTO_MOST, n_rows / 40));
}

void lab_plan_resolve(lab_settings *s, size_t n_rows) {
    size_t most = s->coefficients == LAB_BY_ROWS ? auto_by_rows(n_rows) : smaller(AUTO_SUPPORTS, n_rows / 2);
    if (s->support_max == 0)
        s->support_max = larger(larger(most, 1), s->support_init);
    if (s->support_init == 0)
        s->support_init = s->coefficients == LAB_BY_ROWS ? s->support_max : larger(s->support_max / 3, 1);
    if (s->window == 0)
        s->window = AUTO_WINDOW * s->support_max;
    s->support_max = smaller(s->support_max, n_rows);
    s->support_init = smaller(s->support_init, s->support_max);
    s->batch = smaller(s->batch, n_rows);
    if (s->rate_final == 0.0)
        s->rate_final = s->rate;
}

size_t lab_plan_add(const lab_settings *settings, size_t s) {
    size_t add = settings->support_add ? settings->support_add : larger(AUTO_ADD, s / 10);
    return smaller(add, settings->support_max - s);
}

double lab_plan_work(const lab_plan *plan, size_t s) {
    double n = (double)s, rows = n + (double)plan->batch;
    return n * n * n / 3.0 + 4.0 * rows * n * (double)plan->n_features;
}

void lab_plan_make(lab_plan *plan, const lab_settings *settings, size_t n_features) {
    *plan = (lab_plan){.batch = settings->batch, .n_features = n_features};
    size_t s = settings->support_init;
    for (;;) {
        plan->rounds++;
        plan->steps += settings->steps_grow;
        plan->work += (double)settings->steps_grow * lab_plan_work(plan, s);
        if (s >= settings->support_max || plan->rounds == settings->rounds)
            break;
        s += lab_plan_add(settings, s);
    }
    plan->steps += settings->steps_final;
    plan->work += (double)settings->steps_final * lab_plan_work(plan, s);
    if (plan->work == 0.0)
        plan->work = 1.0; /* no steps at all */
}
