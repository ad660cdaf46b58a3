/* Models in files, and the checksum that tells a damaged one. */
#include "base/file.h"
#include "model/model.h"
#include "model/model_format.h"

const unsigned char lab_model_magic[LAB_MAGIC_SIZE] = {0x89, 'L', 'A', 'B', 'R', 'B', 'F', '\n'};

uint64_t lab_model_crc(const unsigned char *bytes, size_t size) {
    uint64_t table[256];
    for (unsigned i = 0; i < 256; i++) {
        uint64_t c = i;
        for (int bit = 0; bit < 8; bit++)
            c = (c >> 1) ^ ((c & 1) ? 0xc96c5795d7870f42u : 0);
        table[i] = c;
    }
    uint64_t crc = UINT64_MAX;
    for (size_t i = 0; i < size; i++)
        crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >> 8);
    return ~crc;
}

labrbf_status lab_model_copy(const labrbf_model *model, labrbf_model **copy) {
    size_t size = lab_model_serialize(model, NULL);
    unsigned char *bytes = lab_alloc(&model->allocator, size, 1);
    *copy = NULL;
    if (!bytes)
        return LABRBF_E_MEMORY;
    (void)lab_model_serialize(model, bytes);
    labrbf_status status = lab_model_deserialize(bytes, size, &model->allocator, copy);
    lab_free(&model->allocator, bytes);
    return status;
}

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
