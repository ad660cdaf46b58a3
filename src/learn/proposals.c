#include "learn/proposals.h"

#include <math.h>
#include <stdbool.h>

#include "learn/plan.h"

enum { LEAST_SUPPORTS = 4 };

typedef struct proposal {
    size_t scaling, kernel, linear;
    double ridge;
    size_t divisor; /* of the number of supports */
    size_t label_form;
    size_t heat; /* the rate of the first steps, in terms of the usual one */
} proposal;

enum { MINMAX = LAB_SCALING_MINMAX, STANDARD = LAB_SCALING_STANDARD, RANK = LAB_SCALING_RANK };
enum { EXPONENTIAL = LAB_EXPONENTIAL, GAUSSIAN = LAB_GAUSSIAN, ON = LAB_ON, OFF = LAB_OFF };
enum { ALL = 1, QUARTER = 4, PLAIN = LAB_FORM_PLAIN, ROOT = LAB_FORM_ROOT };
enum { COOL = 1, HOT = 4 };

/* Large steps at first find better places and bandwidths where labels have little noise, and worse ones where they have
 * much; small ridges are for the former.
 *
 * Labels without a long tail are plain in all of them, and so the last two are none of their own then. Logarithms are
 * left to users: where a few large labels decide, validation rows may well like them and others not. */
static const proposal proposals[LAB_PROPOSALS_MOST] = {
    {MINMAX, EXPONENTIAL, ON, 1e-3, ALL, PLAIN, COOL},    {MINMAX, EXPONENTIAL, ON, 1e-5, ALL, PLAIN, COOL},
    {MINMAX, EXPONENTIAL, ON, 1e-2, ALL, PLAIN, COOL},    {RANK, EXPONENTIAL, ON, 1e-3, ALL, PLAIN, COOL},
    {MINMAX, EXPONENTIAL, ON, 1e-4, ALL, PLAIN, COOL},    {MINMAX, GAUSSIAN, ON, 1e-4, ALL, PLAIN, COOL},
    {MINMAX, EXPONENTIAL, ON, 1e-7, ALL, PLAIN, HOT},     {MINMAX, EXPONENTIAL, ON, 1.0, ALL, PLAIN, COOL},
    {MINMAX, EXPONENTIAL, OFF, 1e-3, ALL, PLAIN, COOL},   {MINMAX, EXPONENTIAL, OFF, 1e-5, ALL, PLAIN, HOT},
    {STANDARD, EXPONENTIAL, ON, 1e-3, ALL, PLAIN, COOL},  {STANDARD, EXPONENTIAL, ON, 1e-5, ALL, PLAIN, COOL},
    {RANK, EXPONENTIAL, ON, 1e-5, ALL, PLAIN, COOL},      {RANK, EXPONENTIAL, ON, 1e-4, ALL, PLAIN, HOT},
    {MINMAX, GAUSSIAN, ON, 1e-6, ALL, PLAIN, COOL},       {MINMAX, EXPONENTIAL, ON, 1e-3, QUARTER, PLAIN, COOL},
    {MINMAX, EXPONENTIAL, ON, 1e-5, QUARTER, PLAIN, HOT}, {MINMAX, EXPONENTIAL, ON, 1e-3, ALL, ROOT, COOL},
    {MINMAX, EXPONENTIAL, ON, 1e-4, ALL, ROOT, COOL},
};

/* Do all supports join at once, so that there may as well be fewer? */
static bool starts_with_all(const lab_settings *s) { return s->support_init == s->support_max; }

/* How many supports there are is part of how smooth a model is: settled by who says the ridge. */
static size_t supports_of(const proposal *proposed, const lab_settings *s) {
    bool open = s->ridge == 0.0 && starts_with_all(s);
    size_t all = s->support_init, fewer = all / proposed->divisor;
    if (!open || all <= LEAST_SUPPORTS)
        return all;
    return fewer < LEAST_SUPPORTS ? LEAST_SUPPORTS : fewer;
}

/* The rate goes with the ridge, too. */
static double rate_of(const proposal *proposed, const lab_settings *s) {
    return s->rate != 0.0 ? s->rate : (double)(s->ridge == 0.0 ? proposed->heat : COOL) * LAB_USUAL_RATE;
}

static lab_trial within(const proposal *proposed, const lab_settings *s) {
    return (lab_trial){.scaling = s->scaling == LAB_SCALING_AUTO ? proposed->scaling : s->scaling,
                       .kernel = s->kernel == LAB_KERNEL_AUTO ? proposed->kernel : s->kernel,
                       .linear = s->linear == LAB_AUTO ? proposed->linear : s->linear,
                       .ridge = s->ridge == 0.0 ? proposed->ridge : s->ridge,
                       .rate = rate_of(proposed, s),
                       .label_form = s->label_form == LAB_FORM_AUTO ? proposed->label_form : s->label_form,
                       .n_support = supports_of(proposed, s),
                       .r2 = NAN};
}

static bool same(const lab_trial *a, const lab_trial *b) {
    return a->scaling == b->scaling && a->kernel == b->kernel && a->linear == b->linear && a->ridge == b->ridge &&
           a->rate == b->rate && a->label_form == b->label_form && a->n_support == b->n_support;
}

size_t lab_proposals_make(const lab_settings *settings, lab_trial trials[LAB_PROPOSALS_MOST]) {
    size_t n = 0;
    for (size_t i = 0; i < LAB_PROPOSALS_MOST; i++) {
        lab_trial trial = within(&proposals[i], settings);
        size_t at = 0;
        while (at < n && !same(&trials[at], &trial))
            at++;
        if (at == n)
            trials[n++] = trial;
    }
    return n;
}

void lab_proposals_apply(const lab_trial *trial, lab_settings *settings) {
    if (starts_with_all(settings))
        settings->support_init = settings->support_max = trial->n_support;
    settings->scaling = trial->scaling;
    settings->kernel = trial->kernel;
    settings->linear = trial->linear;
    settings->ridge = trial->ridge;
    settings->rate = trial->rate;
    settings->label_form = trial->label_form;
}
