/* The golden model (golden/golden.h) as the victim of the tests of model files: changed, read, refused. */
#ifndef MODEL_IMAGE_H
#define MODEL_IMAGE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "api/model_bytes.h"
#include "fixture.h"
#include "golden/golden.h"

enum { M = GOLDEN_M, T = GOLDEN_T, S = 3 }; /* S of the first part */

static const char *const in_file[] = {"MODL", "SETT", "PART", "TRIA", "HELD", "HIST", "NAME", "CATE"};
static const char *const in_part[] = {"HEAD", "SCAL", "RANG", "KNOT", "LABL", "SUPP", "ALP2", "LINE"};
enum { TAGS = 8 };

static model_image golden;

static inline int make_model(void **state) {
    (void)state;
    golden = golden_image();
    return 0;
}

static inline int free_model(void **state) {
    (void)state;
    free(golden.bytes);
    return 0;
}

static inline model_image copy_of(const model_image *other) {
    model_image copy = {malloc(other->size), other->size, other->size};
    assert_non_null(copy.bytes);
    memcpy(copy.bytes, other->bytes, other->size);
    return copy;
}

static inline labrbf_model *read_model(const model_image *image) {
    labrbf_model *model = NULL;
    labrbf_status status = labrbf_model_deserialize(image->bytes, image->size, NULL, &model);
    if (status != LABRBF_OK)
        fail_msg("%d: %s", (int)status, labrbf_last_error());
    return model;
}

/* What the library writes after it has read the image. */
static inline model_image written_again(const model_image *image) {
    model_image again = {0};
    labrbf_model *model = read_model(image);
    again.bytes = fixture_bytes(model, &again.size);
    labrbf_model_destroy(model);
    return again;
}

static inline void expect_same(const model_image *a, const model_image *b) {
    model_image first = written_again(a), second = written_again(b);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    free(first.bytes);
    free(second.bytes);
}

/* Frees the image. */
static inline void expect_refused(model_image image, labrbf_status code, const char *word) {
    model_put_right(image.bytes, image.size);
    labrbf_status status = fixture_read(image.bytes, image.size);
    if (status != code || !strstr(labrbf_last_error(), word))
        fail_msg("%s: %d, '%s'", word, (int)status, status < 0 ? labrbf_last_error() : "");
    free(image.bytes);
}

static inline model_image with_payload(const char *tag, const void *payload, size_t length) {
    model_image section = model_one_section(tag, 0, payload, length);
    model_image changed = model_replace(golden.bytes, golden.size, tag, &section);
    free(section.bytes);
    return changed;
}

/* The section of this tag as it stands, with its header. */
static inline model_image section_of(const char *tag) {
    size_t part, at = model_find(golden.bytes, MODEL_HEADER, golden.size - CHECKSUM, tag, &part);
    model_image section = {0};
    assert_true(at != SIZE_MAX);
    image_put(&section, golden.bytes + at, SECTION_HEADER + (get_u64(golden.bytes + at + 8) + 7) / 8 * 8);
    return section;
}

#endif
