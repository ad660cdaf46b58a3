#include "model/sections.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

enum { MAGIC = 8, VERSION = 1, HEADER = 24, SECTION_HEADER = 16, CHECKSUM = 8 };

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

/* ---- writing */

void lab_put_bytes(lab_writer *out, const void *bytes, size_t size) {
    if (out->bytes && size > 0)
        memcpy(out->bytes + out->used, bytes, size);
    out->used += size;
}

void lab_put_padding(lab_writer *out) {
    while (out->used % 8 != 0)
        lab_put_bytes(out, "", 1);
}

void lab_put_u64(lab_writer *out, uint64_t value) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    lab_put_bytes(out, bytes, 8);
}

void lab_put_f64(lab_writer *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    lab_put_u64(out, bits);
}

void lab_put_f64s(lab_writer *out, const double *values, size_t n) {
    for (size_t i = 0; i < n; i++)
        lab_put_f64(out, values[i]);
}

size_t lab_section_begin(lab_writer *out, const char *tag, uint32_t flags) {
    size_t begin = out->used;
    const unsigned char bytes[4] = {(unsigned char)flags, (unsigned char)(flags >> 8), (unsigned char)(flags >> 16),
                                    (unsigned char)(flags >> 24)};
    lab_put_bytes(out, tag, 4);
    lab_put_bytes(out, bytes, 4);
    lab_put_u64(out, 0);
    return begin;
}

void lab_section_end(lab_writer *out, size_t begin) {
    lab_writer length = {out->bytes, begin + 8};
    lab_put_u64(&length, out->used - begin - SECTION_HEADER);
    lab_put_padding(out);
}

lab_writer lab_file_begin(unsigned char *bytes) {
    lab_writer out = {bytes, 0};
    lab_put_bytes(&out, magic, MAGIC);
    lab_put_u64(&out, VERSION);
    lab_put_u64(&out, 0);
    return out;
}

size_t lab_file_end(lab_writer *out) {
    lab_writer size = {out->bytes, 16};
    lab_put_u64(&size, out->used + CHECKSUM);
    lab_put_u64(out, out->bytes ? checksum_of(out->bytes, out->used) : 0);
    return out->used;
}

/* ---- reading */

static uint64_t u64_at(const unsigned char *bytes) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

const unsigned char *lab_get_bytes(lab_reader *in, size_t size) {
    if (in->bad || size > in->left) {
        in->bad = true;
        return NULL;
    }
    const unsigned char *bytes = in->bytes;
    in->bytes += size;
    in->left -= size;
    return bytes;
}

void lab_get_padding(lab_reader *in, size_t length) {
    size_t padding = (8 - length % 8) % 8;
    const unsigned char *bytes = lab_get_bytes(in, padding);
    for (size_t i = 0; bytes && i < padding; i++)
        in->bad = in->bad || bytes[i] != 0;
}

static uint64_t get_u64(lab_reader *in) {
    const unsigned char *bytes = lab_get_bytes(in, 8);
    return bytes ? u64_at(bytes) : 0;
}

size_t lab_get_size(lab_reader *in) {
    uint64_t value = get_u64(in);
    in->bad = in->bad || value > SIZE_MAX;
    return (size_t)value;
}

double lab_get_f64(lab_reader *in) {
    uint64_t bits = get_u64(in);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

void lab_get_finite(lab_reader *in, double *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        values[i] = lab_get_f64(in);
        in->bad = in->bad || !isfinite(values[i]);
    }
}

bool lab_reader_holds(const lab_reader *in, size_t rows, size_t fields) {
    size_t values, bytes;
    return lab_size_mul(rows, fields, &values) && lab_size_mul(values, 8, &bytes) && in->left == bytes;
}

bool lab_reader_ended(const lab_reader *in) { return !in->bad && in->left == 0; }

labrbf_status lab_file_open(const unsigned char *bytes, size_t size, lab_reader *sections) {
    *sections = (lab_reader){0};
    if (size < HEADER + CHECKSUM)
        return lab_broken("it is too short");
    if (memcmp(bytes, magic, MAGIC) != 0)
        return lab_broken("its first bytes are not those of a model");
    uint64_t version = u64_at(bytes + 8), length = u64_at(bytes + 16);
    bool intact = length == size && checksum_of(bytes, size - CHECKSUM) == u64_at(bytes + size - CHECKSUM);
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
    *sections = (lab_reader){bytes + HEADER, size - HEADER - CHECKSUM, false};
    return LABRBF_OK;
}

/* Reads the next section; false if there is none or it is not valid. */
static bool next_section(lab_reader *in, const unsigned char **header, lab_reader *payload) {
    *header = lab_get_bytes(in, SECTION_HEADER);
    if (!*header)
        return false;
    uint64_t length = u64_at(*header + 8);
    in->bad = length > in->left;
    payload->left = (size_t)length;
    payload->bad = false;
    payload->bytes = lab_get_bytes(in, payload->left);
    lab_get_padding(in, payload->left);
    return !in->bad;
}

static bool is_tag(const unsigned char *tag) {
    for (int i = 0; i < 4; i++)
        if (!((tag[i] >= 'A' && tag[i] <= 'Z') || (tag[i] >= '0' && tag[i] <= '9')))
            return false;
    return true;
}

static lab_section *section_of(lab_section *sections, size_t n, const unsigned char *tag) {
    for (size_t i = 0; i < n; i++)
        if (memcmp(sections[i].tag, tag, 4) == 0)
            return &sections[i];
    return NULL;
}

static labrbf_status note_section(lab_section *sections, size_t n, const unsigned char *header, lab_reader payload) {
    static const unsigned char no_flags[3] = {0};
    if (!is_tag(header))
        return lab_broken("a section's tag is not four capital letters or digits");
    if (header[4] > LAB_REQUIRED || memcmp(header + 5, no_flags, 3) != 0)
        return lab_fail(LABRBF_E_VERSION, "the model's %.4s section has flags that this labrbf %s does not know",
                        (const char *)header, LABRBF_VERSION);
    lab_section *known = section_of(sections, n, header);
    if (!known && header[4] == LAB_REQUIRED)
        return lab_fail(LABRBF_E_VERSION,
                        "the model needs its %.4s section, which this labrbf %s does not know: update it",
                        (const char *)header, LABRBF_VERSION);
    if (!known)
        return LABRBF_OK;
    if (known->count > 0 && !known->repeats)
        return lab_broken("it has two %s sections", known->tag);
    if (known->count++ == 0)
        known->payload = payload;
    return LABRBF_OK;
}

labrbf_status lab_sections_find(lab_reader in, lab_section *sections, size_t n) {
    while (in.left > 0) {
        const unsigned char *header;
        lab_reader payload;
        if (!next_section(&in, &header, &payload))
            return lab_broken("a section is longer than what contains it, or not padded with zero bytes");
        labrbf_status status = note_section(sections, n, header, payload);
        if (status < 0)
            return status;
    }
    for (size_t i = 0; i < n; i++)
        if (sections[i].needed && sections[i].count == 0)
            return lab_broken("it has no %s section", sections[i].tag);
    return LABRBF_OK;
}

bool lab_sections_next(lab_reader *in, const char *tag, lab_reader *payload) {
    const unsigned char *header;
    while (in->left > 0 && next_section(in, &header, payload))
        if (memcmp(header, tag, 4) == 0)
            return true;
    return false;
}
