/* The rounds, steps and arithmetic of a learner, as they follow from its settings: what progress is measured by. */
#ifndef LAB_SCHEDULE_H
#define LAB_SCHEDULE_H

#include <stddef.h>

#include "model/settings.h"

typedef struct lab_schedule {
    size_t rounds; /* growth rounds at most */
    size_t steps;  /* gradient steps at most */
    double work;   /* multiplications in them, roughly */
} lab_schedule;

lab_schedule lab_schedule_make(const lab_settings *settings, size_t final_steps, size_t n_features);

/* How many supports join s present ones at the end of a round. */
size_t lab_schedule_growth(const lab_settings *settings, size_t s);

/* Multiplications in a step with s supports: the factorisation, and the kernel with its pull-back. */
double lab_schedule_step_work(const lab_settings *settings, size_t n_features, size_t s);

#endif
