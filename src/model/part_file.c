#include "model/part_file.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "model/settings.h"

/* HEAD: integers, numbers, words padded with zero bytes. */
enum { HEAD_INTEGERS = 4, HEAD_NUMBERS = 3, HEAD_WORDS = 3, WORD = 16 };
enum { HEAD_BYTES = 8 * (HEAD_INTEGERS + HEAD_NUMBERS) + HEAD_WORDS * WORD };
enum { LABEL_FIELDS = 7, SCALE_FIELDS = 3, RANGE_FIELDS = 2 };

/* Slopes of 0 are left out, unless they take more memory than all supports: a reader must not allocate much more than
 * the size of the file. */
static bool may_omit_slopes(const lab_part_size *size) {
    size_t slopes, supports;
    return lab_size_mul(size->n_targets, size->n_features, &slopes) &&
           lab_size_mul(size->n_support, 1 + 2 * size->n_features + 2 * size->n_targets, &supports) &&
           slopes <= supports;
}

/* ---- writing */

static void put_word(lab_writer *out, const char *setting, size_t number) {
    char word[LAB_NUMBER_TEXT] = {0};
    (void)lab_settings_word(setting, number, word);
    size_t length = strnlen(word, WORD);
    memset(word + length, 0, sizeof word - length);
    lab_put_bytes(out, word, WORD);
}

static void put_head(lab_writer *out, const lab_part *part, double weight) {
    size_t head = lab_section_begin(out, "HEAD", LAB_REQUIRED);
    lab_put_u64(out, part->n_support);
    lab_put_u64(out, part->candidate);
    lab_put_u64(out, part->fold);
    lab_put_u64(out, part->clips);
    lab_put_f64(out, weight);
    lab_put_f64(out, part->lambda);
    lab_put_f64(out, part->rcond);
    put_word(out, "kernel", part->profile);
    put_word(out, "scaling", part->scaler.scaling);
    put_word(out, "label_form", part->scaler.label_form);
    lab_section_end(out, head);
}

static void put_scaler(lab_writer *out, const lab_scaler *scaler) {
    size_t m = scaler->n_features;
    size_t scales = lab_section_begin(out, "SCAL", LAB_REQUIRED);
    lab_put_f64s(out, scaler->center, m);
    lab_put_f64s(out, scaler->scale, m);
    lab_put_f64s(out, scaler->mean, m);
    lab_section_end(out, scales);
    size_t range = lab_section_begin(out, "RANG", LAB_OPTIONAL);
    lab_put_f64s(out, scaler->low, m);
    lab_put_f64s(out, scaler->high, m);
    lab_section_end(out, range);
}

static void put_knots(lab_writer *out, const lab_knots *knots, size_t m) {
    size_t section = lab_section_begin(out, "KNOT", LAB_REQUIRED);
    for (size_t j = 0; j < m; j++)
        lab_put_u64(out, knots->first[j + 1] - knots->first[j]);
    lab_put_f64s(out, knots->value, knots->n);
    lab_put_f64s(out, knots->position, knots->n);
    lab_section_end(out, section);
}

static void put_labels(lab_writer *out, const lab_part *part) {
    size_t section = lab_section_begin(out, "LABL", LAB_REQUIRED);
    for (size_t c = 0; c < part->n_targets; c++) {
        const lab_label_scale *label = &part->scaler.labels[c];
        const double numbers[LABEL_FIELDS] = {part->beta[c],  label->center, label->scale, label->minimum,
                                              label->maximum, label->anchor, label->unit};
        lab_put_f64s(out, numbers, LABEL_FIELDS);
    }
    lab_section_end(out, section);
}

/* columns x n_support in memory, support by support in the file. */
static void put_supports(lab_writer *out, const double *values, size_t s, size_t columns) {
    for (size_t i = 0; i < s; i++)
        for (size_t j = 0; j < columns; j++)
            lab_put_f64(out, values[j * s + i]);
}

static void put_expansion(lab_writer *out, const lab_part *part) {
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    size_t supports = lab_section_begin(out, "SUPP", LAB_REQUIRED);
    for (size_t i = 0; i < s; i++)
        lab_put_u64(out, part->rows[i]);
    put_supports(out, part->x, s, m);
    put_supports(out, part->theta, s, m);
    put_supports(out, part->y, s, targets);
    put_supports(out, part->alpha, s, targets);
    lab_section_end(out, supports);
    if (part->alpha2) {
        size_t second = lab_section_begin(out, "ALP2", LAB_OPTIONAL);
        put_supports(out, part->alpha2, s, targets);
        lab_section_end(out, second);
    }
    if (lab_part_is_linear(part) || !may_omit_slopes(&(lab_part_size){s, m, targets, 0, false})) {
        size_t linear = lab_section_begin(out, "LINE", LAB_REQUIRED);
        lab_put_f64s(out, part->slopes, targets * m);
        lab_section_end(out, linear);
    }
}

void lab_part_write(lab_writer *out, const lab_part *part, double weight) {
    size_t section = lab_section_begin(out, "PART", LAB_REQUIRED);
    put_head(out, part, weight);
    put_scaler(out, &part->scaler);
    if (part->scaler.scaling == LAB_SCALING_RANK)
        put_knots(out, &part->scaler.knots, part->n_features);
    put_labels(out, part);
    put_expansion(out, part);
    lab_section_end(out, section);
}

/* ---- reading */

enum { HEAD, SCAL, RANG, KNOT, LABL, SUPP, ALP2, LINE, SECTIONS };

typedef struct part_head {
    size_t n_support, candidate, fold, clips;
    double weight, lambda, rcond;
    size_t profile, scaling, label_form;
} part_head;

/* A word of a setting other than auto. */
static size_t get_word(lab_reader *in, const char *setting) {
    const char *text = (const char *)lab_get_bytes(in, WORD);
    char word[WORD + 1] = {0};
    size_t number = 0;
    if (!text)
        return 0;
    memcpy(word, text, WORD);
    for (size_t i = strlen(word); i < WORD; i++)
        in->bad = in->bad || word[i] != '\0';
    in->bad = in->bad || strcmp(word, "auto") == 0 || !lab_settings_word_number(setting, word, &number);
    return number;
}

static labrbf_status get_head(lab_reader in, part_head *head) {
    if (in.left != HEAD_BYTES)
        return lab_broken("its HEAD section has the wrong length");
    head->n_support = lab_get_size(&in);
    head->candidate = lab_get_size(&in);
    head->fold = lab_get_size(&in);
    head->clips = lab_get_size(&in);
    double numbers[HEAD_NUMBERS];
    lab_get_finite(&in, numbers, HEAD_NUMBERS);
    head->weight = numbers[0];
    head->lambda = numbers[1];
    head->rcond = numbers[2];
    head->profile = get_word(&in, "kernel");
    head->scaling = get_word(&in, "scaling");
    head->label_form = get_word(&in, "label_form");
    bool good =
        lab_reader_ended(&in) && head->n_support > 0 && head->clips <= 1 && head->lambda >= 0.0 && head->rcond >= 0.0;
    return good ? LABRBF_OK : lab_broken("a value in its HEAD section is not valid");
}

/* The section begins with the number of knots of each feature; their sum is the total. */
static labrbf_status count_knots(lab_reader in, size_t m, size_t *n) {
    size_t bytes = in.left, knots = 0;
    bool good = bytes / 8 >= m;
    for (size_t j = 0; good && j < m; j++) {
        size_t count = lab_get_size(&in);
        good = count <= LAB_KNOTS && count != 1;
        knots += count; /* the section has 8 bytes for each feature, so this cannot overflow */
    }
    *n = knots;
    good = good && lab_reader_holds(&in, knots, 2);
    return good ? LABRBF_OK : lab_broken("its KNOT section has the wrong length");
}

/* Do the lengths of the sections match the sizes? Those of SCAL and LABL bound the numbers of features and targets, so
 * that the sums below cannot overflow. */
static labrbf_status check_sizes(const lab_section *found, const lab_part_size *size) {
    size_t s = size->n_support, m = size->n_features, targets = size->n_targets;
    bool fits[SECTIONS] = {[HEAD] = true, [KNOT] = true};
    fits[SCAL] = lab_reader_holds(&found[SCAL].payload, m, SCALE_FIELDS);
    fits[RANG] = lab_reader_holds(&found[RANG].payload, m, RANGE_FIELDS);
    fits[LABL] = lab_reader_holds(&found[LABL].payload, targets, LABEL_FIELDS);
    fits[SUPP] = fits[SCAL] && fits[LABL] && lab_reader_holds(&found[SUPP].payload, s, 1 + 2 * m + 2 * targets);
    fits[ALP2] = found[ALP2].count == 0 || lab_reader_holds(&found[ALP2].payload, s, targets);
    fits[LINE] = found[LINE].count == 0 ? fits[SUPP] && may_omit_slopes(size)
                                        : lab_reader_holds(&found[LINE].payload, m, targets);
    for (size_t i = 0; i < SECTIONS; i++)
        if (!fits[i])
            return lab_broken("its %s section is missing or has the wrong length", found[i].tag);
    return LABRBF_OK;
}

static labrbf_status sense(bool good, const lab_section *section) {
    return good ? LABRBF_OK : lab_broken("a value in its %s section is not valid", section->tag);
}

static labrbf_status get_scaler(const lab_section *found, lab_scaler *scaler) {
    lab_reader scales = found[SCAL].payload, range = found[RANG].payload, in = found[KNOT].payload;
    lab_knots *knots = &scaler->knots;
    size_t m = scaler->n_features;
    lab_get_finite(&scales, scaler->center, m);
    lab_get_finite(&scales, scaler->scale, m);
    lab_get_finite(&scales, scaler->mean, m);
    lab_get_finite(&range, scaler->low, m);
    lab_get_finite(&range, scaler->high, m);
    bool good = lab_reader_ended(&scales), ordered = lab_reader_ended(&range), sound = true;
    for (size_t j = 0; j < m; j++) {
        good = good && scaler->scale[j] > 0.0;
        ordered = ordered && scaler->low[j] <= scaler->high[j];
    }
    if (scaler->scaling == LAB_SCALING_RANK) {
        for (size_t j = 0; j < m; j++)
            knots->first[j + 1] = knots->first[j] + lab_get_size(&in);
        lab_get_finite(&in, knots->value, knots->n);
        lab_get_finite(&in, knots->position, knots->n);
        sound = lab_reader_ended(&in);
        for (size_t j = 0; j < m; j++)
            sound = sound && lab_knots_sound(knots, j, scaler->low[j], scaler->high[j]);
    }
    labrbf_status status = sense(good, &found[SCAL]);
    if (status >= 0)
        status = sense(ordered, &found[RANG]);
    return status < 0 ? status : sense(sound, &found[KNOT]);
}

/* A constant target is plain in any part: its unit is 0. */
static labrbf_status get_labels(const lab_section *section, lab_part *part) {
    lab_reader in = section->payload;
    bool good = true;
    for (size_t c = 0; c < part->n_targets; c++) {
        double numbers[LABEL_FIELDS];
        lab_get_finite(&in, numbers, LABEL_FIELDS);
        lab_label_scale *label = &part->scaler.labels[c];
        part->beta[c] = numbers[0];
        *label = (lab_label_scale){.center = numbers[1],
                                   .scale = numbers[2],
                                   .minimum = numbers[3],
                                   .maximum = numbers[4],
                                   .anchor = numbers[5],
                                   .unit = numbers[6]};
        label->form = label->unit != 0.0 ? part->scaler.label_form : LAB_FORM_PLAIN;
        good = good && label->scale > 0.0 && label->minimum <= label->maximum;
        good = good && (label->form != LAB_FORM_PLAIN || (label->unit == 0.0 && label->anchor == 0.0));
    }
    return sense(good && lab_reader_ended(&in), section);
}

static void get_supports(lab_reader *in, double *values, size_t s, size_t columns, double smallest) {
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < columns; j++) {
            double *value = &values[j * s + i];
            lab_get_finite(in, value, 1);
            in->bad = in->bad || *value < smallest;
        }
    }
}

static labrbf_status get_expansion(const lab_section *found, size_t n_rows, lab_part *part) {
    lab_reader in = found[SUPP].payload, second = found[ALP2].payload, linear = found[LINE].payload;
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    for (size_t i = 0; i < s; i++) {
        part->rows[i] = lab_get_size(&in);
        in.bad = in.bad || part->rows[i] >= n_rows;
    }
    get_supports(&in, part->x, s, m, -INFINITY);
    get_supports(&in, part->theta, s, m, 0.0);
    get_supports(&in, part->y, s, targets, -INFINITY);
    get_supports(&in, part->alpha, s, targets, -INFINITY);
    if (part->alpha2)
        get_supports(&second, part->alpha2, s, targets, -INFINITY);
    if (found[LINE].count > 0)
        lab_get_finite(&linear, part->slopes, targets * m);
    labrbf_status status = sense(lab_reader_ended(&in), &found[SUPP]);
    if (status >= 0)
        status = sense(lab_reader_ended(&second), &found[ALP2]);
    return status < 0 ? status : sense(lab_reader_ended(&linear), &found[LINE]);
}

labrbf_status lab_part_read(lab_reader in, const lab_part_frame *frame, const lab_allocator *allocator, lab_part **out,
                            double *weight) {
    lab_section found[SECTIONS] = {
        [HEAD] = {.tag = "HEAD", .needed = true},
        [SCAL] = {.tag = "SCAL", .needed = true},
        [RANG] = {.tag = "RANG", .needed = true},
        [KNOT] = {.tag = "KNOT"},
        [LABL] = {.tag = "LABL", .needed = true},
        [SUPP] = {.tag = "SUPP", .needed = true},
        [ALP2] = {.tag = "ALP2"},
        [LINE] = {.tag = "LINE"},
    };
    lab_part_size size = {.n_features = frame->n_features, .n_targets = frame->n_targets};
    part_head head = {0};
    lab_part *part = NULL;
    labrbf_status status;
    *out = NULL;
    LAB_TRY(lab_sections_find(in, found, SECTIONS));
    LAB_TRY(get_head(found[HEAD].payload, &head));
    size.n_support = head.n_support;
    size.second = found[ALP2].count > 0;
    LAB_TRY(check_sizes(found, &size));
    if ((found[KNOT].count > 0) != (head.scaling == LAB_SCALING_RANK))
        LAB_TRY(found[KNOT].count > 0 ? lab_broken("it has a KNOT section, but its scaling is not rank")
                                      : lab_broken("its scaling is rank, but it has no KNOT section"));
    if (found[KNOT].count > 0)
        LAB_TRY(count_knots(found[KNOT].payload, size.n_features, &size.n_knots));
    LAB_TRY(lab_part_create(allocator, &size, &part));
    part->profile = head.profile;
    part->clips = head.clips == 1;
    part->lambda = head.lambda;
    part->rcond = head.rcond;
    part->candidate = head.candidate;
    part->fold = head.fold;
    part->scaler.scaling = head.scaling;
    part->scaler.label_form = head.label_form;
    LAB_TRY(get_scaler(found, &part->scaler));
    LAB_TRY(get_labels(&found[LABL], part));
    LAB_TRY(get_expansion(found, frame->n_rows, part));
    *out = part;
    *weight = head.weight;
    return LABRBF_OK;
fail:
    lab_part_destroy(part);
    return status;
}
