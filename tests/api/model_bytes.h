/* The bytes of a model as docs/model-format.md has them, put together, taken apart and put right again by plain code
 * that shares nothing with the library. */
#ifndef MODEL_BYTES_H
#define MODEL_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_HEADER = 24, SECTION_HEADER = 16, CHECKSUM = 8 };

/* CRC-64 of ECMA-182, reflected, all ones before and after, bit by bit. */
static inline uint64_t model_crc(const unsigned char *bytes, size_t size) {
    uint64_t crc = ~UINT64_C(0);
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ UINT64_C(0xc96c5795d7870f42) : crc >> 1;
    }
    return ~crc;
}

static inline uint64_t get_u64(const unsigned char *at) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static inline void put_u64(unsigned char *at, uint64_t value) {
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static inline uint64_t bits_of_f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void put_f64(unsigned char *at, double value) { put_u64(at, bits_of_f64(value)); }

/* Writes the true size and checksum into what is otherwise a model of `size` bytes. */
static inline void model_put_right(unsigned char *bytes, size_t size) {
    if (size < MODEL_HEADER + CHECKSUM)
        return;
    put_u64(bytes + 16, size);
    put_u64(bytes + size - CHECKSUM, model_crc(bytes, size - CHECKSUM));
}

/* ---- putting together */

typedef struct model_image {
    unsigned char *bytes; /* malloc */
    size_t size, room;
} model_image;

static inline void image_put(model_image *image, const void *bytes, size_t size) {
    while (image->size + size > image->room) {
        image->room = 2 * image->room + 1024;
        image->bytes = realloc(image->bytes, image->room);
        if (!image->bytes)
            abort();
    }
    if (size > 0)
        memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
}

static inline void image_u64(model_image *image, uint64_t value) {
    unsigned char bytes[8];
    put_u64(bytes, value);
    image_put(image, bytes, 8);
}

static inline void image_f64s(model_image *image, const double *values, size_t n) {
    for (size_t i = 0; i < n; i++)
        image_u64(image, bits_of_f64(values[i]));
}

static inline void image_padding(model_image *image) {
    while (image->size % 8 != 0)
        image_put(image, "", 1);
}

/* Returns where the section begins. */
static inline size_t image_section(model_image *image, const char *tag, unsigned char flags) {
    const unsigned char header[8] = {(unsigned char)tag[0], (unsigned char)tag[1], (unsigned char)tag[2],
                                     (unsigned char)tag[3], flags};
    image_put(image, header, 8);
    image_u64(image, 0);
    return image->size - SECTION_HEADER;
}

static inline void image_section_end(model_image *image, size_t begin) {
    put_u64(image->bytes + begin + 8, image->size - begin - SECTION_HEADER);
    image_padding(image);
}

static inline void image_begin(model_image *image) {
    *image = (model_image){0};
    image_put(image, "\x89LABRBF\n", 8);
    image_u64(image, 1);
    image_u64(image, 0);
}

static inline void image_end(model_image *image) {
    image_u64(image, 0);
    model_put_right(image->bytes, image->size);
}

/* ---- taking apart */

/* The header of the first section of this tag in [from, end), those in parts included; SIZE_MAX if there is none.
 * `part` is the header of the PART section that it is in, SIZE_MAX if it is in none. */
static inline size_t model_find(const unsigned char *bytes, size_t from, size_t end, const char *tag, size_t *part) {
    size_t inside = SIZE_MAX, inside_end = 0;
    for (size_t at = from; at + SECTION_HEADER <= end;) {
        uint64_t length = get_u64(bytes + at + 8);
        if (at >= inside_end)
            inside = SIZE_MAX;
        *part = inside;
        if (memcmp(bytes + at, tag, 4) == 0)
            return at;
        if (length > end)
            break;
        if (memcmp(bytes + at, "PART", 4) == 0) {
            inside = at;
            inside_end = at + SECTION_HEADER + (size_t)length;
            at += SECTION_HEADER; /* what is in it comes next */
        } else {
            at += SECTION_HEADER + (size_t)(length + 7) / 8 * 8;
        }
    }
    *part = SIZE_MAX;
    return SIZE_MAX;
}

/* The payload of the first such section and its length, or NULL. */
static inline unsigned char *model_section(unsigned char *bytes, size_t size, const char *tag, size_t *length) {
    size_t part, at = size < CHECKSUM ? SIZE_MAX : model_find(bytes, MODEL_HEADER, size - CHECKSUM, tag, &part);
    *length = at == SIZE_MAX ? 0 : (size_t)get_u64(bytes + at + 8);
    return at == SIZE_MAX ? NULL : bytes + at + SECTION_HEADER;
}

/* The model with bytes[at .. at + old) replaced by others, multiples of 8 both, and with the length of the part that
 * they are in put right, if that is not SIZE_MAX. */
static inline model_image model_splice(const unsigned char *bytes, size_t size, size_t at, size_t old, size_t part,
                                       const void *other, size_t length) {
    model_image image = {0};
    image_put(&image, bytes, at);
    image_put(&image, other, length);
    image_put(&image, bytes + at + old, size - at - old);
    if (part != SIZE_MAX)
        put_u64(image.bytes + part + 8, get_u64(bytes + part + 8) + length - old);
    model_put_right(image.bytes, image.size);
    return image;
}

/* A section by itself: header, payload and padding. */
static inline model_image model_one_section(const char *tag, unsigned char flags, const void *payload, size_t length) {
    model_image section = {0};
    size_t begin = image_section(&section, tag, flags);
    image_put(&section, payload, length);
    image_section_end(&section, begin);
    return section;
}

/* The model with another section in the place of the first one of this tag; without it if `section` is NULL. */
static inline model_image model_replace(const unsigned char *bytes, size_t size, const char *tag,
                                        const model_image *section) {
    size_t part, at = model_find(bytes, MODEL_HEADER, size - CHECKSUM, tag, &part);
    if (at == SIZE_MAX)
        abort();
    size_t old = SECTION_HEADER + (size_t)(get_u64(bytes + at + 8) + 7) / 8 * 8;
    return model_splice(bytes, size, at, old, part, section ? section->bytes : NULL, section ? section->size : 0);
}

/* The model with one more section before the first one of this tag. */
static inline model_image model_insert(const unsigned char *bytes, size_t size, const char *tag,
                                       const model_image *section) {
    size_t part, at = model_find(bytes, MODEL_HEADER, size - CHECKSUM, tag, &part);
    if (at == SIZE_MAX)
        abort();
    return model_splice(bytes, size, at, 0, part, section->bytes, section->size);
}

#endif
