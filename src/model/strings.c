/* Strings that travel with a model: names and categories. */
#include <string.h>

#include "base/status.h"
#include "model/model.h"

void lab_strings_free(lab_strings *strings, const lab_allocator *allocator) {
    lab_free(allocator, strings->text);
    lab_free(allocator, (void *)strings->at);
    *strings = (lab_strings){0};
}

labrbf_status lab_strings_parse(lab_strings *strings, const lab_allocator *allocator, const char *text, size_t size,
                                size_t count) {
    lab_strings copy = {lab_alloc(allocator, size, 1), lab_alloc(allocator, count, sizeof *copy.at)};
    if (!copy.text || !copy.at) {
        lab_strings_free(&copy, allocator);
        return LABRBF_E_MEMORY;
    }
    memcpy(copy.text, text, size);
    const char *next = copy.text;
    for (size_t i = 0; i < count; i++) {
        copy.at[i] = next;
        next += strlen(next) + 1;
    }
    lab_strings_free(strings, allocator);
    *strings = copy;
    return LABRBF_OK;
}

labrbf_status lab_strings_set(lab_strings *strings, const lab_allocator *allocator, const char *const *values,
                              size_t count) {
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        if (!lab_size_add(size, values[i] ? strlen(values[i]) + 1 : 1, &size))
            return lab_fail(LABRBF_E_MEMORY, "out of memory: the names are longer than can be addressed");
    char *text = lab_alloc(allocator, size, 1);
    if (!text)
        return LABRBF_E_MEMORY;
    char *end = text;
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, values[i] ? values[i] : "") + 1;
    labrbf_status status = lab_strings_parse(strings, allocator, text, size, count);
    lab_free(allocator, text);
    return status;
}
