/* The gradient methods, with numbers that can be followed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "learn/optim.h"
#include "oracle.h"

enum { ROWS = 2, COLUMNS = 3, STRIDE = 5, CELLS = ROWS * STRIDE };
static const double UNTOUCHED = 777.0;

typedef struct bench {
    lab_optim optim;
    double first[CELLS], second[CELLS], p[CELLS], g[CELLS];
} bench;

/* Parameters 1, gradient g in use; everything beyond the columns in use must stay as it is. */
static void open_bench(bench *b, bool adam, double rate, double g) {
    b->optim = (lab_optim){.first = b->first, .second = b->second};
    for (size_t i = 0; i < CELLS; i++) {
        b->p[i] = i % STRIDE < COLUMNS ? 1.0 : UNTOUCHED;
        b->g[i] = i % STRIDE < COLUMNS ? g : NAN;
        b->first[i] = b->second[i] = 55.0; /* start must forget this */
    }
    lab_optim_start(&b->optim, adam, rate, ROWS, STRIDE);
}

static void step(bench *b) { lab_optim_step(&b->optim, b->p, b->g, ROWS, COLUMNS, STRIDE); }

static void expect_all(const bench *b, double value, double tolerance) {
    for (size_t i = 0; i < CELLS; i++) {
        if (i % STRIDE < COLUMNS)
            oracle_close("parameter", b->p[i], value, tolerance);
        else
            assert_true(b->p[i] == UNTOUCHED);
    }
}

static void layout_has_room_for_both_moments(void **state) {
    (void)state;
    lab_optim optim = {0};
    lab_arena arena = {0};
    lab_optim_layout(&optim, &arena, ROWS, STRIDE);
    assert_true(arena.used >= 2 * CELLS * sizeof(double));
}

static void sgd_goes_down_the_gradient_by_the_rate(void **state) {
    (void)state;
    bench b;
    open_bench(&b, false, 0.25, 3.0);
    step(&b);
    expect_all(&b, 1.0 - 0.75, 0);
    step(&b);
    expect_all(&b, 1.0 - 1.5, 0);
}

/* m / (1 - b1) = g and v / (1 - b2) = g^2, so the first step is rate g / (|g| + 1e-8), whatever the size of g. */
static void first_adam_step_is_the_rate(void **state) {
    (void)state;
    static const double gradients[] = {1.0, -1.0, 1e6, -3e-4, 1e-8};
    for (size_t c = 0; c < 5; c++) {
        bench b;
        double g = gradients[c];
        open_bench(&b, true, 0.5, g);
        step(&b);
        expect_all(&b, 1.0 - 0.5 * g / (fabs(g) + 1e-8), 4 * DBL_EPSILON);
    }
}

/* g = 1, then -3: m = 0.9 * 0.1 - 0.3 = -0.21 over 0.19, v = 0.999 * 0.001 + 0.009 = 0.009999 over 0.001999. */
static void second_adam_step_remembers_the_first(void **state) {
    (void)state;
    bench b;
    open_bench(&b, true, 0.5, 1.0);
    step(&b);
    for (size_t i = 0; i < CELLS; i++)
        b.g[i] *= -3.0;
    step(&b);
    double after_one = 1.0 - 0.5 / (1.0 + 1e-8);
    expect_all(&b, after_one + 0.5 * (0.21 / 0.19) / (sqrt(0.009999 / 0.001999) + 1e-8), 1e-14);
}

static void start_forgets_moments_and_steps(void **state) {
    (void)state;
    bench fresh, used;
    open_bench(&fresh, true, 0.1, 2.0);
    open_bench(&used, true, 0.7, -5.0);
    for (int i = 0; i < 7; i++)
        step(&used);
    memcpy(used.p, fresh.p, sizeof used.p);
    memcpy(used.g, fresh.g, sizeof used.g);
    lab_optim_start(&used.optim, true, 0.1, ROWS, STRIDE);
    for (int i = 0; i < 3; i++) {
        step(&fresh);
        step(&used);
    }
    assert_memory_equal(fresh.p, used.p, sizeof fresh.p);
}

static void zero_gradient_moves_nothing(void **state) {
    (void)state;
    for (int adam = 0; adam < 2; adam++) {
        bench b;
        open_bench(&b, adam, 0.5, 0.0);
        step(&b);
        expect_all(&b, 1.0, 0);
    }
}

/* (3, 4) has length 5. */
static void clip_shortens_only_what_is_longer(void **state) {
    (void)state;
    double g[4] = {3, UNTOUCHED, 4, UNTOUCHED};
    assert_true(lab_optim_clip(g, 2, 1, 2, 5.0)); /* at the limit */
    assert_true(g[0] == 3 && g[2] == 4);
    assert_true(lab_optim_clip(g, 2, 1, 2, 5.1)); /* below */
    assert_true(g[0] == 3 && g[2] == 4);
    assert_true(lab_optim_clip(g, 2, 1, 2, 0.0)); /* off */
    assert_true(g[0] == 3 && g[2] == 4);
    assert_true(lab_optim_clip(g, 2, 1, 2, 2.5)); /* above */
    oracle_close("3 of 5 at 2.5", g[0], 1.5, 4 * DBL_EPSILON);
    oracle_close("4 of 5 at 2.5", g[2], 2.0, 4 * DBL_EPSILON);
    assert_true(g[1] == UNTOUCHED && g[3] == UNTOUCHED);
}

static void clip_refuses_what_is_not_finite(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t c = 0; c < 3; c++) {
        double g[3] = {1, bad[c], 2};
        assert_false(lab_optim_clip(g, 1, 3, 3, 1.0));
        assert_false(lab_optim_clip(g, 1, 3, 3, 0.0));
        assert_true(g[0] == 1 && g[2] == 2);
        assert_true(lab_optim_clip(g, 1, 1, 3, 10.0)); /* what is beyond the columns does not count */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_has_room_for_both_moments),  cmocka_unit_test(sgd_goes_down_the_gradient_by_the_rate),
        cmocka_unit_test(first_adam_step_is_the_rate),       cmocka_unit_test(second_adam_step_remembers_the_first),
        cmocka_unit_test(start_forgets_moments_and_steps),   cmocka_unit_test(zero_gradient_moves_nothing),
        cmocka_unit_test(clip_shortens_only_what_is_longer), cmocka_unit_test(clip_refuses_what_is_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
