/* RBF KRR and TL1 KRR against K + lambda I built by plain loops and solved by elimination. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/baselines.h"
#include "plain.h"

static long double *plain_alpha(const plain_kernel *k, const problem *p, double lambda) {
    long double *a = plain_matrix(k, p->x, p->n, p->x, p->n, p->m), *alpha = calloc(p->n, sizeof *alpha);
    assert_non_null(alpha);
    for (size_t i = 0; i < p->n; i++) {
        a[i * p->n + i] += lambda;
        alpha[i] = p->y[i];
    }
    assert_true(oracle_solve(a, alpha, p->n));
    free(a);
    return alpha;
}

/* Training rows and others; their number is odd, and more than one block where n is. */
static void expect_solution(const method *m, const char *settings, const plain_kernel *k, const problem *p,
                            double lambda, double tolerance) {
    problem others = plain_problem(77, p->n + 2, p->m);
    long double *alpha = plain_alpha(k, p, lambda);
    void *model = plain_fit(m, settings, p);
    assert_int_equal(m->size(model), p->n);
    plain_expect(m, model, k, p->x, alpha, p->n, p->x, p->n, p->m, tolerance);
    plain_expect(m, model, k, p->x, alpha, p->n, others.x, others.n, p->m, tolerance);
    m->destroy(model);
    free(alpha);
    plain_release(&others);
}

static void krr_is_the_solution(void **state) {
    (void)state;
    static const size_t sizes[][2] = {{1, 1}, {2, 5}, {31, 3}, {127, 4}, {128, 20}, {129, 1}};
    static const double sigmas[] = {0.5, 20}, lambdas[] = {1e-3, 0.1};
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        problem p = plain_problem(31 + c, sizes[c][0], sizes[c][1]);
        for (size_t s = 0; s < 2; s++) {
            char settings[64];
            snprintf(settings, sizeof settings, "sigma=%g lambda=%g", sigmas[s], lambdas[s]);
            plain_kernel k = {plain_rbf, PLAIN_L2, (long double)sigmas[s] / (long double)p.m};
            expect_solution(&krr_method, settings, &k, &p, lambdas[s], 1e-10);
        }
        plain_release(&p);
    }
}

/* Elimination without pivoting: as many negative pivots as negative eigenvalues. */
static size_t negative_eigenvalues(const plain_kernel *k, const problem *p, double lambda) {
    size_t n = p->n, negative = 0;
    long double *a = plain_matrix(k, p->x, n, p->x, n, p->m);
    for (size_t i = 0; i < n; i++)
        a[i * n + i] += lambda;
    for (size_t c = 0; c < n; c++) {
        negative += a[c * n + c] < 0;
        for (size_t r = c + 1; r < n; r++)
            for (size_t j = n; j-- > c;)
                a[r * n + j] -= a[r * n + c] / a[c * n + c] * a[c * n + j];
    }
    free(a);
    return negative;
}

static void tl1_is_the_solution(void **state) {
    (void)state;
    static const size_t sizes[][2] = {{1, 1}, {2, 5}, {31, 3}, {129, 4}};
    size_t negative = 0;
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        problem p = plain_problem(41 + c, sizes[c][0], sizes[c][1]);
        for (int variant = 0; variant < 4; variant++) {
            bool l1 = variant & 1, scaled = variant & 2;
            plain_kernel k = {plain_tl1, l1 ? PLAIN_L1 : PLAIN_L2, 0.8L * (scaled ? (long double)p.m : 1)};
            char settings[64];
            snprintf(settings, sizeof settings, "rho=0.8 lambda=0.01 norm=%s scale=%s", l1 ? "l1" : "l2",
                     scaled ? "features" : "none");
            expect_solution(&tl1_method, settings, &k, &p, 0.01, 1e-9);
            negative += negative_eigenvalues(&k, &p, 0.01);
        }
        plain_release(&p);
    }
    assert_true(negative > 10); /* these matrices are indefinite: Cholesky would not have done */
}

static void tl1_is_scaled_l2_unless_told(void **state) {
    (void)state;
    problem p = plain_problem(51, 30, 3);
    plain_kernel k = {plain_tl1, PLAIN_L2, 2.5L * 3};
    expect_solution(&tl1_method, "rho=2.5 lambda=0.01", &k, &p, 0.01, 1e-9);
    plain_release(&p);
}

static void a_singular_matrix_is_a_failure_that_names_lambda(void **state) {
    (void)state;
    static const double x[] = {0.5, 0.25, 0.5, 0.25}, y[] = {1, -1};
    const problem twice = {x, y, 2, 2, 1};
    failure why = plain_failure(&krr_method, "lambda=0", &twice);
    assert_non_null(strstr(why.text, "raise lambda"));
    why = plain_failure(&tl1_method, "lambda=0", &twice);
    assert_non_null(strstr(why.text, "raise lambda"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(krr_is_the_solution),
        cmocka_unit_test(tl1_is_the_solution),
        cmocka_unit_test(tl1_is_scaled_l2_unless_told),
        cmocka_unit_test(a_singular_matrix_is_a_failure_that_names_lambda),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
