/* The sections of a model. The list of fields of each serves counting, writing and reading. */
#include <math.h>
#include <string.h>

#include "model/sections.h"

static void code_numbers(lab_codec *codec, lab_image *image) {
    labrbf_model *model = image->model;
    size_t stopped = (size_t)model->stopped;
    LAB_CODEC_SIZES(codec, &model->n_features, &model->n_targets, &image->n_parts, &model->n_rows,
                    &model->missing_values, &model->n_steps, &stopped);
    lab_codec_require(codec, model->n_features > 0 && model->n_targets > 0);
    lab_codec_require(codec, stopped >= LABRBF_DONE_TOLERANCE && stopped <= LABRBF_DONE_CANCELLED);
    model->stopped = codec->bad ? LABRBF_OK : (labrbf_status)stopped;
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

static void code_settings(lab_codec *codec, lab_image *image) {
    lab_settings *settings = &image->model->settings;
    if (codec->from && !get_pairs(lab_codec_get(codec, codec->size), codec->size, '\n', settings))
        image->status =
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
}

enum { LEAST_TRIAL = 40 }; /* bytes */

static void code_trial(lab_codec *codec, lab_image *image, lab_trial *trial) {
    char text[LAB_SEARCHED_TEXT] = {0};
    lab_settings settings;
    if (!codec->from)
        lab_settings_searched_text(&trial->settings, text);
    size_t length = strlen(text);
    LAB_CODEC_SIZES(codec, &trial->n_support, &trial->n_steps);
    lab_codec_number(codec, &trial->r2);
    LAB_CODEC_SIZES(codec, &length);
    lab_codec_require(codec, length > 0 && !(trial->r2 > 1.0));
    const char *found = codec->from ? lab_codec_get(codec, length) : NULL;
    if (!codec->from)
        lab_codec_put(codec, text, length);
    else if (found && get_pairs(found, length, ' ', &settings))
        lab_settings_copy_searched(&trial->settings, &settings);
    else if (found)
        image->status = lab_broken("its TRIA section has a setting that makes no sense");
    lab_codec_padding(codec);
}

static void code_trials(lab_codec *codec, lab_image *image) {
    labrbf_model *model = image->model;
    for (size_t i = 0; i < model->n_trials && !codec->from; i++)
        code_trial(codec, image, &model->trials[i]);
    if (!codec->from)
        return;
    image->status = lab_model_set_trials(model, NULL, codec->size / LEAST_TRIAL + 1);
    for (model->n_trials = 0; codec->used < codec->size && !codec->cut && !codec->bad && image->status >= 0;)
        code_trial(codec, image, &model->trials[model->n_trials++]);
}

static void code_held_out(lab_codec *codec, lab_image *image) {
    labrbf_model *model = image->model;
    double *error = &model->held_out_error;
    if (!codec->from && model->n_held_out == 0)
        return;
    LAB_CODEC_SIZES(codec, &model->n_held_out, &model->n_steps_kept);
    lab_codec_number(codec, error);
    lab_codec_require(codec, model->n_held_out > 0 && model->n_steps_kept <= model->n_steps);
    lab_codec_require(codec, isnan(*error) || (*error >= 0.0 && isfinite(*error)));
}

/* Any numbers will do: a round without steps has no loss. */
static void code_history(lab_codec *codec, lab_image *image) {
    for (size_t i = 0; i < image->model->n_rounds; i++) {
        labrbf_round *round = &image->model->history[i];
        LAB_CODEC_SIZES(codec, &round->n_support, &round->n_steps);
        lab_codec_number(codec, &round->loss);
        lab_codec_number(codec, &round->max_error);
        lab_codec_number(codec, &round->mean_error);
    }
}

/* Exactly `count` terminated strings. */
static void code_strings(lab_codec *codec, lab_image *image, const char *tag, size_t count, lab_strings *strings) {
    for (size_t i = 0; i < count && strings->at && !codec->from; i++)
        lab_codec_put(codec, strings->at[i], strlen(strings->at[i]) + 1);
    if (!codec->from)
        return;
    size_t size = codec->size, found = 0;
    const char *text = lab_codec_get(codec, size);
    for (size_t i = 0; i < size; i++)
        found += text[i] == '\0';
    image->status = found == count && text[size - 1] == '\0'
                        ? lab_strings_parse(strings, &image->model->allocator, text, size, count)
                        : lab_broken("its %s section does not hold one text for each column", tag);
}

static void code_names(lab_codec *codec, lab_image *image) {
    labrbf_model *model = image->model;
    code_strings(codec, image, "NAME", model->n_features + model->n_targets, &model->names);
}

/* They tell how to encode a row. */
static void code_categories(lab_codec *codec, lab_image *image) {
    code_strings(codec, image, "CATE", image->model->n_features, &image->model->categories);
}

static const lab_section sections[] = {
    {"MODL", LAB_REQUIRED, LAB_ALWAYS, code_numbers},
    {"SETT", LAB_OPTIONAL, LAB_ALWAYS, code_settings},
    {"PART", LAB_REQUIRED, LAB_ONE_FOR_EACH_PART, lab_part_code},
    {"TRIA", LAB_OPTIONAL, LAB_MAY_BE_ABSENT, code_trials},
    {"HELD", LAB_OPTIONAL, LAB_MAY_BE_ABSENT, code_held_out},
    {"HIST", LAB_OPTIONAL, LAB_MAY_BE_ABSENT, code_history},
    {"NAME", LAB_OPTIONAL, LAB_MAY_BE_ABSENT, code_names},
    {"CATE", LAB_REQUIRED, LAB_MAY_BE_ABSENT, code_categories},
    {NULL, 0, 0, NULL},
};

labrbf_status lab_model_code(lab_codec *codec, labrbf_model *model) {
    lab_image image = {.model = model, .n_parts = model->n_parts};
    if (codec->from)
        image.status = lab_sections_check(codec, sections);
    lab_sections_code(codec, sections, &image);
    if (codec->from && model->n_held_out == 0) { /* all steps count */
        model->n_steps_kept = model->n_steps;
        model->held_out_error = NAN;
    }
    if (image.status >= 0 && model->n_parts != image.n_parts)
        return lab_broken("it has %zu parts where its MODL section says %zu", model->n_parts, image.n_parts);
    if (image.status >= 0 && model->categories.at && !model->names.at)
        return lab_broken("it has a CATE section, but no NAME section");
    return image.status;
}
