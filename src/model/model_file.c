/*
 * A model as bytes, and in files (docs/model-format.md).
 *
 *   8   magic  89 'L' 'A' 'B' 'R' 'B' 'F' 0A
 *   8   format version
 *   8   size of the whole file
 *       sections
 *   8   CRC-64 (ECMA-182, reflected) of everything before it
 *
 * The reader trusts nothing: sizes are checked against the bytes that are there before memory is asked for, so that a
 * hostile file cannot make it allocate more than ten times its own length and a few kilobytes.
 */
#include <string.h>

#include "base/file.h"
#include "model/sections.h"

enum { MAGIC = 8, VERSION = 1, SIZE_AT = 16, HEADER = 24, CHECKSUM = 8, ROUND = 40 };

static const unsigned char magic[MAGIC] = {0x89, 'L', 'A', 'B', 'R', 'B', 'F', '\n'};

static uint64_t checksum_of(const unsigned char *bytes, size_t size) {
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

size_t lab_model_serialize(const labrbf_model *model, unsigned char *bytes) {
    lab_codec codec = {.to = bytes}, size = {.to = bytes, .used = SIZE_AT};
    labrbf_model fields = *model; /* whose arrays are only read */
    lab_codec_put(&codec, magic, MAGIC);
    (void)lab_codec_u64(&codec, VERSION);
    (void)lab_codec_u64(&codec, 0);
    (void)lab_model_code(&codec, &fields);
    (void)lab_codec_u64(&size, codec.used + CHECKSUM);
    (void)lab_codec_u64(&codec, bytes ? checksum_of(bytes, codec.used) : 0);
    return codec.used;
}

/* Checks magic, version, size and checksum; `sections` is what lies between. Codes: E_FORMAT, E_VERSION. */
static labrbf_status open_bytes(const unsigned char *bytes, size_t size, lab_codec *sections) {
    if (size < HEADER + CHECKSUM)
        return lab_broken("it is too short");
    if (memcmp(bytes, magic, MAGIC) != 0)
        return lab_broken("its first bytes are not those of a model");
    lab_codec header = {.from = bytes, .size = HEADER, .used = MAGIC};
    lab_codec end = {.from = bytes, .size = size, .used = size - CHECKSUM};
    uint64_t version = lab_codec_u64(&header, 0), length = lab_codec_u64(&header, 0);
    bool intact = length == size && checksum_of(bytes, size - CHECKSUM) == lab_codec_u64(&end, 0);
    if (version > VERSION)
        return lab_fail(LABRBF_E_VERSION, "the model has format version %llu, this labrbf %s reads version %d%s",
                        (unsigned long long)version, LABRBF_VERSION, VERSION,
                        intact ? ": update it" : " (or the file is damaged: its checksum is wrong)");
    if (version == 0)
        return lab_broken("its version is 0");
    if (length != size)
        return lab_broken("it has %zu bytes but was written with %llu%s", size, (unsigned long long)length,
                          size < length ? " (cut short?)" : "");
    if (!intact)
        return lab_broken("its checksum is wrong (the file is damaged)");
    *sections = (lab_codec){.from = bytes + HEADER, .size = size - HEADER - CHECKSUM};
    return LABRBF_OK;
}

labrbf_status lab_model_deserialize(const unsigned char *bytes, size_t size, const lab_allocator *allocator,
                                    labrbf_model **out) {
    lab_codec codec = {0};
    size_t history, part;
    *out = NULL;
    labrbf_status status = open_bytes(bytes, size, &codec);
    if (status < 0)
        return status;
    (void)lab_section_find(&codec, "HIST", &history);
    status = lab_model_create(allocator, 0, 0, lab_section_find(&codec, "PART", &part), history / ROUND, out);
    if (status < 0)
        return status;
    status = lab_model_code(&codec, *out);
    if (status < 0) {
        lab_model_destroy(*out);
        *out = NULL;
    }
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

/* How many bytes a file has that begins so; as many as are needed to tell, if there are fewer. 0: it is no model. */
static size_t length_of(const unsigned char *bytes, size_t size) {
    if (size < HEADER)
        return HEADER;
    lab_codec header = {.from = bytes, .size = HEADER, .used = SIZE_AT};
    uint64_t length = lab_codec_u64(&header, 0);
    return memcmp(bytes, magic, MAGIC) != 0 ? 0 : length < SIZE_MAX ? (size_t)length : SIZE_MAX;
}

labrbf_status lab_model_load(const char *path, const lab_allocator *allocator, labrbf_model **model) {
    *model = NULL;
    unsigned char *bytes = NULL;
    size_t size = 0;
    labrbf_status status = lab_file_read(path, allocator, length_of, &bytes, &size);
    if (status >= 0)
        status = lab_model_deserialize(bytes, size, allocator, model);
    lab_free(allocator, bytes);
    return status;
}
