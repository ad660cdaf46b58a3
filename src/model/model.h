/* What a fitted model is: supports with their bandwidths and coefficients, the scaler, and how it came about. */
#ifndef LAB_MODEL_H
#define LAB_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/par.h"
#include "labrbf/labrbf.h"
#include "model/kernel.h"
#include "model/scaler.h"
#include "model/settings.h"

/* Strings one after the other in a block of their own; both are NULL if there are none. */
typedef struct lab_strings {
    char *text;
    const char **at;
} lab_strings;

/* Something that was tried on validation rows. */
typedef struct lab_trial {
    size_t scaling, kernel, linear, label_form, coefficients, bandwidths; /* as in the settings */
    size_t n_support, n_steps;
    double ridge;  /* lambda if coefficients are those of the supports' own labels */
    double sigma0; /* not positive before it is known: minus a multiple of what auto takes; NaN as the rate */
    double rate;   /* at first, see tune.h; NaN: older programs did not say */
    double r2;     /* on the validation rows, the mean over targets */
} lab_trial;

struct labrbf_model {
    lab_allocator allocator;
    void *block; /* the memory of all arrays below */

    size_t n_support, n_features, n_targets, n_rounds;
    double *x, *theta;      /* n_features x n_support, scaled: feature by feature, see kernel.h */
    double *y;              /* n_targets x n_support: scaled labels of the supports, target by target */
    double *alpha, *alpha2; /* likewise: A^-1 (y - beta) and A^-T (y - beta) */
    double *slopes;         /* of the linear part: n_targets x n_features, scaled */
    double *beta;           /* n_targets */
    size_t *rows;           /* the supports' row numbers in the training data */
    lab_scaler scaler;

    lab_settings settings; /* as it was trained; threads is auto */
    double lambda, rcond;
    size_t n_rows, missing_values, n_steps;
    size_t n_held_out, n_steps_kept; /* rows held out of training; steps up to the best that they showed */
    double held_out_error;           /* of these rows then; NaN if there is none */
    labrbf_status stopped;
    labrbf_round *history;
    lab_trial *trials; /* in a block of their own; NULL if nothing was tried */
    size_t n_trials;

    lab_strings names;      /* n_features names, then the targets' */
    lab_strings categories; /* n_features: what a text column says where this feature is 1; "" for a number */
};

/* An empty model of the given size, n_knots being those of all features (knots.h). Codes: E_MEMORY. */
labrbf_status lab_model_create(const lab_allocator *allocator, size_t n_support, size_t n_features, size_t n_targets,
                               size_t n_rounds, size_t n_knots, labrbf_model **model);
void lab_model_destroy(labrbf_model *model);
/* Codes: E_MEMORY. */
labrbf_status lab_model_copy(const labrbf_model *model, labrbf_model **copy);

/* Copies of n trials, the better ones first; NULL: room for them. Codes: E_MEMORY. */
labrbf_status lab_model_set_trials(labrbf_model *model, const lab_trial *trials, size_t n);
/* As the public interface has it. */
labrbf_trial lab_trial_shown(const lab_trial *trial);

lab_supports lab_model_supports(const labrbf_model *model);
/* Has it a linear part? */
bool lab_model_is_linear(const labrbf_model *model);

/* Replaces the strings by copies of these. */
labrbf_status lab_strings_set(lab_strings *strings, const lab_allocator *allocator, const char *const *values,
                              size_t count);
/* The same from text[0 .. size), where `count` terminated strings stand one after the other. */
labrbf_status lab_strings_parse(lab_strings *strings, const lab_allocator *allocator, const char *text, size_t size,
                                size_t count);
void lab_strings_free(lab_strings *strings, const lab_allocator *allocator);

/* predict.c: f(t) of n rows in the data's own units, on `threads` threads: n x n_targets. */
labrbf_status lab_model_predict(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out);
/* Its pieces: the rows [begin, end) of x, on this thread; from the scaled label of a target to the user's, within the
 * range seen in training if that was asked for. */
void lab_model_predict_rows(const labrbf_model *model, const double *x, size_t begin, size_t end, double *out);
/* The linear part of a target, for the scaled features [first, first + count). */
double lab_model_linear(const labrbf_model *model, size_t target, const double *t, size_t first, size_t count);
/* The same of a whole row in the data's own units. */
double lab_model_linear_long(const labrbf_model *model, size_t target, const double *row);
double lab_model_finish(const labrbf_model *model, size_t target, double scaled);
/* Calls proc for blocks of n rows, on `threads` threads. */
labrbf_status lab_model_each_row(const labrbf_model *model, size_t n, size_t threads, lab_par_proc *proc, void *job);
/* D of a row in the data's own units, of any length, with the supports [begin, end). */
void lab_model_long_distances(const labrbf_model *model, const lab_supports *supports, size_t begin, size_t end,
                              const double *row, double *d);
/* The second regressor with a bandwidth vector for every row. */
void lab_model_predict_second(const labrbf_model *model, const double *x, const double *theta, size_t n, double *out);

/* gradient.c: df/dx of n rows in the data's own units, on `threads` threads; out is n x n_targets x n_features.
 */
labrbf_status lab_model_gradient(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out);

/* model_write.c, model_read.c, model_file.c: the bytes of a model. Serialize only counts when bytes is NULL; returns
 * the size. */
size_t lab_model_serialize(const labrbf_model *model, unsigned char *bytes);
labrbf_status lab_model_deserialize(const unsigned char *bytes, size_t size, const lab_allocator *allocator,
                                    labrbf_model **model);
labrbf_status lab_model_save(const labrbf_model *model, const char *path);
labrbf_status lab_model_load(const char *path, const lab_allocator *allocator, labrbf_model **model);

/* metrics.c */
void lab_metrics(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics);

#endif
