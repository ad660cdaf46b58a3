/* Models in files. */
#include "base/file.h"
#include "model/model.h"

labrbf_status lab_model_save(const labrbf_model *model, const char *path) {
    size_t size = lab_model_serialize(model, NULL);
    unsigned char *bytes = lab_alloc(&model->allocator, size, 1);
    if (!bytes)
        return LABRBF_E_MEMORY;
    (void)lab_model_serialize(model, bytes);
    labrbf_status status = lab_file_write(path, bytes, size);
    lab_free(&model->allocator, bytes);
    return status;
}

labrbf_status lab_model_load(const char *path, const lab_allocator *allocator, labrbf_model **model) {
    *model = NULL;
    unsigned char *bytes = NULL;
    size_t size = 0;
    labrbf_status status = lab_file_read(path, allocator, &bytes, &size);
    if (status >= 0)
        status = lab_model_deserialize(bytes, size, allocator, model);
    lab_free(allocator, bytes);
    return status;
}
