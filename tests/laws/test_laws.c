/* Laws that hold whatever the numbers are: symmetry, linearity, permutation, translation, scaling, order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expansion_of.h"
#include "fixture.h"
#include "oracle.h"

enum { N = 30, M = 3, ROWS = 120 };

/* ---- equal bandwidths: ordinary, symmetric kernel ridge regression */

/* alpha of symmetric KRR by LDL^T, which only reads the lower half of the matrix: it cannot see an asymmetry. */
static void symmetric_solve(const long double *a, long double *x, size_t n) {
    long double l[N][N] = {{0}}, d[N];
    for (size_t j = 0; j < n; j++) {
        d[j] = a[j * n + j];
        for (size_t c = 0; c < j; c++)
            d[j] -= l[j][c] * l[j][c] * d[c];
        for (size_t i = j + 1; i < n; i++) {
            long double sum = a[i * n + j];
            for (size_t c = 0; c < j; c++)
                sum -= l[i][c] * l[j][c] * d[c];
            l[i][j] = sum / d[j];
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < i; c++)
            x[i] -= l[i][c] * x[c];
    for (size_t i = n; i-- > 0;) {
        x[i] /= d[i];
        for (size_t c = i + 1; c < n; c++)
            x[i] -= l[c][i] * x[c];
    }
}

/* A model that was not trained: all bandwidths are still sqrt(sigma0 / M). */
static labrbf_model *untrained(const char *kernel, const double *x, const double *y) {
    char words[256] = "support_max=30 support_init=30 steps_grow=0 steps_final=0 sigma0=12 lambda=0.01 "
                      "clip_labels=off kernel=";
    return fixture_fit(strncat(words, kernel, 20), x, y, ROWS, M);
}

static void expect_symmetric_krr(int kernel, const labrbf_model *model) {
    double *x = fixture_array(model, 0, LABRBF_SUPPORT_VECTORS, N * M);
    double *theta = fixture_array(model, 0, LABRBF_BANDWIDTHS, N * M);
    double *alpha = fixture_array(model, 0, LABRBF_COEFFICIENTS, N);
    double *alpha2 = fixture_array(model, 0, LABRBF_COEFFICIENTS_2, N);
    double *y = fixture_array(model, 0, LABRBF_SUPPORT_LABELS, N);
    labrbf_model_info info = fixture_info(model);
    long double a[N * N], want[N];
    for (size_t i = 0; i < N * M; i++)
        oracle_close("bandwidth", theta[i], 2.0, 1e-15L);
    for (size_t i = 0; i < N; i++) {
        want[i] = (long double)y[i] - info.beta;
        for (size_t j = 0; j < N; j++)
            a[i * N + j] =
                oracle_kernel(kernel, oracle_distance(x + i * M, x + j * M, theta, M)) + (i == j ? info.lambda : 0);
    }
    symmetric_solve(a, want, N);
    for (size_t i = 0; i < N; i++) {
        oracle_close("alpha", alpha[i], want[i], 1e-11L);
        oracle_close("alpha2", alpha2[i], want[i], 1e-11L);
    }
    free(x);
    free(theta);
    free(alpha);
    free(alpha2);
    free(y);
}

static void equal_bandwidths_give_symmetric_krr(void **state) {
    (void)state;
    double x[ROWS * M], y[ROWS], theta[ROWS * M], first[ROWS], second[ROWS];
    fixture_data(91, ROWS, M, x, y);
    for (size_t i = 0; i < ROWS * M; i++)
        theta[i] = 2.0;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        labrbf_model *model = untrained(oracle_kernel_words[kernel], x, y);
        expect_symmetric_krr(kernel, model);
        assert_int_equal(labrbf_model_predict(model, x, ROWS, M, 1, first), LABRBF_OK);
        assert_int_equal(labrbf_model_predict_second(model, 0, x, theta, ROWS, M, second), LABRBF_OK);
        assert_true(oracle_relative(second, first, ROWS) < 1e-11);
        labrbf_model_destroy(model);
    }
}

/* ---- linear in y */

typedef struct solution {
    double alpha1[N], alpha2[N], residual1[N], residual2[N];
} solution;

static void solve_own(const double *k, const double *y, solution *s) {
    labrbf_akrr result = {
        .alpha1 = s->alpha1, .alpha2 = s->alpha2, .residual1 = s->residual1, .residual2 = s->residual2};
    assert_int_equal(labrbf_akrr_solve(k, y, N, 0.1, NULL, &result), LABRBF_OK);
}

static void own_matrix(oracle_random *random, double *k) {
    oracle_fill(random, k, N * N, -0.1, 0.1);
    for (size_t i = 0; i < N; i++)
        k[i * N + i] = 1;
}

static void coefficients_are_linear_in_y(void **state) {
    (void)state;
    oracle_random random = oracle_seed(92);
    double k[N * N], y[N], z[N], both[N], want[4 * N];
    own_matrix(&random, k);
    oracle_fill(&random, y, N, -1, 1);
    oracle_fill(&random, z, N, -1, 1);
    for (size_t i = 0; i < N; i++)
        both[i] = 2.5 * y[i] - 7 * z[i];
    solution of_y = {0}, of_z = {0}, of_both = {0};
    solve_own(k, y, &of_y);
    solve_own(k, z, &of_z);
    solve_own(k, both, &of_both);
    const double *a = (const double *)&of_y, *b = (const double *)&of_z; /* all four vectors */
    for (size_t i = 0; i < 4 * N; i++)
        want[i] = 2.5 * a[i] - 7 * b[i];
    assert_true(oracle_relative((const double *)&of_both, want, 4 * N) < 1e-13);
}

/* f of the expansion at the batch rows, with labels y. */
static void values_with_labels(const oracle_problem *p, const double *y, double *out) {
    oracle_problem changed = *p;
    changed.y = (double *)(uintptr_t)y;
    expansion_of o;
    expansion_open(&o, &changed, NULL, 0);
    expansion_solve(&o);
    for (size_t t = 0; t < p->b; t++)
        out[t] = lab_expansion_value(&o.expansion, 0, p->batch + t * p->m);
    expansion_close(&o);
}

static void predictions_are_linear_in_y(void **state) {
    (void)state;
    oracle_random random = oracle_seed(93);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        oracle_problem p = oracle_problem_make(&random, kernel, N, 20, M, 1, 3);
        double z[N], both[N], of_y[20], of_z[20], of_both[20], want[20];
        oracle_fill(&random, z, N, -1, 1);
        for (size_t i = 0; i < N; i++)
            both[i] = -3 * p.y[i] + 0.5 * z[i];
        values_with_labels(&p, p.y, of_y);
        values_with_labels(&p, z, of_z);
        values_with_labels(&p, both, of_both);
        for (size_t t = 0; t < 20; t++)
            want[t] = -3 * of_y[t] + 0.5 * of_z[t];
        assert_true(oracle_relative(of_both, want, 20) < 1e-12);
        oracle_problem_free(&p);
    }
}

/* ---- permutation */

static void shuffle(oracle_random *random, size_t *order, size_t n) {
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t i = n; i > 1; i--) {
        size_t j = oracle_below(random, i), item = order[j];
        order[j] = order[i - 1];
        order[i - 1] = item;
    }
}

static void permuting_samples_permutes_coefficients(void **state) {
    (void)state;
    oracle_random random = oracle_seed(94);
    double k[N * N], y[N], moved_k[N * N], moved_y[N];
    size_t order[N];
    own_matrix(&random, k);
    oracle_fill(&random, y, N, -1, 1);
    shuffle(&random, order, N);
    for (size_t i = 0; i < N; i++) {
        moved_y[i] = y[order[i]];
        for (size_t j = 0; j < N; j++)
            moved_k[i * N + j] = k[order[i] * N + order[j]];
    }
    solution still, moved;
    solve_own(k, y, &still);
    solve_own(moved_k, moved_y, &moved);
    for (size_t i = 0; i < N; i++) {
        oracle_close("alpha1", moved.alpha1[i], still.alpha1[order[i]], 1e-13L);
        oracle_close("alpha2", moved.alpha2[i], still.alpha2[order[i]], 1e-13L);
        oracle_close("residual1", moved.residual1[i], still.residual1[order[i]], 1e-13L);
        oracle_close("residual2", moved.residual2[i], still.residual2[order[i]], 1e-13L);
    }
}

/* The loss, and the gradient in the oracle's order. */
static double loss_and_gradient(const oracle_problem *p, double *gradient) {
    expansion_of o;
    expansion_open(&o, p, NULL, 2);
    double loss = expansion_gradient(&o);
    for (size_t i = 0; i < p->s * p->m; i++)
        gradient[i] = expansion_slope(&o, i);
    expansion_close(&o);
    return loss;
}

static void permuting_supports_permutes_the_gradient(void **state) {
    (void)state;
    oracle_random random = oracle_seed(95);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        oracle_problem p = oracle_problem_make(&random, kernel, N, 20, M, 1, 3);
        oracle_problem moved = oracle_problem_make(&random, kernel, N, 20, M, 1, 3);
        size_t order[N];
        shuffle(&random, order, N);
        for (size_t i = 0; i < N; i++) {
            memcpy(moved.x + i * M, p.x + order[i] * M, M * sizeof *p.x);
            memcpy(moved.theta + i * M, p.theta + order[i] * M, M * sizeof *p.theta);
            moved.y[i] = p.y[order[i]];
        }
        memcpy(moved.batch, p.batch, 20 * M * sizeof *p.batch);
        memcpy(moved.target, p.target, 20 * sizeof *p.target);
        double still_gradient[N * M], moved_gradient[N * M], want[N * M];
        double loss = loss_and_gradient(&p, still_gradient);
        oracle_close("loss", loss_and_gradient(&moved, moved_gradient), loss, 1e-12L * loss);
        for (size_t i = 0; i < N * M; i++)
            want[i] = still_gradient[order[i / M] * M + i % M];
        assert_true(oracle_relative(moved_gradient, want, N * M) < 1e-12);
        oracle_problem_free(&p);
        oracle_problem_free(&moved);
    }
}

/* With all rows as the batch, their order does not matter. */
static void gradient_does_not_depend_on_the_order_of_the_batch(void **state) {
    (void)state;
    oracle_random random = oracle_seed(96);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        oracle_problem p = oracle_problem_make(&random, kernel, 25, 200, M, 1, 3);
        double before[25 * M], after[25 * M], batch[200 * M], target[200];
        double loss = loss_and_gradient(&p, before);
        size_t order[200];
        shuffle(&random, order, 200);
        memcpy(batch, p.batch, sizeof batch);
        memcpy(target, p.target, sizeof target);
        for (size_t t = 0; t < 200; t++) {
            memcpy(p.batch + t * M, batch + order[t] * M, M * sizeof *batch);
            p.target[t] = target[order[t]];
        }
        oracle_close("loss", loss_and_gradient(&p, after), loss, 1e-13L * loss);
        assert_true(oracle_relative(after, before, 25 * M) < 1e-12);
        oracle_problem_free(&p);
    }
}

/* ---- translation and scaling */

static void translating_x_changes_nothing(void **state) {
    (void)state;
    oracle_random random = oracle_seed(97);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        oracle_problem p = oracle_problem_make(&random, kernel, N, 20, M, 1, 3);
        double before[N * M], after[N * M];
        const double shift[M] = {0.7, -1.3, 2.9};
        double loss = loss_and_gradient(&p, before);
        for (size_t i = 0; i < N * M; i++)
            p.x[i] += shift[i % M];
        for (size_t i = 0; i < 20 * M; i++)
            p.batch[i] += shift[i % M];
        oracle_close("loss", loss_and_gradient(&p, after), loss, 1e-12L * loss);
        assert_true(oracle_relative(after, before, N * M) < 1e-11);
        oracle_problem_free(&p);
    }
}

/* x by c and theta by 1/c: the same D, so the same loss; dL/d(theta / c) = c dL/dtheta. */
static void scaling_x_against_theta_changes_nothing(void **state) {
    (void)state;
    oracle_random random = oracle_seed(98);
    static const double factors[] = {3, 0.01, 1e6, 4};
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t f = 0; f < 4; f++) {
            oracle_problem p = oracle_problem_make(&random, kernel, N, 20, M, 1, 3);
            double before[N * M] = {0}, after[N * M], c = factors[f];
            double loss = loss_and_gradient(&p, before);
            for (size_t i = 0; i < N * M; i++) {
                p.x[i] *= c;
                p.theta[i] /= c;
                before[i] *= c;
            }
            for (size_t i = 0; i < 20 * M; i++)
                p.batch[i] *= c;
            oracle_close("loss", loss_and_gradient(&p, after), loss, (c == 4 ? 0 : 1e-12L) * loss);
            assert_true(oracle_relative(after, before, N * M) <= (c == 4 ? 0 : 1e-12));
            oracle_problem_free(&p);
        }
    }
}

/* A fit does not depend on the units of the features: a power of two changes no bit of the predictions. */
static void units_of_the_features_do_not_matter(void **state) {
    (void)state;
    double x[ROWS * M], y[ROWS], before[ROWS], after[ROWS];
    fixture_data(99, ROWS, M, x, y);
    const char *words = "support_max=20 steps_grow=15 steps_final=15 batch=40";
    labrbf_model *model = fixture_fit(words, x, y, ROWS, M);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, M, 1, before), LABRBF_OK);
    labrbf_model_destroy(model);
    for (size_t i = 0; i < ROWS * M; i++)
        x[i] = ldexp(x[i], (int)(i % M) * 10 - 7);
    model = fixture_fit(words, x, y, ROWS, M);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, M, 1, after), LABRBF_OK);
    labrbf_model_destroy(model);
    assert_memory_equal(before, after, sizeof before);
}

/* Nor on the unit of the label, up to rounding of the range that predictions are scaled back to. */
static void units_of_the_label_do_not_matter(void **state) {
    (void)state;
    double x[ROWS * M], y[ROWS], before[ROWS], after[ROWS];
    fixture_data(100, ROWS, M, x, y);
    const char *words = "support_max=20 steps_grow=15 steps_final=15 batch=40";
    labrbf_model *model = fixture_fit(words, x, y, ROWS, M);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, M, 1, before), LABRBF_OK);
    labrbf_model_destroy(model);
    for (size_t r = 0; r < ROWS; r++) {
        y[r] = 1024 * y[r];
        before[r] = 1024 * before[r];
    }
    model = fixture_fit(words, x, y, ROWS, M);
    assert_int_equal(labrbf_model_predict(model, x, ROWS, M, 1, after), LABRBF_OK);
    labrbf_model_destroy(model);
    assert_memory_equal(before, after, sizeof before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_bandwidths_give_symmetric_krr),
        cmocka_unit_test(coefficients_are_linear_in_y),
        cmocka_unit_test(predictions_are_linear_in_y),
        cmocka_unit_test(permuting_samples_permutes_coefficients),
        cmocka_unit_test(permuting_supports_permutes_the_gradient),
        cmocka_unit_test(gradient_does_not_depend_on_the_order_of_the_batch),
        cmocka_unit_test(translating_x_changes_nothing),
        cmocka_unit_test(scaling_x_against_theta_changes_nothing),
        cmocka_unit_test(units_of_the_features_do_not_matter),
        cmocka_unit_test(units_of_the_label_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
