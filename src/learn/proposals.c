#include "learn/proposals.h"

#include <math.h>
#include <stdbool.h>

#include "learn/plan.h"

enum { LEAST_SUPPORTS = 4 };

/* What may be unusual in a proposal. */
enum {
    HOT = 1,     /* large first steps */
    FEW = 2,     /* supports */
    ROOT = 16,   /* of the labels */
    SHARED = 32, /* bandwidths */
    LARGE = 64   /* tables only */
};
enum { HOTTER = 4, FEWER = 4 }; /* times the usual rate, parts of the supports */

typedef struct proposal {
    size_t scaling, kernel, linear;
    double ridge;
    unsigned unusual;
} proposal;

enum { MINMAX = LAB_SCALING_MINMAX, STANDARD = LAB_SCALING_STANDARD, RANK = LAB_SCALING_RANK };
enum { EXPONENTIAL = LAB_EXPONENTIAL, GAUSSIAN = LAB_GAUSSIAN, ON = LAB_ON, OFF = LAB_OFF };

/* Large steps at first find better places and bandwidths where labels have little noise, and worse ones where they have
 * much; small ridges are for the former. Bandwidths that all supports share are far fewer numbers to learn: better
 * where a function bends everywhere alike, or rows are few for the features.
 * The Gaussian profile goes with deviations: by ranges, airfoil and tomshardware are worse and others the same.
 *
 * The first ones are for all sorts of tables, since a search may be settled before the others are tried, and since a
 * candidate is left out of further folds if three before it are much better.
 *
 * Labels without a long tail are plain in all of them, and so the last two are none of their own then. Logarithms are
 * left to users: where a few large labels decide, validation rows may well like them and others not. */
static const proposal proposals[LAB_PROPOSALS_MOST] = {
    {MINMAX, EXPONENTIAL, ON, 1e-3, 0},
    {MINMAX, EXPONENTIAL, ON, 1e-2, 0},
    {MINMAX, EXPONENTIAL, ON, 1e-7, HOT},
    {MINMAX, EXPONENTIAL, ON, 1e-6, SHARED | HOT},
    {RANK, EXPONENTIAL, ON, 1e-4, HOT},
    {MINMAX, EXPONENTIAL, OFF, 1e-5, HOT},
    {RANK, EXPONENTIAL, ON, 1e-3, 0},
    {MINMAX, EXPONENTIAL, ON, 1e-4, 0},
    {STANDARD, GAUSSIAN, ON, 1e-4, 0},
    {MINMAX, EXPONENTIAL, ON, 1.0, 0},
    {MINMAX, EXPONENTIAL, OFF, 1e-3, 0},
    {STANDARD, EXPONENTIAL, ON, 1e-3, 0},
    {STANDARD, EXPONENTIAL, ON, 1e-5, 0},
    {RANK, EXPONENTIAL, ON, 1e-5, 0},
    {MINMAX, EXPONENTIAL, ON, 1e-3, FEW},
    {STANDARD, GAUSSIAN, ON, 1e-3, LARGE}, /* few validation rows, those of airfoil, like it wrongly */
    {MINMAX, EXPONENTIAL, ON, 1e-2, SHARED},
    {RANK, EXPONENTIAL, ON, 1e-4, SHARED | HOT},
    {MINMAX, EXPONENTIAL, ON, 1e-3, ROOT},
    {MINMAX, EXPONENTIAL, ON, 1e-4, ROOT},
};

/* Do all supports join at once, so that there may as well be fewer? */
static bool starts_with_all(const lab_settings *s) { return s->support_init == s->support_max; }

static bool has(const proposal *proposed, unsigned what) { return (proposed->unusual & what) != 0; }

/* How many supports there are, how they are trained, whether they share bandwidths and what their coefficients go by
 * are parts of how smooth a model is: settled by who says the ridge. */
static bool is_open(const lab_settings *s) { return s->ridge == 0.0; }

static size_t supports_of(const proposal *proposed, const lab_settings *s) {
    size_t all = s->support_init, fewer = all / FEWER;
    if (!has(proposed, FEW) || !is_open(s) || !starts_with_all(s) || all <= LEAST_SUPPORTS)
        return all;
    return fewer < LEAST_SUPPORTS ? LEAST_SUPPORTS : fewer;
}

static double rate_of(const proposal *proposed, const lab_settings *s) {
    double usual = s->rate != 0.0 ? s->rate : LAB_USUAL_RATE;
    return has(proposed, HOT) && is_open(s) && s->rate == 0.0 ? HOTTER * usual : usual;
}

static size_t bandwidths_of(const proposal *proposed, const lab_settings *s) {
    if (s->bandwidths != LAB_BANDWIDTHS_AUTO)
        return s->bandwidths;
    return has(proposed, SHARED) && is_open(s) ? LAB_BANDWIDTHS_SHARED : LAB_BANDWIDTHS_OWN;
}

static double ridge_of(const proposal *proposed, const lab_settings *s) {
    return is_open(s) ? proposed->ridge : s->ridge;
}

static lab_trial within(const proposal *proposed, const lab_settings *s) {
    lab_trial trial = {.settings = *s, .n_support = supports_of(proposed, s), .r2 = NAN};
    lab_settings *t = &trial.settings;
    if (s->scaling == LAB_SCALING_AUTO)
        t->scaling = proposed->scaling;
    if (s->kernel == LAB_KERNEL_AUTO)
        t->kernel = proposed->kernel;
    if (s->linear == LAB_AUTO)
        t->linear = proposed->linear;
    if (s->label_form == LAB_FORM_AUTO)
        t->label_form = has(proposed, ROOT) ? LAB_FORM_ROOT : LAB_FORM_PLAIN;
    t->bandwidths = bandwidths_of(proposed, s);
    t->ridge = ridge_of(proposed, s);
    t->rate = rate_of(proposed, s);
    return trial;
}

static bool same(const lab_trial *a, const lab_trial *b) {
    return lab_settings_same_searched(&a->settings, &b->settings) && a->n_support == b->n_support;
}

size_t lab_proposals_make(const lab_settings *settings, size_t n_rows, lab_trial trials[LAB_PROPOSALS_MOST]) {
    size_t n = 0;
    for (size_t i = 0; i < LAB_PROPOSALS_MOST; i++) {
        if ((has(&proposals[i], LARGE) && n_rows < LAB_LARGE_TABLE) ||
            (has(&proposals[i], SHARED) && bandwidths_of(&proposals[i], settings) != LAB_BANDWIDTHS_SHARED))
            continue;
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
    lab_settings_copy_searched(settings, &trial->settings);
    settings->coefficients = LAB_BY_ROWS;
    settings->sigma0 = trial->settings.sigma0; /* what the first fold found, if it was open */
}
