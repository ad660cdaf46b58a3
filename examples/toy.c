/*
 * The paper's toy signal y = sin(2 x^3), slow on the left and fast on the right. A LAB RBF model learns 20 support
 * points and a bandwidth for each; then the same 20 points get one bandwidth for all, first a wide kernel, then a
 * narrow one, then the best one there is. Also an example of the C library.
 *
 *     toy FOLDER      writes samples.csv, curves.csv and supports.csv there and prints the errors
 */
#include <labrbf/labrbf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 200, GRID = 1001, SUPPORTS = 20, LAB = 2, CURVES = 3 };
static const double RIGHT_END = 0.8 * 3.14159265358979323846; /* x is drawn from [0, RIGHT_END] */
static const double NOISE = 0.1;                              /* labels are off by up to this much, uniformly */
static const double LAMBDA = 0.001;

/* What the model has learnt, in its scaled units. */
typedef struct learnt {
    double x[SUPPORTS], y[SUPPORTS], theta[SUPPORTS];
    double center, scale, label_center, label_scale, beta;
} learnt;

static double signal_at(double x) { return sin(2.0 * x * x * x); }

/* A small random generator, so that every machine draws the same samples. */
static double uniform(unsigned long long *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void check(labrbf_status status) {
    if (status < 0) {
        fprintf(stderr, "toy: %s\n", labrbf_last_error());
        exit(1);
    }
}

static void set_number(labrbf_settings *settings, const char *name, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.17g", value);
    check(labrbf_settings_set(settings, name, text));
}

static labrbf_model *fit_lab(const double *x, const double *y) {
    labrbf_settings *settings;
    labrbf_model *model;
    check(labrbf_settings_create(&settings));
    check(labrbf_settings_preset(settings, "paper"));
    check(labrbf_settings_set(settings, "optimizer", "adam"));
    check(labrbf_settings_set(settings, "clip_labels", "off"));
    set_number(settings, "lambda", LAMBDA);
    set_number(settings, "support_max", SUPPORTS);
    set_number(settings, "sigma0", 100);
    set_number(settings, "rate", 0.05);
    set_number(settings, "steps_final", 2000);
    check(labrbf_fit(settings, x, y, SAMPLES, 1, NULL, &model));
    labrbf_settings_destroy(settings);
    return model;
}

static void take_apart(const labrbf_model *model, learnt *p) {
    labrbf_model_info info = {.struct_size = sizeof info};
    check(labrbf_model_info_get(model, &info));
    check(labrbf_model_array(model, 0, LABRBF_SUPPORT_VECTORS, p->x, SUPPORTS));
    check(labrbf_model_array(model, 0, LABRBF_BANDWIDTHS, p->theta, SUPPORTS));
    check(labrbf_model_array(model, 0, LABRBF_SUPPORT_LABELS, p->y, SUPPORTS));
    check(labrbf_model_array(model, 0, LABRBF_FEATURE_CENTERS, &p->center, 1));
    check(labrbf_model_array(model, 0, LABRBF_FEATURE_SCALES, &p->scale, 1));
    p->label_center = (info.label_minimum + info.label_maximum) / 2;
    p->label_scale = (info.label_maximum - info.label_minimum) / 2;
    p->beta = info.beta;
}

/* Ordinary kernel ridge regression on the same supports, with the bandwidth sigma everywhere. */
static void fit_global(const learnt *p, double sigma, const double *grid, double *curve) {
    static double k[SUPPORTS * SUPPORTS], k_grid[GRID * SUPPORTS];
    double theta[SUPPORTS], rows[GRID], y[SUPPORTS], alpha[SUPPORTS];
    for (size_t i = 0; i < SUPPORTS; i++) {
        theta[i] = sqrt(sigma);
        y[i] = p->y[i] - p->beta;
    }
    for (size_t t = 0; t < GRID; t++)
        rows[t] = (grid[t] - p->center) / p->scale;
    labrbf_akrr result = {.alpha1 = alpha};
    check(labrbf_kernel_matrix("gaussian", p->x, SUPPORTS, p->x, theta, SUPPORTS, 1, k));
    check(labrbf_akrr_solve(k, y, SUPPORTS, LAMBDA, NULL, &result));
    check(labrbf_kernel_matrix("gaussian", rows, GRID, p->x, theta, SUPPORTS, 1, k_grid));
    for (size_t t = 0; t < GRID; t++) {
        double sum = p->beta;
        for (size_t i = 0; i < SUPPORTS; i++)
            sum += k_grid[t * SUPPORTS + i] * alpha[i];
        curve[t] = p->label_center + p->label_scale * sum;
    }
}

static double rmse(const double *truth, const double *curve) {
    labrbf_metrics metrics;
    check(labrbf_metrics_compute(truth, curve, GRID, &metrics));
    return metrics.rmse;
}

/* The single bandwidth that comes closest to the signal, chosen with the answer at hand: no tuning could do better. */
static double best_global(const learnt *p, const double *grid, const double *truth, double *error) {
    static double curve[GRID];
    double best = 0.0;
    *error = INFINITY;
    for (int step = 0; step <= 80; step++) {
        double sigma = pow(10.0, step / 20.0);
        fit_global(p, sigma, grid, curve);
        if (rmse(truth, curve) < *error) {
            *error = rmse(truth, curve);
            best = sigma;
        }
    }
    return best;
}

/* Kernel ridge regression with every sample as a support and the best bandwidth: a model of ten times the size. */
static double best_with_all_samples(const double *x, const double *y, const double *grid, const double *truth,
                                    double *error) {
    static double curve[GRID];
    double best = 0.0;
    labrbf_settings *settings;
    check(labrbf_settings_create(&settings));
    check(labrbf_settings_preset(settings, "paper"));
    check(labrbf_settings_set(settings, "optimizer", "adam"));
    check(labrbf_settings_set(settings, "clip_labels", "off"));
    check(labrbf_settings_set(settings, "batch_rows", "all"));
    set_number(settings, "support_init", SAMPLES);
    set_number(settings, "support_max", SAMPLES);
    set_number(settings, "steps_grow", 0);
    set_number(settings, "steps_final", 0);
    *error = INFINITY;
    for (int step = 0; step <= 80; step++) {
        labrbf_model *model;
        set_number(settings, "sigma0", pow(10.0, step / 20.0));
        check(labrbf_fit(settings, x, y, SAMPLES, 1, NULL, &model));
        check(labrbf_model_predict(model, grid, GRID, 1, 1, curve));
        labrbf_model_destroy(model);
        if (rmse(truth, curve) < *error) {
            *error = rmse(truth, curve);
            best = pow(10.0, step / 20.0);
        }
    }
    labrbf_settings_destroy(settings);
    return best;
}

static FILE *create(const char *folder, const char *name) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static void finish(FILE *file) {
    int failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        perror("toy");
        exit(1);
    }
}

static void write_files(const char *folder, const double *x, const double *y, const learnt *p, const double *grid,
                        const double *truth, double curves[CURVES][GRID]) {
    FILE *file = create(folder, "samples.csv");
    fprintf(file, "x,y\n");
    for (size_t i = 0; i < SAMPLES; i++)
        fprintf(file, "%.17g,%.17g\n", x[i], y[i]);
    finish(file);
    file = create(folder, "supports.csv"); /* reach: the distance at which the kernel has fallen to 1/e */
    fprintf(file, "x,y,theta,reach\n");
    for (size_t i = 0; i < SUPPORTS; i++)
        fprintf(file, "%.17g,%.17g,%.17g,%.17g\n", p->center + p->scale * p->x[i],
                p->label_center + p->label_scale * p->y[i], p->theta[i], p->scale / p->theta[i]);
    finish(file);
    file = create(folder, "curves.csv");
    fprintf(file, "x,truth,wide,narrow,lab\n");
    for (size_t t = 0; t < GRID; t++)
        fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g\n", grid[t], truth[t], curves[0][t], curves[1][t], curves[LAB][t]);
    finish(file);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: toy FOLDER\n");
        return 2;
    }
    static double x[SAMPLES], y[SAMPLES], grid[GRID], truth[GRID], curves[CURVES][GRID];
    unsigned long long state = 1;
    for (size_t i = 0; i < SAMPLES; i++) {
        x[i] = RIGHT_END * uniform(&state);
        y[i] = signal_at(x[i]) + NOISE * (2.0 * uniform(&state) - 1.0);
    }
    for (size_t t = 0; t < GRID; t++) {
        grid[t] = RIGHT_END * (double)t / (GRID - 1);
        truth[t] = signal_at(grid[t]);
    }

    learnt p;
    labrbf_model *model = fit_lab(x, y);
    check(labrbf_model_predict(model, grid, GRID, 1, 1, curves[LAB]));
    take_apart(model, &p);
    labrbf_model_destroy(model);
    fit_global(&p, 20.0, grid, curves[0]);
    fit_global(&p, 100.0, grid, curves[1]);
    double error, sigma = best_global(&p, grid, truth, &error);
    write_files(argv[1], x, y, &p, grid, truth, curves);

    printf("y = sin(2 x^3): %d noisy samples, the same %d support points in every fit\n", SAMPLES, SUPPORTS);
    printf("error against the noiseless signal (rmse):\n");
    printf("  one wide kernel, sigma 20          %.4f\n", rmse(truth, curves[0]));
    printf("  one narrow kernel, sigma 100       %.4f\n", rmse(truth, curves[1]));
    printf("  the best single kernel, sigma %-4.0f %.4f\n", sigma, error);
    printf("  LAB RBF, a bandwidth per point     %.4f\n", rmse(truth, curves[LAB]));
    sigma = best_with_all_samples(x, y, grid, truth, &error);
    printf("for comparison, all %d samples as supports:\n", SAMPLES);
    printf("  the best single kernel, sigma %-4.0f %.4f\n", sigma, error);
    return 0;
}
