#include <math.h>
#include <string.h>

#include "api/check.h"
#include "base/dense.h"
#include "base/status.h"
#include "learn/session.h"
#include "model/model.h"

/* The data with the fields of this version: those that an older caller lacks are zero. */
static labrbf_status read_data(const labrbf_data *given, labrbf_data *data) {
    *data = (labrbf_data){0};
    if (!given)
        return lab_fail(LABRBF_E_ARGUMENT, "data is NULL");
    if (given->struct_size < sizeof given->struct_size)
        return lab_fail(LABRBF_E_ARGUMENT, "data->struct_size is %zu: set it to sizeof(labrbf_data)",
                        given->struct_size);
    memcpy(data, given, given->struct_size < sizeof *data ? given->struct_size : sizeof *data);
    return LABRBF_OK;
}

static labrbf_status check_sizes(const labrbf_data *d) {
    if (!d->x || !d->y)
        return lab_fail(LABRBF_E_ARGUMENT, "x or y is NULL");
    if (d->n_features == 0)
        return lab_fail(LABRBF_E_DATA, "there is no feature: at least one is needed");
    if (d->n_targets == 0)
        return lab_fail(LABRBF_E_DATA, "there is no target: at least one is needed");
    if (d->n_rows < 2)
        return lab_fail(LABRBF_E_DATA, "there %s: at least 2 are needed", d->n_rows == 0 ? "are no rows" : "is 1 row");
    labrbf_status status = lab_check_shape(d->n_rows, d->n_features);
    if (status >= 0)
        status = lab_check_shape(d->n_rows, d->n_targets);
    if (status >= 0 && d->n_rows >= UINT32_MAX)
        return lab_fail(LABRBF_E_DATA, "there are %zu rows: at most %lu can be learnt from", d->n_rows,
                        (unsigned long)UINT32_MAX - 1);
    if (status >= 0 && !lab_dense_fits(d->n_targets, 1))
        return lab_fail(LABRBF_E_DATA, "there are %zu targets, which is more than LAPACK can index", d->n_targets);
    return status;
}

static labrbf_status check_weights(const double *weights, size_t n) {
    double sum = 0.0;
    for (size_t r = 0; r < n; r++) {
        if (!(weights[r] >= 0.0) || isinf(weights[r]))
            return lab_fail(LABRBF_E_DATA, "the weight of row %zu is %g, but must be finite and not negative", r,
                            weights[r]);
        sum += weights[r];
    }
    if (sum == 0.0)
        return lab_fail(LABRBF_E_DATA, "every weight is 0: no row is left to learn from");
    if (isinf(sum))
        return lab_fail(LABRBF_E_DATA, "the sum of the weights is more than a number can hold: only their ratios "
                                       "matter, so divide them all");
    return LABRBF_OK;
}

/* Of the rows with a positive weight some must be marked, but not all. */
static labrbf_status check_validation(const labrbf_data *d) {
    size_t marked = 0, counting = 0;
    for (size_t r = 0; r < d->n_rows; r++) {
        bool counts = !d->weights || d->weights[r] > 0.0;
        counting += counts;
        marked += counts && d->validation[r];
    }
    if (marked == 0 || marked == counting)
        return lab_fail(LABRBF_E_DATA, "%s of the %zu rows that count %s marked for validation: some must be, not all",
                        marked ? "all" : "none", counting, marked ? "are" : "is");
    return LABRBF_OK;
}

static labrbf_status check_start(const labrbf_data *d) {
    if (d->start->n_features != d->n_features || d->start->n_targets != d->n_targets)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "the model to start from has %zu features and %zu targets, but the data have %zu and %zu",
                        d->start->n_features, d->start->n_targets, d->n_features, d->n_targets);
    if (d->start->n_parts != 1)
        return lab_fail(LABRBF_E_ARGUMENT,
                        "the model to start from is a sum of %zu parts, but training can go on only from one: fit that "
                        "model with members=1",
                        d->start->n_parts);
    return LABRBF_OK;
}

static labrbf_status check_data(const labrbf_data *d) {
    labrbf_status status = check_sizes(d);
    if (status >= 0)
        status = lab_check_features(d->x, d->n_rows, d->n_features);
    if (status >= 0)
        status = lab_check_finite("labels", d->y, d->n_rows * d->n_targets);
    if (status >= 0 && d->weights)
        status = check_weights(d->weights, d->n_rows);
    if (status >= 0 && d->validation)
        status = check_validation(d);
    if (status >= 0 && d->start)
        status = check_start(d);
    return status;
}

labrbf_status labrbf_trainer_create(const labrbf_settings *settings, const labrbf_data *data, const labrbf_hooks *hooks,
                                    labrbf_trainer **trainer) {
    labrbf_status status;
    labrbf_hooks known;
    labrbf_data known_data;
    lab_settings values;
    if (!trainer)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
    *trainer = NULL;
    LAB_TRY(lab_check_hooks(hooks, &known));
    LAB_TRY(read_data(data, &known_data));
    LAB_TRY(check_data(&known_data));
    LAB_TRY(lab_settings_preset(&values, "default"));
    if (settings)
        values = settings->values;
    LAB_TRY(lab_session_create(&values, &known_data, &known, trainer));
    return LABRBF_OK;
fail:
    return status;
}

labrbf_status labrbf_trainer_step(labrbf_trainer *trainer) {
    return trainer ? lab_session_step(trainer) : lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
}

labrbf_status labrbf_trainer_run(labrbf_trainer *trainer, double seconds) {
    if (!trainer)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
    if (!(seconds >= 0.0))
        return lab_fail(LABRBF_E_ARGUMENT, "seconds is %g: it cannot be negative", seconds);
    return lab_session_run(trainer, seconds);
}

labrbf_status labrbf_trainer_settle(labrbf_trainer *trainer) {
    return trainer ? lab_session_settle(trainer) : lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
}

labrbf_status labrbf_trainer_shorten(labrbf_trainer *trainer, size_t n_steps) {
    if (!trainer)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
    lab_session_shorten(trainer, n_steps);
    return LABRBF_OK;
}

labrbf_status labrbf_trainer_info(const labrbf_trainer *trainer, labrbf_training_info *info) {
    if (!trainer || !info)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer or info is NULL");
    labrbf_training_info full;
    lab_session_info(trainer, &full);
    return lab_give_struct(info, info->struct_size, &full, sizeof full);
}

labrbf_status labrbf_trainer_take_model(labrbf_trainer *trainer, labrbf_model **model) {
    if (!trainer || !model)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer or model is NULL");
    *model = NULL;
    return lab_session_take_model(trainer, model);
}

void labrbf_trainer_destroy(labrbf_trainer *trainer) { lab_session_destroy(trainer); }

labrbf_status labrbf_fit_data(const labrbf_settings *settings, const labrbf_data *data, const labrbf_hooks *hooks,
                              labrbf_model **model) {
    labrbf_trainer *trainer = NULL;
    if (!model)
        return lab_fail(LABRBF_E_ARGUMENT, "model is NULL");
    *model = NULL;
    labrbf_status ended = labrbf_trainer_create(settings, data, hooks, &trainer);
    if (ended >= 0)
        ended = lab_session_run(trainer, INFINITY);
    if (ended >= 0) {
        labrbf_status taken = lab_session_take_model(trainer, model);
        ended = taken < 0 ? taken : ended;
    }
    lab_session_destroy(trainer);
    return ended;
}

labrbf_status labrbf_fit(const labrbf_settings *settings, const double *x, const double *y, size_t n_rows,
                         size_t n_features, const labrbf_hooks *hooks, labrbf_model **model) {
    labrbf_data data = {
        .struct_size = sizeof data, .n_rows = n_rows, .n_features = n_features, .n_targets = 1, .x = x, .y = y};
    return labrbf_fit_data(settings, &data, hooks, model);
}
