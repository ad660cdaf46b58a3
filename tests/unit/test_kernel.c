/* The kernel that training and prediction use, against plain loops in long double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/kernel.h"
#include "model/settings.h"
#include "oracle.h"

enum { ROWS = 5, N_MAX = 300, M_MAX = 130, PAD = 7 };
static const double SENTINEL = -12345.0;

/* Supports feature by feature with a stride, rows with a stride; what must not be read is NaN. */
typedef struct bench {
    lab_supports supports;
    double *x, *theta, *rows, *k, *kappa;
    size_t n_rows, row_stride;
} bench;

static double *filled(size_t n, double value) {
    double *values = malloc((n ? n : 1) * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < n; i++)
        values[i] = value;
    return values;
}

static bench make_bench(oracle_random *random, int kernel, size_t n, size_t m, size_t pad) {
    bench b = {.n_rows = ROWS, .row_stride = m + pad};
    size_t stride = n + pad;
    b.x = filled(m * stride, NAN);
    b.theta = filled(m * stride, NAN);
    b.rows = filled(ROWS * b.row_stride, NAN);
    b.k = filled(ROWS * n + 1, SENTINEL);
    b.kappa = filled(ROWS * n + 1, SENTINEL);
    for (size_t j = 0; j < m; j++) {
        oracle_fill(random, b.x + j * stride, n, -1, 1);
        oracle_fill(random, b.theta + j * stride, n, 0.1, 4 / sqrt((double)m));
    }
    for (size_t r = 0; r < ROWS; r++)
        oracle_fill(random, b.rows + r * b.row_stride, m, -1, 1);
    b.supports = (lab_supports){
        .profile = (size_t)kernel, .n = n, .n_features = m, .stride = stride, .x = b.x, .theta = b.theta};
    return b;
}

static void free_bench(bench *b) {
    free(b->x);
    free(b->theta);
    free(b->rows);
    free(b->k);
    free(b->kappa);
}

static long double distance_of(const bench *b, size_t r, size_t i) {
    double x[M_MAX], theta[M_MAX];
    for (size_t j = 0; j < b->supports.n_features; j++) {
        x[j] = b->x[j * b->supports.stride + i];
        theta[j] = b->theta[j * b->supports.stride + i];
    }
    return oracle_distance(b->rows + r * b->row_stride, x, theta, b->supports.n_features);
}

static void expect_pair(int kernel, long double d, size_t m, double k, const double *kappa) {
    long double rounding = (long double)(m + 4) * DBL_EPSILON, relative = oracle_kernel_error(kernel, d, m);
    long double want = oracle_kernel(kernel, d);
    oracle_close("K", k, want, want * relative + DBL_MIN);
    if (kappa) {
        want = oracle_kappa(kernel, d);
        oracle_close("kappa", *kappa, want, want * (relative + rounding) + DBL_MIN);
    }
}

static void expect_block(int kernel, const bench *b, bool with_kappa) {
    size_t n = b->supports.n, m = b->supports.n_features;
    for (size_t r = 0; r < b->n_rows; r++)
        for (size_t i = 0; i < n; i++)
            expect_pair(kernel, distance_of(b, r, i), m, b->k[r * n + i], with_kappa ? &b->kappa[r * n + i] : NULL);
    assert_true(b->k[b->n_rows * n] == SENTINEL);
    assert_true(b->kappa[b->n_rows * n] == SENTINEL);
}

static void block_matches_plain_kernel_at_odd_sizes(void **state) {
    (void)state;
    static const size_t supports[] = {1, 2, 3, 7, 63, 64, 65, 255, 256, 257, N_MAX};
    static const size_t features[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 127, 128, 129, M_MAX};
    oracle_random random = oracle_seed(1);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t a = 0; a < sizeof supports / sizeof supports[0]; a++) {
            for (size_t f = 0; f < sizeof features / sizeof features[0]; f++) {
                bench b = make_bench(&random, kernel, supports[a], features[f], (a + f) % 3 == 0 ? 0 : PAD);
                lab_kernel()->block(&b.supports, b.rows, ROWS, b.row_stride, b.k, b.kappa);
                expect_block(kernel, &b, true);
                free_bench(&b);
            }
        }
    }
}

static void block_without_kappa_gives_the_same_kernel(void **state) {
    (void)state;
    oracle_random random = oracle_seed(2);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        bench b = make_bench(&random, kernel, 257, 3, PAD);
        double *alone = filled(ROWS * 257 + 1, SENTINEL);
        lab_kernel()->block(&b.supports, b.rows, ROWS, b.row_stride, alone, NULL);
        lab_kernel()->block(&b.supports, b.rows, ROWS, b.row_stride, b.k, b.kappa);
        assert_memory_equal(alone, b.k, (ROWS * 257 + 1) * sizeof *alone);
        free(alone);
        free_bench(&b);
    }
}

static void no_rows_write_nothing(void **state) {
    (void)state;
    oracle_random random = oracle_seed(3);
    bench b = make_bench(&random, ORACLE_GAUSSIAN, 9, 2, 0);
    lab_kernel()->block(&b.supports, b.rows, 0, b.row_stride, b.k, b.kappa);
    assert_true(b.k[0] == SENTINEL && b.kappa[0] == SENTINEL);
    free_bench(&b);
}

/* Prediction adds the features piece by piece and the supports chunk by chunk. */
static void pieces_add_up_to_the_whole_distance(void **state) {
    (void)state;
    enum { N = 77, M = 29, BEGIN = 11, END = 70 };
    oracle_random random = oracle_seed(4);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        bench b = make_bench(&random, kernel, N, M, PAD);
        double d[END - BEGIN + 1] = {0}, alone[END - BEGIN], kappa[END - BEGIN + 1];
        d[END - BEGIN] = kappa[END - BEGIN] = SENTINEL;
        for (size_t first = 0; first < M; first += 12) {
            size_t count = M - first < 12 ? M - first : 12;
            lab_kernel_add_distance(&b.supports, BEGIN, END, b.rows + first, first, count, d);
        }
        for (size_t i = BEGIN; i < END; i++) {
            long double want = distance_of(&b, 0, i);
            oracle_close("D", d[i - BEGIN], want, want * (M + 4) * DBL_EPSILON);
        }
        memcpy(alone, d, sizeof alone);
        lab_kernel_profile((size_t)kernel, alone, END - BEGIN, NULL);
        lab_kernel_profile((size_t)kernel, d, END - BEGIN, kappa);
        assert_memory_equal(alone, d, sizeof alone);
        for (size_t i = BEGIN; i < END; i++)
            expect_pair(kernel, distance_of(&b, 0, i), M, d[i - BEGIN], &kappa[i - BEGIN]);
        assert_true(d[END - BEGIN] == SENTINEL && kappa[END - BEGIN] == SENTINEL);
        free_bench(&b);
    }
}

static void reference_kernel_matches_plain_kernel(void **state) {
    (void)state;
    oracle_random random = oracle_seed(5);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t m = 1; m <= M_MAX; m++) {
            double t[M_MAX], x[M_MAX], theta[M_MAX], kappa = SENTINEL;
            oracle_fill(&random, t, m, -1, 1);
            oracle_fill(&random, x, m, -1, 1);
            oracle_fill(&random, theta, m, -2, 2);
            double k = lab_kernel_ref((size_t)kernel, t, x, theta, m, &kappa);
            expect_pair(kernel, oracle_distance(t, x, theta, m), m, k, &kappa);
            assert_true(lab_kernel_ref((size_t)kernel, t, x, theta, m, NULL) == k);
        }
    }
}

/* A support's own entry: exactly 1, and a slope without an error of its own; the exponential's is taken as 0. */
static void own_entry_is_exact(void **state) {
    (void)state;
    oracle_random random = oracle_seed(6);
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t m = 1; m <= 40; m += 3) {
            bench b = make_bench(&random, kernel, ROWS, m, PAD);
            for (size_t r = 0; r < ROWS; r++)
                for (size_t j = 0; j < m; j++)
                    b.rows[r * b.row_stride + j] = b.x[j * b.supports.stride + r];
            lab_kernel()->block(&b.supports, b.rows, ROWS, b.row_stride, b.k, b.kappa);
            for (size_t i = 0; i < ROWS; i++) {
                assert_true(b.k[i * ROWS + i] == 1.0);
                assert_true(b.kappa[i * ROWS + i] == (double)oracle_kappa(kernel, 0));
            }
            free_bench(&b);
        }
    }
}

/* One support at 0 with bandwidth theta, one row at t. */
static void single(int kernel, double theta, double t, double *k, double *kappa) {
    const double zero = 0.0;
    lab_supports supports = {
        .profile = (size_t)kernel, .n = 1, .n_features = 1, .stride = 1, .x = &zero, .theta = &theta};
    lab_kernel()->block(&supports, &t, 1, 1, k, kappa);
}

static void huge_and_tiny_bandwidths_give_numbers(void **state) {
    (void)state;
    static const double bandwidths[] = {0, DBL_TRUE_MIN, 1e-300, 1e-150, 1e-8, 1e8, 1e150, 1e300, DBL_MAX};
    static const double places[] = {0, 1e-300, 1e-9, 1, 1e100};
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (size_t a = 0; a < sizeof bandwidths / sizeof bandwidths[0]; a++) {
            for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
                double k, kappa;
                single(kernel, bandwidths[a], places[p], &k, &kappa);
                assert_true(k >= 0.0 && k <= 1.0);
                assert_true(kappa >= 0.0 && isfinite(kappa));
                if (bandwidths[a] >= 1e8 && places[p] >= 1)
                    assert_true(k == 0.0 && kappa == 0.0);
                if (bandwidths[a] <= 1e-150 && places[p] <= 1)
                    assert_true(k == 1.0);
            }
        }
    }
}

/* exp is off by the smallest number there, and the Matern kernels' polynomials multiply that. */
static void kernel_underflows_to_zero(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (int power = 0; power <= 60; power++) { /* the argument of exp runs from 1 to 1e6 */
            double argument = pow(10, power / 10.0), k, kappa;
            double place = kernel == ORACLE_GAUSSIAN ? sqrt(argument) : argument / (double)oracle_exponent(kernel, 1);
            long double want = oracle_kernel(kernel, (long double)place * place);
            single(kernel, 1.0, place, &k, &kappa);
            oracle_close(oracle_kernel_words[kernel], k, want,
                         4 * DBL_EPSILON * argument * k + oracle_polynomial(kernel, argument) * DBL_TRUE_MIN);
            assert_true(argument < 750 || (k == 0.0 && kappa == 0.0));
        }
    }
}

/* kappa = -dK/dD by four-point central differences of the library's own K: an error of h^4 and of epsilon / h. */
static void kappa_is_the_slope_of_the_kernel(void **state) {
    (void)state;
    for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
        for (int power = 0; power < 24; power++) { /* D from 0.05 to 20 */
            double d = 0.05 * pow(1.3, power), h = 1e-3 * d, k[4], kappa, unused;
            single(kernel, 1.0, sqrt(d), &unused, &kappa);
            for (int i = 0; i < 4; i++)
                single(kernel, 1.0, sqrt(d + (i - 1.5 + (i < 2 ? -0.5 : 0.5)) * h), &k[i], &unused);
            double slope = (8 * (k[2] - k[1]) - (k[3] - k[0])) / (12 * h);
            oracle_close("kappa", kappa, -slope, 1e-8 * kappa);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_matches_plain_kernel_at_odd_sizes),
        cmocka_unit_test(block_without_kappa_gives_the_same_kernel),
        cmocka_unit_test(no_rows_write_nothing),
        cmocka_unit_test(pieces_add_up_to_the_whole_distance),
        cmocka_unit_test(reference_kernel_matches_plain_kernel),
        cmocka_unit_test(own_entry_is_exact),
        cmocka_unit_test(huge_and_tiny_bandwidths_give_numbers),
        cmocka_unit_test(kernel_underflows_to_zero),
        cmocka_unit_test(kappa_is_the_slope_of_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
