/*
 * The golden model of format version 1, written and evaluated by plain code that shares nothing with the library: its
 * bytes depend on nothing but this file, and its predictions are those that docs/model-format.md says. It has
 * everything that a file can have: a part for each kernel, every scaling and every form of labels, knots, a linear
 * term, a second regressor, trials, history, rows held out, names, categories.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "../api/model_bytes.h"

enum { GOLDEN_M = 3, GOLDEN_T = 2, GOLDEN_PARTS = 4, GOLDEN_ROWS = 40, GOLDEN_MOST = 4, GOLDEN_KNOTS = 5 };

typedef struct golden_part {
    size_t s, candidate, fold, clips;
    double weight, lambda, rcond;
    const char *kernel, *scaling, *form;
    int second, linear;
    double center[GOLDEN_M], scale[GOLDEN_M], mean[GOLDEN_M], low[GOLDEN_M], high[GOLDEN_M];
    size_t knots[GOLDEN_M];
    double value[GOLDEN_M][GOLDEN_KNOTS], place[GOLDEN_M][GOLDEN_KNOTS];
    double labels[GOLDEN_T][7]; /* beta, center, scale, smallest, largest, anchor, unit */
    double x[GOLDEN_MOST][GOLDEN_M], theta[GOLDEN_MOST][GOLDEN_M];
    double y[GOLDEN_MOST][GOLDEN_T], alpha[GOLDEN_MOST][GOLDEN_T], alpha2[GOLDEN_MOST][GOLDEN_T];
    double slopes[GOLDEN_T][GOLDEN_M];
} golden_part;

static const golden_part golden_forms[GOLDEN_PARTS] = {
    {.s = 3,
     .candidate = 0,
     .fold = 1,
     .clips = 1,
     .weight = 0.5,
     .lambda = 0.0009765625,
     .rcond = 0.125,
     .kernel = "exponential",
     .scaling = "rank",
     .form = "root",
     .linear = 1,
     .center = {0, 100, 7},
     .scale = {1, 50, 1},
     .mean = {0.25, 90, 7},
     .low = {-1, 50, 7},
     .high = {1, 150, 7},
     .knots = {5, 2, 0},
     .value = {{-1, -0.75, -0.5, 0, 1}, {50, 150}},
     .place = {{-1, -0.5, 0, 0.75, 1}, {-1, 1}},
     .labels = {{0.125, 4, 8, 1, 90, 1, 2}, {-0.25, 0, 16, -20, 12, 0, 0}}},
    {.s = 2,
     .candidate = 1,
     .fold = 2,
     .clips = 1,
     .weight = 0.25,
     .lambda = 0.5,
     .rcond = 0.03125,
     .kernel = "gaussian",
     .scaling = "minmax",
     .form = "log",
     .second = 1,
     .center = {0, 100, 0.5},
     .scale = {1, 50, 0.5},
     .mean = {0.25, 90, 0.25},
     .low = {-1, 50, 0},
     .high = {1, 150, 1},
     .labels = {{0, 1.5, 2, 1, 90, 1, 4}, {0.5, -1, 2, -20, 12, 12, -8}}},
    {.s = 4,
     .candidate = 1,
     .fold = 0,
     .clips = 0,
     .weight = 0.375,
     .lambda = 0.25,
     .rcond = 0.5,
     .kernel = "matern32",
     .scaling = "standard",
     .form = "plain",
     .linear = 1,
     .center = {0.25, 90, 0.25},
     .scale = {0.75, 40, 0.625},
     .mean = {0.25, 90, 0.25},
     .low = {-1, 50, 0},
     .high = {1, 150, 1},
     .labels = {{0.75, 30, 32, 1, 90, 0, 0}, {-0.5, -2, 16, -20, 12, 0, 0}}},
    {.s = 1,
     .candidate = 0,
     .fold = 0,
     .clips = 0,
     .weight = -0.125,
     .lambda = 0,
     .rcond = 1,
     .kernel = "matern52",
     .scaling = "minmax",
     .form = "plain",
     .second = 1,
     .center = {0, 100, 0.5},
     .scale = {1, 50, 0.5},
     .mean = {0.25, 90, 0.25},
     .low = {-1, 50, 0},
     .high = {1, 150, 1},
     .labels = {{0.5, 30, 32, 1, 90, 0, 0}, {0, -2, 16, -20, 12, 0, 0}}},
};

/* A number in [-1, 1), a multiple of 1/512, so that nothing made of it is rounded. */
static inline double golden_number(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 54) / 512 - 1;
}

static inline void golden_numbers(uint64_t *state, double *values, size_t n, double factor, double offset) {
    for (size_t i = 0; i < n; i++)
        values[i] = offset + factor * golden_number(state);
}

/* The parts with their supports, in which every number has been drawn. */
static inline void golden_parts(golden_part parts[GOLDEN_PARTS]) {
    uint64_t state = 20240607;
    for (size_t k = 0; k < GOLDEN_PARTS; k++) {
        golden_part *part = &parts[k];
        *part = golden_forms[k];
        golden_numbers(&state, part->x[0], GOLDEN_MOST * GOLDEN_M, 1, 0);
        golden_numbers(&state, part->theta[0], GOLDEN_MOST * GOLDEN_M, 1, 1.5);
        golden_numbers(&state, part->y[0], GOLDEN_MOST * GOLDEN_T, 1, 0);
        golden_numbers(&state, part->alpha[0], GOLDEN_MOST * GOLDEN_T, 2, 0);
        golden_numbers(&state, part->alpha2[0], GOLDEN_MOST * GOLDEN_T, 2, 0);
        golden_numbers(&state, part->slopes[0], GOLDEN_T * GOLDEN_M, 0.5, 0);
    }
}

/* ---- bytes */

static inline void golden_word(model_image *image, const char *word) {
    char bytes[16] = {0};
    memcpy(bytes, word, strlen(word));
    image_put(image, bytes, sizeof bytes);
}

static inline void golden_put_head(model_image *image, const golden_part *part) {
    size_t head = image_section(image, "HEAD", 1);
    image_u64(image, part->s);
    image_u64(image, part->candidate);
    image_u64(image, part->fold);
    image_u64(image, part->clips);
    image_f64s(image, (const double[]){part->weight, part->lambda, part->rcond}, 3);
    golden_word(image, part->kernel);
    golden_word(image, part->scaling);
    golden_word(image, part->form);
    image_section_end(image, head);
}

static inline void golden_put_scaler(model_image *image, const golden_part *part) {
    size_t scales = image_section(image, "SCAL", 1);
    image_f64s(image, part->center, GOLDEN_M);
    image_f64s(image, part->scale, GOLDEN_M);
    image_f64s(image, part->mean, GOLDEN_M);
    image_section_end(image, scales);
    size_t range = image_section(image, "RANG", 0);
    image_f64s(image, part->low, GOLDEN_M);
    image_f64s(image, part->high, GOLDEN_M);
    image_section_end(image, range);
    if (strcmp(part->scaling, "rank") != 0)
        return;
    size_t knots = image_section(image, "KNOT", 1);
    for (size_t j = 0; j < GOLDEN_M; j++)
        image_u64(image, part->knots[j]);
    for (size_t j = 0; j < GOLDEN_M; j++)
        image_f64s(image, part->value[j], part->knots[j]);
    for (size_t j = 0; j < GOLDEN_M; j++)
        image_f64s(image, part->place[j], part->knots[j]);
    image_section_end(image, knots);
}

static inline void golden_put_part(model_image *image, const golden_part *part) {
    size_t begin = image_section(image, "PART", 1);
    golden_put_head(image, part);
    golden_put_scaler(image, part);
    size_t labels = image_section(image, "LABL", 1);
    image_f64s(image, part->labels[0], GOLDEN_T * 7);
    image_section_end(image, labels);
    size_t supports = image_section(image, "SUPP", 1);
    for (size_t i = 0; i < part->s; i++)
        image_u64(image, 7 * i + part->fold);
    image_f64s(image, part->x[0], part->s * GOLDEN_M);
    image_f64s(image, part->theta[0], part->s * GOLDEN_M);
    image_f64s(image, part->y[0], part->s * GOLDEN_T);
    image_f64s(image, part->alpha[0], part->s * GOLDEN_T);
    image_section_end(image, supports);
    if (part->second) {
        size_t second = image_section(image, "ALP2", 0);
        image_f64s(image, part->alpha2[0], part->s * GOLDEN_T);
        image_section_end(image, second);
    }
    if (part->linear) {
        size_t linear = image_section(image, "LINE", 1);
        image_f64s(image, part->slopes[0], GOLDEN_T * GOLDEN_M);
        image_section_end(image, linear);
    }
    image_section_end(image, begin);
}

static inline void golden_put_text(model_image *image, const char *tag, unsigned char flags, const char *text,
                                   size_t length) {
    size_t section = image_section(image, tag, flags);
    image_put(image, text, length);
    image_section_end(image, section);
}

static inline void golden_put_trial(model_image *image, uint64_t n_support, uint64_t n_steps, double r2,
                                    const char *text) {
    image_u64(image, n_support);
    image_u64(image, n_steps);
    image_f64s(image, &r2, 1);
    image_u64(image, strlen(text));
    image_put(image, text, strlen(text));
    image_padding(image);
}

static inline void golden_put_rest(model_image *image) {
    size_t trials = image_section(image, "TRIA", 0);
    golden_put_trial(image, 3, 400, 0.9375,
                     "kernel=exponential linear=on scaling=rank ridge=0.001 rate=0.2 bandwidths=own label_form=root");
    golden_put_trial(image, 2, 100, -0.5,
                     "kernel=gaussian linear=off scaling=minmax ridge=0.5 rate=0.05 bandwidths=shared label_form=log");
    image_section_end(image, trials);
    size_t held = image_section(image, "HELD", 0);
    image_u64(image, 4);
    image_u64(image, 480);
    image_f64s(image, (const double[]){0.0625}, 1);
    image_section_end(image, held);
    size_t history = image_section(image, "HIST", 0);
    for (size_t i = 0; i < 3; i++) {
        image_u64(image, i + 1);
        image_u64(image, 250 * i);
        image_f64s(image, (const double[]){i == 0 ? NAN : 0.5, 1, 0.25}, 3);
    }
    image_section_end(image, history);
    static const char names[] = "pressure\0temperature, inside\0level\0yield\0waste, in kg";
    static const char categories[] = "\0\0high, or \xc3\xbc";
    golden_put_text(image, "NAME", 0, names, sizeof names);
    golden_put_text(image, "CATE", 1, categories, sizeof categories);
}

/* The model of these parts alone, with all that is not in parts. */
static inline model_image golden_image_of(size_t first, size_t n) {
    static const char settings[] = "kernel=exponential\nlinear=on\nscaling=rank\ncoefficients=rows\nlambda=0.001\n"
                                   "ridge=0.001\nlabel_form=root\nbandwidths=own\nclip_labels=on\nseed=5\n"
                                   "something_else=12\n"; /* which no program knows */
    golden_part parts[GOLDEN_PARTS];
    model_image image;
    golden_parts(parts);
    image_begin(&image);
    size_t numbers = image_section(&image, "MODL", 1);
    const uint64_t values[] = {GOLDEN_M, GOLDEN_T, n, GOLDEN_ROWS, 3, 500, 2};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        image_u64(&image, values[i]);
    image_section_end(&image, numbers);
    golden_put_text(&image, "SETT", 0, settings, sizeof settings - 1);
    for (size_t k = first; k < first + n; k++)
        golden_put_part(&image, &parts[k]);
    golden_put_rest(&image);
    image_end(&image);
    return image;
}

static inline model_image golden_image(void) { return golden_image_of(0, GOLDEN_PARTS); }

/* A model of one support at 0, m features and t targets, without what may be absent; `line`: with slopes. */
static inline model_image golden_plain(size_t m, size_t t, int line) {
    golden_part part = {.s = 1, .weight = 1, .kernel = "gaussian", .scaling = "minmax", .form = "plain"};
    const struct {
        const char *tag;
        size_t n;
        double number; /* all of them */
    } sections[] = {{"SCAL", 3 * m, 1},
                    {"RANG", 2 * m, 0},
                    {"LABL", 7 * t, 0},
                    {"SUPP", 1 + 2 * m + 2 * t, 0},
                    {"LINE", t * m, 0.5}};
    const uint64_t values[] = {m, t, 1, 1, 0, 0, 1};
    model_image image;
    image_begin(&image);
    size_t numbers = image_section(&image, "MODL", 1);
    for (size_t i = 0; i < 7; i++)
        image_u64(&image, values[i]);
    image_section_end(&image, numbers);
    image_section_end(&image, image_section(&image, "SETT", 0));
    size_t begin = image_section(&image, "PART", 1);
    golden_put_head(&image, &part);
    for (size_t k = 0; k < (line ? 5 : 4); k++) {
        size_t at = image_section(&image, sections[k].tag, 1);
        for (size_t i = 0; i < sections[k].n; i++) {
            double scale = strcmp(sections[k].tag, "LABL") == 0 && i % 7 == 2; /* of the labels */
            double value = scale + sections[k].number;
            image_f64s(&image, &value, 1);
        }
        image_section_end(&image, at);
    }
    image_section_end(&image, begin);
    image_end(&image);
    return image;
}

/* ---- predictions */

/* t_m, as docs/model-format.md has it. */
static inline long double golden_scaled(const golden_part *part, size_t j, double x) {
    long double v = isnan(x) ? part->mean[j] : x, t = (v - part->center[j]) / part->scale[j];
    const double *value = part->value[j], *place = part->place[j];
    for (size_t k = 0; k + 1 < part->knots[j]; k++)
        if (v >= value[k] && v < value[k + 1])
            return place[k] + ((long double)place[k + 1] - place[k]) * (v - value[k]) / (value[k + 1] - value[k]);
    return t;
}

static inline long double golden_kernel(const golden_part *part, long double d) {
    if (strcmp(part->kernel, "gaussian") == 0)
        return expl(-d);
    if (strcmp(part->kernel, "exponential") == 0)
        return expl(-sqrtl(d));
    if (strcmp(part->kernel, "matern32") == 0)
        return (1 + sqrtl(3 * d)) * expl(-sqrtl(3 * d));
    return (1 + sqrtl(5 * d) + 5 * d / 3) * expl(-sqrtl(5 * d));
}

/* From the scaled label to the label. */
static inline long double golden_label(const golden_part *part, const double *label, long double scaled) {
    long double y = label[1] + label[2] * scaled, unit = label[6], w = unit > 0 ? y : -y;
    if (unit != 0) {
        long double u = w <= 0 ? w : strcmp(part->form, "log") == 0 ? expm1l(w) : w + w * w / 4;
        y = label[5] + unit * u;
    }
    return part->clips ? fminl(fmaxl(y, label[3]), label[4]) : y;
}

static inline void golden_predict(const golden_part parts[GOLDEN_PARTS], const double row[GOLDEN_M],
                                  long double out[GOLDEN_T]) {
    for (size_t c = 0; c < GOLDEN_T; c++) {
        out[c] = 0;
        for (size_t k = 0; k < GOLDEN_PARTS; k++) {
            const golden_part *part = &parts[k];
            long double scaled = part->labels[c][0];
            for (size_t j = 0; part->linear && j < GOLDEN_M; j++)
                scaled += part->slopes[c][j] * golden_scaled(part, j, row[j]);
            for (size_t i = 0; i < part->s; i++) {
                long double d = 0;
                for (size_t j = 0; j < GOLDEN_M; j++) {
                    long double way = part->theta[i][j] * (golden_scaled(part, j, row[j]) - part->x[i][j]);
                    d += way * way;
                }
                scaled += part->alpha[i][c] * golden_kernel(part, d);
            }
            out[c] += part->weight * golden_label(part, part->labels[c], scaled);
        }
    }
}

#endif
