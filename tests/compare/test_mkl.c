/* SVR-MKL: kernels by their definition, optimality of the machine, weights and predictions, all by plain loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/baselines.h"
#include "baselines/method_settings.h"
#include "baselines/mkl/mkl.h"
#include "baselines/random.h"

enum { N = 90, M = 3, T = 17, OPTIONS_MOST = 16 };

typedef struct sample {
    double x[N * M], y[N], t[T * M];
} sample;

/* A smooth function with noise. The last two rows are the same point, with labels that disagree. */
static sample draw(uint64_t seed) {
    sample s;
    generator g = random_from(seed);
    for (size_t i = 0; i < N * M; i++)
        s.x[i] = 2 * random_unit(&g) - 1;
    for (size_t i = 0; i < T * M; i++)
        s.t[i] = 2 * random_unit(&g) - 1;
    for (size_t i = 0; i < N; i++)
        s.y[i] = sin(3 * s.x[i * M]) * s.x[i * M + 1] + 0.3 * s.x[i * M + 2] + 0.1 * random_normal(&g);
    for (size_t j = 0; j < M; j++)
        s.x[(N - 1) * M + j] = s.x[(N - 2) * M + j];
    return s;
}

/* ---- the definitions */

typedef struct plain_kernel {
    mkl_family family;
    double value; /* sigma or degree, as in the paper's dictionaries */
} plain_kernel;

static const plain_kernel some_kernels[] = {{MKL_RBF, 100},      {MKL_RBF, 0.5},      {MKL_LAPLACE, 30},
                                            {MKL_LAPLACE, 0.1},  {MKL_POLYNOMIAL, 1}, {MKL_POLYNOMIAL, 3},
                                            {MKL_POLYNOMIAL, 10}};
enum { SOME_KERNELS = sizeof some_kernels / sizeof some_kernels[0] };

static long double inner(const double *a, const double *b) {
    long double sum = 1;
    for (size_t j = 0; j < M; j++)
        sum += (long double)a[j] * b[j];
    return sum;
}

static long double plain_value(plain_kernel kernel, const double *a, const double *b) {
    long double squared = 0, power = 1;
    for (size_t j = 0; j < M; j++)
        squared += ((long double)a[j] - b[j]) * ((long double)a[j] - b[j]);
    if (kernel.family == MKL_RBF)
        return expl(-kernel.value / M * squared);
    if (kernel.family == MKL_LAPLACE)
        return expl(-kernel.value / M * sqrtl(squared));
    for (int d = 0; d < (int)kernel.value; d++)
        power *= inner(a, b) / sqrtl(inner(a, a) * inner(b, b));
    return power;
}

static long double plain_sum(const plain_kernel *kernels, const mkl_dictionary *weighted, const double *a,
                             const double *b) {
    long double sum = 0;
    for (size_t k = 0; k < weighted->count; k++)
        sum += weighted->kernels[k].weight * plain_value(kernels[k], a, b);
    return sum;
}

static mkl_dictionary some_dictionary(void) {
    mkl_dictionary dictionary = {0};
    for (size_t k = 0; k < SOME_KERNELS; k++)
        mkl_dictionary_add(&dictionary, some_kernels[k].family, &some_kernels[k].value, 1, M);
    return dictionary;
}

/* ---- kernels */

static void kernels_are_their_definitions(void **state) {
    (void)state;
    sample s = draw(1);
    mkl_dictionary dictionary = some_dictionary();
    mkl_points points = mkl_points_make(s.x, NULL, N, M);
    mkl_relation relation = mkl_relation_make(N);
    double row[N];
    for (size_t i = 0; i < T; i++) {
        mkl_relate(&relation, &points, s.t + i * M);
        for (size_t k = 0; k < SOME_KERNELS; k++) {
            mkl_kernel_row(&dictionary.kernels[k], &relation, row);
            for (size_t j = 0; j < N; j++)
                assert_true(fabsl(row[j] - plain_value(some_kernels[k], s.t + i * M, s.x + j * M)) < 1e-14L);
        }
    }
    mkl_relation_free(&relation);
    mkl_points_free(&points);
}

/* Not only near 1: points that coincide have K = 1 to the last bit, also under the Laplace kernel's root. */
static void diagonals_are_one(void **state) {
    (void)state;
    sample s = draw(2);
    mkl_dictionary dictionary = some_dictionary();
    mkl_points points = mkl_points_make(s.x, NULL, N, M);
    mkl_relation relation = mkl_relation_make(N);
    double row[N];
    for (size_t i = 0; i < N; i++) {
        mkl_relate(&relation, &points, s.x + i * M);
        for (size_t k = 0; k < SOME_KERNELS; k++) {
            mkl_kernel_row(&dictionary.kernels[k], &relation, row);
            assert_true(row[i] == 1.0);
            assert_true(i < N - 2 || (row[N - 2] == 1.0 && row[N - 1] == 1.0));
        }
    }
    mkl_relation_free(&relation);
    mkl_points_free(&points);
}

static void chosen_points_keep_their_order(void **state) {
    (void)state;
    sample s = draw(3);
    const size_t which[] = {5, 2, 88};
    mkl_points points = mkl_points_make(s.x, which, 3, M);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < M; j++) {
            assert_true(points.rows[i * M + j] == s.x[which[i] * M + j]);
            assert_true(points.columns[j * 3 + i] == s.x[which[i] * M + j]);
        }
    mkl_points_free(&points);
}

/* ---- the machine */

/* How far residual r is from what the optimality condition of coefficient a requires. */
static double miss(double a, double r, const svr_settings *settings) {
    double epsilon = settings->epsilon;
    if (a == 0.0)
        return fmax(fabs(r) - epsilon, 0.0);
    double along = a > 0 ? r : -r; /* epsilon for a free coefficient, more for one at its bound */
    return fabs(a) == settings->c ? fmax(epsilon - along, 0.0) : fabs(along - epsilon);
}

/*
 * Optimality: |a_i| <= C, sum a = 0, and for r = y - f, a > 0 : r = epsilon, a < 0 : r = -epsilon (at the bounds: or
 * beyond), a = 0 : |r| <= epsilon. LIBSVM promises it within its tolerance for its own copy of the matrix, which it
 * keeps in single precision: an entry is at most 1 and off by at most 2^-25, in r and again in rho.
 */
static void expect_optimal(const sample *s, const svr_settings *settings, const mkl_dictionary *dictionary,
                           const double *a, double rho) {
    long double sum = 0, size = 0;
    for (size_t i = 0; i < N; i++) {
        assert_true(fabs(a[i]) <= settings->c);
        sum += a[i];
        size += fabs(a[i]);
    }
    assert_true(fabsl(sum) < 1e-12L * size);
    double allowed = settings->tolerance + 0x1p-24 * (double)size;
    for (size_t j = 0; j < N; j++) {
        long double f = -rho;
        for (size_t i = 0; i < N; i++)
            f += a[i] * plain_sum(some_kernels, dictionary, s->x + j * M, s->x + i * M);
        assert_true(miss(a[j], s->y[j] - (double)f, settings) < allowed);
    }
}

/* Of coefficients there must be some of each kind, or the conditions above say little. */
static void expect_variety(const double *a, double c) {
    size_t zero = 0, bound = 0, inside = 0;
    for (size_t i = 0; i < N; i++) {
        zero += a[i] == 0.0;
        bound += fabs(a[i]) == c;
        inside += a[i] != 0.0 && fabs(a[i]) < c;
    }
    assert_true(zero > 5 && bound > 5 && inside > 5);
}

static void machines_are_optimal(void **state) {
    (void)state;
    const svr_settings settings = {0.4, 0.05, 1e-9, 10};
    for (size_t rounds = 0; rounds < 3; rounds++) {
        sample s = draw(10 + rounds);
        mkl_dictionary dictionary = some_dictionary();
        mkl_points points = mkl_points_make(s.x, NULL, N, M);
        double a[N], rho;
        failure why = {""};
        assert_true(mkl_learn(&settings, rounds, NULL, &points, s.y, &dictionary, a, &rho, &why));
        expect_optimal(&s, &settings, &dictionary, a, rho);
        expect_variety(a, settings.c);
        mkl_points_free(&points);
    }
}

/* ---- weights */

static void expect_weights(const sample *s, const double *a, const mkl_dictionary *dictionary) {
    long double forms[SOME_KERNELS] = {0}, total = 0;
    for (size_t k = 0; k < SOME_KERNELS; k++) {
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < N; j++)
                forms[k] += a[i] * a[j] * plain_value(some_kernels[k], s->x + i * M, s->x + j * M);
        total += forms[k];
    }
    for (size_t k = 0; k < SOME_KERNELS; k++)
        assert_true(fabsl(dictionary->kernels[k].weight - forms[k] / total) < 1e-12L);
}

/* The weights after `rounds` come from the machine after rounds - 1; the first machine has equal ones. */
static void weights_come_from_the_machine_before(void **state) {
    (void)state;
    const svr_settings settings = {2, 0.02, 1e-6, 10};
    sample s = draw(20);
    mkl_points points = mkl_points_make(s.x, NULL, N, M);
    double before[N], a[N], rho;
    failure why = {""};
    mkl_dictionary dictionary = some_dictionary();
    assert_true(mkl_learn(&settings, 0, NULL, &points, s.y, &dictionary, before, &rho, &why));
    for (size_t k = 0; k < SOME_KERNELS; k++)
        assert_true(dictionary.kernels[k].weight == 1.0 / SOME_KERNELS);
    for (size_t rounds = 1; rounds < 4; rounds++) {
        assert_true(mkl_learn(&settings, rounds, NULL, &points, s.y, &dictionary, a, &rho, &why));
        expect_weights(&s, before, &dictionary);
        memcpy(before, a, sizeof before);
    }
    mkl_points_free(&points);
}

/* weights=labels: by the centred labels, whatever the machine. */
static void weights_may_come_from_the_labels(void **state) {
    (void)state;
    sample s = draw(21);
    double centred[N], mean = 0;
    for (size_t i = 0; i < N; i++)
        mean += s.y[i] / N;
    for (size_t i = 0; i < N; i++)
        centred[i] = s.y[i] - mean;
    const svr_settings settings = {2, 0.02, 1e-6, 10};
    mkl_points points = mkl_points_make(s.x, NULL, N, M);
    mkl_dictionary dictionary = some_dictionary();
    double a[N], rho;
    failure why = {""};
    assert_true(mkl_learn(&settings, 1, centred, &points, s.y, &dictionary, a, &rho, &why));
    expect_weights(&s, centred, &dictionary);
    mkl_points_free(&points);
}

/* ---- the methods */

static problem all_rows(const sample *s) { return (problem){s->x, s->y, N, M, 0}; }

static mkl_model *fit(const method *m, const problem *train, const char *const changes[][2], failure *why) {
    value values[OPTIONS_MOST];
    assert_true(m->n_options <= OPTIONS_MOST);
    settings_standard(m, values);
    for (size_t i = 0; changes[i][0]; i++)
        assert_true(settings_set(m, values, changes[i][0], changes[i][1], why));
    return m->fit(values, train, why);
}

/* The dictionaries of the paper's appendix, by default. */
static const plain_kernel paper_rbf[] = {{MKL_RBF, 100}, {MKL_RBF, 50},   {MKL_RBF, 10},   {MKL_RBF, 1},
                                         {MKL_RBF, 0.1}, {MKL_RBF, 0.01}, {MKL_RBF, 0.001}};
static const plain_kernel paper_all[] = {{MKL_RBF, 100},      {MKL_RBF, 1},         {MKL_RBF, 0.1},
                                         {MKL_RBF, 0.001},    {MKL_LAPLACE, 100},   {MKL_LAPLACE, 1},
                                         {MKL_LAPLACE, 0.1},  {MKL_LAPLACE, 0.001}, {MKL_POLYNOMIAL, 1},
                                         {MKL_POLYNOMIAL, 2}, {MKL_POLYNOMIAL, 4},  {MKL_POLYNOMIAL, 10}};

static void expect_plain_predictions(const method *m, const plain_kernel *kernels, size_t count) {
    sample s = draw(30);
    const problem train = all_rows(&s);
    failure why = {""};
    mkl_model *model = fit(m, &train, (const char *const[][2]){{"C", "5"}, {"epsilon", "0.05"}, {NULL, NULL}}, &why);
    assert_non_null(model);
    assert_int_equal(model->dictionary.count, count);
    size_t support = m->size(model);
    assert_true(support > 0 && support < N);
    double out[T];
    m->predict(model, s.t, T, out);
    for (size_t i = 0; i < T; i++) {
        long double f = -model->rho;
        for (size_t j = 0; j < support; j++) {
            assert_true(model->a[j] != 0.0);
            f += model->a[j] * plain_sum(kernels, &model->dictionary, s.t + i * M, model->support.rows + j * M);
        }
        assert_true(fabsl(out[i] - f) < 1e-11L);
    }
    m->destroy(model);
}

static void predictions_are_plain_sums(void **state) {
    (void)state;
    expect_plain_predictions(&r_svr_mkl_method, paper_rbf, sizeof paper_rbf / sizeof paper_rbf[0]);
    expect_plain_predictions(&svr_mkl_method, paper_all, sizeof paper_all / sizeof paper_all[0]);
}

/* The method's model is that of mkl_learn with the same settings, without the rows that do not count. */
static void settings_reach_the_machine(void **state) {
    (void)state;
    sample s = draw(31);
    const problem train = all_rows(&s);
    failure why = {""};
    mkl_model *model = fit(&svr_mkl_method, &train,
                           (const char *const[][2]){{"C", "0.7"},
                                                    {"epsilon", "0.04"},
                                                    {"rounds", "2"},
                                                    {"tolerance", "1e-7"},
                                                    {"rbf", "2,0.3"},
                                                    {"laplace", ""},
                                                    {"poly", "3"},
                                                    {NULL, NULL}},
                           &why);
    assert_non_null(model);
    mkl_dictionary dictionary = {0};
    mkl_dictionary_add(&dictionary, MKL_RBF, (double[]){2, 0.3}, 2, M);
    mkl_dictionary_add(&dictionary, MKL_POLYNOMIAL, (double[]){3}, 1, M);
    mkl_points points = mkl_points_make(s.x, NULL, N, M);
    double a[N], rho;
    const svr_settings settings = {0.7, 0.04, 1e-7, 256};
    assert_true(mkl_learn(&settings, 2, NULL, &points, s.y, &dictionary, a, &rho, &why));
    assert_true(rho == model->rho);
    size_t kept = 0;
    for (size_t i = 0; i < N; i++)
        if (a[i] != 0.0) {
            assert_true(kept < svr_mkl_method.size(model) && model->a[kept] == a[i]);
            assert_memory_equal(model->support.rows + kept++ * M, s.x + i * M, M * sizeof *s.x);
        }
    assert_int_equal(kept, svr_mkl_method.size(model));
    mkl_points_free(&points);
    svr_mkl_method.destroy(model);
}

/* All labels inside the tube: no support vectors, a constant, and no weights of nothing. */
static void nothing_to_learn(void **state) {
    (void)state;
    sample s = draw(32);
    const problem train = all_rows(&s);
    failure why = {""};
    mkl_model *model = fit(&r_svr_mkl_method, &train, (const char *const[][2]){{"epsilon", "10"}, {NULL, NULL}}, &why);
    assert_non_null(model);
    assert_int_equal(r_svr_mkl_method.size(model), 0);
    double out[T];
    r_svr_mkl_method.predict(model, s.t, T, out);
    for (size_t i = 0; i < T; i++)
        assert_true(isfinite(out[i]) && out[i] == out[0]);
    for (size_t k = 0; k < model->dictionary.count; k++)
        assert_true(model->dictionary.kernels[k].weight == 1.0 / 7);
    r_svr_mkl_method.destroy(model);
}

static void what_cannot_be_fitted_is_said(void **state) {
    (void)state;
    sample s = draw(33);
    const problem train = all_rows(&s);
    failure why = {""};
    assert_null(fit(&svr_mkl_method, &train, (const char *const[][2]){{"poly", "2,2.5"}, {NULL, NULL}}, &why));
    assert_non_null(strstr(why.text, "2.5"));
    assert_null(fit(&r_svr_mkl_method, &train, (const char *const[][2]){{"rbf", ""}, {NULL, NULL}}, &why));
    assert_non_null(strstr(why.text, "no kernels"));
    value values[OPTIONS_MOST];
    settings_standard(&svr_mkl_method, values);
    const problem large = {s.x, s.y, 50000, M, 0}; /* refused before the rows are read */
    assert_null(svr_mkl_method.fit(values, &large, &why));
    assert_non_null(strstr(why.text, "50000 rows"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_their_definitions),
        cmocka_unit_test(diagonals_are_one),
        cmocka_unit_test(chosen_points_keep_their_order),
        cmocka_unit_test(machines_are_optimal),
        cmocka_unit_test(weights_come_from_the_machine_before),
        cmocka_unit_test(weights_may_come_from_the_labels),
        cmocka_unit_test(predictions_are_plain_sums),
        cmocka_unit_test(settings_reach_the_machine),
        cmocka_unit_test(nothing_to_learn),
        cmocka_unit_test(what_cannot_be_fitted_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
