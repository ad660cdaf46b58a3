#include "mkl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "baselines/baselines.h"
#include "baselines/blas.h"
#include "baselines/memory.h"

/* ---- settings: both methods have the same rows, R-SVR-MKL only the first of the dictionary's three */

enum { C, EPSILON, ROUNDS, WEIGHTS, TOLERANCE, CACHE_MB, LISTS };
enum { BY_MACHINE, BY_LABELS };

#define NUMBER(name, standard, low, high, grid, help)                                                                  \
    { name, OPTION_NUMBER, standard, low, high, NULL, grid, help }
#define COUNT(name, standard, low, high, help)                                                                         \
    { name, OPTION_COUNT, standard, low, high, NULL, NULL, help }
#define NUMBERS(name, standard, low, high, help)                                                                       \
    { name, OPTION_NUMBERS, standard, low, high, NULL, NULL, help }

#define C_ROW(c)          NUMBER("C", c, 1e-9, 1e9, "1 10 100 1000", "largest size of a coefficient")
#define EPSILON_ROW(size) NUMBER("epsilon", size, 0, 1e9, "0.001 0.01", "errors up to this cost nothing")
#define ROUNDS_ROW        COUNT("rounds", "1", 0, 100, "how often the kernels are weighed anew")
#define WEIGHTS_ROW                                                                                                    \
    {                                                                                                                  \
        "weights", OPTION_WORD, "machine", 0, 0, "machine|labels", NULL,                                               \
            "weigh a kernel K by a'Ka (a: the coefficients of the machine before) or by y'Ky (y: the labels less "     \
            "their mean)"                                                                                              \
    }
#define TOLERANCE_ROW   NUMBER("tolerance", "0.001", 1e-14, 1, NULL, "LIBSVM's stopping tolerance")
#define CACHE_ROW       COUNT("cache_mb", "256", 1, 65536, "memory for LIBSVM's kernel rows, in MB")
#define RBF_ROW(sigmas) NUMBERS("rbf", sigmas, 1e-12, 1e12, "sigmas of the kernels exp(-(sigma/M)|x-x'|^2)")

static const option rbf_options[] = {
    C_ROW("1000"),
    EPSILON_ROW("0.001"),
    ROUNDS_ROW,
    WEIGHTS_ROW,
    TOLERANCE_ROW,
    CACHE_ROW,
    RBF_ROW("100,50,10,1,0.1,0.01,0.001"),
};

static const option options[] = {
    C_ROW("1000"),
    EPSILON_ROW("0.01"),
    ROUNDS_ROW,
    WEIGHTS_ROW,
    TOLERANCE_ROW,
    CACHE_ROW,
    RBF_ROW("100,1,0.1,0.001"),
    NUMBERS("laplace", "100,1,0.1,0.001", 1e-12, 1e12, "sigmas of the kernels exp(-(sigma/M)|x-x'|)"),
    NUMBERS("poly", "1,2,4,10", 1, 100, "degrees d of the kernels (x.x'+1)^d, normalised"),
};

static svr_settings machine_settings(const value *settings) {
    return (svr_settings){settings[C].number, settings[EPSILON].number, settings[TOLERANCE].number,
                          settings[CACHE_MB].number};
}

/* The lists stand in the order of mkl_family. */
static bool read_dictionary(const value *lists, size_t families, size_t m, mkl_dictionary *dictionary, failure *why) {
    *dictionary = (mkl_dictionary){0};
    for (size_t f = 0; f < families; f++)
        mkl_dictionary_add(dictionary, (mkl_family)f, lists[f].list, lists[f].count, m);
    for (size_t k = 0; k < dictionary->count; k++) {
        const mkl_kernel *kernel = &dictionary->kernels[k];
        if (kernel->family == MKL_POLYNOMIAL && kernel->parameter != floor(kernel->parameter)) {
            snprintf(why->text, sizeof why->text, "poly: a degree must be a whole number, and %g is not",
                     kernel->parameter);
            return false;
        }
    }
    if (dictionary->count == 0)
        snprintf(why->text, sizeof why->text, "the dictionary has no kernels");
    return dictionary->count > 0;
}

/* ---- learning */

static void sum_kernels(const mkl_dictionary *dictionary, const mkl_points *points, svr_kernel *sum) {
    mkl_relation relation = mkl_relation_make(points->n);
    double *row = memory_doubles(points->n, 1);
    for (size_t i = 0; i < points->n; i++) {
        mkl_relate(&relation, points, points->rows + i * points->m);
        mkl_sum_row(dictionary, &relation, row);
        svr_kernel_set_row(sum, i, row);
    }
    free(row);
    mkl_relation_free(&relation);
}

bool mkl_learn(const svr_settings *settings, size_t rounds, const double *by, const mkl_points *points, const double *y,
               mkl_dictionary *dictionary, double *a, double *rho, failure *why) {
    svr_kernel *sum = svr_kernel_make(points->n);
    mkl_dictionary_weigh_equally(dictionary);
    if (by && rounds > 0) { /* these weights do not depend on the machine */
        mkl_dictionary_weigh(dictionary, points, by);
        rounds = 0;
    }
    sum_kernels(dictionary, points, sum);
    bool solved = svr_solve(settings, sum, y, a, rho, why);
    for (size_t round = 0; round < rounds && solved; round++) {
        mkl_dictionary_weigh(dictionary, points, a);
        sum_kernels(dictionary, points, sum);
        solved = svr_solve(settings, sum, y, a, rho, why);
    }
    svr_kernel_free(sum);
    return solved;
}

/* The labels less their mean. */
static double *centred(const double *y, size_t n) {
    double *out = memory_doubles(n, 1), mean = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += y[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        out[i] = y[i] - mean;
    return out;
}

/* Keeps the rows with a coefficient. */
static void keep_support(mkl_model *model, const problem *train, const double *a) {
    size_t *rows = memory_sizes(train->n), kept = 0;
    model->a = memory_doubles(train->n, 1);
    for (size_t i = 0; i < train->n; i++)
        if (a[i] != 0.0) {
            model->a[kept] = a[i];
            rows[kept++] = i;
        }
    model->support = mkl_points_make(train->x, rows, kept, train->m);
    free(rows);
}

/* LIBSVM wants the whole matrix, at 16 bytes an entry: 11,585 rows are 2 GB. */
static bool fits(size_t n, failure *why) {
    const double most = 2.0 * 1024 * 1024 * 1024, bytes = 16.0 * (double)n * (double)n;
    if (bytes > most)
        snprintf(why->text, sizeof why->text, "the kernel matrix of %zu rows takes %.1f GB, and at most 2 are allowed",
                 n, bytes / most * 2.0);
    return bytes <= most;
}

static void destroy(void *fitted) {
    mkl_model *model = fitted;
    if (!model)
        return;
    mkl_points_free(&model->support);
    free(model->a);
    free(model);
}

static void *fit(const value *settings, size_t families, const problem *train, failure *why) {
    mkl_dictionary dictionary;
    if (!fits(train->n, why) || !read_dictionary(settings + LISTS, families, train->m, &dictionary, why))
        return NULL;
    svr_settings machine = machine_settings(settings);
    mkl_points points = mkl_points_make(train->x, NULL, train->n, train->m);
    double *a = memory_doubles(train->n, 1), rho = 0.0;
    double *by = settings[WEIGHTS].number == BY_LABELS ? centred(train->y, train->n) : NULL;
    mkl_model *model = NULL;
    if (mkl_learn(&machine, (size_t)settings[ROUNDS].number, by, &points, train->y, &dictionary, a, &rho, why)) {
        model = memory_get(1, 1, sizeof *model);
        model->dictionary = dictionary;
        model->rho = rho;
        keep_support(model, train, a);
    }
    free(a);
    free(by);
    mkl_points_free(&points);
    return model;
}

static void *fit_rbf(const value *settings, const problem *train, failure *why) { return fit(settings, 1, train, why); }

static void *fit_all(const value *settings, const problem *train, failure *why) {
    return fit(settings, MKL_FAMILIES, train, why);
}

/* ---- the fitted model */

static void predict(const void *fitted, const double *x, size_t n, double *out) {
    const mkl_model *model = fitted;
    const mkl_points *support = &model->support;
    mkl_relation relation = mkl_relation_make(support->n);
    double *row = memory_doubles(support->n, 1);
    for (size_t i = 0; i < n; i++) {
        mkl_relate(&relation, support, x + i * support->m);
        mkl_sum_row(&model->dictionary, &relation, row);
        out[i] = dense_dot(model->a, row, support->n) - model->rho;
    }
    free(row);
    mkl_relation_free(&relation);
}

static size_t size(const void *fitted) { return ((const mkl_model *)fitted)->support.n; }

const method r_svr_mkl_method = {"r-svr-mkl",
                                 "R-SVR-MKL",
                                 "support vectors",
                                 rbf_options,
                                 sizeof rbf_options / sizeof rbf_options[0],
                                 fit_rbf,
                                 predict,
                                 size,
                                 destroy};

const method svr_mkl_method = {
    "svr-mkl", "SVR-MKL", "support vectors", options, sizeof options / sizeof options[0], fit_all, predict,
    size,      destroy};
