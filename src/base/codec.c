#include "base/codec.h"

#include <math.h>
#include <string.h>

void lab_codec_put(lab_codec *codec, const void *bytes, size_t size) {
    if (codec->to && size > 0)
        memcpy(codec->to + codec->used, bytes, size);
    codec->used += size;
}

const void *lab_codec_get(lab_codec *codec, size_t size) {
    codec->cut = codec->cut || size > codec->size - codec->used;
    if (codec->cut)
        return NULL;
    codec->used += size;
    return codec->from + (codec->used - size);
}

void lab_codec_items(lab_codec *codec, void *items, size_t n, size_t size) {
    size_t bytes = n * size; /* of an array that exists, so this is no overflow */
    if (!codec->from) {
        lab_codec_put(codec, items, bytes);
        return;
    }
    const void *found = lab_codec_get(codec, bytes);
    if (found && bytes > 0)
        memcpy(items, found, bytes);
}

void lab_codec_count(lab_codec *codec, size_t *count, size_t most) {
    lab_codec_items(codec, count, 1, sizeof *count);
    lab_codec_require(codec, *count <= most);
    if (codec->bad)
        *count = 0;
}

uint64_t lab_codec_u64(lab_codec *codec, uint64_t value) {
    unsigned char bytes[8];
    if (codec->from) {
        const unsigned char *found = lab_codec_get(codec, 8);
        for (int i = 7; found && i >= 0; i--)
            value = value << 8 | found[i];
        return value;
    }
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    lab_codec_put(codec, bytes, 8);
    return value;
}

void lab_codec_number(lab_codec *codec, double *value) {
    uint64_t bits;
    memcpy(&bits, value, 8);
    bits = lab_codec_u64(codec, bits);
    if (codec->from)
        memcpy(value, &bits, 8);
}

void lab_codec_finite(lab_codec *codec, double *values, size_t n, size_t stride) {
    if (!codec->from && !codec->to)
        codec->used += 8 * n;
    for (size_t i = 0; i < n && (codec->from || codec->to); i++) {
        lab_codec_number(codec, &values[i * stride]);
        lab_codec_require(codec, isfinite(values[i * stride]));
    }
}

void lab_codec_sizes(lab_codec *codec, size_t *const *values) {
    for (; *values; values++) {
        uint64_t wide = lab_codec_u64(codec, **values);
        lab_codec_require(codec, wide <= SIZE_MAX);
        if (codec->from)
            **values = (size_t)wide;
    }
}

void lab_codec_finites(lab_codec *codec, double *const *values) {
    for (; *values; values++)
        lab_codec_finite(codec, *values, 1, 1);
}

void lab_codec_padding(lab_codec *codec) {
    unsigned char zeros[8] = {0};
    lab_codec_items(codec, zeros, (8 - codec->used % 8) % 8, 1);
    for (int i = 0; i < 8; i++)
        lab_codec_require(codec, zeros[i] == 0);
}

void lab_codec_require(lab_codec *codec, bool holds) { codec->bad = codec->bad || (codec->from && !holds); }

bool lab_codec_ended(const lab_codec *codec) { return !codec->cut && !codec->bad && codec->used == codec->size; }
