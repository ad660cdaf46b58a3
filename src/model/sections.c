#include "model/sections.h"

#include <string.h>

enum { TAG = 4, FLAGS = 4, HEADER = 16 };

/* Goes past the next section; false: there is none, or it is not one. */
static bool next_section(lab_codec *codec, const char **header, lab_codec *payload) {
    size_t size = 0;
    *header = lab_codec_get(codec, TAG + FLAGS);
    LAB_CODEC_SIZES(codec, &size);
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

size_t lab_section_find(const lab_codec *codec, const char *tag, size_t *length) {
    lab_codec payload;
    size_t place = 0, count = 0;
    for (*length = 0; find_section(codec, tag, &place, &payload); count++)
        *length = payload.size;
    return count;
}

static void write_section(lab_codec *codec, const lab_section *section, lab_image *image) {
    const unsigned char flags[FLAGS] = {section->flags};
    lab_codec count = {0}, length = {.to = codec->to, .used = codec->used + TAG + FLAGS};
    size_t payload = codec->used + HEADER;
    if (section->presence == LAB_MAY_BE_ABSENT)
        section->code(&count, image);
    if (section->presence == LAB_MAY_BE_ABSENT && count.used == 0)
        return;
    lab_codec_put(codec, section->tag, TAG);
    lab_codec_put(codec, flags, FLAGS);
    (void)lab_codec_u64(codec, 0);
    section->code(codec, image);
    (void)lab_codec_u64(&length, codec->used - payload);
    lab_codec_padding(codec);
}

static void read_section(lab_codec *payload, const lab_section *section, lab_image *image) {
    section->code(payload, image);
    if (image->status < 0)
        return;
    if (payload->cut || payload->used != payload->size)
        image->status = lab_broken("its %s section has the wrong length", section->tag);
    else if (payload->bad)
        image->status = lab_broken("a value in its %s section makes no sense", section->tag);
}

void lab_sections_code(lab_codec *codec, const lab_section *sections, lab_image *image) {
    for (; sections->tag; sections++) {
        lab_codec payload;
        size_t place = 0, times = sections->presence == LAB_ONE_FOR_EACH_PART ? image->n_parts : 1;
        for (size_t k = 0; !codec->from && k < times; k++) {
            image->k = k;
            write_section(codec, sections, image);
        }
        while (codec->from && image->status >= 0 && find_section(codec, sections->tag, &place, &payload))
            read_section(&payload, sections, image);
    }
}

static bool is_tag(const char *tag) {
    for (int i = 0; i < TAG; i++)
        if (!((tag[i] >= 'A' && tag[i] <= 'Z') || (tag[i] >= '0' && tag[i] <= '9')))
            return false;
    return true;
}

/* Bit k of `seen`: the k-th of these sections is there. */
static labrbf_status check_header(const char *header, const lab_section *sections, unsigned *seen) {
    static const char no_flags[FLAGS - 1] = {0};
    size_t k = 0;
    if (!is_tag(header))
        return lab_broken("a section's tag is not four capital letters or digits");
    if ((header[TAG] != LAB_OPTIONAL && header[TAG] != LAB_REQUIRED) ||
        memcmp(header + TAG + 1, no_flags, sizeof no_flags) != 0)
        return lab_fail(LABRBF_E_VERSION, "the model's %.4s section has flags that this labrbf %s does not know",
                        header, LABRBF_VERSION);
    while (sections[k].tag && memcmp(sections[k].tag, header, TAG) != 0)
        k++;
    if (!sections[k].tag && header[TAG] == LAB_REQUIRED)
        return lab_fail(LABRBF_E_VERSION,
                        "the model needs its %.4s section, which this labrbf %s does not know: update it", header,
                        LABRBF_VERSION);
    if (sections[k].tag && (*seen >> k & 1) && sections[k].presence != LAB_ONE_FOR_EACH_PART)
        return lab_broken("it has two %.4s sections", header);
    *seen |= 1u << k;
    return LABRBF_OK;
}

labrbf_status lab_sections_check(lab_codec *codec, const lab_section *sections) {
    unsigned seen = 0;
    while (codec->used < codec->size) {
        const char *header;
        lab_codec payload;
        if (!next_section(codec, &header, &payload))
            return lab_broken("a section is longer than what it is in, or not filled up with zero bytes");
        labrbf_status status = check_header(header, sections, &seen);
        if (status < 0)
            return status;
    }
    for (size_t k = 0; sections[k].tag; k++)
        if (sections[k].presence != LAB_MAY_BE_ABSENT && !(seen >> k & 1))
            return lab_broken("it has no %s section", sections[k].tag);
    return LABRBF_OK;
}
