/* A model as bytes: see model_format.h. */
#include <math.h>
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

static void put_info(writer *out, const labrbf_model *model) {
    const lab_label_scale *label = model->scaler.labels;
    put_u64(out, model->n_support);
    put_u64(out, model->n_features);
    put_u64(out, model->n_rounds);
    put_u64(out, model->n_rows);
    put_u64(out, model->missing_values);
    put_u64(out, model->n_steps);
    put_u64(out, (uint64_t)model->stopped);
    const double scalars[] = {model->beta[0], model->lambda,  model->rcond,  label->center,
                              label->scale,   label->minimum, label->maximum};
    put_f64s(out, scalars, sizeof scalars / sizeof scalars[0]);
}

static void put_further_targets(writer *out, const labrbf_model *model) {
    for (size_t c = 1; c < model->n_targets; c++) {
        const lab_label_scale *label = &model->scaler.labels[c];
        const double scalars[TARGET_FIELDS] = {model->beta[c], label->center, label->scale, label->minimum,
                                               label->maximum};
        put_f64s(out, scalars, TARGET_FIELDS);
    }
}

/* What is new in versions 4 and 7 is left out where nothing new is done: the bytes are those of older versions. */
static bool goes_without_saying(const lab_settings *settings, const char *name) {
    return (strcmp(name, "label_form") == 0 && settings->label_form == LAB_FORM_PLAIN) ||
           (strcmp(name, "bandwidths") == 0 && settings->bandwidths == LAB_BANDWIDTHS_OWN);
}

static void put_settings(writer *out, const lab_settings *settings) {
    for (size_t i = 0; i < lab_settings_count(); i++) {
        const char *name = lab_settings_describe(i)->name;
        if (goes_without_saying(settings, name))
            continue;
        char text[LAB_NUMBER_TEXT];
        (void)lab_settings_get(settings, name, text);
        put_bytes(out, name, strlen(name));
        put_bytes(out, "=", 1);
        put_bytes(out, text, strlen(text));
        put_bytes(out, "\n", 1);
    }
}

static void put_history(writer *out, const labrbf_model *model) {
    for (size_t i = 0; i < model->n_rounds; i++) {
        const labrbf_round *round = &model->history[i];
        put_u64(out, round->n_support);
        put_u64(out, round->n_steps);
        put_f64(out, round->loss);
        put_f64(out, round->max_error);
        put_f64(out, round->mean_error);
    }
}

static void put_knots(writer *out, const lab_scaler *scaler) {
    const lab_knots *knots = &scaler->knots;
    for (size_t j = 0; j < scaler->n_features; j++)
        put_u64(out, knots->first[j + 1] - knots->first[j]);
    put_f64s(out, knots->value, knots->n);
    put_f64s(out, knots->place, knots->n);
}

static void put_forms(writer *out, const lab_scaler *scaler) {
    for (size_t c = 0; c < scaler->n_targets; c++) {
        put_u64(out, scaler->labels[c].form);
        put_f64(out, scaler->labels[c].anchor);
        put_f64(out, scaler->labels[c].unit);
    }
}

/* The form of the labels is new in version 4, the rate in version 5, the rule for coefficients and sigma0 in
 * version 6, the kind of bandwidths in version 7. */
static void put_trials(writer *out, const labrbf_model *model, size_t version) {
    for (size_t i = 0; i < model->n_trials; i++) {
        const lab_trial *trial = &model->trials[i];
        put_u64(out, trial->scaling);
        put_u64(out, trial->kernel);
        put_u64(out, trial->linear);
        put_u64(out, trial->n_support);
        put_u64(out, trial->n_steps);
        put_f64(out, trial->ridge);
        put_f64(out, trial->r2);
        if (version >= FORM_VERSION)
            put_u64(out, trial->label_form);
        if (version >= RATE_VERSION)
            put_f64(out, trial->rate);
        if (version >= RULE_VERSION) {
            put_u64(out, trial->coefficients);
            put_f64(out, trial->sigma0);
        }
        if (version >= SHARED_VERSION)
            put_u64(out, trial->bandwidths);
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

static void put_sections(writer *out, const labrbf_model *model, size_t version) {
    size_t s = model->n_support, m = model->n_features, targets = model->n_targets;
    open_section(out, "INFO");
    put_info(out, model);
    close_section(out);
    if (targets > 1) {
        open_section(out, "TARG");
        put_further_targets(out, model);
        close_section(out);
    }
    open_section(out, "SETT");
    put_settings(out, &model->settings);
    close_section(out);
    open_section(out, "SCAL");
    put_f64s(out, model->scaler.center, m);
    put_f64s(out, model->scaler.scale, m);
    put_f64s(out, model->scaler.mean, m);
    close_section(out);
    open_section(out, "RANG");
    put_f64s(out, model->scaler.low, m);
    put_f64s(out, model->scaler.high, m);
    close_section(out);
    if (model->scaler.scaling == LAB_SCALING_RANK) {
        open_section(out, "KNOT");
        put_knots(out, &model->scaler);
        close_section(out);
    }
    if (model->scaler.label_form != LAB_FORM_PLAIN) {
        open_section(out, "FORM");
        put_forms(out, &model->scaler);
        close_section(out);
    }
    open_section(out, "SUPP");
    for (size_t i = 0; i < s; i++)
        put_u64(out, model->rows[i]);
    put_supports(out, model->x, s, m);
    put_supports(out, model->theta, s, m);
    put_supports(out, model->y, s, targets);
    put_supports(out, model->alpha, s, targets);
    put_supports(out, model->alpha2, s, targets);
    close_section(out);
    if (lab_model_is_linear(model)) {
        open_section(out, "LINE");
        put_f64s(out, model->slopes, targets * m);
        close_section(out);
    }
    if (model->n_trials > 0) {
        open_section(out, "TRIA");
        put_trials(out, model, version);
        close_section(out);
    }
    if (model->n_held_out > 0) {
        open_section(out, "HELD");
        put_u64(out, model->n_held_out);
        put_u64(out, model->n_steps_kept);
        put_f64(out, model->held_out_error);
        close_section(out);
    }
    open_section(out, "HIST");
    put_history(out, model);
    close_section(out);
    put_strings(out, "NAME", &model->names, m + targets);
    put_strings(out, "CATE", &model->categories, m);
}

/* The oldest version that can hold it. */
static size_t version_for(const labrbf_model *model) {
    bool plain = model->n_targets == 1 && model->n_trials == 0 && model->n_held_out == 0 &&
                 !lab_model_is_linear(model) && model->scaler.scaling != LAB_SCALING_RANK;
    bool formed = model->scaler.label_form != LAB_FORM_PLAIN, rated = false, sized = false,
         shared = model->settings.bandwidths == LAB_BANDWIDTHS_SHARED;
    for (size_t i = 0; i < model->n_trials; i++) {
        formed = formed || model->trials[i].label_form != LAB_FORM_PLAIN;
        rated = rated || !isnan(model->trials[i].rate);
        sized = sized || !isnan(model->trials[i].sigma0);
        shared = shared || model->trials[i].bandwidths == LAB_BANDWIDTHS_SHARED;
    }
    if (shared || sized || rated)
        return shared ? SHARED_VERSION : sized ? RULE_VERSION : RATE_VERSION;
    return formed ? FORM_VERSION : plain ? PLAIN_VERSION : SEARCH_VERSION;
}

size_t lab_model_serialize(const labrbf_model *model, unsigned char *bytes) {
    writer out = {bytes, 0, 0};
    put_bytes(&out, lab_model_magic, LAB_MAGIC_SIZE);
    size_t version = version_for(model);
    put_u64(&out, version);
    put_u64(&out, 0);
    put_sections(&out, model, version);
    size_t size = out.used + CHECKSUM;
    writer length = {bytes, 16, 0};
    put_u64(&length, size);
    put_u64(&out, bytes ? lab_model_crc(bytes, out.used) : 0);
    return size;
}
