/*
 * A model from bytes: see model_format.h.
 *
 * The reader trusts nothing: sizes are checked against the bytes that are there before memory is asked for, so a
 * hostile file cannot make it allocate more than a small multiple of its own length.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/status.h"
#include "model/model.h"
#include "model/model_format.h"

typedef struct reader {
    const unsigned char *bytes;
    size_t left;
} reader;

static uint64_t u64_at(const unsigned char *bytes) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

/* Values are read only after their number has been checked against the section's length. */
static uint64_t get_u64(reader *in) {
    uint64_t value = u64_at(in->bytes);
    in->bytes += 8;
    in->left -= 8;
    return value;
}

static double get_f64(reader *in) {
    uint64_t bits = get_u64(in);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static bool get_finite(reader *in, double *values, size_t n) {
    bool finite = true;
    for (size_t i = 0; i < n; i++) {
        values[i] = get_f64(in);
        finite = finite && isfinite(values[i]);
    }
    return finite;
}

static bool get_supports(reader *in, double *values, size_t s, size_t columns, double smallest) {
    bool good = true;
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < columns; j++) {
            double value = get_f64(in);
            values[j * s + i] = value;
            good = good && isfinite(value) && value >= smallest;
        }
    }
    return good;
}

static labrbf_status broken(const char *what) {
    return lab_fail(LABRBF_E_FORMAT, "not a valid labrbf model: %s", what);
}

static bool all_zero(const unsigned char *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* The payload of the next section, which must have this tag. */
static bool get_section(reader *in, const char *tag, reader *payload) {
    if (in->left < SECTION_HEADER || memcmp(in->bytes, tag, 4) != 0 || !all_zero(in->bytes + 4, 4))
        return false;
    uint64_t length = u64_at(in->bytes + 8);
    size_t room = in->left - SECTION_HEADER, padding = (size_t)((8 - length % 8) % 8);
    if (length > room || padding > room - length)
        return false;
    *payload = (reader){in->bytes + SECTION_HEADER, (size_t)length};
    if (!all_zero(payload->bytes + length, padding))
        return false;
    size_t skip = SECTION_HEADER + (size_t)length + padding;
    in->bytes += skip;
    in->left -= skip;
    return true;
}

/* Values of a trial, by the format's version. */
static const size_t trial_fields[FORMAT_VERSION + 1] = {
    [SEARCH_VERSION] = 7, [FORM_VERSION] = 8, [RATE_VERSION] = 9, [RULE_VERSION] = 11, [SHARED_VERSION] = 12};

/* Is the payload exactly `fields` values of 8 bytes for each of `rows` rows? */
static bool holds(const reader *payload, size_t rows, size_t fields) {
    size_t values, bytes;
    return lab_size_mul(rows, fields, &values) && lab_size_mul(values, 8, &bytes) && payload->left == bytes;
}

static labrbf_status check_envelope(const unsigned char *bytes, size_t size) {
    if (size < HEADER + CHECKSUM || memcmp(bytes, lab_model_magic, LAB_MAGIC_SIZE) != 0)
        return broken(size < HEADER + CHECKSUM ? "it is too short" : "it does not begin as one");
    uint64_t version = u64_at(bytes + 8), length = u64_at(bytes + 16);
    bool intact = length == size && lab_model_crc(bytes, size - CHECKSUM) == u64_at(bytes + size - CHECKSUM);
    if (version > FORMAT_VERSION)
        return lab_fail(LABRBF_E_VERSION,
                        "the model has format version %llu, this labrbf %s reads up to %d: update it%s",
                        (unsigned long long)version, LABRBF_VERSION, FORMAT_VERSION,
                        intact ? "" : " (or the file is damaged: its checksum is wrong)");
    if (version == 0)
        return broken("its version is 0");
    if (length != size)
        return lab_fail(LABRBF_E_FORMAT, "not a valid labrbf model: it has %zu bytes but was written with %llu%s", size,
                        (unsigned long long)length, size < length ? " (cut short?)" : "");
    return intact ? LABRBF_OK : broken("its checksum is wrong (the file is damaged)");
}

/* Sizes come first, and are checked against the sections they describe before the model is allocated. */
typedef struct sections {
    reader info, targets, settings, scaler, range, knots, forms, supports, linear, trials, held, history, names,
        categories;
    bool has_range, has_knots, has_forms, has_linear, has_held, has_names, has_categories;
    size_t s, m, n_targets, rounds, n_knots, trial_fields;
} sections;

/* The number of targets is that of the section's entries, and one more; without the section there is one. */
static labrbf_status find_targets(reader *in, uint64_t version, sections *found) {
    const size_t entry = 8 * (size_t)TARGET_FIELDS;
    found->n_targets = 1;
    if (version < 3 || !get_section(in, "TARG", &found->targets))
        return LABRBF_OK;
    if (found->targets.left == 0 || found->targets.left % entry != 0)
        return broken("its TARG section has the wrong length");
    found->n_targets += found->targets.left / entry;
    return LABRBF_OK;
}

/* How many knots there are is the sum of the numbers that the section begins with. */
static labrbf_status find_knots(reader *in, uint64_t version, sections *found) {
    found->has_knots = version >= 3 && get_section(in, "KNOT", &found->knots);
    if (!found->has_knots)
        return LABRBF_OK;
    bool good = found->knots.left / 8 >= found->m;
    for (size_t j = 0; good && j < found->m; j++) {
        uint64_t count = u64_at(found->knots.bytes + 8 * j);
        good = count <= LAB_KNOTS && count != 1;
        found->n_knots += (size_t)count; /* the section has 8 bytes for each feature, so this cannot overflow */
    }
    size_t values;
    good = good && lab_size_add(found->m, 2 * found->n_knots, &values) && holds(&found->knots, values, 1);
    return good ? LABRBF_OK : broken("its KNOT section has the wrong length");
}

static labrbf_status find_forms(reader *in, uint64_t version, sections *found) {
    found->has_forms = version >= 4 && get_section(in, "FORM", &found->forms);
    if (found->has_forms && !holds(&found->forms, found->n_targets, FORM_FIELDS))
        return broken("its FORM section has the wrong length");
    return LABRBF_OK;
}

/* What came with version 3 and is there only if the model has it. Since then every version says one thing more of the
 * trials. */
static labrbf_status find_extras(reader *in, uint64_t version, sections *found) {
    if (version < 3)
        return LABRBF_OK;
    found->has_linear = get_section(in, "LINE", &found->linear);
    if (found->has_linear && !holds(&found->linear, found->m, found->n_targets))
        return broken("its LINE section has the wrong length");
    found->trial_fields = trial_fields[version];
    if (get_section(in, "TRIA", &found->trials) && found->trials.left % (8 * found->trial_fields) != 0)
        return broken("its TRIA section has the wrong length");
    found->has_held = get_section(in, "HELD", &found->held);
    if (found->has_held && !holds(&found->held, HELD_FIELDS, 1))
        return broken("its HELD section has the wrong length");
    return LABRBF_OK;
}

/* Is the payload what the supports take: a row number, places and bandwidths, three values for every target? */
static bool holds_supports(const sections *found) {
    size_t fields;
    return lab_size_mul(3, found->n_targets, &fields) && lab_size_add(fields, 2 * found->m + 1, &fields) &&
           holds(&found->supports, found->s, fields);
}

static labrbf_status find_sections(reader *in, uint64_t version, sections *found) {
    if (!get_section(in, "INFO", &found->info) || !holds(&found->info, INFO_FIELDS, 1))
        return broken("its INFO section is missing or has the wrong length");
    uint64_t s = get_u64(&found->info), m = get_u64(&found->info), rounds = get_u64(&found->info);
    if (s == 0 || m == 0 || s > SIZE_MAX / 8 || m > SIZE_MAX / 32 || rounds > SIZE_MAX)
        return broken("its sizes make no sense");
    found->s = (size_t)s;
    found->m = (size_t)m;
    found->rounds = (size_t)rounds;
    labrbf_status status = find_targets(in, version, found);
    if (status < 0)
        return status;
    if (!get_section(in, "SETT", &found->settings))
        return broken("its SETT section is missing");
    if (!get_section(in, "SCAL", &found->scaler) || !holds(&found->scaler, found->m, 3))
        return broken("its SCAL section is missing or has the wrong length");
    found->has_range = version >= 2;
    if (found->has_range && (!get_section(in, "RANG", &found->range) || !holds(&found->range, found->m, 2)))
        return broken("its RANG section is missing or has the wrong length");
    status = find_knots(in, version, found);
    if (status >= 0)
        status = find_forms(in, version, found);
    if (status < 0)
        return status;
    if (!get_section(in, "SUPP", &found->supports) || !holds_supports(found))
        return broken("its SUPP section is missing or has the wrong length");
    status = find_extras(in, version, found);
    if (status < 0)
        return status;
    if (!get_section(in, "HIST", &found->history) || !holds(&found->history, found->rounds, ROUND_FIELDS))
        return broken("its HIST section is missing or has the wrong length");
    found->has_names = get_section(in, "NAME", &found->names);
    found->has_categories = version >= 2 && found->has_names && get_section(in, "CATE", &found->categories);
    return in->left == 0 ? LABRBF_OK : broken("it has bytes that belong to no section");
}

static labrbf_status get_info(reader *in, labrbf_model *model) {
    lab_label_scale *label = model->scaler.labels;
    model->n_rows = (size_t)get_u64(in);
    model->missing_values = (size_t)get_u64(in);
    model->n_steps = (size_t)get_u64(in);
    uint64_t stopped = get_u64(in);
    double scalars[7];
    bool finite = get_finite(in, scalars, 7);
    bool sensible = scalars[1] >= 0.0 && scalars[2] >= 0.0 && scalars[4] > 0.0 && scalars[5] <= scalars[6];
    if (stopped < LABRBF_DONE_TOLERANCE || stopped > LABRBF_DONE_CANCELLED || !finite || !sensible)
        return broken("a value in its INFO section makes no sense");
    model->stopped = (labrbf_status)stopped;
    model->beta[0] = scalars[0];
    model->lambda = scalars[1];
    model->rcond = scalars[2];
    *label = (lab_label_scale){.center = scalars[3], .scale = scalars[4], .minimum = scalars[5], .maximum = scalars[6]};
    return LABRBF_OK;
}

static labrbf_status get_further_targets(reader *in, labrbf_model *model) {
    bool good = true;
    for (size_t c = 1; c < model->n_targets; c++) {
        double scalars[TARGET_FIELDS];
        good = get_finite(in, scalars, TARGET_FIELDS) && good;
        good = good && scalars[2] > 0.0 && scalars[3] <= scalars[4];
        model->beta[c] = scalars[0];
        model->scaler.labels[c] =
            (lab_label_scale){.center = scalars[1], .scale = scalars[2], .minimum = scalars[3], .maximum = scalars[4]};
    }
    return good ? LABRBF_OK : broken("a value in its TARG section makes no sense");
}

/* Lines name=value; settings that the file does not know are newer than it, and in the preset paper they do what was
 * done before. */
static labrbf_status get_settings(reader *in, lab_settings *settings) {
    labrbf_status status = lab_settings_preset(settings, "paper");
    while (status >= 0 && in->left > 0) {
        const char *line = (const char *)in->bytes;
        const char *end = memchr(line, '\n', in->left);
        const char *equals = end ? memchr(line, '=', (size_t)(end - line)) : NULL;
        char text[LAB_NUMBER_TEXT];
        if (!equals || (size_t)(end - equals) > sizeof text)
            return broken("its SETT section is not lines of name=value");
        memcpy(text, equals + 1, (size_t)(end - equals - 1));
        text[end - equals - 1] = '\0';
        status = lab_settings_set(settings, line, (size_t)(equals - line), text);
        in->left -= (size_t)(end - line) + 1;
        in->bytes += end - line + 1;
    }
    if (status >= 0 && settings->kernel == LAB_KERNEL_AUTO)
        return broken("its SETT section does not say which kernel it has");
    if (status >= 0 && settings->scaling == LAB_SCALING_AUTO)
        return broken("its SETT section does not say how features are scaled");
    if (status >= 0 && settings->bandwidths == LAB_BANDWIDTHS_AUTO)
        return broken("its SETT section does not say whose its bandwidths are");
    if (status >= 0 && settings->label_form == LAB_FORM_AUTO)
        return broken("its SETT section does not say what form the labels have");
    return status >= 0 ? LABRBF_OK : broken("its SETT section has a setting that makes no sense");
}

static labrbf_status get_scaler(reader *in, lab_scaler *scaler) {
    bool good = get_finite(in, scaler->center, scaler->n_features);
    good = get_finite(in, scaler->scale, scaler->n_features) && good;
    good = get_finite(in, scaler->mean, scaler->n_features) && good;
    for (size_t j = 0; j < scaler->n_features; j++)
        good = good && scaler->scale[j] > 0.0;
    return good ? LABRBF_OK : broken("a value in its SCAL section makes no sense");
}

/* In version 1 the range is what the scaling says, which is 1 too much on each side of a constant column. */
static labrbf_status get_range(reader *in, bool has_range, lab_scaler *scaler) {
    size_t m = scaler->n_features;
    for (size_t j = 0; !has_range && j < m; j++) {
        scaler->low[j] = fmax(scaler->center[j] - scaler->scale[j], -DBL_MAX);
        scaler->high[j] = fmin(scaler->center[j] + scaler->scale[j], DBL_MAX);
    }
    if (!has_range)
        return LABRBF_OK;
    bool good = get_finite(in, scaler->low, m);
    good = get_finite(in, scaler->high, m) && good;
    for (size_t j = 0; j < m; j++)
        good = good && scaler->low[j] <= scaler->high[j];
    return good ? LABRBF_OK : broken("a value in its RANG section makes no sense");
}

/* Comes after the range. */
static labrbf_status get_knots(reader *in, bool has_knots, lab_scaler *scaler) {
    lab_knots *knots = &scaler->knots;
    if (has_knots != (scaler->scaling == LAB_SCALING_RANK))
        return broken(has_knots ? "it has a KNOT section, but its scaling is not rank"
                                : "its scaling is rank, but it has no KNOT section");
    if (!has_knots)
        return LABRBF_OK;
    for (size_t j = 0; j < scaler->n_features; j++)
        knots->first[j + 1] = knots->first[j] + (size_t)get_u64(in);
    bool good = get_finite(in, knots->value, knots->n);
    good = get_finite(in, knots->place, knots->n) && good;
    for (size_t j = 0; j < scaler->n_features; j++)
        good = good && lab_knots_sound(knots, j, scaler->low[j], scaler->high[j]);
    return good ? LABRBF_OK : broken("a value in its KNOT section makes no sense");
}

/* A target may be plain in a model that is not: a constant has no form. */
static labrbf_status get_forms(reader *in, bool has_forms, lab_scaler *scaler) {
    bool good = true;
    if (has_forms != (scaler->label_form != LAB_FORM_PLAIN))
        return broken(has_forms ? "it has a FORM section, but its label_form is plain"
                                : "its label_form is not plain, but it has no FORM section");
    for (size_t c = 0; has_forms && c < scaler->n_targets; c++) {
        lab_label_scale *label = &scaler->labels[c];
        uint64_t form = get_u64(in);
        bool plain = form == LAB_FORM_PLAIN;
        good = good && (plain || form == scaler->label_form);
        good = get_finite(in, &label->anchor, 1) && good;
        good = get_finite(in, &label->unit, 1) && good;
        good = good && (plain ? label->anchor == 0.0 && label->unit == 0.0 : label->unit != 0.0);
        label->form = (size_t)form;
    }
    return good ? LABRBF_OK : broken("a value in its FORM section makes no sense");
}

static labrbf_status get_support_section(reader *in, labrbf_model *model) {
    size_t s = model->n_support, m = model->n_features, targets = model->n_targets;
    bool good = true;
    for (size_t i = 0; i < s; i++) {
        model->rows[i] = (size_t)get_u64(in);
        good = good && model->rows[i] < model->n_rows;
    }
    good = get_supports(in, model->x, s, m, -INFINITY) && good;
    good = get_supports(in, model->theta, s, m, 0.0) && good;
    good = get_supports(in, model->y, s, targets, -INFINITY) && good;
    good = get_supports(in, model->alpha, s, targets, -INFINITY) && good;
    good = get_supports(in, model->alpha2, s, targets, -INFINITY) && good;
    return good ? LABRBF_OK : broken("a value in its SUPP section makes no sense");
}

static bool is_positive(double number) { return number > 0.0 && isfinite(number); }

static labrbf_status get_trials(reader *in, size_t fields, labrbf_model *model) {
    size_t n = fields ? in->left / (8 * fields) : 0;
    if (n == 0)
        return LABRBF_OK;
    labrbf_status status = lab_model_set_trials(model, NULL, n);
    bool good = true;
    for (size_t i = 0; i < n && status >= 0; i++) {
        lab_trial *trial = &model->trials[i];
        trial->scaling = (size_t)get_u64(in);
        trial->kernel = (size_t)get_u64(in);
        trial->linear = (size_t)get_u64(in);
        trial->n_support = (size_t)get_u64(in);
        trial->n_steps = (size_t)get_u64(in);
        trial->ridge = get_f64(in);
        trial->r2 = get_f64(in);
        trial->label_form = fields >= trial_fields[FORM_VERSION] ? (size_t)get_u64(in) : LAB_FORM_PLAIN;
        trial->rate = fields >= trial_fields[RATE_VERSION] ? get_f64(in) : NAN;
        trial->coefficients = fields >= trial_fields[RULE_VERSION] ? (size_t)get_u64(in) : LAB_BY_ROWS;
        trial->sigma0 = fields >= trial_fields[RULE_VERSION] ? get_f64(in) : NAN;
        trial->bandwidths = fields >= trial_fields[SHARED_VERSION] ? (size_t)get_u64(in) : LAB_BANDWIDTHS_OWN;
        good = good && trial->scaling < LAB_SCALING_AUTO && trial->kernel < LAB_KERNEL_AUTO &&
               trial->linear <= LAB_ON && trial->ridge >= 0.0 && isfinite(trial->ridge) &&
               trial->label_form < LAB_FORM_AUTO && trial->coefficients < LAB_BY_AUTO &&
               trial->bandwidths < LAB_BANDWIDTHS_AUTO &&
               (fields < trial_fields[RATE_VERSION] || is_positive(trial->rate)) &&
               (fields < trial_fields[RULE_VERSION] || is_positive(trial->sigma0));
    }
    return status < 0 || good ? status : broken("a value in its TRIA section makes no sense");
}

/* Without the section no rows were held out, and all steps count. */
static labrbf_status get_held_out(reader *in, bool present, labrbf_model *model) {
    model->n_held_out = present ? (size_t)get_u64(in) : 0;
    model->n_steps_kept = present ? (size_t)get_u64(in) : model->n_steps;
    model->held_out_error = present ? get_f64(in) : NAN;
    bool good = model->n_steps_kept <= model->n_steps && (!present || model->n_held_out > 0) &&
                (isnan(model->held_out_error) || (model->held_out_error >= 0.0 && isfinite(model->held_out_error)));
    return good ? LABRBF_OK : broken("a value in its HELD section makes no sense");
}

static void get_history(reader *in, labrbf_model *model) {
    for (size_t i = 0; i < model->n_rounds; i++) {
        labrbf_round *round = &model->history[i];
        round->n_support = (size_t)get_u64(in);
        round->n_steps = (size_t)get_u64(in);
        round->loss = get_f64(in);
        round->max_error = get_f64(in);
        round->mean_error = get_f64(in);
    }
}

/* Exactly `count` terminated strings; otherwise the file is broken as `what` says. */
static labrbf_status get_strings(const reader *in, const lab_allocator *allocator, size_t count, const char *what,
                                 lab_strings *strings) {
    size_t found = 0;
    for (size_t i = 0; i < in->left; i++)
        found += in->bytes[i] == '\0';
    if (found != count || in->bytes[in->left - 1] != '\0')
        return broken(what);
    return lab_strings_parse(strings, allocator, (const char *)in->bytes, in->left, count);
}

labrbf_status lab_model_deserialize(const unsigned char *bytes, size_t size, const lab_allocator *allocator,
                                    labrbf_model **out) {
    *out = NULL;
    labrbf_model *model = NULL;
    labrbf_status status;
    LAB_TRY(check_envelope(bytes, size));
    reader in = {bytes + HEADER, size - HEADER - CHECKSUM};
    sections found = {0};
    LAB_TRY(find_sections(&in, u64_at(bytes + 8), &found));
    LAB_TRY(lab_model_create(allocator, found.s, found.m, found.n_targets, found.rounds, found.n_knots, &model));
    LAB_TRY(get_info(&found.info, model));
    LAB_TRY(get_further_targets(&found.targets, model));
    LAB_TRY(get_settings(&found.settings, &model->settings));
    LAB_TRY(get_scaler(&found.scaler, &model->scaler));
    LAB_TRY(get_range(&found.range, found.has_range, &model->scaler));
    model->scaler.scaling = model->settings.scaling;
    model->scaler.label_form = model->settings.label_form;
    LAB_TRY(get_knots(&found.knots, found.has_knots, &model->scaler));
    LAB_TRY(get_forms(&found.forms, found.has_forms, &model->scaler));
    LAB_TRY(get_support_section(&found.supports, model));
    if (found.has_linear && !get_finite(&found.linear, model->slopes, found.n_targets * found.m))
        LAB_TRY(broken("a value in its LINE section makes no sense"));
    LAB_TRY(get_trials(&found.trials, found.trial_fields, model));
    LAB_TRY(get_held_out(&found.held, found.has_held, model));
    get_history(&found.history, model);
    if (found.has_names)
        LAB_TRY(get_strings(&found.names, allocator, found.m + found.n_targets,
                            "its NAME section does not hold one name for each column", &model->names));
    if (found.has_categories)
        LAB_TRY(get_strings(&found.categories, allocator, found.m,
                            "its CATE section does not hold one text for each feature", &model->categories));
    *out = model;
    return LABRBF_OK;
fail:
    lab_model_destroy(model);
    return status;
}
