/* The bytes of a model as docs/model-format.md has them, taken apart and put right again by plain code. */
#ifndef MODEL_BYTES_H
#define MODEL_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* The payload of a section and its length, or NULL. */
static inline unsigned char *model_section(unsigned char *bytes, size_t size, const char *tag, size_t *length) {
    *length = 0;
    for (size_t at = MODEL_HEADER; at + SECTION_HEADER + CHECKSUM <= size;) {
        uint64_t found = get_u64(bytes + at + 8);
        if (memcmp(bytes + at, tag, 4) == 0) {
            *length = (size_t)found;
            return bytes + at + SECTION_HEADER;
        }
        if (found > size)
            return NULL;
        at += SECTION_HEADER + (size_t)(found + 7) / 8 * 8;
    }
    return NULL;
}

/* The model as an older version had it, whose trials were of `fields` numbers; returns its size. */
static inline size_t model_with_older_trials(unsigned char *bytes, size_t size, uint64_t version, size_t fields) {
    size_t length, kept = 0, now = get_u64(bytes + 8) == 7 ? 12 : 11;
    unsigned char *trials = model_section(bytes, size, "TRIA", &length), *rest = trials + length;
    for (size_t at = 0; at < length; at += now * sizeof(uint64_t), kept += fields * sizeof(uint64_t))
        memmove(trials + kept, trials + at, fields * sizeof(uint64_t));
    memmove(trials + kept, rest, (size_t)(bytes + size - rest));
    put_u64(trials - 8, kept);
    put_u64(bytes + 8, version);
    model_put_right(bytes, size - length + kept);
    return size - length + kept;
}

#endif
