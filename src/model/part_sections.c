/* The sections of a part. The list of fields of each serves counting, writing and reading. */
#include <string.h>

#include "model/sections.h"

/* One of the words of a setting, but not auto: a part has been trained. */
static void code_word(lab_codec *codec, const char *setting, size_t *number) {
    enum { WORD = 16 };
    char word[LAB_NUMBER_TEXT] = {0};
    if (!codec->from)
        (void)lab_settings_word(setting, *number, word);
    lab_codec_items(codec, word, WORD, 1);
    for (size_t i = strlen(word); i < WORD; i++)
        lab_codec_require(codec, word[i] == '\0');
    if (codec->from)
        lab_codec_require(codec, strcmp(word, "auto") != 0 && lab_settings_word_number(setting, word, number));
}

static void code_head(lab_codec *codec, lab_image *image) {
    lab_part *part = image->part;
    size_t clips = part->clips;
    LAB_CODEC_SIZES(codec, &part->n_support, &part->candidate, &part->fold, &clips);
    LAB_CODEC_FINITES(codec, &image->weight, &part->lambda, &part->rcond);
    code_word(codec, "kernel", &part->profile);
    code_word(codec, "scaling", &part->scaler.scaling);
    code_word(codec, "label_form", &part->scaler.label_form);
    lab_codec_require(codec, part->n_support > 0 && clips <= 1 && part->lambda >= 0.0 && part->rcond >= 0.0);
    if (codec->from)
        part->clips = clips == 1;
}

static void code_scales(lab_codec *codec, lab_image *image) {
    const lab_scaler *scaler = &image->part->scaler;
    lab_codec_finite(codec, scaler->center, scaler->n_features, 1);
    lab_codec_finite(codec, scaler->scale, scaler->n_features, 1);
    lab_codec_finite(codec, scaler->mean, scaler->n_features, 1);
    for (size_t j = 0; j < scaler->n_features; j++)
        lab_codec_require(codec, scaler->scale[j] > 0.0);
}

static void code_ranges(lab_codec *codec, lab_image *image) {
    const lab_scaler *scaler = &image->part->scaler;
    lab_codec_finite(codec, scaler->low, scaler->n_features, 1);
    lab_codec_finite(codec, scaler->high, scaler->n_features, 1);
    for (size_t j = 0; j < scaler->n_features; j++)
        lab_codec_require(codec, scaler->low[j] <= scaler->high[j]);
}

static void code_knots(lab_codec *codec, lab_image *image) {
    const lab_scaler *scaler = &image->part->scaler;
    const lab_knots *knots = &scaler->knots;
    size_t m = scaler->n_features;
    if (scaler->scaling != LAB_SCALING_RANK)
        return;
    for (size_t j = 0; j < m; j++) {
        size_t count = knots->first[j + 1] - knots->first[j];
        LAB_CODEC_SIZES(codec, &count);
        lab_codec_require(codec, count != 1 && count <= LAB_KNOTS);
        if (codec->from && !codec->bad)
            knots->first[j + 1] = knots->first[j] + count;
    }
    lab_codec_require(codec, knots->first[m] == knots->n);
    lab_codec_finite(codec, knots->value, knots->n, 1);
    lab_codec_finite(codec, knots->position, knots->n, 1);
    for (size_t j = 0; j < m && !codec->bad; j++)
        lab_codec_require(codec, lab_knots_sound(knots, j, scaler->low[j], scaler->high[j]));
}

/* A target may be plain in a part that is not: a constant has no form. Its unit is 0 then. */
static void code_labels(lab_codec *codec, lab_image *image) {
    for (size_t c = 0; c < image->part->n_targets; c++) {
        lab_label_scale *label = &image->part->scaler.labels[c];
        LAB_CODEC_FINITES(codec, &image->part->beta[c], &label->center, &label->scale, &label->minimum, &label->maximum,
                          &label->anchor, &label->unit);
        if (codec->from)
            label->form = label->unit != 0.0 ? image->part->scaler.label_form : LAB_FORM_PLAIN;
        lab_codec_require(codec, label->scale > 0.0 && label->minimum <= label->maximum);
        lab_codec_require(codec, label->form != LAB_FORM_PLAIN || (label->unit == 0.0 && label->anchor == 0.0));
    }
}

/* columns x n in memory, support by support in the file. */
static void code_matrix(lab_codec *codec, double *values, size_t n, size_t columns) {
    for (size_t i = 0; i < n; i++)
        lab_codec_finite(codec, values + i, columns, n);
}

static void code_supports(lab_codec *codec, lab_image *image) {
    const lab_part *part = image->part;
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    for (size_t i = 0; i < s; i++) {
        LAB_CODEC_SIZES(codec, &part->rows[i]);
        lab_codec_require(codec, part->rows[i] < image->model->n_rows);
    }
    code_matrix(codec, part->x, s, m);
    code_matrix(codec, part->theta, s, m);
    code_matrix(codec, part->y, s, targets);
    code_matrix(codec, part->alpha, s, targets);
    bool good = true;
    for (size_t i = 0; i < m * s && codec->from; i++)
        good = good && part->theta[i] >= 0.0;
    lab_codec_require(codec, good);
}

static void code_second(lab_codec *codec, lab_image *image) {
    if (image->part->alpha2)
        code_matrix(codec, image->part->alpha2, image->part->n_support, image->part->n_targets);
}

/* Slopes of 0 need no LINE section, unless they take more memory than all supports: a reader may not be made to
 * allocate what the file does not have. */
static bool may_omit_slopes(size_t s, size_t m, size_t targets) {
    size_t slopes, supports;
    return lab_size_mul(targets, m, &slopes) && lab_size_mul(s, 1 + 2 * m + 2 * targets, &supports) &&
           slopes <= supports;
}

static void code_slopes(lab_codec *codec, lab_image *image) {
    const lab_part *part = image->part;
    size_t m = part->n_features, targets = part->n_targets;
    if (codec->from || lab_part_is_linear(part) || !may_omit_slopes(part->n_support, m, targets))
        lab_codec_finite(codec, part->slopes, targets * m, 1);
}

static const lab_section sections[] = {
    {"HEAD", LAB_REQUIRED, LAB_ALWAYS, code_head},
    {"SCAL", LAB_REQUIRED, LAB_ALWAYS, code_scales},
    {"RANG", LAB_OPTIONAL, LAB_ALWAYS, code_ranges},
    {"KNOT", LAB_REQUIRED, LAB_MAY_BE_ABSENT, code_knots},
    {"LABL", LAB_REQUIRED, LAB_ALWAYS, code_labels},
    {"SUPP", LAB_REQUIRED, LAB_ALWAYS, code_supports},
    {"ALP2", LAB_OPTIONAL, LAB_MAY_BE_ABSENT, code_second},
    {"LINE", LAB_REQUIRED, LAB_MAY_BE_ABSENT, code_slopes},
    {NULL, 0, 0, NULL},
};
static const lab_section only_head[] = {{"HEAD", LAB_REQUIRED, LAB_ALWAYS, code_head}, {NULL, 0, 0, NULL}};

/* `fields` numbers for each of `rows` rows, if the section is there. */
static labrbf_status check_size(const lab_codec *codec, const char *tag, size_t rows, size_t fields) {
    size_t length, values, bytes;
    bool fits = !lab_section_find(codec, tag, &length) ||
                (lab_size_mul(rows, fields, &values) && lab_size_mul(values, 8, &bytes) && bytes == length);
    return fits ? LABRBF_OK : lab_broken("its %s section is missing or has the wrong length", tag);
}

/* Makes room for what the sections say, if they have it. The lengths of SCAL and LABL bound the numbers of features and
 * targets, so that the sums cannot overflow. */
static labrbf_status make_part(const lab_codec *codec, const lab_part *head, lab_image *image) {
    size_t s = head->n_support, m = image->model->n_features, targets = image->model->n_targets, length;
    lab_part_size size = {s, m, targets, 0, lab_section_find(codec, "ALP2", &length)};
    labrbf_status status;
    LAB_TRY(check_size(codec, "SCAL", m, 3));
    LAB_TRY(check_size(codec, "RANG", m, 2));
    LAB_TRY(check_size(codec, "LABL", targets, 7));
    LAB_TRY(check_size(codec, "SUPP", s, 1 + 2 * m + 2 * targets));
    LAB_TRY(check_size(codec, "ALP2", s, targets));
    LAB_TRY(check_size(codec, "LINE", m, targets));
    if (!lab_section_find(codec, "LINE", &length) && !may_omit_slopes(s, m, targets))
        return lab_broken("its LINE section is missing or has the wrong length");
    bool knots = lab_section_find(codec, "KNOT", &length), ranks = head->scaler.scaling == LAB_SCALING_RANK;
    if (knots != ranks)
        return knots ? lab_broken("it has a KNOT section, but its scaling is not rank")
                     : lab_broken("its scaling is rank, but it has no KNOT section");
    if (length / 8 > m)
        size.n_knots = (length / 8 - m) / 2; /* a number for each feature, two for each knot */
    return lab_part_create(&image->model->allocator, &size, &image->part);
fail:
    return status;
}

void lab_part_code(lab_codec *codec, lab_image *image) {
    lab_part head = {.n_support = 0};
    if (!codec->from) {
        image->part = image->model->parts[image->k];
        image->weight = image->model->weights[image->k];
        lab_sections_code(codec, sections, image);
        return;
    }
    image->part = &head;
    image->status = lab_sections_check(codec, sections);
    lab_sections_code(codec, only_head, image);
    image->part = NULL;
    if (image->status >= 0)
        image->status = make_part(codec, &head, image);
    if (image->status < 0)
        return;
    lab_model_add_part(image->model, image->part, image->weight);
    lab_sections_code(codec, sections, image); /* HEAD once more, now into the part */
}
