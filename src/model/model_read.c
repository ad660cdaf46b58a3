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
    if (version < FORMAT_VERSION)
        return broken("its version is too old");
    if (length != size)
        return lab_fail(LABRBF_E_FORMAT, "not a valid labrbf model: it has %zu bytes but was written with %llu%s", size,
                        (unsigned long long)length, size < length ? " (cut short?)" : "");
    return intact ? LABRBF_OK : broken("its checksum is wrong (the file is damaged)");
}

typedef struct sizes {
    size_t n_features, n_targets, n_parts, n_rounds, n_trials;
} sizes;

static labrbf_status get_sizes(reader *in, sizes *n) {
    uint64_t values[5];
    if (in->left < (size_t)8 * INFO_FIELDS)
        return broken("its INFO section has the wrong length");
    for (size_t i = 0; i < 5; i++) {
        values[i] = get_u64(in);
        if (values[i] > SIZE_MAX / 64)
            return broken("its sizes make no sense");
    }
    *n = (sizes){(size_t)values[0], (size_t)values[1], (size_t)values[2], (size_t)values[3], (size_t)values[4]};
    size_t rounds, trials, all;
    bool fits = n->n_features > 0 && n->n_targets > 0 && n->n_parts > 0 &&
                lab_size_mul(n->n_rounds, ROUND_FIELDS, &rounds) && lab_size_mul(n->n_trials, TRIAL_FIELDS, &trials) &&
                lab_size_add(rounds, trials, &all) && lab_size_add(all, INFO_FIELDS - 5, &all);
    return fits && holds(in, all, 1) ? LABRBF_OK : broken("its INFO section has the wrong length");
}

/* Lines name=value; settings that the file does not know are newer than it. */
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
    bool open = settings->kernel == LAB_KERNEL_AUTO || settings->scaling == LAB_SCALING_AUTO ||
                settings->bandwidths == LAB_BANDWIDTHS_AUTO || settings->label_form == LAB_FORM_AUTO;
    return status >= 0 && !open ? LABRBF_OK : broken("its settings make no sense");
}

static labrbf_status get_info(reader *in, labrbf_model *model) {
    model->n_rows = (size_t)get_u64(in);
    model->n_steps = (size_t)get_u64(in);
    model->n_steps_kept = (size_t)get_u64(in);
    model->n_held_out = (size_t)get_u64(in);
    model->missing_values = (size_t)get_u64(in);
    uint64_t stopped = get_u64(in);
    model->held_out_error = get_f64(in);
    for (size_t i = 0; i < model->n_rounds; i++) {
        labrbf_round *round = &model->history[i];
        round->n_support = (size_t)get_u64(in);
        round->n_steps = (size_t)get_u64(in);
        round->loss = get_f64(in);
        round->max_error = get_f64(in);
        round->mean_error = get_f64(in);
    }
    for (size_t i = 0; i < model->n_trials; i++) {
        model->trials[i].n_support = (size_t)get_u64(in);
        model->trials[i].n_steps = (size_t)get_u64(in);
        model->trials[i].r2 = get_f64(in);
    }
    if (stopped < LABRBF_DONE_TOLERANCE || stopped > LABRBF_DONE_CANCELLED || model->n_steps_kept > model->n_steps)
        return broken("a value in its INFO section makes no sense");
    model->stopped = (labrbf_status)stopped;
    return LABRBF_OK;
}

static bool get_label(reader *in, size_t form, lab_label_scale *label) {
    double v[LABEL_FIELDS];
    bool good = get_finite(in, v, LABEL_FIELDS) && v[1] > 0.0 && v[2] <= v[3];
    bool plain = v[6] == LAB_FORM_PLAIN;
    good = good && (plain ? v[4] == 0.0 && v[5] == 0.0 : v[6] == (double)form && v[5] != 0.0);
    *label = (lab_label_scale){v[0], v[1], v[2], v[3], v[4], v[5], plain ? LAB_FORM_PLAIN : form};
    return good;
}

static bool get_scaler(reader *in, lab_scaler *scaler) {
    size_t m = scaler->n_features, n_knots = 0;
    bool good = get_finite(in, scaler->center, m);
    good = get_finite(in, scaler->scale, m) && good;
    good = get_finite(in, scaler->mean, m) && good;
    good = get_finite(in, scaler->low, m) && good;
    good = get_finite(in, scaler->high, m) && good;
    for (size_t j = 0; j < m; j++) {
        uint64_t count = get_u64(in);
        good = good && scaler->scale[j] > 0.0 && scaler->low[j] <= scaler->high[j] && count <= LAB_KNOTS && count != 1;
        n_knots += good ? (size_t)count : 0;
        scaler->knots.first[j + 1] = n_knots;
    }
    if (!good || n_knots != scaler->knots.n)
        return false;
    good = get_finite(in, scaler->knots.value, n_knots);
    good = get_finite(in, scaler->knots.place, n_knots) && good;
    for (size_t j = 0; j < m && scaler->scaling == LAB_SCALING_RANK; j++)
        good = good && lab_knots_sound(&scaler->knots, j, scaler->low[j], scaler->high[j]);
    for (size_t c = 0; c < scaler->n_targets; c++)
        good = get_label(in, scaler->label_form, &scaler->labels[c]) && good;
    return good;
}

static bool get_part_values(reader *in, size_t n_rows, lab_part *part, double *weight) {
    size_t s = part->n_support, m = part->n_features, targets = part->n_targets;
    bool good = get_finite(in, weight, 1);
    good = get_finite(in, &part->lambda, 1) && good;
    good = get_finite(in, &part->rcond, 1) && good;
    good = good && get_scaler(in, &part->scaler);
    for (size_t i = 0; i < s && good; i++) {
        part->rows[i] = (size_t)get_u64(in);
        good = part->rows[i] < n_rows;
    }
    return good && get_supports(in, part->x, s, m, -INFINITY) && get_supports(in, part->theta, s, m, 0.0) &&
           get_supports(in, part->y, s, targets, -INFINITY) && get_supports(in, part->alpha, s, targets, -INFINITY) &&
           (!part->alpha2 || get_supports(in, part->alpha2, s, targets, -INFINITY)) &&
           get_finite(in, part->slopes, targets * m) && get_finite(in, part->beta, targets);
}

/* 8-byte values after the counts. */
static bool holds_part(const reader *in, const lab_part_size *n) {
    size_t support, supports, feature, features, target, all;
    return lab_size_mul(n->n_targets, n->second ? 3 : 2, &support) && lab_size_add(support, 1, &support) &&
           lab_size_add(support, 2 * n->n_features, &support) && lab_size_mul(n->n_support, support, &supports) &&
           lab_size_add(n->n_targets, 6, &feature) && lab_size_mul(n->n_features, feature, &features) &&
           lab_size_mul(n->n_targets, LABEL_FIELDS + 1, &target) && lab_size_add(supports, features, &all) &&
           lab_size_add(all, target, &all) && lab_size_add(all, PART_SCALARS + 2 * n->n_knots, &all) &&
           holds(in, all, 1);
}

static labrbf_status get_part(reader *in, labrbf_model *model) {
    uint64_t counts[PART_COUNTS];
    if (in->left < (size_t)8 * PART_COUNTS)
        return broken("its PART section has the wrong length");
    for (size_t i = 0; i < PART_COUNTS; i++)
        counts[i] = get_u64(in);
    bool good = counts[0] > 0 && counts[0] <= SIZE_MAX / 64 && counts[1] <= SIZE_MAX / 64 &&
                counts[2] < LAB_KERNEL_AUTO && counts[3] <= 1 && counts[4] <= 1 && counts[5] < LAB_SCALING_AUTO &&
                counts[6] < LAB_FORM_AUTO && (counts[1] == 0 || counts[5] == LAB_SCALING_RANK);
    const lab_part_size size = {(size_t)counts[0], model->n_features, model->n_targets, (size_t)counts[1],
                                counts[4] == 1};
    if (!good || !holds_part(in, &size))
        return broken("its PART section has the wrong length");
    lab_part *part;
    double weight;
    labrbf_status status = lab_part_create(&model->allocator, &size, &part);
    if (status < 0)
        return status;
    part->profile = (size_t)counts[2];
    part->clips = counts[3] == 1;
    part->scaler.scaling = (size_t)counts[5];
    part->scaler.label_form = (size_t)counts[6];
    part->candidate = (size_t)counts[7];
    part->fold = (size_t)counts[8];
    status = get_part_values(in, model->n_rows, part, &weight) ? lab_model_add_part(model, part, weight)
                                                               : broken("a value in its PART section makes no sense");
    if (status < 0)
        lab_part_destroy(part);
    return status;
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
    reader in = {bytes + HEADER, size - HEADER - CHECKSUM}, info, section;
    sizes n;
    if (!get_section(&in, "INFO", &info))
        return broken("its INFO section is missing");
    LAB_TRY(get_sizes(&info, &n));
    LAB_TRY(lab_model_create(allocator, n.n_features, n.n_targets, n.n_rounds, &model));
    if (n.n_trials > 0)
        LAB_TRY(lab_model_set_trials(model, NULL, n.n_trials));
    LAB_TRY(get_info(&info, model));
    for (size_t i = 0; i < n.n_trials + 1; i++) {
        if (!get_section(&in, i == 0 ? "SETT" : "TRIA", &section))
            LAB_TRY(broken("its SETT or TRIA section is missing"));
        LAB_TRY(get_settings(&section, i == 0 ? &model->settings : &model->trials[i - 1].settings));
    }
    for (size_t k = 0; k < n.n_parts; k++) {
        if (!get_section(&in, "PART", &section))
            LAB_TRY(broken("its PART section is missing"));
        LAB_TRY(get_part(&section, model));
    }
    if (get_section(&in, "NAME", &section))
        LAB_TRY(get_strings(&section, allocator, n.n_features + n.n_targets,
                            "its NAME section does not hold one name for each column", &model->names));
    if (model->names.at && get_section(&in, "CATE", &section))
        LAB_TRY(get_strings(&section, allocator, n.n_features,
                            "its CATE section does not hold one text for each feature", &model->categories));
    if (in.left != 0)
        LAB_TRY(broken("it has bytes that belong to no section"));
    *out = model;
    return LABRBF_OK;
fail:
    lab_model_destroy(model);
    return status;
}
