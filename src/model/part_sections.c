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
    if (!codec->from)
        return;
    for (size_t i = strlen(word); i < WORD; i++)
        lab_codec_require(codec, word[i] == '\0');
    lab_codec_require(codec, strcmp(word, "auto") != 0 && lab_settings_word_number(setting, word, number));
}

static void code_head(lab_codec *codec, lab_part *part, double *weight) {
    lab_section section = {.tag = "HEAD", .flags = LAB_REQUIRED};
    size_t clips = part->clips;
    if (!lab_section_begin(codec, &section, true))
        return;
    lab_codec_size(codec, &part->n_support);
    lab_codec_size(codec, &part->candidate);
    lab_codec_size(codec, &part->fold);
    lab_codec_size(codec, &clips);
    lab_codec_finite(codec, weight, 1, 1);
    lab_codec_finite(codec, &part->lambda, 1, 1);
    lab_codec_finite(codec, &part->rcond, 1, 1);
    code_word(codec, "kernel", &part->profile);
    code_word(codec, "scaling", &part->scaler.scaling);
    code_word(codec, "label_form", &part->scaler.label_form);
    part->clips = clips == 1;
    lab_codec_require(codec, part->n_support > 0 && clips <= 1 && part->lambda >= 0.0 && part->rcond >= 0.0);
    lab_section_end(codec, &section);
}

static void code_scales(lab_codec *codec, lab_scaler *scaler) {
    lab_section section = {.tag = "SCAL", .flags = LAB_REQUIRED};
    size_t m = scaler->n_features;
    if (!lab_section_begin(codec, &section, true))
        return;
    lab_codec_finite(codec, scaler->center, m, 1);
    lab_codec_finite(codec, scaler->scale, m, 1);
    lab_codec_finite(codec, scaler->mean, m, 1);
    for (size_t j = 0; j < m; j++)
        lab_codec_require(codec, scaler->scale[j] > 0.0);
    lab_section_end(codec, &section);
}

static void code_ranges(lab_codec *codec, lab_scaler *scaler) {
    lab_section section = {.tag = "RANG", .flags = LAB_OPTIONAL};
    size_t m = scaler->n_features;
    if (!lab_section_begin(codec, &section, true))
        return;
    lab_codec_finite(codec, scaler->low, m, 1);
    lab_codec_finite(codec, scaler->high, m, 1);
    for (size_t j = 0; j < m; j++)
        lab_codec_require(codec, scaler->low[j] <= scaler->high[j]);
    lab_section_end(codec, &section);
}

static void code_knots(lab_codec *codec, lab_scaler *scaler) {
    lab_section section = {.tag = "KNOT", .flags = LAB_REQUIRED};
    lab_knots *knots = &scaler->knots;
    size_t m = scaler->n_features;
    if (!lab_section_begin(codec, &section, scaler->scaling == LAB_SCALING_RANK))
        return;
    for (size_t j = 0; j < m; j++) {
        size_t count = knots->first[j + 1] - knots->first[j];
        lab_codec_size(codec, &count);
        lab_codec_require(codec, count != 1 && count <= LAB_KNOTS);
        if (codec->from && !codec->bad)
            knots->first[j + 1] = knots->first[j] + count;
    }
    lab_codec_require(codec, knots->first[m] == knots->n);
    lab_codec_finite(codec, knots->value, knots->n, 1);
    lab_codec_finite(codec, knots->place, knots->n, 1);
    for (size_t j = 0; j < m && !codec->bad; j++)
        lab_codec_require(codec, lab_knots_sound(knots, j, scaler->low[j], scaler->high[j]));
    lab_section_end(codec, &section);
}

/* A target may be plain in a part that is not: a constant has no form. Its unit is 0 then. */
static void code_labels(lab_codec *codec, lab_part *part) {
    lab_section section = {.tag = "LABL", .flags = LAB_REQUIRED};
    if (!lab_section_begin(codec, &section, true))
        return;
    for (size_t c = 0; c < part->n_targets; c++) {
        lab_label_scale *label = &part->scaler.labels[c];
        double *const fields[] = {&part->beta[c],  &label->center, &label->scale, &label->minimum,
                                  &label->maximum, &label->anchor, &label->unit};
        for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
            lab_codec_finite(codec, fields[i], 1, 1);
        if (codec->from)
            label->form = label->unit != 0.0 ? part->scaler.label_form : LAB_FORM_PLAIN;
        lab_codec_require(codec, label->scale > 0.0 && label->minimum <= label->maximum);
        lab_codec_require(codec, label->form != LAB_FORM_PLAIN || (label->unit == 0.0 && label->anchor == 0.0));
    }
    lab_section_end(codec, &section);
}

/* columns x n in memory, support by support in the file. */
static void code_matrix(lab_codec *codec, double *values, size_t n, size_t columns) {
    for (size_t i = 0; i < n; i++)
        lab_codec_finite(codec, values + i, columns, n);
}

static void code_supports(lab_codec *codec, lab_part *part, size_t n_rows) {
    lab_section section = {.tag = "SUPP", .flags = LAB_REQUIRED};
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    if (!lab_section_begin(codec, &section, true))
        return;
    for (size_t i = 0; i < s; i++) {
        lab_codec_size(codec, &part->rows[i]);
        lab_codec_require(codec, part->rows[i] < n_rows);
    }
    code_matrix(codec, part->x, s, m);
    code_matrix(codec, part->theta, s, m);
    code_matrix(codec, part->y, s, targets);
    code_matrix(codec, part->alpha, s, targets);
    for (size_t i = 0; i < m * s && codec->from; i++)
        lab_codec_require(codec, part->theta[i] >= 0.0);
    lab_section_end(codec, &section);
}

static void code_second(lab_codec *codec, lab_part *part) {
    lab_section section = {.tag = "ALP2", .flags = LAB_OPTIONAL};
    if (!lab_section_begin(codec, &section, part->alpha2))
        return;
    code_matrix(codec, part->alpha2, part->n_support, part->n_targets);
    lab_section_end(codec, &section);
}

/* Slopes of 0 need no LINE section, unless they take more memory than all supports: a reader may not be made to
 * allocate what the file does not have. */
static bool may_omit_slopes(size_t s, size_t m, size_t targets) {
    size_t slopes, supports;
    return lab_size_mul(targets, m, &slopes) && lab_size_mul(s, 1 + 2 * m + 2 * targets, &supports) &&
           slopes <= supports;
}

static void code_slopes(lab_codec *codec, lab_part *part) {
    lab_section section = {.tag = "LINE", .flags = LAB_REQUIRED};
    size_t m = part->n_features, targets = part->n_targets;
    bool omitted = !lab_part_is_linear(part) && may_omit_slopes(part->n_support, m, targets);
    if (!lab_section_begin(codec, &section, !omitted))
        return;
    lab_codec_finite(codec, part->slopes, targets * m, 1);
    lab_section_end(codec, &section);
}

/* Do the sections have room for what their sizes say? The lengths of SCAL and LABL bound the numbers of features and
 * targets, so that the sums cannot overflow. */
static labrbf_status check_sizes(const lab_codec *codec, lab_part_size *size, bool ranks) {
    size_t s = size->n_support, m = size->n_features, targets = size->n_targets, length, words;
    bool line = lab_section_find(codec, "LINE", &length), knots = lab_section_find(codec, "KNOT", &words);
    size->second = lab_section_find(codec, "ALP2", &length);
    const struct {
        const char *tag;
        bool fits;
    } sections[] = {
        {"SCAL", lab_section_holds(codec, "SCAL", m, 3)},
        {"RANG", lab_section_holds(codec, "RANG", m, 2)},
        {"LABL", lab_section_holds(codec, "LABL", targets, 7)},
        {"SUPP", lab_section_holds(codec, "SUPP", s, 1 + 2 * m + 2 * targets)},
        {"ALP2", !size->second || lab_section_holds(codec, "ALP2", s, targets)},
        {"LINE", line ? lab_section_holds(codec, "LINE", m, targets) : may_omit_slopes(s, m, targets)},
    };
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (!sections[i].fits)
            return lab_broken("its %s section is missing or has the wrong length", sections[i].tag);
    if (knots && !ranks)
        return lab_broken("it has a KNOT section, but its scaling is not rank");
    if (!knots && ranks)
        return lab_broken("its scaling is rank, but it has no KNOT section");
    words /= 8;
    size->n_knots = words > m ? (words - m) / 2 : 0; /* KNOT has one for each feature and two for each knot */
    return LABRBF_OK;
}

void lab_part_code(lab_codec *codec, const labrbf_model *model, lab_part **part, double *weight) {
    lab_part head = codec->from ? (lab_part){0} : **part;
    if (codec->from)
        lab_sections_check(codec, "HEAD SCAL RANG KNOT?LABL SUPP ALP2?LINE?");
    code_head(codec, &head, weight);
    if (codec->from && codec->status >= 0) {
        lab_part_size size = {head.n_support, model->n_features, model->n_targets, 0, false};
        codec->status = check_sizes(codec, &size, head.scaler.scaling == LAB_SCALING_RANK);
        if (codec->status >= 0)
            codec->status = lab_part_create(&model->allocator, &size, part);
        if (codec->status >= 0)
            code_head(codec, *part, weight);
    }
    if (codec->status < 0)
        return;
    code_scales(codec, &(*part)->scaler);
    code_ranges(codec, &(*part)->scaler);
    code_knots(codec, &(*part)->scaler);
    code_labels(codec, *part);
    code_supports(codec, *part, model->n_rows);
    code_second(codec, *part);
    code_slopes(codec, *part);
}
