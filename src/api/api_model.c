#include <string.h>

#include "api/check.h"
#include "base/status.h"
#include "learn/krr.h"
#include "model/bytes.h"
#include "model/model.h"

/* ---- prediction */

static labrbf_status check_second_query(const labrbf_model *model, const double *x, const double *theta, size_t n_rows,
                                        size_t n_features, const double *out) {
    labrbf_status status = lab_check_query(model, x, n_rows, n_features, out);
    if (status < 0)
        return status;
    if (model->settings.coefficients == LAB_BY_ROWS)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "the model has no second regressor: its coefficients are not those of kernel "
                        "ridge regression on the supports (setting coefficients=supports)");
    if (n_rows > 0 && !theta)
        return lab_fail(LABRBF_E_ARGUMENT, "theta is NULL");
    return lab_check_finite("bandwidths", theta, n_rows * n_features);
}

labrbf_status labrbf_model_predict(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                                   size_t n_threads, double *out) {
    labrbf_status status = lab_check_query(model, x, n_rows, n_features, out);
    return status < 0 ? status : lab_model_predict(model, x, n_rows, n_threads, out);
}

labrbf_status labrbf_model_scale(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                                 double *out) {
    labrbf_status status = lab_check_query(model, x, n_rows, n_features, out);
    if (status < 0)
        return status;
    for (size_t r = 0; r < n_rows; r++)
        lab_scaler_features(&model->scaler, x + r * n_features, 0, n_features, out + r * n_features);
    return LABRBF_OK;
}

labrbf_status labrbf_model_gradient(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                                    size_t n_threads, double *out) {
    labrbf_status status = lab_check_query(model, x, n_rows, n_features, out);
    size_t width;
    if (status >= 0 && !lab_size_mul(model->n_targets, n_features, &width))
        status = lab_fail(LABRBF_E_ARGUMENT, "the slopes of a row are too many to count");
    if (status >= 0)
        status = lab_check_shape(n_rows, width);
    return status < 0 ? status : lab_model_gradient(model, x, n_rows, n_threads, out);
}

labrbf_status labrbf_model_predict_second(const labrbf_model *model, const double *x, const double *theta,
                                          size_t n_rows, size_t n_features, double *out) {
    labrbf_status status = check_second_query(model, x, theta, n_rows, n_features, out);
    if (status >= 0)
        lab_model_predict_second(model, x, theta, n_rows, out);
    return status;
}

labrbf_status labrbf_model_predict_better(const labrbf_model *model, const double *x, const double *theta,
                                          size_t n_rows, size_t n_features, double *out, int *which) {
    labrbf_status status = check_second_query(model, x, theta, n_rows, n_features, out);
    if (status < 0)
        return status;
    int better = lab_krr_better(model->alpha, model->alpha2, model->n_support * model->n_targets);
    if (better == 1)
        status = lab_model_predict(model, x, n_rows, 1, out);
    else
        lab_model_predict_second(model, x, theta, n_rows, out);
    if (which)
        *which = better;
    return status;
}

/* ---- files */

labrbf_status labrbf_model_save(const labrbf_model *model, const char *path) {
    if (!model || !path)
        return lab_fail(LABRBF_E_ARGUMENT, "model or path is NULL");
    return lab_model_save(model, path);
}

labrbf_status labrbf_model_load(const char *path, const labrbf_hooks *hooks, labrbf_model **model) {
    if (!path || !model)
        return lab_fail(LABRBF_E_ARGUMENT, "path or model is NULL");
    *model = NULL;
    labrbf_hooks known;
    labrbf_status status = lab_check_hooks(hooks, &known);
    if (status < 0)
        return status;
    lab_allocator allocator = lab_allocator_of(&known);
    return lab_model_load(path, &allocator, model);
}

labrbf_status labrbf_model_serialize(const labrbf_model *model, void *bytes, size_t capacity, size_t *size) {
    if (!model || !size)
        return lab_fail(LABRBF_E_ARGUMENT, "model or size is NULL");
    *size = lab_model_serialize(model, NULL);
    if (!bytes)
        return LABRBF_OK;
    if (capacity < *size)
        return lab_fail(LABRBF_E_ARGUMENT, "the model takes %zu bytes, there is room for %zu", *size, capacity);
    (void)lab_model_serialize(model, bytes);
    return LABRBF_OK;
}

labrbf_status labrbf_model_deserialize(const void *bytes, size_t size, const labrbf_hooks *hooks,
                                       labrbf_model **model) {
    if (!bytes || !model)
        return lab_fail(LABRBF_E_ARGUMENT, "bytes or model is NULL");
    *model = NULL;
    labrbf_hooks known;
    labrbf_status status = lab_check_hooks(hooks, &known);
    if (status < 0)
        return status;
    lab_allocator allocator = lab_allocator_of(&known);
    return lab_model_deserialize(bytes, size, &allocator, model);
}

void labrbf_model_destroy(labrbf_model *model) { lab_model_destroy(model); }

/* ---- what is in a model */

labrbf_status labrbf_model_info_get(const labrbf_model *model, labrbf_model_info *info) {
    if (!model || !info)
        return lab_fail(LABRBF_E_ARGUMENT, "model or info is NULL");
    labrbf_model_info full = {.struct_size = sizeof full,
                              .n_support = model->n_support,
                              .n_features = model->n_features,
                              .n_rows = model->n_rows,
                              .missing_values = model->missing_values,
                              .n_rounds = model->n_rounds,
                              .n_steps = model->n_steps,
                              .seed = model->settings.seed,
                              .lambda = model->lambda,
                              .beta = model->beta[0],
                              .rcond = model->rcond,
                              .label_minimum = model->scaler.labels[0].minimum,
                              .label_maximum = model->scaler.labels[0].maximum,
                              .stopped = model->stopped,
                              .has_names = model->names.at != NULL,
                              .n_targets = model->n_targets,
                              .n_trials = model->n_trials,
                              .bytes_single = lab_bytes_of_model(model),
                              .n_held_out = model->n_held_out,
                              .n_steps_kept = model->n_steps_kept,
                              .held_out_error = model->held_out_error};
    return lab_give_struct(info, info->struct_size, &full, sizeof full);
}

/* A model's array of rows x columns; in the model it may lie column by column. */
typedef struct array {
    const double *values;
    size_t rows, columns;
    size_t row_stride, column_stride;
} array;

/* Of each support `columns` values, which lie column by column. */
static array of_supports(const labrbf_model *model, const double *values, size_t columns) {
    return (array){values, model->n_support, columns, 1, model->n_support};
}

static array of_features(const labrbf_model *model, const double *values) {
    return (array){values, model->n_features, 1, 1, 0};
}

static array of_targets(const labrbf_model *model, const double *values, size_t stride) {
    return (array){values, model->n_targets, 1, stride, 0};
}

static array find_array(const labrbf_model *model, labrbf_array which) {
    const lab_scaler *scaler = &model->scaler;
    const size_t label_stride = sizeof *scaler->labels / sizeof(double);
    switch (which) {
    case LABRBF_SUPPORT_VECTORS:
        return of_supports(model, model->x, model->n_features);
    case LABRBF_BANDWIDTHS:
        return of_supports(model, model->theta, model->n_features);
    case LABRBF_COEFFICIENTS:
        return of_supports(model, model->alpha, model->n_targets);
    case LABRBF_COEFFICIENTS_2:
        return of_supports(model, model->alpha2, model->n_targets);
    case LABRBF_SUPPORT_LABELS:
        return of_supports(model, model->y, model->n_targets);
    case LABRBF_FEATURE_CENTERS:
        return of_features(model, scaler->center);
    case LABRBF_FEATURE_SCALES:
        return of_features(model, scaler->scale);
    case LABRBF_FEATURE_MEANS:
        return of_features(model, scaler->mean);
    case LABRBF_FEATURE_MINIMA:
        return of_features(model, scaler->low);
    case LABRBF_FEATURE_MAXIMA:
        return of_features(model, scaler->high);
    case LABRBF_BIASES:
        return of_targets(model, model->beta, 1);
    case LABRBF_LABEL_MINIMA:
        return of_targets(model, &scaler->labels->minimum, label_stride);
    case LABRBF_LABEL_MAXIMA:
        return of_targets(model, &scaler->labels->maximum, label_stride);
    case LABRBF_SLOPES:
        return (array){model->slopes, model->n_targets, model->n_features, model->n_features, 1};
    case LABRBF_LABEL_CENTERS:
        return of_targets(model, &scaler->labels->center, label_stride);
    case LABRBF_LABEL_SCALES:
        return of_targets(model, &scaler->labels->scale, label_stride);
    case LABRBF_LABEL_ANCHORS:
        return of_targets(model, &scaler->labels->anchor, label_stride);
    case LABRBF_LABEL_UNITS:
        return of_targets(model, &scaler->labels->unit, label_stride);
    }
    return (array){0};
}

labrbf_status labrbf_model_array(const labrbf_model *model, labrbf_array which, double *out, size_t count) {
    if (!model || !out)
        return lab_fail(LABRBF_E_ARGUMENT, "model or out is NULL");
    array a = find_array(model, which);
    if (!a.values)
        return lab_fail(LABRBF_E_ARGUMENT, "there is no array number %d", (int)which);
    if (count != a.rows * a.columns)
        return lab_fail(LABRBF_E_ARGUMENT, "the array has %zu values, but count is %zu", a.rows * a.columns, count);
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.columns; j++)
            out[i * a.columns + j] = a.values[i * a.row_stride + j * a.column_stride];
    return LABRBF_OK;
}

labrbf_status labrbf_model_support_rows(const labrbf_model *model, size_t *rows, size_t count) {
    if (!model || !rows)
        return lab_fail(LABRBF_E_ARGUMENT, "model or rows is NULL");
    if (count != model->n_support)
        return lab_fail(LABRBF_E_ARGUMENT, "the model has %zu supports, but count is %zu", model->n_support, count);
    memcpy(rows, model->rows, count * sizeof *rows);
    return LABRBF_OK;
}

labrbf_status labrbf_model_setting(const labrbf_model *model, const char *name, char *text, size_t capacity) {
    if (!model || !name || !text)
        return lab_fail(LABRBF_E_ARGUMENT, "model, name or text is NULL");
    return lab_give_setting(&model->settings, name, text, capacity);
}

labrbf_status labrbf_model_trial(const labrbf_model *model, size_t index, labrbf_trial *trial) {
    if (!model || !trial)
        return lab_fail(LABRBF_E_ARGUMENT, "model or trial is NULL");
    if (index >= model->n_trials)
        return lab_fail(LABRBF_E_ARGUMENT, "the model has %zu trials, there is no number %zu", model->n_trials, index);
    *trial = lab_trial_shown(&model->trials[index]);
    return LABRBF_OK;
}

labrbf_status labrbf_model_history(const labrbf_model *model, size_t index, labrbf_round *round) {
    if (!model || !round)
        return lab_fail(LABRBF_E_ARGUMENT, "model or round is NULL");
    if (index >= model->n_rounds)
        return lab_fail(LABRBF_E_ARGUMENT, "the history has %zu rounds, there is no number %zu", model->n_rounds,
                        index);
    *round = model->history[index];
    return LABRBF_OK;
}

/* ---- names */

/* Names of the features, then of the targets; those of the features may be the model's own. */
static labrbf_status set_names(labrbf_model *model, const char *const *features, const char *const *targets,
                               size_t n_targets) {
    size_t m = model->n_features, count = m + model->n_targets;
    const char **all = lab_alloc(&model->allocator, count, sizeof *all);
    if (!all)
        return LABRBF_E_MEMORY;
    labrbf_status status = LABRBF_OK;
    for (size_t j = 0; j < count && status >= 0; j++) {
        all[j] = j < m ? features[j] : j - m < n_targets ? targets[j - m] : "";
        if (!all[j])
            status = lab_fail(LABRBF_E_ARGUMENT, "the name of %s %zu is NULL", j < m ? "feature" : "target",
                              j < m ? j : j - m);
    }
    if (status >= 0)
        status = lab_strings_set(&model->names, &model->allocator, all, count);
    lab_free(&model->allocator, (void *)all);
    return status;
}

labrbf_status labrbf_model_set_names(labrbf_model *model, const char *const *features, const char *target) {
    if (!model || !features || !target)
        return lab_fail(LABRBF_E_ARGUMENT, "model, features or target is NULL");
    return set_names(model, features, &target, 1);
}

labrbf_status labrbf_model_set_targets(labrbf_model *model, const char *const *targets) {
    if (!model || !targets)
        return lab_fail(LABRBF_E_ARGUMENT, "model or targets is NULL");
    if (!model->names.at)
        return lab_fail(LABRBF_E_ARGUMENT, "names of targets go with those of features: the model has none yet");
    return set_names(model, model->names.at, targets, model->n_targets);
}

labrbf_status labrbf_model_set_categories(labrbf_model *model, const char *const *categories) {
    if (!model)
        return lab_fail(LABRBF_E_ARGUMENT, "model is NULL");
    if (!categories) {
        lab_strings_free(&model->categories, &model->allocator);
        return LABRBF_OK;
    }
    if (!model->names.at)
        return lab_fail(LABRBF_E_ARGUMENT, "categories belong to columns: the model has no names yet");
    const char **all = lab_alloc(&model->allocator, model->n_features, sizeof *all);
    if (!all)
        return LABRBF_E_MEMORY;
    for (size_t j = 0; j < model->n_features; j++)
        all[j] = categories[j] ? categories[j] : "";
    labrbf_status status = lab_strings_set(&model->categories, &model->allocator, all, model->n_features);
    lab_free(&model->allocator, (void *)all);
    return status;
}

const char *labrbf_model_feature_category(const labrbf_model *model, size_t index) {
    if (!model || !model->categories.at || index >= model->n_features)
        return NULL;
    const char *category = model->categories.at[index];
    return *category ? category : NULL;
}

const char *labrbf_model_feature_name(const labrbf_model *model, size_t index) {
    return model && model->names.at && index < model->n_features ? model->names.at[index] : NULL;
}

const char *labrbf_model_target_name(const labrbf_model *model) { return labrbf_model_target_name_at(model, 0); }

const char *labrbf_model_target_name_at(const labrbf_model *model, size_t index) {
    return model && model->names.at && index < model->n_targets ? model->names.at[model->n_features + index] : NULL;
}

/* ---- scores */

labrbf_status labrbf_metrics_compute(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics) {
    if (!truth || !prediction || !metrics || n == 0)
        return lab_fail(LABRBF_E_ARGUMENT, "metrics need at least one truth and one prediction");
    labrbf_status status = lab_check_finite("true values", truth, n);
    if (status >= 0)
        status = lab_check_finite("predictions", prediction, n);
    if (status >= 0)
        lab_metrics(truth, prediction, n, metrics);
    return status;
}
