/* Predictors: the same bits as one call, whatever the threads and blocks; single precision within its bound; work that
 * goes on while the caller does something else; nothing allocated after creation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "model/predictor.h"
#include "oracle.h"

enum { N = 700, M = 5 };
static double x[N * M], y[N];

static int make_data(void **state) {
    (void)state;
    fixture_data(301, N, M, x, y);
    x[17] = NAN; /* a missing value */
    return 0;
}

static labrbf_predictor *make(const labrbf_model *model, labrbf_precision precision, size_t threads) {
    labrbf_predictor *predictor = NULL;
    assert_int_equal(labrbf_predictor_create(model, precision, threads, &predictor), LABRBF_OK);
    assert_non_null(predictor);
    return predictor;
}

static void predict(labrbf_predictor *p, size_t begin, size_t end, double *out) {
    assert_int_equal(labrbf_predictor_start(p, x + begin * M, end - begin, M, out + begin), LABRBF_OK);
    assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
}

static void blocks_and_threads_do_not_change_a_bit(void **state) {
    (void)state;
    labrbf_model *model = fixture_fit("support_max=40 steps_grow=10 steps_final=10", x, y, N, M);
    double want[N];
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, want), LABRBF_OK);
    for (size_t threads = 1; threads <= 3; threads++) {
        for (int single = 0; single < 2; single++) {
            double whole[N], parts[N];
            labrbf_predictor *p = make(model, single ? LABRBF_SINGLE : LABRBF_DOUBLE, threads);
            predict(p, 0, N, whole);
            for (size_t begin = 0, size = 1; begin < N; begin += size, size = size * 2 + 1)
                predict(p, begin, begin + size < N ? begin + size : N, parts);
            assert_memory_equal(whole, parts, sizeof whole);
            if (!single)
                assert_memory_equal(whole, want, sizeof whole);
            labrbf_predictor_destroy(p);
        }
    }
    labrbf_model_destroy(model);
}

/* Two blocks in flight by turns, as a reader of files has them; start waits for the block before. */
static void work_goes_on_in_the_background(void **state) {
    (void)state;
    labrbf_model *model = fixture_fit("support_max=30 steps_grow=5 steps_final=5", x, y, N, M);
    double want[N], out[N];
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, want), LABRBF_OK);
    for (size_t threads = 1; threads <= 3; threads++) {
        labrbf_predictor *p = make(model, LABRBF_DOUBLE, threads);
        memset(out, 0, sizeof out);
        for (size_t begin = 0; begin < N; begin += 100)
            assert_int_equal(labrbf_predictor_start(p, x + begin * M, 100, M, out + begin), LABRBF_OK);
        assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
        assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK); /* a second time: nothing to wait for */
        assert_memory_equal(out, want, sizeof out);
        assert_int_equal(labrbf_predictor_start(p, x, N, M, out), LABRBF_OK);
        labrbf_predictor_destroy(p); /* in the middle of it */
    }
    labrbf_model_destroy(model);
}

/* ---- single precision */

static void single_stays_within_its_bound(void **state) {
    (void)state;
    static const char *const models[] = {"kernel=gaussian lambda=0.1", "kernel=gaussian sigma0=40",
                                         "kernel=exponential",         "kernel=exponential sigma0=100 lambda=1e-6",
                                         "kernel=matern32 lambda=0.1", "kernel=matern32 sigma0=100",
                                         "kernel=matern52 lambda=0.1", "kernel=matern52 sigma0=100"};
    for (size_t c = 0; c < sizeof models / sizeof models[0]; c++) {
        char words[128];
        (void)snprintf(words, sizeof words, "%s support_max=60 steps_grow=20 steps_final=20 clip_labels=off",
                       models[c]);
        labrbf_model *model = fixture_fit(words, x, y, N, M);
        labrbf_predictor *p = make(model, LABRBF_SINGLE, 1);
        double want[N], out[N], largest = 0, bound = labrbf_predictor_bound(p);
        assert_int_equal(labrbf_model_predict(model, x, N, M, 1, want), LABRBF_OK);
        predict(p, 0, N, out);
        for (size_t i = 0; i < N; i++)
            largest = fmax(largest, fabs(out[i] - want[i]));
        assert_true(largest > 0 && largest <= bound);
        assert_true(bound < 1e5 * largest); /* a bound that says something */
        labrbf_predictor_destroy(p);
        labrbf_model_destroy(model);
    }
}

/* Every instruction set against sums in long double, at sizes that leave every kind of rest, and beyond the range where
 * exp is normal. Features reach from -1 to 1, or further, or not as far, and supports may lie outside. */
static void every_variant_stays_within_its_bound(void **state) {
    (void)state;
    static const size_t supports[] = {1, 3, 15, 16, 17, 40}, features[] = {1, 2, 7, 20};
    oracle_random random = oracle_seed(302);
    for (size_t c = 0; c < 6 * 4 * ORACLE_KERNELS * 3; c++) {
        size_t n = supports[c % 6], m = features[c / 6 % 4], rows = 7;
        int kernel = (int)(c / 24 % ORACLE_KERNELS);
        static const double sizes[] = {1, 30, 1e3};
        double size = sizes[c / 24 / ORACLE_KERNELS];
        double *sx = malloc(n * m * sizeof *sx), *theta = malloc(n * m * sizeof *theta),
               *z = malloc(rows * m * sizeof *z);
        double alpha[40];
        float *zs = malloc(rows * m * sizeof *zs), out[7], best[7], alone;
        assert_true(sx && theta && z && zs);
        static const double reach[20] = {1, 30, 1, 0.25, 1, 7, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 100, 1};
        for (size_t i = 0; i < n * m; i++)
            sx[i] = 1.5 * reach[i / n] * oracle_uniform(&random, -1, 1);
        oracle_fill(&random, theta, n * m, 0, size);
        for (size_t i = 0; i < rows * m; i++)
            z[i] = reach[i % m] * oracle_uniform(&random, -1, 1);
        oracle_fill(&random, alpha, n, -5, 5);
        for (size_t j = 0; j < m;
             j++) { /* one row is a support, two are so near that large bandwidths do not hide it */
            z[3 * m + j] = fmax(-reach[j], fmin(reach[j], sx[j * n + n / 2]));
            for (size_t r = 4; r < 6; r++)
                z[r * m + j] = fmax(-reach[j], fmin(reach[j], z[3 * m + j] + oracle_uniform(&random, -1, 1) / size));
        }
        for (size_t i = 0; i < rows * m; i++)
            zs[i] = (float)z[i];
        lab_supports view = {.profile = (size_t)kernel, .n = n, .n_features = m, .stride = n, .x = sx, .theta = theta};
        lab_allocator allocator = lab_allocator_of(NULL);
        lab_arena arena = {0};
        lab_single single;
        void *block;
        lab_single_layout(&single, &arena, n, m, 1);
        assert_int_equal(lab_arena_open(&arena, &allocator, &block), LABRBF_OK);
        lab_single_layout(&single, &arena, n, m, 1);
        lab_single_fill(&single, &view, alpha, 1);
        double bound = lab_single_bound(&view, alpha, reach);
        for (size_t v = 0; lab_single_dot_variant(v); v++) {
            lab_single_dot_variant(v)(&single, zs, rows, out);
            if (v == 0)
                memcpy(best, out, sizeof best);
            assert_memory_equal(out, best, sizeof best); /* all instruction sets round alike */
            for (size_t r = 0; r < rows; r++) {
                long double sum = 0;
                for (size_t i = 0; i < n; i++) {
                    long double d = 0;
                    for (size_t j = 0; j < m; j++) {
                        long double u = (long double)theta[j * n + i] * ((long double)z[r * m + j] - sx[j * n + i]);
                        d += u * u;
                    }
                    sum += alpha[i] * oracle_kernel(kernel, d);
                }
                oracle_close("single precision", (long double)out[r], sum, bound);
                lab_single_dot_variant(v)(&single, zs + r * m, 1, &alone);
                assert_memory_equal(&alone, &out[r], sizeof alone);
            }
        }
        lab_free(&allocator, block);
        free(sx);
        free(theta);
        free(z);
        free(zs);
    }
}

/* Far outside every range the kernel is 0, and f is the bias, in single precision as in double. */
static void far_rows_give_the_bias(void **state) {
    (void)state;
    static const double places[] = {1e3, 1e10, 3e19, 1e30, 1e100, 1e300};
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        char words[128];
        (void)snprintf(words, sizeof words, "kernel=%s support_max=20 steps_grow=5 steps_final=5",
                       oracle_kernel_words[kernel]);
        labrbf_model *model = fixture_fit(words, x, y, N, M);
        labrbf_predictor *p = make(model, LABRBF_SINGLE, 1);
        for (size_t i = 0; i < 6; i++) {
            double row[M], want, out;
            for (size_t j = 0; j < M; j++)
                row[j] = (j % 2 ? -1 : 1) * places[i];
            assert_int_equal(labrbf_model_predict(model, row, 1, M, 1, &want), LABRBF_OK);
            assert_int_equal(labrbf_predictor_start(p, row, 1, M, &out), LABRBF_OK);
            assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
            assert_true(fabs(out - want) <= labrbf_predictor_bound(p));
        }
        labrbf_predictor_destroy(p);
        labrbf_model_destroy(model);
    }
}

/* A child that is forked while rows are in work has none of the threads: it does the work itself. */
static void a_forked_child_finishes_what_was_begun(void **state) {
    (void)state;
#ifdef FIXTURE_UNDER_TSAN
    skip();
#endif
    labrbf_model *model = fixture_fit("support_max=30 steps_grow=5 steps_final=5", x, y, N, M);
    double want[N], out[N];
    assert_int_equal(labrbf_model_predict(model, x, N, M, 1, want), LABRBF_OK);
    for (int i = 0; i < 20; i++) {
        labrbf_predictor *p = make(model, LABRBF_DOUBLE, 2);
        assert_int_equal(labrbf_predictor_start(p, x, N, M, out), LABRBF_OK);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)alarm(60); /* seconds until a child that hangs is killed */
            bool good = labrbf_predictor_wait(p) == LABRBF_OK && memcmp(out, want, sizeof out) == 0;
            labrbf_predictor_destroy(p);
            _exit(good ? 0 : 1);
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        assert_int_equal(labrbf_predictor_wait(p), LABRBF_OK);
        assert_memory_equal(out, want, sizeof out);
        labrbf_predictor_destroy(p);
    }
    labrbf_model_destroy(model);
}

/* ---- memory and mistakes */

static void nothing_is_allocated_after_creation(void **state) {
    (void)state;
    labrbf_hooks hooks = fixture_hooks();
    fixture_memory memory = {0};
    fixture_hook_memory(&hooks, &memory);
    labrbf_settings *settings = fixture_settings("support_max=20 steps_grow=2 steps_final=2");
    labrbf_model *model = NULL;
    assert_true(labrbf_fit(settings, x, y, N, M, &hooks, &model) >= 0);
    double out[N];
    for (int single = 0; single < 2; single++) {
        labrbf_predictor *p = make(model, single ? LABRBF_SINGLE : LABRBF_DOUBLE, 2);
        size_t before = memory.calls;
        for (int i = 0; i < 5; i++)
            predict(p, 0, N, out);
        assert_int_equal(memory.calls, before);
        labrbf_predictor_destroy(p);
    }
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    assert_int_equal(memory.live_blocks, 0);
}

static void mistakes_are_refused(void **state) {
    (void)state;
    labrbf_model *model = fixture_fit("support_max=10 steps_grow=2 steps_final=2", x, y, N, M);
    labrbf_predictor *p = NULL;
    double out[N];
    assert_int_equal(labrbf_predictor_create(NULL, LABRBF_DOUBLE, 1, &p), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_predictor_create(model, LABRBF_DOUBLE, 1, NULL), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_predictor_create(model, (labrbf_precision)7, 1, &p), LABRBF_E_ARGUMENT);
    assert_null(p);
    p = make(model, LABRBF_DOUBLE, 1);
    assert_int_equal(labrbf_predictor_start(NULL, x, N, M, out), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_predictor_wait(NULL), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_predictor_start(p, NULL, N, M, out), LABRBF_E_ARGUMENT);
    assert_int_equal(labrbf_predictor_start(p, x, N, M + 1, out), LABRBF_E_ARGUMENT);
    double bad[M] = {0, INFINITY};
    assert_int_equal(labrbf_predictor_start(p, bad, 1, M, out), LABRBF_E_DATA);
    assert_true(labrbf_predictor_bound(p) == 0 && isnan(labrbf_predictor_bound(NULL)));
    labrbf_predictor_destroy(p);
    labrbf_predictor_destroy(NULL);
    labrbf_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_and_threads_do_not_change_a_bit),
        cmocka_unit_test(work_goes_on_in_the_background),
        cmocka_unit_test(single_stays_within_its_bound),
        cmocka_unit_test(every_variant_stays_within_its_bound),
        cmocka_unit_test(far_rows_give_the_bias),
        cmocka_unit_test(a_forked_child_finishes_what_was_begun),
        cmocka_unit_test(nothing_is_allocated_after_creation),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests(tests, make_data, NULL);
}
