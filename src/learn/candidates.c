#include "learn/candidates.h"

#include <math.h>
#include <stdbool.h>

enum { LEAST_SUPPORTS = 4 };

/* What may be unusual in a candidate. */
enum {
    HOT = 1,    /* large first steps */
    FEW = 2,    /* supports */
    ROOT = 4,   /* of the labels */
    SHARED = 8, /* bandwidths */
    LARGE = 16  /* tables only */
};
enum { HOTTER = 4, FEWER = 4 }; /* times the usual rate, parts of the supports */

typedef struct proposal {
    size_t scaling, kernel, linear;
    double ridge;
    unsigned unusual;
} proposal;

enum { MINMAX = LAB_SCALING_MINMAX, STANDARD = LAB_SCALING_STANDARD, RANK = LAB_SCALING_RANK };
enum { EXPONENTIAL = LAB_EXPONENTIAL, GAUSSIAN = LAB_GAUSSIAN, ON = LAB_ON, OFF = LAB_OFF };

/* The ridge decides most between a good model and a bad one, so there are candidates from 1e-7 to 1.
 *
 * Large steps at first find better centres and bandwidths where labels have little noise, and worse ones where they
 * have much; small ridges are for the former. Bandwidths that all supports share are far fewer numbers to learn: better
 * where a function is equally smooth everywhere, or rows are few for the features. The Gaussian profile goes with
 * scaling by deviations.
 *
 * The first candidates suit all sorts of tables, since a search may be settled before the others are tried, and since a
 * candidate is not trained for further folds if three before it are much better.
 *
 * Labels without a long tail are plain in all of them, so the last two repeat others then. Logarithms are left to
 * users: where a few large labels decide, validation rows are too few to judge them. */
static const proposal proposals[LAB_CANDIDATES_MOST] = {
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
    {STANDARD, GAUSSIAN, ON, 1e-3, LARGE}, /* few validation rows judge it wrongly */
    {MINMAX, EXPONENTIAL, ON, 1e-2, SHARED},
    {RANK, EXPONENTIAL, ON, 1e-4, SHARED | HOT},
    {MINMAX, EXPONENTIAL, ON, 1e-3, ROOT},
    {MINMAX, EXPONENTIAL, ON, 1e-4, ROOT},
};

static bool has(const proposal *proposed, unsigned what) { return (proposed->unusual & what) != 0; }

/* How many supports there are, how they are trained and whether they share bandwidths decide how smooth a model is, as
 * the ridge does. So they are tried only where the ridge is. */
static bool is_open(const lab_settings *s) { return s->ridge == 0.0; }

/* A quarter of the supports, if they all join at once. */
static size_t supports_of(const proposal *proposed, const lab_settings *s) {
    size_t all = s->support_init;
    if (!has(proposed, FEW) || !is_open(s) || s->support_init < s->support_max || all <= LEAST_SUPPORTS)
        return all;
    return lab_larger(all / FEWER, LEAST_SUPPORTS);
}

static lab_trial within(const proposal *proposed, const lab_settings *s) {
    bool hot = has(proposed, HOT) && is_open(s), shared = has(proposed, SHARED) && is_open(s);
    lab_trial trial = {.settings = *s, .n_support = supports_of(proposed, s), .r2 = NAN};
    lab_settings values = *s;
    values.scaling = proposed->scaling;
    values.kernel = proposed->kernel;
    values.linear = proposed->linear;
    values.ridge = proposed->ridge;
    values.bandwidths = shared ? LAB_BANDWIDTHS_SHARED : LAB_BANDWIDTHS_OWN;
    values.label_form = has(proposed, ROOT) ? LAB_FORM_ROOT : LAB_FORM_PLAIN;
    values.rate = hot ? HOTTER * LAB_USUAL_RATE : LAB_USUAL_RATE;
    lab_settings_fill_searched(&trial.settings, &values);
    return trial;
}

static bool is_new(const lab_trial *trial, const lab_trial *trials, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (trials[i].n_support == trial->n_support &&
            lab_settings_same_searched(&trials[i].settings, &trial->settings))
            return false;
    return true;
}

size_t lab_candidates_make(const lab_plan *plan, size_t n_rows, lab_trial trials[LAB_CANDIDATES_MOST]) {
    size_t n = 0;
    for (size_t i = 0; i < LAB_CANDIDATES_MOST; i++) {
        const proposal *proposed = &proposals[i];
        lab_trial trial = within(proposed, &plan->one);
        bool is_other = has(proposed, SHARED) && trial.settings.bandwidths != LAB_BANDWIDTHS_SHARED;
        if (has(proposed, LARGE) && n_rows < LAB_LARGE_TABLE)
            continue;
        if (!is_other && is_new(&trial, trials, n))
            trials[n++] = trial;
    }
    return n;
}
