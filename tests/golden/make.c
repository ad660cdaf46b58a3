/*
 * Makes the golden model: golden_make FOLDER writes model-v7.lab and model-v7.txt (rows of three features and the
 * model's two predictions) there. Those of versions 1 to 6 were written by earlier states of this file. Run it once
 * for each format version and commit what it writes; never run it again to make a failing test pass, since a reader of
 * version n reads all versions up to n.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "labrbf/labrbf.h"

enum { N = 60, M = 3, T = 2, QUERIES = 25 };

/* A number in [-1, 1): seed 20240607, a linear congruence. */
static double next_number(void) {
    static uint64_t state = 20240607;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) * 0x1p-52 - 1.0;
}

static void set(labrbf_settings *settings, const char *name, const char *value) {
    if (labrbf_settings_set(settings, name, value) < 0)
        exit(1);
}

static labrbf_model *make_model(void) {
    double x[N * M], y[N * T];
    for (size_t r = 0; r < N; r++) {
        double *row = x + r * M;
        row[0] = next_number();
        row[1] = 100 + 50 * next_number();
        row[2] = 1e-3 * next_number();
        y[r * T] = 7 + exp(sin(3 * row[0]) + row[1] / 40 + 500 * row[2] * row[0]);
        y[r * T + 1] = -300 - exp(2 * cos(2 * row[0]) + row[1] / 60);
        if (r % 13 == 5)
            row[1] = NAN;
    }
    static const char *const names[M] = {"pressure", "temperature, inside", "flow\xc2\xb2"};
    static const char *const categories[M] = {NULL, NULL, "high, or \xc3\xbc"};
    static const char *const targets[T] = {"yield", "waste, in kg"};
    labrbf_data data = {sizeof data, N, M, T, x, y, NULL, NULL, NULL};
    labrbf_settings *settings = NULL;
    labrbf_model *model = NULL;
    if (labrbf_settings_create(&settings) < 0)
        exit(1);
    set(settings, "support_max", "9");
    set(settings, "support_init", "4");
    set(settings, "support_add", "3");
    set(settings, "steps_grow", "20");
    set(settings, "steps_final", "30");
    set(settings, "batch", "16");
    set(settings, "seed", "5");
    set(settings, "label_form", "log");
    if (labrbf_fit_data(settings, &data, NULL, &model) < 0 || labrbf_model_set_names(model, names, targets) < 0 ||
        labrbf_model_set_categories(model, categories) < 0)
        exit(1);
    labrbf_settings_destroy(settings);
    return model;
}

/* Inside the training range, outside it, missing. */
static void write_predictions(const labrbf_model *model, FILE *file) {
    for (size_t q = 0; q < QUERIES; q++) {
        double row[M] = {1.5 * next_number(), 100 + 70 * next_number(), 1e-3 * next_number()}, out[T];
        if (q % 6 == 2)
            row[q % M] = NAN;
        if (labrbf_model_predict(model, row, 1, M, 1, out) < 0)
            exit(1);
        (void)fprintf(file, "%.17g %.17g %.17g %.17g %.17g\n", row[0], row[1], row[2], out[0], out[1]);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        (void)fprintf(stderr, "usage: golden_make FOLDER\n");
        return 2;
    }
    char path[4096];
    labrbf_model *model = make_model();
    (void)snprintf(path, sizeof path, "%s/model-v7.lab", argv[1]);
    if (labrbf_model_save(model, path) < 0)
        return 1;
    (void)snprintf(path, sizeof path, "%s/model-v7.txt", argv[1]);
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    write_predictions(model, file);
    labrbf_model_destroy(model);
    return fclose(file) == 0 ? 0 : 1;
}
