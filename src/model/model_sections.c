/* The sections of a model. The list of fields of each serves counting, writing and reading. */
#include <math.h>
#include <string.h>

#include "model/sections.h"

/* The parts are counted again as they are read. */
static void code_numbers(lab_codec *codec, labrbf_model *model, size_t *n_parts) {
    lab_section section = {.tag = "MODL", .flags = LAB_REQUIRED};
    size_t stopped = (size_t)model->stopped;
    if (!lab_section_begin(codec, &section, true))
        return;
    lab_codec_size(codec, &model->n_features);
    lab_codec_size(codec, &model->n_targets);
    lab_codec_size(codec, n_parts);
    lab_codec_size(codec, &model->n_rows);
    lab_codec_size(codec, &model->missing_values);
    lab_codec_size(codec, &model->n_steps);
    lab_codec_size(codec, &stopped);
    lab_codec_require(codec, model->n_features > 0 && model->n_targets > 0);
    lab_codec_require(codec, stopped >= LABRBF_DONE_TOLERANCE && stopped <= LABRBF_DONE_CANCELLED);
    model->stopped = codec->bad ? LABRBF_OK : (labrbf_status)stopped;
    lab_section_end(codec, &section);
}

/* pair[0 .. length) is name=value. A name that is no setting of this program is skipped: how a model was trained does
 * not change what it predicts, and other versions have other settings. */
static bool set_one(lab_settings *settings, const char *pair, size_t length) {
    const char *equals = memchr(pair, '=', length);
    size_t name = equals ? (size_t)(equals - pair) : 0, rest = equals ? length - name - 1 : 0;
    char value[LAB_NUMBER_TEXT] = {0};
    if (name == 0)
        return false;
    if (!lab_settings_has(pair, name))
        return true;
    if (rest >= sizeof value || memchr(equals + 1, '\0', rest))
        return false;
    memcpy(value, equals + 1, rest);
    return lab_settings_set(settings, pair, name, value) >= 0;
}

/* Pairs name=value with `between` after each, or between them. Settings that are not named are those of the preset
 * paper. */
static bool get_pairs(const char *text, size_t length, char between, lab_settings *settings) {
    bool good = lab_settings_preset(settings, "paper") >= 0;
    while (good && length > 0) {
        const char *end = memchr(text, between, length);
        size_t pair = end ? (size_t)(end - text) : length, step = end ? pair + 1 : pair;
        good = set_one(settings, text, pair);
        text += step;
        length -= step;
    }
    return good;
}

static void code_settings(lab_codec *codec, lab_settings *settings) {
    lab_section section = {.tag = "SETT", .flags = LAB_OPTIONAL};
    if (!lab_section_begin(codec, &section, true))
        return;
    if (codec->from && !get_pairs(lab_codec_get(codec, codec->size), codec->size, '\n', settings))
        codec->status =
            lab_broken("its SETT section has a line that is not name=value, or a value that makes no sense");
    for (size_t i = 0; i < lab_settings_count() && !codec->from; i++) {
        const char *name = lab_settings_describe(i)->name;
        char text[LAB_NUMBER_TEXT];
        (void)lab_settings_get(settings, name, text);
        lab_codec_put(codec, name, strlen(name));
        lab_codec_put(codec, "=", 1);
        lab_codec_put(codec, text, strlen(text));
        lab_codec_put(codec, "\n", 1);
    }
    lab_section_end(codec, &section);
}

static void code_parts(lab_codec *codec, labrbf_model *model, size_t n_parts) {
    lab_section section = {.tag = "PART", .flags = LAB_REQUIRED};
    for (size_t k = 0; lab_section_begin(codec, &section, k < n_parts); k++) {
        lab_part *part = codec->from ? NULL : model->parts[k];
        double weight = codec->from ? 0.0 : model->weights[k];
        lab_part_code(codec, model, &part, &weight);
        lab_section_end(codec, &section);
        if (codec->from && codec->status >= 0)
            codec->status = lab_model_add_part(model, part, weight);
        if (codec->status < 0)
            lab_part_destroy(part);
    }
    if (codec->status >= 0 && model->n_parts != n_parts)
        codec->status = lab_broken("it has %zu parts where its MODL section says %zu", model->n_parts, n_parts);
}

static void code_trial(lab_codec *codec, lab_trial *trial) {
    char text[LAB_SEARCHED_TEXT] = {0};
    if (!codec->from)
        lab_settings_searched_text(&trial->settings, text);
    size_t length = strlen(text);
    lab_codec_size(codec, &trial->n_support);
    lab_codec_size(codec, &trial->n_steps);
    lab_codec_number(codec, &trial->r2);
    lab_codec_size(codec, &length);
    lab_codec_require(codec, length > 0 && !(trial->r2 > 1.0));
    if (codec->from) {
        lab_settings settings;
        const char *found = lab_codec_get(codec, length);
        if (found && !get_pairs(found, length, ' ', &settings) && !codec->bad)
            codec->status = lab_broken("its TRIA section has a setting that makes no sense");
        else if (found)
            lab_settings_copy_searched(&trial->settings, &settings);
    } else {
        lab_codec_put(codec, text, length);
    }
    lab_codec_padding(codec);
}

/* How many there are shows when they are read: into one and the same at first. */
static void code_trials(lab_codec *codec, labrbf_model *model) {
    lab_section section = {.tag = "TRIA", .flags = LAB_OPTIONAL};
    if (!lab_section_begin(codec, &section, model->n_trials > 0))
        return;
    if (codec->from) {
        lab_trial one = {.n_support = 0};
        size_t n = 0;
        for (; codec->used < codec->size && !codec->cut && codec->status >= 0; n++)
            code_trial(codec, &one);
        if (codec->status >= 0 && (codec->cut || codec->bad))
            codec->status = lab_broken("its TRIA section has the wrong length, or a value that makes no sense");
        if (codec->status >= 0 && n > 0)
            codec->status = lab_model_set_trials(model, NULL, n);
        codec->used = 0;
    }
    for (size_t i = 0; i < model->n_trials; i++)
        code_trial(codec, &model->trials[i]);
    lab_section_end(codec, &section);
}

/* Without the section no rows were held out, and all steps count. */
static void code_held_out(lab_codec *codec, labrbf_model *model) {
    lab_section section = {.tag = "HELD", .flags = LAB_OPTIONAL};
    double *error = &model->held_out_error;
    if (codec->from) {
        model->n_steps_kept = model->n_steps;
        *error = NAN;
    }
    if (!lab_section_begin(codec, &section, model->n_held_out > 0))
        return;
    lab_codec_size(codec, &model->n_held_out);
    lab_codec_size(codec, &model->n_steps_kept);
    lab_codec_number(codec, error);
    lab_codec_require(codec, model->n_held_out > 0 && model->n_steps_kept <= model->n_steps);
    lab_codec_require(codec, isnan(*error) || (*error >= 0.0 && isfinite(*error)));
    lab_section_end(codec, &section);
}

/* Any numbers will do: a round without steps has no loss. */
static void code_history(lab_codec *codec, labrbf_model *model) {
    lab_section section = {.tag = "HIST", .flags = LAB_OPTIONAL};
    if (!lab_section_begin(codec, &section, model->n_rounds > 0))
        return;
    for (size_t i = 0; i < model->n_rounds; i++) {
        labrbf_round *round = &model->history[i];
        lab_codec_size(codec, &round->n_support);
        lab_codec_size(codec, &round->n_steps);
        lab_codec_number(codec, &round->loss);
        lab_codec_number(codec, &round->max_error);
        lab_codec_number(codec, &round->mean_error);
    }
    lab_section_end(codec, &section);
}

/* Exactly `count` terminated strings. */
static void code_strings(lab_codec *codec, lab_section section, const lab_allocator *allocator, size_t count,
                         lab_strings *strings) {
    if (!lab_section_begin(codec, &section, strings->at))
        return;
    if (codec->from) {
        size_t size = codec->size, found = 0;
        const char *text = lab_codec_get(codec, size);
        for (size_t i = 0; i < size; i++)
            found += text[i] == '\0';
        codec->status = found == count && text[size - 1] == '\0'
                            ? lab_strings_parse(strings, allocator, text, size, count)
                            : lab_broken("its %s section does not hold one text for each column", section.tag);
    }
    for (size_t i = 0; i < count && !codec->from; i++)
        lab_codec_put(codec, strings->at[i], strlen(strings->at[i]) + 1);
    lab_section_end(codec, &section);
}

void lab_model_code(lab_codec *codec, labrbf_model *model) {
    size_t n_parts = model->n_parts, m = 0;
    code_numbers(codec, model, &n_parts);
    code_settings(codec, &model->settings);
    code_parts(codec, model, n_parts);
    code_trials(codec, model);
    code_held_out(codec, model);
    code_history(codec, model);
    m = model->n_features;
    code_strings(codec, (lab_section){.tag = "NAME", .flags = LAB_OPTIONAL}, &model->allocator, m + model->n_targets,
                 &model->names);
    code_strings(codec, (lab_section){.tag = "CATE", .flags = LAB_REQUIRED}, &model->allocator, m,
                 &model->categories); /* tells how to encode a row */
    if (codec->from && codec->status >= 0 && model->categories.at && !model->names.at)
        codec->status = lab_broken("it has a CATE section, but no NAME section");
}
