/*
 * A model from bytes: docs/model-format.md describes them, sections.h how they are put together.
 *
 * The reader trusts nothing: it checks sizes against the length of the file before it allocates, so that a hostile file
 * cannot make it allocate more than ten times its own length and a few kilobytes.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "model/model.h"
#include "model/part_file.h"
#include "model/sections.h"

enum { MODL, SETT, PART, TRIA, HELD, HIST, NAME, CATE, SECTIONS };
enum { MODEL_FIELDS = 7, HELD_FIELDS = 3, ROUND_FIELDS = 5 };

typedef struct model_numbers {
    size_t n_features, n_targets, n_parts, n_rows, missing_values, n_steps, stopped;
} model_numbers;

static labrbf_status get_numbers(lab_reader in, model_numbers *numbers) {
    if (!lab_reader_holds(&in, MODEL_FIELDS, 1))
        return lab_broken("its MODL section has the wrong length");
    numbers->n_features = lab_get_size(&in);
    numbers->n_targets = lab_get_size(&in);
    numbers->n_parts = lab_get_size(&in);
    numbers->n_rows = lab_get_size(&in);
    numbers->missing_values = lab_get_size(&in);
    numbers->n_steps = lab_get_size(&in);
    numbers->stopped = lab_get_size(&in);
    bool good = lab_reader_ended(&in) && numbers->n_features > 0 && numbers->n_targets > 0 &&
                numbers->stopped >= LABRBF_DONE_TOLERANCE && numbers->stopped <= LABRBF_DONE_CANCELLED;
    return good ? LABRBF_OK : lab_broken("a value in its MODL section is not valid");
}

/* pair[0 .. length) is name=value. An unknown name is skipped: versions differ in their settings, and these do not
 * change predictions. */
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

/* Pairs name=value separated by `between`. Settings that are not named are those of the preset paper. */
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

static labrbf_status get_settings(const lab_reader *in, lab_settings *settings) {
    if (!get_pairs((const char *)in->bytes, in->left, '\n', settings))
        return lab_broken("its SETT section has a line that is not name=value, or an invalid value");
    return LABRBF_OK;
}

/* Reads a trial and returns the text of its settings; NULL if it is not valid. */
static const char *get_trial(lab_reader *in, lab_trial *trial, size_t *length) {
    trial->n_support = lab_get_size(in);
    trial->n_steps = lab_get_size(in);
    trial->r2 = lab_get_f64(in);
    *length = lab_get_size(in);
    const char *text = (const char *)lab_get_bytes(in, *length);
    lab_get_padding(in, *length);
    return in->bad || *length == 0 || trial->r2 > 1.0 ? NULL : text;
}

static labrbf_status get_trials(lab_reader in, labrbf_model *model) {
    lab_reader counted = in;
    lab_trial one;
    size_t n = 0, length;
    for (; counted.left > 0; n++)
        if (!get_trial(&counted, &one, &length))
            return lab_broken("its TRIA section has the wrong length, or an invalid value");
    labrbf_status status = n > 0 ? lab_model_set_trials(model, NULL, n) : LABRBF_OK;
    for (size_t i = 0; i < n && status >= 0; i++) {
        lab_settings settings;
        const char *text = get_trial(&in, &model->trials[i], &length);
        if (!get_pairs(text, length, ' ', &settings))
            return lab_broken("its TRIA section has an invalid setting");
        lab_settings_copy_searched(&model->trials[i].settings, &settings);
    }
    return status;
}

/* Without the section no rows were held out, and all steps count. */
static labrbf_status get_held_out(const lab_section *section, labrbf_model *model) {
    lab_reader in = section->payload;
    model->n_steps_kept = model->n_steps;
    model->held_out_error = NAN;
    if (section->count == 0)
        return LABRBF_OK;
    if (!lab_reader_holds(&in, HELD_FIELDS, 1))
        return lab_broken("its HELD section has the wrong length");
    model->n_held_out = lab_get_size(&in);
    model->n_steps_kept = lab_get_size(&in);
    model->held_out_error = lab_get_f64(&in);
    bool good = lab_reader_ended(&in) && model->n_held_out > 0 && model->n_steps_kept <= model->n_steps &&
                (isnan(model->held_out_error) || (model->held_out_error >= 0.0 && isfinite(model->held_out_error)));
    return good ? LABRBF_OK : lab_broken("a value in its HELD section is not valid");
}

/* Any numbers are valid: the loss of a round without steps is NaN. */
static labrbf_status get_history(lab_reader in, labrbf_model *model) {
    for (size_t i = 0; i < model->n_rounds; i++) {
        labrbf_round *round = &model->history[i];
        round->n_support = lab_get_size(&in);
        round->n_steps = lab_get_size(&in);
        round->loss = lab_get_f64(&in);
        round->max_error = lab_get_f64(&in);
        round->mean_error = lab_get_f64(&in);
    }
    return lab_reader_ended(&in) ? LABRBF_OK : lab_broken("its HIST section has the wrong length");
}

/* Exactly `count` terminated strings, if the section is there. */
static labrbf_status get_strings(const lab_section *section, const lab_allocator *allocator, size_t count,
                                 lab_strings *strings) {
    const lab_reader *in = &section->payload;
    size_t found = 0;
    if (section->count == 0)
        return LABRBF_OK;
    for (size_t i = 0; i < in->left; i++)
        found += in->bytes[i] == '\0';
    if (found != count || in->bytes[in->left - 1] != '\0')
        return lab_broken("its %s section does not hold one text for each column", section->tag);
    return lab_strings_parse(strings, allocator, (const char *)in->bytes, in->left, count);
}

static labrbf_status get_parts(lab_reader in, labrbf_model *model) {
    const lab_part_frame frame = {model->n_features, model->n_targets, model->n_rows};
    lab_reader payload;
    while (lab_sections_next(&in, "PART", &payload)) {
        lab_part *part;
        double weight;
        labrbf_status status = lab_part_read(payload, &frame, &model->allocator, &part, &weight);
        if (status < 0)
            return status;
        status = lab_model_add_part(model, part, weight);
        if (status < 0) {
            lab_part_destroy(part);
            return status;
        }
    }
    return LABRBF_OK;
}

labrbf_status lab_model_deserialize(const unsigned char *bytes, size_t size, const lab_allocator *allocator,
                                    labrbf_model **out) {
    lab_section found[SECTIONS] = {
        [MODL] = {.tag = "MODL", .needed = true},
        [SETT] = {.tag = "SETT", .needed = true},
        [PART] = {.tag = "PART", .needed = true, .repeats = true},
        [TRIA] = {.tag = "TRIA"},
        [HELD] = {.tag = "HELD"},
        [HIST] = {.tag = "HIST"},
        [NAME] = {.tag = "NAME"},
        [CATE] = {.tag = "CATE"},
    };
    labrbf_model *model = NULL;
    model_numbers numbers = {0};
    lab_reader in;
    labrbf_status status;
    *out = NULL;
    LAB_TRY(lab_file_open(bytes, size, &in));
    LAB_TRY(lab_sections_find(in, found, SECTIONS));
    LAB_TRY(get_numbers(found[MODL].payload, &numbers));
    if (numbers.n_parts != found[PART].count)
        LAB_TRY(lab_broken("it has %zu parts where its MODL section says %zu", found[PART].count, numbers.n_parts));
    if (found[CATE].count > 0 && found[NAME].count == 0)
        LAB_TRY(lab_broken("it has a CATE section, but no NAME section"));
    size_t rounds = found[HIST].payload.left / (8 * ROUND_FIELDS);
    LAB_TRY(lab_model_create(allocator, numbers.n_features, numbers.n_targets, rounds, &model));
    model->n_rows = numbers.n_rows;
    model->missing_values = numbers.missing_values;
    model->n_steps = numbers.n_steps;
    model->stopped = (labrbf_status)numbers.stopped;
    LAB_TRY(get_settings(&found[SETT].payload, &model->settings));
    LAB_TRY(get_parts(in, model));
    LAB_TRY(get_trials(found[TRIA].payload, model));
    LAB_TRY(get_held_out(&found[HELD], model));
    LAB_TRY(get_history(found[HIST].payload, model));
    LAB_TRY(get_strings(&found[NAME], allocator, numbers.n_features + numbers.n_targets, &model->names));
    LAB_TRY(get_strings(&found[CATE], allocator, numbers.n_features, &model->categories));
    *out = model;
    return LABRBF_OK;
fail:
    lab_model_destroy(model);
    return status;
}
