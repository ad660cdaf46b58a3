#include <math.h>
#include <string.h>

#include "api/check.h"
#include "base/status.h"
#include "learn/krr.h"
#include "model/bytes.h"
#include "model/model.h"

static labrbf_status find_part(const labrbf_model *model, size_t number, const lab_part **part) {
    if (number >= model->n_parts)
        return lab_fail(LABRBF_E_ARGUMENT, "the model has %zu part%s, there is no number %zu (counted from 0)",
                        model->n_parts, model->n_parts == 1 ? "" : "s", number);
    *part = model->parts[number];
    return LABRBF_OK;
}

static labrbf_status no_second_regressor(void) {
    return lab_fail(LABRBF_E_ARGUMENT, "the model has no second regressor: its coefficients are not those of kernel "
                                       "ridge regression on the supports (setting coefficients=supports)");
}

/* ---- prediction */

static labrbf_status check_second_query(const labrbf_model *model, size_t number, const double *x, const double *theta,
                                        size_t n_rows, size_t n_features, const double *out, const lab_part **part) {
    LAB_OR_RETURN(lab_check_query(model, x, n_rows, n_features, out));
    LAB_OR_RETURN(find_part(model, number, part));
    if (!(*part)->alpha2)
        return no_second_regressor();
    if (n_rows > 0 && !theta)
        return lab_fail(LABRBF_E_ARGUMENT, "theta is NULL");
    return lab_check_finite("bandwidths", theta, n_rows * n_features);
}

labrbf_status labrbf_model_predict(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                                   size_t n_threads, double *out) {
    labrbf_status status = lab_check_query(model, x, n_rows, n_features, out);
    return status < 0 ? status : lab_model_predict(model, x, n_rows, n_threads, out);
}

labrbf_status labrbf_model_scale(const labrbf_model *model, size_t part, const double *x, size_t n_rows,
                                 size_t n_features, double *out) {
    const lab_part *found;
    LAB_OR_RETURN(lab_check_query(model, x, n_rows, n_features, out));
    LAB_OR_RETURN(find_part(model, part, &found));
    lab_scaler_rows(&found->scaler, x, n_rows, out);
    return LABRBF_OK;
}

labrbf_status labrbf_model_gradient(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                                    size_t n_threads, double *out) {
    size_t width;
    LAB_OR_RETURN(lab_check_query(model, x, n_rows, n_features, out));
    if (!lab_size_mul(model->n_targets, n_features, &width))
        return lab_fail(LABRBF_E_ARGUMENT, "the slopes of a row are too many to count");
    LAB_OR_RETURN(lab_check_shape(n_rows, width));
    return lab_model_gradient(model, x, n_rows, n_threads, out);
}

labrbf_status labrbf_model_predict_second(const labrbf_model *model, size_t part, const double *x, const double *theta,
                                          size_t n_rows, size_t n_features, double *out) {
    const lab_part *found;
    labrbf_status status = check_second_query(model, part, x, theta, n_rows, n_features, out, &found);
    if (status >= 0)
        lab_part_predict_second(found, x, theta, n_rows, out);
    return status;
}

labrbf_status labrbf_model_predict_better(const labrbf_model *model, size_t part, const double *x, const double *theta,
                                          size_t n_rows, size_t n_features, double *out, int *which) {
    const lab_part *found;
    LAB_OR_RETURN(check_second_query(model, part, x, theta, n_rows, n_features, out, &found));
    int better = lab_krr_better(found->alpha, found->alpha2, found->n_support * found->n_targets);
    if (better == 1)
        lab_part_predict_rows(found, x, 0, n_rows, out);
    else
        lab_part_predict_second(found, x, theta, n_rows, out);
    if (which)
        *which = better;
    return LABRBF_OK;
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
    LAB_OR_RETURN(lab_check_hooks(hooks, &known));
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
    LAB_OR_RETURN(lab_check_hooks(hooks, &known));
    lab_allocator allocator = lab_allocator_of(&known);
    return lab_model_deserialize(bytes, size, &allocator, model);
}

void labrbf_model_destroy(labrbf_model *model) { lab_model_destroy(model); }

/* ---- what is in a model */

labrbf_status labrbf_model_info_get(const labrbf_model *model, labrbf_model_info *info) {
    if (!model || !info)
        return lab_fail(LABRBF_E_ARGUMENT, "model or info is NULL");
    const lab_part *first = model->parts[0];
    labrbf_model_info full = {.struct_size = sizeof full,
                              .n_support = lab_model_supports(model),
                              .n_features = model->n_features,
                              .n_rows = model->n_rows,
                              .missing_values = model->missing_values,
                              .n_rounds = model->n_rounds,
                              .n_steps = model->n_steps,
                              .seed = model->settings.seed,
                              .lambda = first->lambda,
                              .beta = first->beta[0],
                              .rcond = first->rcond,
                              .label_minimum = first->scaler.labels[0].minimum,
                              .label_maximum = first->scaler.labels[0].maximum,
                              .stopped = model->stopped,
                              .has_names = model->names.at != NULL,
                              .n_targets = model->n_targets,
                              .n_trials = model->n_trials,
                              .bytes_single = lab_bytes_of_model(model),
                              .n_held_out = model->n_held_out,
                              .n_steps_kept = model->n_steps_kept,
                              .held_out_error = model->held_out_error,
                              .n_parts = model->n_parts};
    for (size_t k = 1; k < model->n_parts; k++) {
        const lab_part *part = model->parts[k];
        full.lambda = fmax(full.lambda, part->lambda);
        full.rcond = fmin(full.rcond, part->rcond);
        full.label_minimum = fmin(full.label_minimum, part->scaler.labels[0].minimum);
        full.label_maximum = fmax(full.label_maximum, part->scaler.labels[0].maximum);
    }
    return lab_give_struct(info, info->struct_size, &full, sizeof full);
}

labrbf_status labrbf_model_part_info(const labrbf_model *model, size_t part, labrbf_part_info *info) {
    const lab_part *found;
    if (!model || !info)
        return lab_fail(LABRBF_E_ARGUMENT, "model or info is NULL");
    LAB_OR_RETURN(find_part(model, part, &found));
    labrbf_part_info full = {.struct_size = sizeof full,
                             .weight = model->weights[part],
                             .n_support = found->n_support,
                             .linear = lab_part_is_linear(found),
                             .has_second = found->alpha2 != NULL,
                             .lambda = found->lambda,
                             .rcond = found->rcond,
                             .candidate = found->candidate,
                             .fold = found->fold};
    _Static_assert(sizeof full.kernel == LAB_NUMBER_TEXT, "a word of a setting fits");
    (void)lab_settings_word("kernel", found->profile, full.kernel);
    (void)lab_settings_word("scaling", found->scaler.scaling, full.scaling);
    (void)lab_settings_word("label_form", found->scaler.label_form, full.label_form);
    return lab_give_struct(info, info->struct_size, &full, sizeof full);
}

/* An array of a part, rows x columns; the part may store it column by column. */
typedef struct array {
    const double *values;
    size_t rows, columns;
    size_t row_stride, column_stride;
} array;

/* `columns` values of each support, stored column by column. */
static array of_supports(const lab_part *part, const double *values, size_t columns) {
    return (array){values, part->n_support, columns, 1, part->n_support};
}

static array of_features(const lab_part *part, const double *values) {
    return (array){values, part->n_features, 1, 1, 0};
}

static array of_targets(const lab_part *part, const double *values, size_t stride) {
    return (array){values, part->n_targets, 1, stride, 0};
}

/* Without values if there is no such array. */
static array find_array(const lab_part *part, labrbf_array which) {
    const lab_scaler *scaler = &part->scaler;
    const size_t label_stride = sizeof *scaler->labels / sizeof(double);
    const array all[] = {
        [LABRBF_SUPPORT_VECTORS] = of_supports(part, part->x, part->n_features),
        [LABRBF_BANDWIDTHS] = of_supports(part, part->theta, part->n_features),
        [LABRBF_COEFFICIENTS] = of_supports(part, part->alpha, part->n_targets),
        [LABRBF_COEFFICIENTS_2] = of_supports(part, part->alpha2, part->n_targets),
        [LABRBF_SUPPORT_LABELS] = of_supports(part, part->y, part->n_targets),
        [LABRBF_FEATURE_CENTERS] = of_features(part, scaler->center),
        [LABRBF_FEATURE_SCALES] = of_features(part, scaler->scale),
        [LABRBF_FEATURE_MEANS] = of_features(part, scaler->mean),
        [LABRBF_FEATURE_MINIMA] = of_features(part, scaler->low),
        [LABRBF_FEATURE_MAXIMA] = of_features(part, scaler->high),
        [LABRBF_BIASES] = of_targets(part, part->beta, 1),
        [LABRBF_LABEL_MINIMA] = of_targets(part, &scaler->labels->minimum, label_stride),
        [LABRBF_LABEL_MAXIMA] = of_targets(part, &scaler->labels->maximum, label_stride),
        [LABRBF_SLOPES] = {part->slopes, part->n_targets, part->n_features, part->n_features, 1},
        [LABRBF_LABEL_CENTERS] = of_targets(part, &scaler->labels->center, label_stride),
        [LABRBF_LABEL_SCALES] = of_targets(part, &scaler->labels->scale, label_stride),
        [LABRBF_LABEL_ANCHORS] = of_targets(part, &scaler->labels->anchor, label_stride),
        [LABRBF_LABEL_UNITS] = of_targets(part, &scaler->labels->unit, label_stride),
    };
    return (size_t)which < sizeof all / sizeof all[0] ? all[which] : (array){0};
}

labrbf_status labrbf_model_array(const labrbf_model *model, size_t part, labrbf_array which, double *out,
                                 size_t count) {
    const lab_part *found;
    if (!model || !out)
        return lab_fail(LABRBF_E_ARGUMENT, "model or out is NULL");
    LAB_OR_RETURN(find_part(model, part, &found));
    if (which == LABRBF_COEFFICIENTS_2 && !found->alpha2)
        return no_second_regressor();
    array a = find_array(found, which);
    if (!a.values)
        return lab_fail(LABRBF_E_ARGUMENT, "there is no array number %d", (int)which);
    if (count != a.rows * a.columns)
        return lab_fail(LABRBF_E_ARGUMENT, "the array has %zu values, but count is %zu", a.rows * a.columns, count);
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.columns; j++)
            out[i * a.columns + j] = a.values[i * a.row_stride + j * a.column_stride];
    return LABRBF_OK;
}

labrbf_status labrbf_model_support_rows(const labrbf_model *model, size_t part, size_t *rows, size_t count) {
    const lab_part *found;
    if (!model || !rows)
        return lab_fail(LABRBF_E_ARGUMENT, "model or rows is NULL");
    LAB_OR_RETURN(find_part(model, part, &found));
    if (count != found->n_support)
        return lab_fail(LABRBF_E_ARGUMENT, "the part has %zu supports, but count is %zu", found->n_support, count);
    memcpy(rows, found->rows, count * sizeof *rows);
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

labrbf_status labrbf_model_set_names(labrbf_model *model, const char *const *features, const char *const *targets) {
    if (!model || !features || !targets)
        return lab_fail(LABRBF_E_ARGUMENT, "model, features or targets is NULL");
    size_t m = model->n_features, count = m + model->n_targets;
    const char **all = lab_alloc(&model->allocator, count, sizeof *all);
    if (!all)
        return LABRBF_E_MEMORY;
    labrbf_status status = LABRBF_OK;
    for (size_t j = 0; j < count && status >= 0; j++) {
        all[j] = j < m ? features[j] : targets[j - m];
        if (!all[j])
            status = lab_fail(LABRBF_E_ARGUMENT, "the name of %s %zu is NULL", j < m ? "feature" : "target",
                              j < m ? j : j - m);
    }
    if (status >= 0)
        status = lab_strings_set(&model->names, &model->allocator, all, count);
    lab_free(&model->allocator, (void *)all);
    return status;
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
    return lab_strings_set(&model->categories, &model->allocator, categories, model->n_features);
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

const char *labrbf_model_target_name(const labrbf_model *model, size_t index) {
    return model && model->names.at && index < model->n_targets ? model->names.at[model->n_features + index] : NULL;
}

/* ---- scores */

labrbf_status labrbf_metrics_compute(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics) {
    if (!truth || !prediction || !metrics || n == 0)
        return lab_fail(LABRBF_E_ARGUMENT, "metrics need at least one truth and one prediction");
    LAB_OR_RETURN(lab_check_finite("true values", truth, n));
    LAB_OR_RETURN(lab_check_finite("predictions", prediction, n));
    lab_metrics(truth, prediction, n, metrics);
    return LABRBF_OK;
}
