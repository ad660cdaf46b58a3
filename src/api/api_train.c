#include <math.h>

#include "api/check.h"
#include "base/status.h"
#include "learn/train.h"

static labrbf_status check_data(const double *x, const double *y, size_t n_rows, size_t n_features) {
    if (!x || !y)
        return lab_fail(LABRBF_E_ARGUMENT, "x or y is NULL");
    if (n_features == 0)
        return lab_fail(LABRBF_E_DATA, "there is no feature: at least one is needed");
    if (n_rows < 2)
        return lab_fail(LABRBF_E_DATA, "there %s: at least 2 are needed", n_rows == 0 ? "are no rows" : "is 1 row");
    labrbf_status status;
    LAB_TRY(lab_check_shape(n_rows, n_features));
    if (n_rows >= UINT32_MAX)
        return lab_fail(LABRBF_E_DATA, "there are %zu rows: at most %lu can be learnt from", n_rows,
                        (unsigned long)UINT32_MAX - 1);
    LAB_TRY(lab_check_features(x, n_rows, n_features));
    LAB_TRY(lab_check_finite("labels", y, n_rows));
    return LABRBF_OK;
fail:
    return status;
}

labrbf_status labrbf_trainer_create(const labrbf_settings *settings, const double *x, const double *y, size_t n_rows,
                                    size_t n_features, const labrbf_hooks *hooks, labrbf_trainer **trainer) {
    labrbf_status status;
    labrbf_hooks known;
    lab_settings values;
    if (!trainer)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
    *trainer = NULL;
    LAB_TRY(lab_check_hooks(hooks, &known));
    LAB_TRY(check_data(x, y, n_rows, n_features));
    LAB_TRY(lab_settings_preset(&values, "default"));
    if (settings)
        values = settings->values;
    LAB_TRY(lab_trainer_create(&values, x, y, n_rows, n_features, &known, trainer));
    return LABRBF_OK;
fail:
    return status;
}

labrbf_status labrbf_trainer_step(labrbf_trainer *trainer) {
    return trainer ? lab_trainer_step(trainer) : lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
}

labrbf_status labrbf_trainer_run(labrbf_trainer *trainer) {
    return labrbf_trainer_run_for(trainer, INFINITY);
}

labrbf_status labrbf_trainer_run_for(labrbf_trainer *trainer, double seconds) {
    if (!trainer)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer is NULL");
    if (!(seconds >= 0.0))
        return lab_fail(LABRBF_E_ARGUMENT, "seconds is %g: it cannot be negative", seconds);
    return lab_trainer_run(trainer, seconds);
}

labrbf_status labrbf_trainer_info(const labrbf_trainer *trainer, labrbf_training_info *info) {
    if (!trainer || !info)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer or info is NULL");
    labrbf_training_info full;
    lab_trainer_info(trainer, &full);
    return lab_give_struct(info, info->struct_size, &full, sizeof full);
}

labrbf_status labrbf_trainer_take_model(labrbf_trainer *trainer, labrbf_model **model) {
    if (!trainer || !model)
        return lab_fail(LABRBF_E_ARGUMENT, "trainer or model is NULL");
    *model = NULL;
    return lab_trainer_take_model(trainer, model);
}

void labrbf_trainer_destroy(labrbf_trainer *trainer) { lab_trainer_destroy(trainer); }

labrbf_status labrbf_fit(const labrbf_settings *settings, const double *x, const double *y, size_t n_rows,
                         size_t n_features, const labrbf_hooks *hooks, labrbf_model **model) {
    labrbf_trainer *trainer = NULL;
    if (!model)
        return lab_fail(LABRBF_E_ARGUMENT, "model is NULL");
    *model = NULL;
    labrbf_status ended = labrbf_trainer_create(settings, x, y, n_rows, n_features, hooks, &trainer);
    if (ended >= 0)
        ended = lab_trainer_run(trainer, INFINITY);
    if (ended >= 0) {
        labrbf_status taken = lab_trainer_take_model(trainer, model);
        ended = taken < 0 ? taken : ended;
    }
    lab_trainer_destroy(trainer);
    return ended;
}
