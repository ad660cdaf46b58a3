#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/method_settings.h"
#include "plain.h"

static void *get(size_t n, size_t size) {
    void *block = calloc(n ? n : 1, size);
    assert_non_null(block);
    return block;
}

long double plain_distance(const double *a, const double *b, size_t m, int p) {
    long double sum = 0;
    for (size_t j = 0; j < m; j++) {
        long double difference = fabsl((long double)a[j] - b[j]);
        sum += p == PLAIN_L1 ? difference : difference * difference;
    }
    return p == PLAIN_L1 ? sum : sqrtl(sum);
}

long double plain_rbf(long double d, long double width) { return expl(-width * d * d); }
long double plain_laplacian(long double d, long double width) { return expl(-width * d); }
long double plain_tl1(long double d, long double width) { return d < width ? width - d : 0; }

static long double value_of(const plain_kernel *k, const double *a, const double *b, size_t m) {
    return k->of_distance(plain_distance(a, b, m, k->norm), k->width);
}

long double *plain_matrix(const plain_kernel *k, const double *a, size_t n_a, const double *b, size_t n_b, size_t m) {
    long double *matrix = get(n_a * n_b, sizeof *matrix);
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = 0; j < n_b; j++)
            matrix[i * n_b + j] = value_of(k, a + i * m, b + j * m, m);
    return matrix;
}

problem plain_problem(uint64_t seed, size_t n, size_t m) {
    oracle_random random = oracle_seed(seed);
    double *x = get(n * m, sizeof *x), *y = get(n, sizeof *y);
    oracle_fill(&random, x, n * m, -1, 1);
    for (size_t i = 0; i < n; i++)
        y[i] = 0.5 * sin(3 * x[i * m]) * cos(2 * x[i * m + m - 1]) + oracle_uniform(&random, -0.1, 0.1);
    return (problem){x, y, n, m, seed};
}

void plain_release(problem *p) {
    free((void *)p->x);
    free((void *)p->y);
    *p = (problem){0};
}

static void *try_fit(const method *m, const char *text, const problem *p, failure *why) {
    value settings[8];
    char copy[256], *rest = copy;
    assert_true(m->n_options <= 8 && strlen(text) < sizeof copy);
    memcpy(copy, text, strlen(text) + 1);
    settings_standard(m, settings);
    for (char *pair; (pair = strtok_r(rest, " ", &rest));) {
        char *equals = strchr(pair, '=');
        assert_non_null(equals);
        *equals = '\0';
        if (!settings_set(m, settings, pair, equals + 1, why))
            fail_msg("%s", why->text);
    }
    return m->fit(settings, p, why);
}

void *plain_fit(const method *m, const char *settings, const problem *p) {
    failure why;
    void *model = try_fit(m, settings, p, &why);
    if (!model)
        fail_msg("%s", why.text);
    return model;
}

failure plain_failure(const method *m, const char *settings, const problem *p) {
    failure why;
    assert_null(try_fit(m, settings, p, &why));
    return why;
}

void plain_expect(const method *m, const void *model, const plain_kernel *k, const double *z, const long double *alpha,
                  size_t n_z, const double *t, size_t n, size_t features, double tolerance) {
    double *predicted = get(n, sizeof *predicted);
    m->predict(model, t, n, predicted);
    for (size_t i = 0; i < n; i++) {
        long double sum = 0;
        for (size_t j = 0; j < n_z; j++)
            sum += alpha[j] * value_of(k, t + i * features, z + j * features, features);
        oracle_close("prediction", predicted[i], sum, tolerance);
    }
    free(predicted);
}
