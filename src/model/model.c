#include "model/model.h"

#include <math.h>
#include <string.h>

#include "base/status.h"

static void layout(labrbf_model *model, lab_arena *arena) {
    size_t s = model->n_support, m = model->n_features, targets = model->n_targets;
    model->x = lab_arena_doubles(arena, m, s);
    model->theta = lab_arena_doubles(arena, m, s);
    model->y = lab_arena_doubles(arena, targets, s);
    model->alpha = lab_arena_doubles(arena, targets, s);
    model->alpha2 = lab_arena_doubles(arena, targets, s);
    model->beta = lab_arena_doubles(arena, targets, 1);
    model->slopes = lab_arena_doubles(arena, targets, m);
    model->rows = lab_arena_sizes(arena, s);
    lab_scaler_layout(&model->scaler, arena);
    _Static_assert(sizeof(labrbf_round) % sizeof(double) == 0, "rounds are laid out as doubles");
    model->history =
        (labrbf_round *)(void *)lab_arena_doubles(arena, model->n_rounds, sizeof(labrbf_round) / sizeof(double));
}

labrbf_status lab_model_create(const lab_allocator *allocator, size_t n_support, size_t n_features, size_t n_targets,
                               size_t n_rounds, size_t n_knots, labrbf_model **out) {
    *out = NULL;
    labrbf_model *model = lab_alloc(allocator, 1, sizeof *model);
    if (!model)
        return LABRBF_E_MEMORY;
    model->allocator = *allocator;
    model->n_support = n_support;
    model->n_features = n_features;
    model->n_targets = n_targets;
    model->n_rounds = n_rounds;
    model->scaler.n_features = n_features;
    model->scaler.n_targets = n_targets;
    model->scaler.knots.n = n_knots;

    lab_arena arena = {0};
    layout(model, &arena);
    labrbf_status status = lab_arena_open(&arena, allocator, &model->block);
    if (status < 0) {
        lab_model_destroy(model);
        return status;
    }
    layout(model, &arena);
    *out = model;
    return LABRBF_OK;
}

void lab_model_destroy(labrbf_model *model) {
    if (!model)
        return;
    lab_allocator allocator = model->allocator;
    lab_free(&allocator, model->block);
    lab_free(&allocator, model->trials);
    lab_strings_free(&model->names, &allocator);
    lab_strings_free(&model->categories, &allocator);
    lab_free(&allocator, model);
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
    return (labrbf_trial){.scaling = lab_settings_scaling(trial->scaling),
                          .kernel = lab_settings_kernel(trial->kernel),
                          .linear = trial->linear == LAB_ON,
                          .label_form = lab_settings_label_form(trial->label_form),
                          .coefficients = lab_settings_coefficients(trial->coefficients),
                          .bandwidths = lab_settings_bandwidths(trial->bandwidths),
                          .ridge = trial->ridge,
                          .rate = trial->rate,
                          .sigma0 = trial->sigma0 > 0.0 ? trial->sigma0 : NAN,
                          .n_support = trial->n_support,
                          .n_steps = trial->n_steps,
                          .r2 = trial->r2};
}

bool lab_model_is_linear(const labrbf_model *model) {
    for (size_t i = 0; i < model->n_targets * model->n_features; i++)
        if (model->slopes[i] != 0.0)
            return true;
    return false;
}

lab_supports lab_model_supports(const labrbf_model *model) {
    return (lab_supports){.profile = model->settings.kernel,
                          .n = model->n_support,
                          .n_features = model->n_features,
                          .stride = model->n_support,
                          .x = model->x,
                          .theta = model->theta};
}
