#include "model/model.h"

#include <string.h>

#include "base/status.h"

labrbf_status lab_model_create(const lab_allocator *allocator, size_t n_features, size_t n_targets, size_t most_parts,
                               size_t n_rounds, labrbf_model **out) {
    *out = NULL;
    labrbf_model *model = lab_alloc(allocator, 1, sizeof *model);
    if (!model)
        return LABRBF_E_MEMORY;
    *model =
        (labrbf_model){.allocator = *allocator, .n_features = n_features, .n_targets = n_targets, .n_rounds = n_rounds};
    model->parts = lab_alloc(allocator, most_parts, sizeof *model->parts);
    model->weights = lab_alloc(allocator, most_parts, sizeof *model->weights);
    model->history = lab_alloc(allocator, n_rounds, sizeof *model->history);
    if (!model->parts || !model->weights || !model->history) {
        lab_model_destroy(model);
        return LABRBF_E_MEMORY;
    }
    *out = model;
    return LABRBF_OK;
}

void lab_model_destroy(labrbf_model *model) {
    if (!model)
        return;
    lab_allocator allocator = model->allocator;
    for (size_t k = 0; k < model->n_parts; k++)
        lab_part_destroy(model->parts[k]);
    lab_free(&allocator, (void *)model->parts);
    lab_free(&allocator, model->weights);
    lab_free(&allocator, model->history);
    lab_free(&allocator, model->trials);
    lab_strings_free(&model->names, &allocator);
    lab_strings_free(&model->categories, &allocator);
    lab_free(&allocator, model);
}

void lab_model_add_part(labrbf_model *model, lab_part *part, double weight) {
    model->parts[model->n_parts] = part;
    model->weights[model->n_parts++] = weight;
}

size_t lab_model_supports(const labrbf_model *model) {
    size_t sum = 0;
    for (size_t k = 0; k < model->n_parts; k++)
        sum += model->parts[k]->n_support;
    return sum;
}

labrbf_status lab_model_set_trials(labrbf_model *model, const lab_trial *trials, size_t n) {
    lab_trial *copy = lab_alloc(&model->allocator, n, sizeof *copy);
    if (!copy)
        return LABRBF_E_MEMORY;
    if (trials)
        memcpy(copy, trials, n * sizeof *copy);
    lab_free(&model->allocator, model->trials);
    model->trials = copy;
    model->n_trials = n;
    return LABRBF_OK;
}

labrbf_trial lab_trial_shown(const lab_trial *trial) {
    labrbf_trial shown = {.n_support = trial->n_support, .n_steps = trial->n_steps, .r2 = trial->r2};
    lab_settings_searched_text(&trial->settings, shown.settings);
    return shown;
}
