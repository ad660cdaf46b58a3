/*
 * Theorems 1 and 2 and the corollary of the paper, with explicit finite feature maps: columns phi_i and psi_i of two
 * F x N matrices, K_ij = phi_i . psi_j. The coefficients come from the public functions; all else is plain loops.
 *
 *   J(w, v) = lambda w.v + |phi^T w - y|^2 / 2 + |psi^T v - y|^2 / 2 - |psi^T v - phi^T w|^2 / 2
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "labrbf/labrbf.h"
#include "oracle.h"

enum { N_MAX = 12, F_MAX = 15 };

typedef long double vector[F_MAX > N_MAX ? F_MAX : N_MAX];

typedef struct world {
    size_t n, f;
    double phi[N_MAX][F_MAX], psi[N_MAX][F_MAX]; /* phi[i] is phi(x_i) */
    double y[N_MAX], k[N_MAX * N_MAX], lambda;
    double alpha1[N_MAX], alpha2[N_MAX], residual1[N_MAX], residual2[N_MAX];
    labrbf_akrr solved;
    vector w, v; /* w* = psi alpha1, v* = phi alpha2 */
} world;

static long double dot(const double *a, const double *b, size_t n) {
    long double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (long double)a[i] * b[i];
    return sum;
}

/* phi(x_i) . w */
static long double value(const double *features, const long double *weights, size_t f) {
    long double sum = 0;
    for (size_t c = 0; c < f; c++)
        sum += features[c] * weights[c];
    return sum;
}

static void make_world(world *o, oracle_random *random, size_t n, size_t f, double lambda, bool symmetric) {
    memset(o, 0, sizeof *o);
    o->n = n;
    o->f = f;
    o->lambda = lambda;
    for (size_t i = 0; i < n; i++) {
        oracle_fill(random, o->phi[i], f, -1, 1);
        /* psi is phi with something added, so that A = K + lambda I stays far from singular */
        for (size_t c = 0; c < f; c++)
            o->psi[i][c] = symmetric ? o->phi[i][c] : o->phi[i][c] + oracle_uniform(random, -0.3, 0.3);
    }
    oracle_fill(random, o->y, n, -1, 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            o->k[i * n + j] = (double)dot(o->phi[i], o->psi[j], f);
    o->solved =
        (labrbf_akrr){.alpha1 = o->alpha1, .alpha2 = o->alpha2, .residual1 = o->residual1, .residual2 = o->residual2};
    assert_int_equal(labrbf_akrr_solve(o->k, o->y, n, lambda, NULL, &o->solved), LABRBF_OK);
    assert_true(o->solved.lambda == lambda);
    for (size_t c = 0; c < f; c++) {
        for (size_t i = 0; i < n; i++) {
            o->w[c] += (long double)o->psi[i][c] * o->alpha1[i];
            o->v[c] += (long double)o->phi[i][c] * o->alpha2[i];
        }
    }
}

static long double objective(const world *o, const long double *w, const long double *v) {
    long double sum = 0;
    for (size_t c = 0; c < o->f; c++)
        sum += o->lambda * w[c] * v[c];
    for (size_t i = 0; i < o->n; i++) {
        long double f1 = value(o->phi[i], w, o->f), f2 = value(o->psi[i], v, o->f);
        sum += (f1 - o->y[i]) * (f1 - o->y[i]) / 2 + (f2 - o->y[i]) * (f2 - o->y[i]) / 2 - (f2 - f1) * (f2 - f1) / 2;
    }
    return sum;
}

typedef void check(world *o);

/* Fewer features than samples, as many, more; small and large lambda. */
static void in_many_worlds(bool symmetric, check *holds) {
    static const size_t sizes[][2] = {{1, 1}, {2, 5}, {5, 2}, {6, 6}, {N_MAX, 4}, {N_MAX, F_MAX}};
    static const double lambdas[] = {0.3, 1, 20};
    oracle_random random = oracle_seed(81);
    for (size_t s = 0; s < 6; s++) {
        for (size_t l = 0; l < 3; l++) {
            world o;
            make_world(&o, &random, sizes[s][0], sizes[s][1], lambdas[l], symmetric);
            holds(&o);
        }
    }
}

/* ---- Theorem 1 */

/* dJ/dw = lambda v + phi (phi^T w - y) + phi (psi^T v - phi^T w), dJ/dv = lambda w + psi (psi^T v - y) - psi (...). */
static void is_stationary(world *o) {
    long double in_w[F_MAX], in_v[F_MAX];
    for (size_t c = 0; c < o->f; c++) {
        in_w[c] = o->lambda * o->v[c];
        in_v[c] = o->lambda * o->w[c];
        for (size_t i = 0; i < o->n; i++) {
            long double f1 = value(o->phi[i], o->w, o->f), f2 = value(o->psi[i], o->v, o->f);
            in_w[c] += o->phi[i][c] * (f1 - o->y[i]) + o->phi[i][c] * (f2 - f1);
            in_v[c] += o->psi[i][c] * (f2 - o->y[i]) - o->psi[i][c] * (f2 - f1);
        }
        oracle_close("dJ/dw", in_w[c], 0, 1e-12L);
        oracle_close("dJ/dv", in_v[c], 0, 1e-12L);
    }
}

/* J is quadratic, so central differences have no error but rounding. */
static void is_stationary_by_differences(world *o) {
    const long double h = 1e-3L;
    for (size_t c = 0; c < 2 * o->f; c++) {
        long double *parameter = c < o->f ? &o->w[c] : &o->v[c - o->f], middle = *parameter;
        *parameter = middle + h;
        long double after = objective(o, o->w, o->v);
        *parameter = middle - h;
        long double before = objective(o, o->w, o->v);
        *parameter = middle;
        oracle_close("slope of J", (after - before) / (2 * h), 0, 1e-12L);
    }
}

/* Not because J is flat: away from the solution the same differences are far from zero. */
static void is_not_stationary_elsewhere(world *o) {
    const long double h = 1e-3L;
    long double w[F_MAX], v[F_MAX], steepest = 0;
    for (size_t c = 0; c < o->f; c++) {
        w[c] = o->w[c] + 0.1L;
        v[c] = o->v[c] - 0.2L;
    }
    for (size_t c = 0; c < o->f; c++) {
        long double middle = w[c];
        w[c] = middle + h;
        long double after = objective(o, w, v);
        w[c] = middle - h;
        steepest = fmaxl(steepest, fabsl(after - objective(o, w, v)) / (2 * h));
        w[c] = middle;
    }
    assert_true(steepest > 1e-3L);
}

static void theorem_1_stationary_by_formula(void **state) {
    (void)state;
    in_many_worlds(false, is_stationary);
}

static void theorem_1_stationary_by_differences(void **state) {
    (void)state;
    in_many_worlds(false, is_stationary_by_differences);
    in_many_worlds(false, is_not_stationary_elsewhere);
}

/* f1(t) = phi(t) . w* = K(t, X) alpha1 and f2(t) = psi(t) . v* = K(X, t)^T alpha2. */
static void primal_equals_dual(world *o) {
    oracle_random random = oracle_seed(82);
    for (int trial = 0; trial < 5; trial++) {
        double phi_t[F_MAX], psi_t[F_MAX];
        oracle_fill(&random, phi_t, o->f, -1, 1);
        oracle_fill(&random, psi_t, o->f, -1, 1);
        long double f1 = 0, f2 = 0;
        for (size_t i = 0; i < o->n; i++) {
            f1 += dot(phi_t, o->psi[i], o->f) * o->alpha1[i];
            f2 += dot(o->phi[i], psi_t, o->f) * o->alpha2[i];
        }
        oracle_close("f1", f1, value(phi_t, o->w, o->f), 1e-15L);
        oracle_close("f2", f2, value(psi_t, o->v, o->f), 1e-15L);
    }
}

static void both_regressors_agree_in_primal_and_dual_form(void **state) {
    (void)state;
    in_many_worlds(false, primal_equals_dual);
}

/* ---- Theorem 2: e = y - phi^T w = beta = lambda A^-1 y, r = y - psi^T v = alpha = lambda A^-T y */

static void residuals_are_dual_variables(world *o) {
    for (size_t i = 0; i < o->n; i++) {
        long double e = o->y[i] - value(o->phi[i], o->w, o->f), r = o->y[i] - value(o->psi[i], o->v, o->f);
        oracle_close("e", e, o->residual1[i], 1e-12L);
        oracle_close("r", r, o->residual2[i], 1e-12L);
        oracle_close("residual1", o->residual1[i], (long double)o->lambda * o->alpha1[i], 1e-15L);
        oracle_close("residual2", o->residual2[i], (long double)o->lambda * o->alpha2[i], 1e-15L);
    }
}

/* The KKT conditions of min lambda w.v + sum e_i r_i under those constraints, with multipliers alpha = r, beta = e:
 * lambda v = phi alpha, lambda w = psi beta, r = alpha, e = beta. */
static void is_a_kkt_point(world *o) {
    for (size_t c = 0; c < o->f; c++) {
        long double phi_alpha = 0, psi_beta = 0;
        for (size_t i = 0; i < o->n; i++) {
            phi_alpha += (long double)o->phi[i][c] * o->residual2[i];
            psi_beta += (long double)o->psi[i][c] * o->residual1[i];
        }
        oracle_close("lambda v = phi alpha", o->lambda * o->v[c], phi_alpha, 1e-13L);
        oracle_close("lambda w = psi beta", o->lambda * o->w[c], psi_beta, 1e-13L);
    }
    residuals_are_dual_variables(o);
}

/* The last three terms of J are sum e_i r_i. */
static void objective_is_the_constrained_one(world *o) {
    oracle_random random = oracle_seed(83);
    long double w[F_MAX], v[F_MAX], sum = 0;
    for (size_t c = 0; c < o->f; c++) {
        w[c] = oracle_uniform(&random, -1, 1);
        v[c] = oracle_uniform(&random, -1, 1);
        sum += o->lambda * w[c] * v[c];
    }
    for (size_t i = 0; i < o->n; i++)
        sum += (o->y[i] - value(o->phi[i], w, o->f)) * (o->y[i] - value(o->psi[i], v, o->f));
    oracle_close("J", objective(o, w, v), sum, 1e-15L * (1 + fabsl(sum)));
}

static void theorem_2_residuals_equal_dual_variables(void **state) {
    (void)state;
    in_many_worlds(false, residuals_are_dual_variables);
}

static void theorem_2_kkt_conditions(void **state) {
    (void)state;
    in_many_worlds(false, objective_is_the_constrained_one);
    in_many_worlds(false, is_a_kkt_point);
}

/* ---- the corollary: phi = psi gives ordinary ridge regression in feature space */

static void is_ridge_regression(world *o) {
    long double a[F_MAX * F_MAX], w[F_MAX] = {0};
    for (size_t c = 0; c < o->f; c++) {
        for (size_t d = 0; d < o->f; d++) {
            a[c * o->f + d] = c == d ? o->lambda : 0;
            for (size_t i = 0; i < o->n; i++)
                a[c * o->f + d] += (long double)o->phi[i][c] * o->phi[i][d];
        }
        for (size_t i = 0; i < o->n; i++)
            w[c] += (long double)o->phi[i][c] * o->y[i];
    }
    assert_true(oracle_solve(a, w, o->f));
    for (size_t c = 0; c < o->f; c++) {
        oracle_close("w*", o->w[c], w[c], 1e-12L);
        oracle_close("v*", o->v[c], w[c], 1e-12L);
    }
}

static void corollary_equal_maps_give_ridge_regression(void **state) {
    (void)state;
    in_many_worlds(true, is_ridge_regression);
}

/* ---- the paper's advice: the regressor with the smaller error on the training data */

static void better_regressor_is_chosen_and_used(void **state) {
    (void)state;
    enum { QUERIES = 4 };
    oracle_random random = oracle_seed(84);
    int seen[3] = {0};
    for (int trial = 0; trial < 40; trial++) {
        world o;
        make_world(&o, &random, 7, 9, 0.5, false);
        long double errors[2] = {0, 0};
        for (size_t i = 0; i < o.n; i++) {
            long double e = o.y[i] - value(o.phi[i], o.w, o.f), r = o.y[i] - value(o.psi[i], o.v, o.f);
            errors[0] += e * e;
            errors[1] += r * r;
        }
        int better = errors[1] < errors[0] ? 2 : 1;
        assert_int_equal(o.solved.better, better);
        seen[better]++;
    }
    assert_true(seen[1] > 5 && seen[2] > 5); /* both happen */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(theorem_1_stationary_by_formula),
        cmocka_unit_test(theorem_1_stationary_by_differences),
        cmocka_unit_test(both_regressors_agree_in_primal_and_dual_form),
        cmocka_unit_test(theorem_2_residuals_equal_dual_variables),
        cmocka_unit_test(theorem_2_kkt_conditions),
        cmocka_unit_test(corollary_equal_maps_give_ridge_regression),
        cmocka_unit_test(better_regressor_is_chosen_and_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
