#include "model/sections.h"

#include <string.h>

enum { TAG = 4, FLAGS = 4, HEADER = 16, KIND = TAG + 1 };

/* Goes past the next section; false: there is none, or it is not one. */
static bool next_section(lab_codec *codec, const char **header, lab_codec *payload) {
    size_t size = 0;
    *header = lab_codec_get(codec, TAG + FLAGS);
    lab_codec_size(codec, &size);
    *payload = (lab_codec){.from = lab_codec_get(codec, size), .size = size};
    lab_codec_padding(codec);
    return !codec->cut && !codec->bad;
}

/* The first section of this tag from *place on, which moves behind it. */
static bool find_section(const lab_codec *codec, const char *tag, size_t *place, lab_codec *payload) {
    lab_codec walk = {.from = codec->from, .size = codec->size, .used = *place};
    const char *header;
    while (walk.used < walk.size && next_section(&walk, &header, payload)) {
        *place = walk.used;
        if (memcmp(header, tag, TAG) == 0)
            return true;
    }
    return false;
}

bool lab_section_begin(lab_codec *codec, lab_section *section, bool present) {
    if (codec->from) {
        lab_codec payload;
        if (codec->status < 0 || !find_section(codec, section->tag, &section->place, &payload))
            return false;
        section->outer = *codec;
        *codec = payload;
        return true;
    }
    if (!present)
        return false;
    const unsigned char flags[FLAGS] = {section->flags};
    section->place = codec->used;
    lab_codec_put(codec, section->tag, TAG);
    lab_codec_put(codec, flags, FLAGS);
    lab_codec_u64(codec, &(uint64_t){0}); /* the length, once it is known */
    return true;
}

void lab_section_end(lab_codec *codec, const lab_section *section) {
    if (!codec->from) {
        lab_codec length = {.to = codec->to, .used = section->place + TAG + FLAGS};
        lab_codec_u64(&length, &(uint64_t){codec->used - section->place - HEADER});
        lab_codec_padding(codec);
        return;
    }
    labrbf_status status = codec->status;
    if (status >= 0 && (codec->cut || codec->used != codec->size))
        status = lab_broken("its %s section has the wrong length", section->tag);
    else if (status >= 0 && codec->bad)
        status = lab_broken("a value in its %s section makes no sense", section->tag);
    *codec = section->outer;
    codec->status = status;
}

static bool is_tag(const char *tag) {
    for (int i = 0; i < TAG; i++)
        if (!((tag[i] >= 'A' && tag[i] <= 'Z') || (tag[i] >= '0' && tag[i] <= '9')))
            return false;
    return true;
}

static labrbf_status check_header(const char *header, const char *known, uint64_t *seen) {
    static const char no_flags[FLAGS - 1] = {0};
    size_t k = 0;
    if (!is_tag(header))
        return lab_broken("a section's tag is not four capital letters or digits");
    if ((header[TAG] != LAB_OPTIONAL && header[TAG] != LAB_REQUIRED) ||
        memcmp(header + TAG + 1, no_flags, sizeof no_flags) != 0)
        return lab_fail(LABRBF_E_VERSION, "the model's %.4s section has flags that this labrbf %s does not know",
                        header, LABRBF_VERSION);
    while (known[KIND * k] && memcmp(known + KIND * k, header, TAG) != 0)
        k++;
    if (!known[KIND * k] && header[TAG] == LAB_REQUIRED)
        return lab_fail(LABRBF_E_VERSION,
                        "the model needs its %.4s section, which this labrbf %s does not know: update it", header,
                        LABRBF_VERSION);
    if ((*seen >> k & 1) && known[KIND * k] && known[KIND * k + TAG] != '+')
        return lab_broken("it has two %.4s sections", header);
    *seen |= UINT64_C(1) << k;
    return LABRBF_OK;
}

void lab_sections_check(lab_codec *codec, const char *known) {
    uint64_t seen = 0;
    while (codec->status >= 0 && codec->used < codec->size) {
        const char *header;
        lab_codec payload;
        codec->status = next_section(codec, &header, &payload)
                            ? check_header(header, known, &seen)
                            : lab_broken("a section is longer than what it is in, or not filled up with zero bytes");
    }
    for (size_t k = 0; codec->status >= 0 && known[KIND * k]; k++)
        if (known[KIND * k + TAG] != '?' && !(seen >> k & 1))
            codec->status = lab_broken("it has no %.4s section", known + KIND * k);
}

bool lab_section_find(const lab_codec *codec, const char *tag, size_t *length) {
    lab_codec payload = {0};
    size_t place = 0;
    bool found = find_section(codec, tag, &place, &payload);
    *length = found ? payload.size : 0;
    return found;
}

bool lab_section_holds(const lab_codec *codec, const char *tag, size_t rows, size_t fields) {
    size_t length, values, bytes;
    return lab_section_find(codec, tag, &length) && lab_size_mul(rows, fields, &values) &&
           lab_size_mul(values, 8, &bytes) && bytes == length;
}
