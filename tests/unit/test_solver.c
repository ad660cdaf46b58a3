/*
 * The solves of gradient steps: a system that drifts from step to step is solved with an old inverse, and the residual
 * b - A x must be as small as asked for. It is worked out in long double. Direct solves are held against elimination
 * in long double.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "learn/solver.h"
#include "oracle.h"

enum { N_MAX = 150 };
static const double TOLERANCE = 1e-10;

typedef struct bench {
    lab_solver solver;
    lab_allocator allocator;
    lab_log log;
    fixture_log heard;
    void *block;
    size_t n;
    double k[N_MAX * N_MAX], b[N_MAX], x[N_MAX], z[N_MAX]; /* A x = b, A^T z = b */
} bench;

static bench *open_bench(size_t n) {
    bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    labrbf_hooks hooks = fixture_hooks();
    fixture_hook_log(&hooks, &b->heard);
    b->log = lab_log_of(&hooks);
    b->solver.log = &b->log;
    b->allocator = lab_allocator_of(NULL);
    b->n = n;
    lab_arena arena = {0};
    lab_solver_layout(&b->solver, &arena, N_MAX);
    assert_int_equal(lab_arena_open(&arena, &b->allocator, &b->block), LABRBF_OK);
    lab_solver_layout(&b->solver, &arena, N_MAX);
    return b;
}

static void close_bench(bench *b) {
    lab_free(&b->allocator, b->block);
    free(b);
}

/* Far from singular, not symmetric. */
static void first_system(oracle_random *random, bench *b) {
    oracle_fill(random, b->k, b->n * b->n, -0.05, 0.05);
    for (size_t i = 0; i < b->n; i++)
        b->k[i * b->n + i] += 1;
    oracle_fill(random, b->b, b->n, -1, 1);
}

static void drift(oracle_random *random, bench *b, double size) {
    for (size_t i = 0; i < b->n * b->n; i++)
        b->k[i] += oracle_uniform(random, -size, size);
    for (size_t i = 0; i < b->n; i++)
        b->b[i] += oracle_uniform(random, -size, size);
}

static void solve_both(bench *b, double tolerance) {
    assert_int_equal(lab_solver_solve(&b->solver, false, b->b, tolerance, b->x), LABRBF_OK);
    memset(b->z, 0, sizeof b->z);
    assert_int_equal(lab_solver_solve(&b->solver, true, b->b, tolerance, b->z), LABRBF_OK);
}

static long double error_of(const bench *b, bool transposed, const double *found) {
    size_t n = b->n;
    long double *a = malloc(n * n * sizeof *a), *x = malloc(n * sizeof *x), error = 0, size = 0;
    assert_true(a && x);
    for (size_t i = 0; i < n; i++) {
        x[i] = b->b[i];
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = (transposed ? b->k[j * n + i] : b->k[i * n + j]) + (i == j ? b->solver.lambda : 0);
    }
    assert_true(oracle_solve(a, x, n));
    for (size_t i = 0; i < n; i++) {
        error += (found[i] - x[i]) * (found[i] - x[i]);
        size += x[i] * x[i];
    }
    free(a);
    free(x);
    return sqrtl(error / size);
}

/* |b - A x| / |b| */
static long double residual_of(const bench *b, bool transposed, const double *found) {
    long double squares = 0, size = 0;
    for (size_t i = 0; i < b->n; i++) {
        long double r = b->b[i] - (long double)b->solver.lambda * found[i];
        for (size_t j = 0; j < b->n; j++)
            r -= (long double)(transposed ? b->k[j * b->n + i] : b->k[i * b->n + j]) * found[j];
        squares += r * r;
        size += (long double)b->b[i] * b->b[i];
    }
    return sqrtl(squares / size);
}

static void expect_solved(const bench *b) {
    oracle_close("b - A x", residual_of(b, false, b->x), 0, TOLERANCE);
    oracle_close("b - A^T z", residual_of(b, true, b->z), 0, TOLERANCE);
}

static void direct_solves_are_exact_at_every_size(void **state) {
    (void)state;
    oracle_random random = oracle_seed(201);
    static const size_t sizes[] = {1, 2, 33, 95, 96, 97, N_MAX};
    for (size_t c = 0; c < sizeof sizes / sizeof sizes[0]; c++) {
        bench *b = open_bench(sizes[c]);
        first_system(&random, b);
        assert_int_equal(lab_solver_begin_direct(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
        assert_true(b->solver.lambda == 0.1);
        solve_both(b, TOLERANCE);
        oracle_close("A x = b", error_of(b, false, b->x), 0, 1e-13L);
        oracle_close("A^T z = b", error_of(b, true, b->z), 0, 1e-13L);
        close_bench(b);
    }
}

/* Small and large drifts, and enough steps for the inverse to be renewed on the way. */
static void drifting_systems_are_solved_to_the_tolerance(void **state) {
    (void)state;
    oracle_random random = oracle_seed(202);
    static const double sizes[] = {0, 1e-6, 1e-3, 1e-2, 0.05};
    static const size_t n[] = {20, 96, 130};
    for (size_t c = 0; c < 3; c++) {
        for (size_t s = 0; s < 5; s++) {
            bench *b = open_bench(n[c]);
            size_t iterated = 0;
            first_system(&random, b);
            for (int step = 0; step < 8; step++) {
                assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
                iterated += !b->solver.direct;
                solve_both(b, TOLERANCE);
                expect_solved(b);
                drift(&random, b, sizes[s]);
            }
            assert_true(n[c] < 96 ? iterated == 0 : iterated >= (sizes[s] < 0.01 ? 6 : 0));
            close_bench(b);
        }
    }
}

/* A is far from the matrix that P inverts, but close to that of the last step, whose result saves products. */
static void the_last_step_helps_the_next(void **state) {
    (void)state;
    size_t products[2];
    for (int forget = 0; forget < 2; forget++) {
        oracle_random random = oracle_seed(210);
        bench *b = open_bench(120);
        first_system(&random, b);
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
        solve_both(b, TOLERANCE);
        double u[4][120];
        oracle_fill(&random, u[0], sizeof u / sizeof u[0][0], -1, 1);
        for (size_t c = 0; c < 4; c++)
            for (size_t i = 0; i < 120 * 120; i++)
                b->k[i] += 0.05 * u[c][i / 120] * u[(c + 1) % 4][i % 120];
        for (int step = 0; step < 2; step++) {
            drift(&random, b, 1e-5);
            if (forget)
                b->solver.kept[0].n = b->solver.kept[1].n = 0;
            assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
            memset(b->x, 0, sizeof b->x);
            solve_both(b, TOLERANCE);
            assert_false(b->solver.direct);
            expect_solved(b);
        }
        products[forget] = b->solver.latest;
        close_bench(b);
    }
    assert_true(products[0] + 6 <= products[1]);
}

/* The old inverse does not belong to the new system: the result must be right all the same. */
static void an_unrelated_system_is_solved_all_the_same(void **state) {
    (void)state;
    oracle_random random = oracle_seed(203);
    bench *b = open_bench(110);
    for (int step = 0; step < 6; step++) {
        first_system(&random, b);
        for (size_t i = 0; i < b->n * b->n; i++)
            b->k[i] *= step % 2 ? -1e3 : 1e-3;
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 1e-4), LABRBF_OK);
        solve_both(b, TOLERANCE);
        expect_solved(b);
    }
    close_bench(b);
}

/* A = I becomes I - (1 - delta) u u^T: along u the old inverse is wrong by a factor 1 / delta. */
static void a_system_that_turns_nearly_singular_is_solved_all_the_same(void **state) {
    (void)state;
    oracle_random random = oracle_seed(204);
    for (int power = 1; power <= 6; power++) {
        bench *b = open_bench(100);
        double u[100], length = 0;
        oracle_fill(&random, u, 100, -1, 1);
        for (size_t i = 0; i < 100; i++)
            length += u[i] * u[i];
        first_system(&random, b);
        for (size_t i = 0; i < 100 * 100; i++)
            b->k[i] = i % 101 == 0;
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0), LABRBF_OK);
        solve_both(b, TOLERANCE);
        for (size_t i = 0; i < 100 * 100; i++)
            b->k[i] -= (1 - pow(10, -power)) * u[i / 100] * u[i % 100] / length;
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0), LABRBF_OK);
        solve_both(b, TOLERANCE);
        expect_solved(b);
        close_bench(b);
    }
}

static void a_bad_first_guess_does_no_harm(void **state) {
    (void)state;
    static const double guesses[] = {1e6, 1e200, NAN, INFINITY, 0};
    oracle_random random = oracle_seed(205);
    for (size_t c = 0; c < 5; c++) {
        bench *b = open_bench(120);
        first_system(&random, b);
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
        solve_both(b, TOLERANCE);
        drift(&random, b, 1e-3);
        for (size_t i = 0; i < b->n; i++)
            b->x[i] = guesses[c];
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
        solve_both(b, TOLERANCE);
        expect_solved(b);
        close_bench(b);
    }
}

static void another_lambda_or_size_is_another_system(void **state) {
    (void)state;
    oracle_random random = oracle_seed(206);
    bench *b = open_bench(120);
    static const size_t sizes[] = {120, 120, 120, 100, 100, N_MAX, N_MAX};
    static const double lambdas[] = {0.1, 0.1, 5, 5, 0.01, 0.01, 0};
    for (size_t c = 0; c < 7; c++) {
        b->n = sizes[c];
        first_system(&random, b);
        memset(b->x, 0, sizeof b->x);
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, lambdas[c]), LABRBF_OK);
        solve_both(b, TOLERANCE);
        assert_true(b->solver.lambda == lambdas[c]);
        expect_solved(b);
    }
    assert_int_equal(b->heard.warnings, 0);
    close_bench(b);
}

static void a_zero_right_side_has_a_zero_solution(void **state) {
    (void)state;
    oracle_random random = oracle_seed(207);
    bench *b = open_bench(100);
    first_system(&random, b);
    memset(b->b, 0, sizeof b->b);
    for (int step = 0; step < 3; step++) {
        assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
        solve_both(b, TOLERANCE);
        for (size_t i = 0; i < b->n; i++)
            assert_true(b->x[i] == 0 && b->z[i] == 0);
    }
    close_bench(b);
}

/* A system that becomes singular on the way: lambda is raised, and what comes out solves the raised system. */
static void a_system_that_turns_singular_raises_lambda(void **state) {
    (void)state;
    oracle_random random = oracle_seed(208);
    bench *b = open_bench(100);
    first_system(&random, b);
    assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0), LABRBF_OK);
    solve_both(b, TOLERANCE);
    for (size_t i = 0; i < b->n * b->n; i++)
        b->k[i] = 1;
    assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0), LABRBF_OK);
    solve_both(b, TOLERANCE);
    assert_true(b->solver.lambda > 0);
    assert_true(b->heard.warnings >= 1);
    assert_true(oracle_backward_error(b->k, b->solver.lambda, false, b->x, b->b, b->n) < 1e-12L);
    assert_true(oracle_backward_error(b->k, b->solver.lambda, true, b->z, b->b, b->n) < 1e-12L);
    close_bench(b);
}

static void not_a_number_cannot_be_solved(void **state) {
    (void)state;
    oracle_random random = oracle_seed(209);
    bench *b = open_bench(100);
    first_system(&random, b);
    assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_OK);
    solve_both(b, TOLERANCE);
    b->k[57] = NAN;
    labrbf_status status = lab_solver_begin(&b->solver, b->k, b->n, 0.1);
    if (status >= 0)
        status = lab_solver_solve(&b->solver, false, b->b, TOLERANCE, b->x);
    assert_int_equal(status, LABRBF_E_SINGULAR);
    close_bench(b);
    b = open_bench(100); /* and without an old inverse */
    b->k[57] = NAN;
    assert_int_equal(lab_solver_begin(&b->solver, b->k, b->n, 0.1), LABRBF_E_SINGULAR);
    assert_int_equal(lab_solver_begin_direct(&b->solver, b->k, b->n, 0.1), LABRBF_E_SINGULAR);
    close_bench(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_solves_are_exact_at_every_size),
        cmocka_unit_test(drifting_systems_are_solved_to_the_tolerance),
        cmocka_unit_test(the_last_step_helps_the_next),
        cmocka_unit_test(an_unrelated_system_is_solved_all_the_same),
        cmocka_unit_test(a_system_that_turns_nearly_singular_is_solved_all_the_same),
        cmocka_unit_test(a_bad_first_guess_does_no_harm),
        cmocka_unit_test(another_lambda_or_size_is_another_system),
        cmocka_unit_test(a_zero_right_side_has_a_zero_solution),
        cmocka_unit_test(a_system_that_turns_singular_raises_lambda),
        cmocka_unit_test(not_a_number_cannot_be_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
