/*
 * Fuzz target: the model reader. A checksum keeps random bytes out, so every input is read twice: as it is, and with
 * the size and the checksum put right in a copy. What is accepted must predict, and what it serializes to must read
 * back to the same bytes. Memory beyond ten times the input and a little is an error.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/api/model_bytes.h"
#include "labrbf/labrbf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct budget {
    size_t left;
} budget;

static void *allocate(void *user, size_t bytes) {
    budget *b = user;
    if (bytes > b->left)
        abort(); /* more than the input justifies */
    b->left -= bytes;
    return malloc(bytes);
}

static void release(void *user, void *block) {
    (void)user;
    free(block);
}

static void expect(int holds) {
    if (!holds)
        abort();
}

static unsigned char *serialized(const labrbf_model *model, size_t *size) {
    expect(labrbf_model_serialize(model, NULL, 0, size) == LABRBF_OK);
    unsigned char *bytes = malloc(*size);
    expect(bytes != NULL);
    expect(labrbf_model_serialize(model, bytes, *size, size) == LABRBF_OK);
    return bytes;
}

static void read_back(const labrbf_model *model) {
    size_t size, again;
    unsigned char *bytes = serialized(model, &size);
    labrbf_model *copy = NULL;
    expect(labrbf_model_deserialize(bytes, size, NULL, &copy) == LABRBF_OK);
    unsigned char *second = serialized(copy, &again);
    expect(size == again && memcmp(bytes, second, size) == 0);
    free(second);
    free(bytes);
    labrbf_model_destroy(copy);
}

static void predict(const labrbf_model *model) {
    labrbf_model_info info = {.struct_size = sizeof info};
    expect(labrbf_model_info_get(model, &info) == LABRBF_OK);
    size_t m = info.n_features, targets = info.n_targets;
    double *row = calloc(2 * m + targets, sizeof *row);
    expect(row != NULL && targets > 0);
    double *theta = row + m, *out = theta + m;
    expect(labrbf_model_predict(model, row, 1, m, 1, out) == LABRBF_OK);
    for (size_t j = 0; j < m; j++) {
        row[j] = j % 2 ? NAN : -1e300;
        theta[j] = (double)j;
    }
    expect(labrbf_model_predict(model, row, 1, m, 1, out) == LABRBF_OK);
    for (size_t k = 0; k < info.n_parts; k++) {
        labrbf_part_info part = {.struct_size = sizeof part};
        expect(labrbf_model_part_info(model, k, &part) == LABRBF_OK);
        expect(labrbf_model_predict_better(model, k, row, theta, 1, m, out, NULL) ==
               (part.has_second ? LABRBF_OK : LABRBF_E_ARGUMENT));
    }
    for (size_t j = 0; info.has_names && j < m; j++)
        expect(labrbf_model_feature_name(model, j) != NULL);
    for (size_t c = 0; info.has_names && c < targets; c++)
        expect(labrbf_model_target_name(model, c) != NULL);
    expect(labrbf_model_array(model, 0, LABRBF_FEATURE_MINIMA, row, m) == LABRBF_OK);
    expect(labrbf_model_array(model, 0, LABRBF_FEATURE_MAXIMA, theta, m) == LABRBF_OK);
    for (size_t j = 0; j < m; j++) {
        const char *category = labrbf_model_feature_category(model, j);
        expect(isfinite(row[j]) && isfinite(theta[j]) && row[j] <= theta[j]);
        expect(category == NULL || (info.has_names && strlen(category) > 0));
    }
    free(row);
}

static void read_model(const uint8_t *data, size_t size) {
    budget b = {10 * size + 8192};
    labrbf_hooks hooks = {.struct_size = sizeof hooks, .allocate = allocate, .release = release, .allocator_user = &b};
    labrbf_model *model = NULL;
    labrbf_status status = labrbf_model_deserialize(data, size, &hooks, &model);
    if (status < 0) {
        expect(model == NULL && (status == LABRBF_E_FORMAT || status == LABRBF_E_VERSION));
        return;
    }
    predict(model);
    read_back(model);
    labrbf_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned char *copy = malloc(size ? size : 1);
    expect(copy != NULL);
    if (size > 0) {
        read_model(data, size);
        memcpy(copy, data, size);
    }
    model_put_right(copy, size);
    read_model(copy, size);
    free(copy);
    return 0;
}
