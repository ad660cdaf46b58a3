/* A model as bytes: see model_format.h. */
#include <stdbool.h>
#include <string.h>

#include "model/model.h"
#include "model/model_format.h"

/* Counts when `bytes` is NULL, so the same code measures and writes. */
typedef struct writer {
    unsigned char *bytes;
    size_t used;
    size_t section; /* where the open section's header is */
} writer;

static void put_bytes(writer *out, const void *bytes, size_t size) {
    if (out->bytes && size > 0)
        memcpy(out->bytes + out->used, bytes, size);
    out->used += size;
}

static void put_u64(writer *out, uint64_t value) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    put_bytes(out, bytes, 8);
}

static void put_f64(writer *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    put_u64(out, bits);
}

static void put_f64s(writer *out, const double *values, size_t n) {
    for (size_t i = 0; i < n; i++)
        put_f64(out, values[i]);
}

/* n_features or n_targets x n_support in memory, support by support in the file. */
static void put_supports(writer *out, const double *values, size_t s, size_t columns) {
    for (size_t i = 0; i < s; i++)
        for (size_t j = 0; j < columns; j++)
            put_f64(out, values[j * s + i]);
}

static void open_section(writer *out, const char *tag) {
    out->section = out->used;
    put_bytes(out, tag, 4);
    put_bytes(out, "\0\0\0\0", 4);
    put_u64(out, 0);
}

static void close_section(writer *out) {
    writer length = {out->bytes, out->section + 8, 0};
    put_u64(&length, out->used - out->section - SECTION_HEADER);
    while (out->used % 8 != 0)
        put_bytes(out, "", 1);
}

static void put_settings(writer *out, const lab_settings *settings, bool searched) {
    for (size_t i = 0; i < lab_settings_count(); i++) {
        if (searched && !lab_settings_is_searched(i))
            continue;
        const char *name = lab_settings_describe(i)->name;
        char text[LAB_NUMBER_TEXT];
        (void)lab_settings_get(settings, name, text);
        put_bytes(out, name, strlen(name));
        put_bytes(out, "=", 1);
        put_bytes(out, text, strlen(text));
        put_bytes(out, "\n", 1);
    }
}

static void put_info(writer *out, const labrbf_model *model) {
    const size_t counts[] = {model->n_features, model->n_targets,      model->n_parts,        model->n_rounds,
                             model->n_trials,   model->n_rows,         model->n_steps,        model->n_steps_kept,
                             model->n_held_out, model->missing_values, (size_t)model->stopped};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        put_u64(out, counts[i]);
    put_f64(out, model->held_out_error);
    for (size_t i = 0; i < model->n_rounds; i++) {
        const labrbf_round *round = &model->history[i];
        put_u64(out, round->n_support);
        put_u64(out, round->n_steps);
        put_f64(out, round->loss);
        put_f64(out, round->max_error);
        put_f64(out, round->mean_error);
    }
    for (size_t i = 0; i < model->n_trials; i++) {
        put_u64(out, model->trials[i].n_support);
        put_u64(out, model->trials[i].n_steps);
        put_f64(out, model->trials[i].r2);
    }
}

static void put_strings(writer *out, const char *tag, const lab_strings *strings, size_t count) {
    if (!strings->at)
        return;
    open_section(out, tag);
    for (size_t i = 0; i < count; i++)
        put_bytes(out, strings->at[i], strlen(strings->at[i]) + 1);
    close_section(out);
}

static void put_scaler(writer *out, const lab_scaler *scaler) {
    size_t m = scaler->n_features;
    put_f64s(out, scaler->center, m);
    put_f64s(out, scaler->scale, m);
    put_f64s(out, scaler->mean, m);
    put_f64s(out, scaler->low, m);
    put_f64s(out, scaler->high, m);
    for (size_t j = 0; j < m; j++)
        put_u64(out, scaler->knots.n ? scaler->knots.first[j + 1] - scaler->knots.first[j] : 0);
    put_f64s(out, scaler->knots.value, scaler->knots.n);
    put_f64s(out, scaler->knots.place, scaler->knots.n);
    for (size_t c = 0; c < scaler->n_targets; c++) {
        const lab_label_scale *l = &scaler->labels[c];
        const double scalars[] = {l->center, l->scale, l->minimum, l->maximum, l->anchor, l->unit, (double)l->form};
        put_f64s(out, scalars, LABEL_FIELDS);
    }
}

static void put_part(writer *out, const lab_part *part, double weight) {
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    const size_t counts[] = {s,
                             part->scaler.knots.n,
                             part->profile,
                             part->clips,
                             part->alpha2 != NULL,
                             part->scaler.scaling,
                             part->scaler.label_form,
                             part->candidate,
                             part->fold};
    for (size_t i = 0; i < PART_COUNTS; i++)
        put_u64(out, counts[i]);
    put_f64(out, weight);
    put_f64(out, part->lambda);
    put_f64(out, part->rcond);
    put_scaler(out, &part->scaler);
    for (size_t i = 0; i < s; i++)
        put_u64(out, part->rows[i]);
    put_supports(out, part->x, s, m);
    put_supports(out, part->theta, s, m);
    put_supports(out, part->y, s, targets);
    put_supports(out, part->alpha, s, targets);
    if (part->alpha2)
        put_supports(out, part->alpha2, s, targets);
    put_f64s(out, part->slopes, targets * m);
    put_f64s(out, part->beta, targets);
}

static void put_sections(writer *out, const labrbf_model *model) {
    open_section(out, "INFO");
    put_info(out, model);
    close_section(out);
    open_section(out, "SETT");
    put_settings(out, &model->settings, false);
    close_section(out);
    for (size_t i = 0; i < model->n_trials; i++) {
        open_section(out, "TRIA");
        put_settings(out, &model->trials[i].settings, true);
        close_section(out);
    }
    for (size_t k = 0; k < model->n_parts; k++) {
        open_section(out, "PART");
        put_part(out, model->parts[k], model->weights[k]);
        close_section(out);
    }
    put_strings(out, "NAME", &model->names, model->n_features + model->n_targets);
    put_strings(out, "CATE", &model->categories, model->n_features);
}

size_t lab_model_serialize(const labrbf_model *model, unsigned char *bytes) {
    writer out = {bytes, 0, 0};
    put_bytes(&out, lab_model_magic, LAB_MAGIC_SIZE);
    put_u64(&out, FORMAT_VERSION);
    put_u64(&out, 0);
    put_sections(&out, model);
    size_t size = out.used + CHECKSUM;
    writer length = {bytes, 16, 0};
    put_u64(&length, size);
    put_u64(&out, bytes ? lab_model_crc(bytes, out.used) : 0);
    return size;
}
