#include <string.h>

#include "api/check.h"
#include "base/alloc.h"
#include "base/status.h"

labrbf_status labrbf_settings_create(labrbf_settings **settings) {
    if (!settings)
        return lab_fail(LABRBF_E_ARGUMENT, "settings is NULL");
    lab_allocator plain = lab_allocator_of(NULL);
    *settings = lab_alloc(&plain, 1, sizeof **settings);
    if (!*settings)
        return LABRBF_E_MEMORY;
    return lab_settings_preset(&(*settings)->values, "default");
}

void labrbf_settings_destroy(labrbf_settings *settings) {
    lab_allocator plain = lab_allocator_of(NULL);
    lab_free(&plain, settings);
}

labrbf_status labrbf_settings_preset(labrbf_settings *settings, const char *preset) {
    if (!settings || !preset)
        return lab_fail(LABRBF_E_ARGUMENT, "settings or preset is NULL");
    return lab_settings_preset(&settings->values, preset);
}

labrbf_status labrbf_settings_set(labrbf_settings *settings, const char *name, const char *text) {
    if (!settings || !name || !text)
        return lab_fail(LABRBF_E_ARGUMENT, "settings, name or text is NULL");
    return lab_settings_set(&settings->values, name, strlen(name), text);
}

labrbf_status labrbf_settings_get(const labrbf_settings *settings, const char *name, char *text, size_t capacity) {
    if (!settings || !name || !text)
        return lab_fail(LABRBF_E_ARGUMENT, "settings, name or text is NULL");
    return lab_give_setting(&settings->values, name, text, capacity);
}

size_t labrbf_settings_count(void) { return lab_settings_count(); }

labrbf_status labrbf_settings_describe(size_t index, labrbf_setting_info *info) {
    const labrbf_setting_info *row = lab_settings_describe(index);
    if (!info)
        return lab_fail(LABRBF_E_ARGUMENT, "info is NULL");
    if (!row)
        return lab_fail(LABRBF_E_ARGUMENT, "there is no setting number %zu", index);
    *info = *row;
    return LABRBF_OK;
}
