/* A fitted model: a weighted sum of parts, f(t) = sum_k w_k f_k(t), and the record of its training. */
#ifndef LAB_MODEL_H
#define LAB_MODEL_H

#include <stddef.h>

#include "base/alloc.h"
#include "base/par.h"
#include "labrbf/labrbf.h"
#include "model/part.h"
#include "model/settings.h"

/* Strings in one block of memory; both are NULL if there are none. */
typedef struct lab_strings {
    char *text;
    const char **at;
} lab_strings;

/* A candidate of the search, scored on validation rows. */
typedef struct lab_trial {
    lab_settings settings; /* the searched ones */
    size_t n_support, n_steps;
    double r2; /* on the validation rows, the mean over targets */
} lab_trial;

struct labrbf_model {
    lab_allocator allocator;
    size_t n_features, n_targets; /* of every part */
    size_t n_parts;
    lab_part **parts;
    double *weights; /* of the parts */

    lab_settings settings; /* that it was trained with; threads is auto */
    size_t n_rows, missing_values, n_steps;
    size_t n_held_out, n_steps_kept; /* rows held out for early stopping; steps up to the state that was kept */
    double held_out_error;           /* mean squared error of these rows then; NaN without */
    labrbf_status stopped;
    labrbf_round *history;
    size_t n_rounds;
    lab_trial *trials; /* NULL without a search */
    size_t n_trials;

    lab_strings names;      /* n_features names, then the targets' */
    lab_strings categories; /* the category for which this feature is 1; "" for a number */
};

/* A model without parts, with room for most_parts, and with n_rounds empty rounds of history. Codes: E_MEMORY. */
labrbf_status lab_model_create(const lab_allocator *allocator, size_t n_features, size_t n_targets, size_t most_parts,
                               size_t n_rounds, labrbf_model **model);
void lab_model_destroy(labrbf_model *model);

/* Adds a part, for which there is room; the model owns it from then on. */
void lab_model_add_part(labrbf_model *model, lab_part *part, double weight);

/* The number of supports of all parts. */
size_t lab_model_supports(const labrbf_model *model);

/* Sets the trials to copies of these, best first, or to n empty ones if NULL. Codes: E_MEMORY. */
labrbf_status lab_model_set_trials(labrbf_model *model, const lab_trial *trials, size_t n);
/* The trial as the public interface shows it. */
labrbf_trial lab_trial_shown(const lab_trial *trial);

/* Replaces the strings by copies of these; NULL is an empty one. */
labrbf_status lab_strings_set(lab_strings *strings, const lab_allocator *allocator, const char *const *values,
                              size_t count);
/* The same from text[0 .. size), which holds `count` terminated strings. */
labrbf_status lab_strings_parse(lab_strings *strings, const lab_allocator *allocator, const char *text, size_t size,
                                size_t count);
void lab_strings_free(lab_strings *strings, const lab_allocator *allocator);

/* predict.c: f(t) of n rows in the data's own units, on `threads` threads: n x n_targets. */
labrbf_status lab_model_predict(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out);
/* The rows [begin, end) of x, on this thread. */
typedef void lab_row_proc(const labrbf_model *model, const double *x, size_t begin, size_t end, double *out);
lab_row_proc lab_model_predict_rows;
/* A mean of parts that all clip stays within the range of the training labels, whatever rounding does. */
void lab_model_clip_rows(const labrbf_model *model, size_t begin, size_t end, double *out);
/* Calls proc for blocks of n rows, on `threads` threads. */
labrbf_status lab_model_each_row(const labrbf_model *model, lab_row_proc *proc, const double *x, size_t n,
                                 size_t threads, double *out);

/* gradient.c: df/dx of n rows in the data's own units, on `threads` threads; out is n x n_targets x n_features. */
labrbf_status lab_model_gradient(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out);

/* model_file.c: the bytes of a model. Serialize returns the size, and writes nothing if bytes is NULL. */
size_t lab_model_serialize(const labrbf_model *model, unsigned char *bytes);
labrbf_status lab_model_deserialize(const unsigned char *bytes, size_t size, const lab_allocator *allocator,
                                    labrbf_model **model);
labrbf_status lab_model_save(const labrbf_model *model, const char *path);
labrbf_status lab_model_load(const char *path, const lab_allocator *allocator, labrbf_model **model);

/* metrics.c */
void lab_metrics(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics);

#endif
