#include "learn/schedule.h"

#include "base/alloc.h"

enum { LEAST_GROWTH = 10, GROWTH_SHARE = 10 };

size_t lab_schedule_growth(const lab_settings *settings, size_t s) {
    size_t growth = settings->support_add > 0 ? settings->support_add : lab_larger(s / GROWTH_SHARE, LEAST_GROWTH);
    return lab_smaller(growth, settings->support_max - s);
}

double lab_schedule_step_work(const lab_settings *settings, size_t n_features, size_t s) {
    double n = (double)s, rows = n + (double)settings->batch;
    return n * n * n / 3.0 + 4.0 * rows * n * (double)n_features;
}

lab_schedule lab_schedule_make(const lab_settings *settings, size_t final_steps, size_t n_features) {
    lab_schedule schedule = {0};
    size_t s = settings->support_init;
    for (;;) {
        schedule.rounds++;
        schedule.steps += settings->steps_grow;
        schedule.work += (double)settings->steps_grow * lab_schedule_step_work(settings, n_features, s);
        if (s >= settings->support_max || schedule.rounds == settings->rounds)
            break;
        s += lab_schedule_growth(settings, s);
    }
    schedule.steps += final_steps;
    schedule.work += (double)final_steps * lab_schedule_step_work(settings, n_features, s);
    if (schedule.work == 0.0)
        schedule.work = 1.0; /* no steps at all */
    return schedule;
}
