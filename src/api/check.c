#include "api/check.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/status.h"
#include "model/model.h"

labrbf_status lab_check_hooks(const labrbf_hooks *given, labrbf_hooks *hooks) {
    *hooks = (labrbf_hooks){.struct_size = sizeof *hooks};
    if (!given)
        return LABRBF_OK;
    if (given->struct_size < sizeof given->struct_size)
        return lab_fail(LABRBF_E_ARGUMENT, "hooks->struct_size is %zu: set it to sizeof(labrbf_hooks)",
                        given->struct_size);
    memcpy(hooks, given, given->struct_size < sizeof *hooks ? given->struct_size : sizeof *hooks);
    if (!hooks->allocate != !hooks->release)
        return lab_fail(LABRBF_E_ARGUMENT, "hooks have one of allocate and release: both or neither are needed");
    return LABRBF_OK;
}

labrbf_status lab_give_struct(void *given, size_t given_size, const void *full, size_t full_size) {
    if (given_size < sizeof(size_t))
        return lab_fail(LABRBF_E_ARGUMENT, "struct_size is %zu: set it to the size of the struct before the call",
                        given_size);
    memcpy(given, full, given_size < full_size ? given_size : full_size);
    *(size_t *)given = given_size;
    return LABRBF_OK;
}

labrbf_status lab_give_setting(const lab_settings *values, const char *name, char *text, size_t capacity) {
    char value[LAB_NUMBER_TEXT];
    LAB_OR_RETURN(lab_settings_get(values, name, value));
    size_t size = strlen(value) + 1;
    if (size > capacity)
        return lab_fail(LABRBF_E_ARGUMENT, "the value of %.80s takes %zu bytes, there is room for %zu", name, size,
                        capacity);
    memcpy(text, value, size);
    return LABRBF_OK;
}

labrbf_status lab_check_shape(size_t n_rows, size_t n_features) {
    size_t cells;
    if (!lab_size_mul(n_rows, n_features, &cells) || cells > SIZE_MAX / sizeof(double))
        return lab_fail(LABRBF_E_ARGUMENT, "%zu rows of %zu features are more than can be addressed", n_rows,
                        n_features);
    return LABRBF_OK;
}

labrbf_status lab_check_features(const double *x, size_t n_rows, size_t n_features) {
    for (size_t i = 0; i < n_rows * n_features; i++)
        if (isinf(x[i]))
            return lab_fail(LABRBF_E_DATA, "feature %zu of row %zu is infinite", i % n_features, i / n_features);
    return LABRBF_OK;
}

labrbf_status lab_check_finite(const char *what, const double *values, size_t n) {
    size_t bad = 0, first = 0;
    for (size_t i = n; i-- > 0;) {
        if (!isfinite(values[i])) {
            bad++;
            first = i;
        }
    }
    if (bad == 0)
        return LABRBF_OK;
    return lab_fail(LABRBF_E_DATA,
                    "%s must be finite, but %zu of %zu are not; the first is number %zu (counted from 0)", what, bad, n,
                    first);
}

labrbf_status lab_check_query(const labrbf_model *model, const double *x, size_t n_rows, size_t n_features,
                              const double *out) {
    if (!model)
        return lab_fail(LABRBF_E_ARGUMENT, "model is NULL");
    if (n_features != model->n_features)
        return lab_fail(LABRBF_E_ARGUMENT, "rows have %zu features, but the model has %zu", n_features,
                        model->n_features);
    if (n_rows > 0 && (!x || !out))
        return lab_fail(LABRBF_E_ARGUMENT, "x or out is NULL");
    LAB_OR_RETURN(lab_check_shape(n_rows, n_features));
    LAB_OR_RETURN(lab_check_shape(n_rows, model->n_targets));
    return lab_check_features(x, n_rows, n_features);
}
