/* A model as bytes: docs/model-format.md describes them, sections.h how they are put together. */
#include <string.h>

#include "model/model.h"
#include "model/part_file.h"
#include "model/sections.h"

static void put_numbers(lab_writer *out, const labrbf_model *model) {
    size_t section = lab_section_begin(out, "MODL", LAB_REQUIRED);
    lab_put_u64(out, model->n_features);
    lab_put_u64(out, model->n_targets);
    lab_put_u64(out, model->n_parts);
    lab_put_u64(out, model->n_rows);
    lab_put_u64(out, model->missing_values);
    lab_put_u64(out, model->n_steps);
    lab_put_u64(out, (uint64_t)model->stopped);
    lab_section_end(out, section);
}

static void put_settings(lab_writer *out, const lab_settings *settings) {
    size_t section = lab_section_begin(out, "SETT", LAB_OPTIONAL);
    for (size_t i = 0; i < lab_settings_count(); i++) {
        const char *name = lab_settings_describe(i)->name;
        char text[LAB_NUMBER_TEXT];
        (void)lab_settings_get(settings, name, text);
        lab_put_bytes(out, name, strlen(name));
        lab_put_bytes(out, "=", 1);
        lab_put_bytes(out, text, strlen(text));
        lab_put_bytes(out, "\n", 1);
    }
    lab_section_end(out, section);
}

static void put_trials(lab_writer *out, const labrbf_model *model) {
    if (model->n_trials == 0)
        return;
    size_t section = lab_section_begin(out, "TRIA", LAB_OPTIONAL);
    for (size_t i = 0; i < model->n_trials; i++) {
        const lab_trial *trial = &model->trials[i];
        char text[LAB_SEARCHED_TEXT];
        lab_settings_searched_text(&trial->settings, text);
        lab_put_u64(out, trial->n_support);
        lab_put_u64(out, trial->n_steps);
        lab_put_f64(out, trial->r2);
        lab_put_u64(out, strlen(text));
        lab_put_bytes(out, text, strlen(text));
        lab_put_padding(out);
    }
    lab_section_end(out, section);
}

static void put_held_out(lab_writer *out, const labrbf_model *model) {
    if (model->n_held_out == 0)
        return;
    size_t section = lab_section_begin(out, "HELD", LAB_OPTIONAL);
    lab_put_u64(out, model->n_held_out);
    lab_put_u64(out, model->n_steps_kept);
    lab_put_f64(out, model->held_out_error);
    lab_section_end(out, section);
}

static void put_history(lab_writer *out, const labrbf_model *model) {
    if (model->n_rounds == 0)
        return;
    size_t section = lab_section_begin(out, "HIST", LAB_OPTIONAL);
    for (size_t i = 0; i < model->n_rounds; i++) {
        const labrbf_round *round = &model->history[i];
        lab_put_u64(out, round->n_support);
        lab_put_u64(out, round->n_steps);
        lab_put_f64(out, round->loss);
        lab_put_f64(out, round->max_error);
        lab_put_f64(out, round->mean_error);
    }
    lab_section_end(out, section);
}

static void put_strings(lab_writer *out, const char *tag, uint32_t flags, const lab_strings *strings, size_t count) {
    if (!strings->at)
        return;
    size_t section = lab_section_begin(out, tag, flags);
    for (size_t i = 0; i < count; i++)
        lab_put_bytes(out, strings->at[i], strlen(strings->at[i]) + 1);
    lab_section_end(out, section);
}

size_t lab_model_serialize(const labrbf_model *model, unsigned char *bytes) {
    lab_writer out = lab_file_begin(bytes);
    put_numbers(&out, model);
    put_settings(&out, &model->settings);
    for (size_t k = 0; k < model->n_parts; k++)
        lab_part_write(&out, model->parts[k], model->weights[k]);
    put_trials(&out, model);
    put_held_out(&out, model);
    put_history(&out, model);
    put_strings(&out, "NAME", LAB_OPTIONAL, &model->names, model->n_features + model->n_targets);
    put_strings(&out, "CATE", LAB_REQUIRED, &model->categories, model->n_features); /* tells how to encode a row */
    return lab_file_end(&out);
}
