/*
 * The kernel of every instruction set that this machine can run, against plain loops in long double: K and kappa, the
 * sums of prediction, the sums of the gradient, at sizes that leave every kind of rest, from pointers that are not
 * aligned.
 */
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
#include "oracle.h"

enum { ROWS = 11, PAD = 3 };
static const double SENTINEL = -12345.0;
static const size_t SUPPORTS[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 257};
static const size_t FEATURES[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 23, 130};
enum { N_SUPPORTS = sizeof SUPPORTS / sizeof SUPPORTS[0], N_FEATURES = sizeof FEATURES / sizeof FEATURES[0] };

/* Arrays begin one double after an aligned address; what must not be read is NaN, what must not be written SENTINEL. */
typedef struct bench {
    int kernel;
    size_t n, m, stride, row_stride;
    double *x, *theta, *rows, *k, *kappa, *alpha, *weights;
    lab_supports supports;
} bench;

static double *filled(size_t n, double value) {
    double *values = malloc((n + 1) * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i <= n; i++)
        values[i] = value;
    return values + 1;
}

static void unfill(double *values) { free(values - 1); }

static bench make_bench(oracle_random *random, int kernel, size_t n, size_t m) {
    bench b = {.kernel = kernel, .n = n, .m = m, .stride = n + PAD, .row_stride = m + PAD};
    b.x = filled(m * b.stride, NAN);
    b.theta = filled(m * b.stride, NAN);
    b.rows = filled(ROWS * b.row_stride, NAN);
    b.k = filled(ROWS * n + 1, SENTINEL);
    b.kappa = filled(ROWS * n + 1, SENTINEL);
    b.alpha = filled(n, NAN);
    b.weights = filled(ROWS, NAN);
    for (size_t j = 0; j < m; j++) {
        oracle_fill(random, b.x + j * b.stride, n, -1, 1);
        oracle_fill(random, b.theta + j * b.stride, n, -3 / sqrt((double)m), 3 / sqrt((double)m));
    }
    for (size_t r = 0; r < ROWS; r++)
        oracle_fill(random, b.rows + r * b.row_stride, m, -1, 1);
    for (size_t j = 0; j < m; j++) /* one row is a support */
        b.rows[2 * b.row_stride + j] = b.x[j * b.stride + n / 2];
    oracle_fill(random, b.alpha, n, -2, 2);
    oracle_fill(random, b.weights, ROWS, -2, 2);
    b.supports = (lab_supports){
        .profile = (size_t)kernel, .n = n, .n_features = m, .stride = b.stride, .x = b.x, .theta = b.theta};
    return b;
}

static void free_bench(bench *b) {
    double *arrays[] = {b->x, b->theta, b->rows, b->k, b->kappa, b->alpha, b->weights};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        unfill(arrays[i]);
}

static long double distance_of(const bench *b, size_t r, size_t i) {
    long double d = 0;
    for (size_t j = 0; j < b->m; j++) {
        long double u = (long double)b->theta[j * b->stride + i] *
                        ((long double)b->rows[r * b->row_stride + j] - b->x[j * b->stride + i]);
        d += u * u;
    }
    return d;
}

static long double relative_error(const bench *b, long double d) { return oracle_kernel_error(b->kernel, d, b->m); }

typedef void check(const lab_kernel_ops *ops, bench *b);

/* With the first `kernels` kernels: what does not ask for K needs one only. */
static void at_all_sizes(check *holds, int kernels) {
    oracle_random random = oracle_seed(211);
    size_t variants = 0;
    for (const lab_kernel_ops *ops; (ops = lab_kernel_variant(variants)); variants++) {
        for (int kernel = 0; kernel < kernels; kernel++) {
            for (size_t n = 0; n < N_SUPPORTS; n++) {
                for (size_t m = 0; m < N_FEATURES; m++) {
                    bench b = make_bench(&random, kernel, SUPPORTS[n], FEATURES[m]);
                    holds(ops, &b);
                    free_bench(&b);
                }
            }
        }
    }
    assert_true(variants >= 1);
}

static void portable_is_always_there(void **state) {
    (void)state;
    size_t count = 0;
    while (lab_kernel_variant(count))
        count++;
    assert_string_equal(lab_kernel_variant(count - 1)->name, "portable");
    for (size_t i = count; i < count + 10; i++)
        assert_null(lab_kernel_variant(i));
}

/* ---- K and kappa */

static void block_holds(const lab_kernel_ops *ops, bench *b) {
    for (size_t rows = ROWS; rows > 0; rows = rows == ROWS ? 2 : rows - 1) { /* all, then two, then one */
        ops->block(&b->supports, b->rows, rows, b->row_stride, b->k, b->kappa);
        for (size_t r = 0; r < rows; r++) {
            for (size_t i = 0; i < b->n; i++) {
                long double d = distance_of(b, r, i), relative = relative_error(b, d);
                long double k = oracle_kernel(b->kernel, d), kappa = oracle_kappa(b->kernel, d);
                oracle_close(ops->name, b->k[r * b->n + i], k, k * relative);
                oracle_close(ops->name, b->kappa[r * b->n + i], kappa,
                             kappa * (relative + (long double)(b->m + 4) * DBL_EPSILON));
            }
        }
    }
    assert_true(b->k[ROWS * b->n] == SENTINEL && b->kappa[ROWS * b->n] == SENTINEL);
    double *alone = filled(ROWS * b->n, SENTINEL);
    ops->block(&b->supports, b->rows, ROWS, b->row_stride, alone, NULL);
    ops->block(&b->supports, b->rows, ROWS, b->row_stride, b->k, b->kappa);
    assert_memory_equal(alone, b->k, ROWS * b->n * sizeof *alone);
    unfill(alone);
}

static void kernel_and_slope_hold_in_every_variant(void **state) {
    (void)state;
    at_all_sizes(block_holds, ORACLE_KERNELS);
}

/* ---- prediction */

static void dot_holds(const lab_kernel_ops *ops, bench *b) {
    double out[ROWS + 1], alone;
    out[ROWS] = SENTINEL;
    ops->dot(&b->supports, b->alpha, b->rows, ROWS, b->row_stride, out);
    for (size_t r = 0; r < ROWS; r++) {
        long double sum = 0, tolerance = 0;
        for (size_t i = 0; i < b->n; i++) {
            long double d = distance_of(b, r, i), term = b->alpha[i] * oracle_kernel(b->kernel, d);
            sum += term;
            tolerance += fabsl(term) * (relative_error(b, d) + (long double)b->n * DBL_EPSILON);
        }
        oracle_close(ops->name, out[r], sum, tolerance);
        ops->dot(&b->supports, b->alpha, b->rows + r * b->row_stride, 1, b->row_stride, &alone);
        assert_memory_equal(&alone, &out[r], sizeof alone); /* the same bits alone or among others */
    }
    assert_true(out[ROWS] == SENTINEL);
}

static void sums_of_prediction_hold_in_every_variant(void **state) {
    (void)state;
    at_all_sizes(dot_holds, ORACLE_KERNELS);
}

/* ---- gradient */

/* The pull-back to bandwidths takes squared differences (power 2), to centres plain ones (power 1). */
static void pull_back_range(const lab_kernel_ops *ops, const bench *b, size_t begin, size_t end, int power) {
    double *sums = filled(b->m * b->stride, SENTINEL);
    (power == 2 ? ops->pull_back : ops->pull_centres)(&b->supports, begin, end, b->rows, ROWS, b->row_stride,
                                                      b->weights, b->kappa, sums);
    for (size_t j = 0; j < b->m; j++) {
        for (size_t i = 0; i < b->stride; i++) {
            if (i < begin || i >= end) {
                assert_true(sums[j * b->stride + i] == SENTINEL);
                continue;
            }
            long double sum = 0, size = 0;
            for (size_t t = 0; t < ROWS; t++) {
                long double difference = (long double)b->rows[t * b->row_stride + j] - b->x[j * b->stride + i];
                long double term = b->weights[t] * (long double)b->kappa[t * b->n + i] * difference;
                term *= power == 2 ? difference : 1;
                sum += term;
                size += fabsl(term);
            }
            oracle_close(ops->name, sums[j * b->stride + i], sum, size * (ROWS + 6) * DBL_EPSILON);
        }
    }
    unfill(sums);
}

static void pull_back_holds(const lab_kernel_ops *ops, bench *b) {
    oracle_random random = oracle_seed(212);
    oracle_fill(&random, b->kappa, ROWS * b->n, 0, 1e3);
    for (int power = 1; power <= 2; power++) {
        pull_back_range(ops, b, 0, b->n, power);
        pull_back_range(ops, b, b->n / 3, b->n - b->n / 4, power);
        pull_back_range(ops, b, b->n / 2, b->n / 2, power); /* nothing */
    }
}

static void sums_of_the_gradient_hold_in_every_variant(void **state) {
    (void)state;
    at_all_sizes(pull_back_holds, 1);
}

/* Sums are added to what is there; a row has the same bits alone or among others. */
static void pull_rows_holds(const lab_kernel_ops *ops, bench *b) {
    oracle_random random = oracle_seed(217);
    double *weighted = b->kappa, *sums = filled(ROWS * (b->m + PAD), SENTINEL), *alone = filled(b->m, SENTINEL);
    oracle_fill(&random, weighted, ROWS * b->n, -1e3, 1e3);
    ops->pull_rows(&b->supports, b->rows, ROWS, b->row_stride, weighted, sums, b->m + PAD);
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t j = 0; j < b->m + PAD; j++) {
            long double sum = SENTINEL, size = fabs(SENTINEL);
            for (size_t i = 0; i < b->n && j < b->m; i++) {
                long double theta = b->theta[j * b->stride + i];
                long double difference = (long double)b->x[j * b->stride + i] - b->rows[r * b->row_stride + j];
                long double term = weighted[r * b->n + i] * theta * theta * difference;
                sum += term;
                size += fabsl(term);
            }
            oracle_close(ops->name, sums[r * (b->m + PAD) + j], sum,
                         j < b->m ? size * (long double)(b->n + 6) * DBL_EPSILON : 0);
        }
        for (size_t j = 0; j < b->m; j++)
            alone[j] = SENTINEL;
        ops->pull_rows(&b->supports, b->rows + r * b->row_stride, 1, b->row_stride, weighted + r * b->n, alone, b->m);
        assert_memory_equal(alone, sums + r * (b->m + PAD), b->m * sizeof *alone);
    }
    unfill(sums);
    unfill(alone);
}

static void slopes_of_rows_hold_in_every_variant(void **state) {
    (void)state;
    at_all_sizes(pull_rows_holds, 1);
}

/* A bandwidth whose square overflows has a weight of 0, which stays nothing; a large one beside it still counts. */
static void huge_bandwidths_of_slopes_give_no_nan(void **state) {
    (void)state;
    const double x[] = {0.5, 1e-140}, theta[] = {DBL_MAX, 1e145}, weighted[] = {0, 1}, place = 0;
    lab_supports supports = {.profile = 0, .n = 2, .n_features = 1, .stride = 2, .x = x, .theta = theta};
    for (size_t v = 0; lab_kernel_variant(v); v++) {
        double sum = 0;
        lab_kernel_variant(v)->pull_rows(&supports, &place, 1, 1, weighted, &sum, 1);
        oracle_close(lab_kernel_variant(v)->name, sum, 1e150L, 1e136L);
    }
}

/* ---- all pairs of supports */

/* The last strip of `packed` and of `slopes` may reach beyond the supports; what is there must not matter: NaN to begin
 * with. */
typedef struct pairs {
    double *rows, *packed, *slopes, *k, *kappa, *weights;
} pairs;

static pairs make_pairs(oracle_random *random, const bench *b) {
    pairs p = {.rows = filled(b->n * b->m, NAN),
               .packed = filled(lab_kernel_padded(b->n) * 2 * b->m + 1, NAN),
               .slopes = filled(lab_kernel_slopes(b->n) + 1, NAN),
               .k = filled(b->n * b->n + 1, SENTINEL),
               .kappa = filled(b->n * b->n, NAN),
               .weights = filled(b->n, NAN)};
    p.packed[lab_kernel_padded(b->n) * 2 * b->m] = p.slopes[lab_kernel_slopes(b->n)] = SENTINEL;
    for (size_t i = 0; i < b->n; i++)
        for (size_t j = 0; j < b->m; j++)
            p.rows[i * b->m + j] = b->x[j * b->stride + i];
    oracle_fill(random, p.weights, b->n, -2, 2);
    return p;
}

static void free_pairs(pairs *p) {
    double *arrays[] = {p->rows, p->packed, p->slopes, p->k, p->kappa, p->weights};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        unfill(arrays[i]);
}

/* The distance of support t from support i, in units of i's bandwidths. */
static long double distance_of_pair(const bench *b, size_t t, size_t i) {
    long double d = 0;
    for (size_t j = 0; j < b->m; j++) {
        long double u =
            (long double)b->theta[j * b->stride + i] * ((long double)b->x[j * b->stride + t] - b->x[j * b->stride + i]);
        d += u * u;
    }
    return d;
}

static void kernel_of_pairs_holds(const lab_kernel_ops *ops, const bench *b, pairs *p) {
    for (size_t t = 0; t < b->n; t++) {
        for (size_t i = 0; i < b->n; i++) {
            long double d = distance_of_pair(b, t, i), k = oracle_kernel(b->kernel, d);
            oracle_close(ops->name, p->k[t * b->n + i], k, k * relative_error(b, d));
            p->kappa[t * b->n + i] = (double)oracle_kappa(b->kernel, d);
        }
        assert_true(p->k[t * b->n + t] == 1.0); /* a support's own entry is exact */
    }
    assert_true(p->k[b->n * b->n] == SENTINEL);
}

/* The sums over ranges, added up, against a plain double sum with the kappa of definition. */
static void pull_of_pairs_holds(const lab_kernel_ops *ops, const bench *b, const pairs *p, size_t range) {
    double *sums = filled(b->m * b->stride, SENTINEL), *total = filled(b->m * b->stride, 0);
    for (size_t begin = 0; begin < b->n; begin += range) {
        size_t end = b->n - begin < range ? b->n : begin + range;
        ops->pull_pairs(&b->supports, begin, end, p->packed, p->weights, p->slopes, sums);
        for (size_t j = 0; j < b->m; j++)
            for (size_t i = begin; i < b->n; i++)
                total[j * b->stride + i] += sums[j * b->stride + i];
    }
    for (size_t j = 0; j < b->m; j++) {
        for (size_t i = b->n; i < b->stride; i++)
            assert_true(sums[j * b->stride + i] == SENTINEL);
        for (size_t i = 0; i < b->n; i++) {
            long double sum = 0, tolerance = 0;
            for (size_t t = 0; t < b->n; t++) {
                long double difference = (long double)b->x[j * b->stride + t] - b->x[j * b->stride + i];
                long double term = p->weights[t] * (long double)p->kappa[t * b->n + i] * difference * difference;
                long double d = distance_of_pair(b, t, i);
                sum += term;
                tolerance += fabsl(term) * (relative_error(b, d) + (long double)(b->m + b->n + 10) * DBL_EPSILON);
            }
            oracle_close(ops->name, total[j * b->stride + i], sum, tolerance);
        }
    }
    unfill(sums);
    unfill(total);
}

static void pairs_hold(const lab_kernel_ops *ops, bench *b) {
    oracle_random random = oracle_seed(215);
    if (b->n > 64 && (b->n > 100 || b->m > 5)) /* no new case, and the work grows as n^2 */
        return;
    pairs p = make_pairs(&random, b);
    for (size_t range = LAB_KERNEL_STRIP; range <= 5 * LAB_KERNEL_STRIP; range += 4 * LAB_KERNEL_STRIP) {
        for (size_t begin = 0; begin < b->n; begin += range)
            ops->pack(&b->supports, begin, b->n - begin < range ? b->n : begin + range, p.packed);
        for (size_t begin = 0; begin < b->n; begin += range)
            ops->pairs(&b->supports, begin, b->n - begin < range ? b->n : begin + range, p.packed, p.k, p.slopes);
        kernel_of_pairs_holds(ops, b, &p);
        pull_of_pairs_holds(ops, b, &p, range);
    }
    double *alone = filled(b->n * b->n, SENTINEL);
    ops->pairs(&b->supports, 0, b->n, p.packed, alone, NULL);
    assert_memory_equal(alone, p.k, b->n * b->n * sizeof *alone); /* with kappa or without, in one piece or in many */
    assert_true(p.packed[lab_kernel_padded(b->n) * 2 * b->m] == SENTINEL);
    assert_true(p.slopes[lab_kernel_slopes(b->n)] == SENTINEL);
    unfill(alone);
    free_pairs(&p);
}

static void pairs_of_supports_hold_in_every_variant(void **state) {
    (void)state;
    at_all_sizes(pairs_hold, ORACLE_KERNELS);
}

/* Two supports that share a feature, with bandwidths whose squares overflow: no NaN. */
static void huge_bandwidths_of_pairs_give_no_nan(void **state) {
    (void)state;
    const double x[] = {0.5, 0.5, 0.1, 0.3}, theta[] = {1e200, 1e-200, 1e200, DBL_MAX};
    for (size_t v = 0; lab_kernel_variant(v); v++) {
        for (size_t kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
            lab_supports supports = {.profile = kernel, .n = 2, .n_features = 2, .stride = 2, .x = x, .theta = theta};
            double packed[8 * 4], slopes[2 * 64], k[4];
            assert_true(lab_kernel_padded(2) == 8 && lab_kernel_slopes(2) <= 2 * 64);
            lab_kernel_variant(v)->pack(&supports, 0, 2, packed);
            lab_kernel_variant(v)->pairs(&supports, 0, 2, packed, k, slopes);
            assert_true(k[0] == 1.0 && k[1] == 0.0 && k[2] == 0.0 && k[3] == 1.0);
        }
    }
}

/* A row that differs from a support in one feature only, by little: the other features' sums must be exactly 0. */
static void equal_features_pull_exactly_nothing(void **state) {
    (void)state;
    for (size_t v = 0; lab_kernel_variant(v); v++) {
        oracle_random random = oracle_seed(213);
        bench b = make_bench(&random, ORACLE_EXPONENTIAL, 9, 4);
        for (size_t i = 0; i < b.n; i++) {
            double sums[4 * (9 + PAD)];
            for (size_t j = 0; j < 4; j++)
                b.rows[j] = b.x[j * b.stride + i];
            b.rows[1] += 1e-12;
            lab_kernel_variant(v)->block(&b.supports, b.rows, 1, b.row_stride, b.k, b.kappa);
            lab_kernel_variant(v)->pull_back(&b.supports, i, i + 1, b.rows, 1, b.row_stride, b.weights, b.kappa, sums);
            assert_true(sums[i] == 0 && sums[2 * b.stride + i] == 0 && sums[3 * b.stride + i] == 0);
            assert_true(sums[b.stride + i] != 0);
        }
        free_bench(&b);
    }
}

/* ---- the exponential function in them */

static double kernel_at(const lab_kernel_ops *ops, double place) { /* K = exp(-place^2), from theta = 1 */
    const double zero = 0, one = 1;
    double k;
    lab_supports supports = {
        .profile = ORACLE_GAUSSIAN, .n = 1, .n_features = 1, .stride = 1, .x = &zero, .theta = &one};
    ops->block(&supports, &place, 1, 1, &k, NULL);
    return k;
}

/* The place is a float, so its square is exact: this is exp alone. Within 2 ulp, and within 2 smallest numbers where
 * it is subnormal. */
static void exponentials_are_accurate_down_to_zero(void **state) {
    (void)state;
    for (size_t v = 0; lab_kernel_variant(v); v++) {
        const lab_kernel_ops *ops = lab_kernel_variant(v);
        oracle_random random = oracle_seed(214);
        for (int i = 0; i < 40000; i++) {
            float place = (float)sqrt(oracle_uniform(&random, 0, i % 2 ? 760 : 3));
            long double want = expl(-(long double)place * place);
            oracle_close(ops->name, kernel_at(ops, (double)place), want, want * 2 * DBL_EPSILON + 2 * DBL_TRUE_MIN);
        }
        assert_true(kernel_at(ops, 0) == 1.0);
        static const double far[] = {28, 1e3, 1e9, 1e100, 1e200, DBL_MAX};
        for (int i = 0; i < 6; i++)
            assert_true(kernel_at(ops, far[i]) == 0.0);
    }
}

/* Near a support K is 1 but for rounding, and must not become more than that. */
static void kernels_do_not_exceed_one(void **state) {
    (void)state;
    for (size_t v = 0; lab_kernel_variant(v); v++) {
        oracle_random random = oracle_seed(216);
        for (size_t kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
            for (int i = 0; i < 40000; i++) {
                const double zero = 0, one = 1, place = pow(10, oracle_uniform(&random, -18, -1));
                lab_supports supports = {
                    .profile = kernel, .n = 1, .n_features = 1, .stride = 1, .x = &zero, .theta = &one};
                double k;
                lab_kernel_variant(v)->block(&supports, &place, 1, 1, &k, NULL);
                assert_true(k <= 1.0);
                assert_true(lab_kernel_ref(kernel, &place, &zero, &one, 1, NULL) <= 1.0);
            }
        }
    }
}

/* The variants round differently, but no more than that. */
static void variants_agree_at_extremes(void **state) {
    (void)state;
    static const double bandwidths[] = {0, 1e-300, 1e-140, 1e-8, 1, 1e8, 1e150, 1e300, DBL_MAX};
    static const double places[] = {0, 1e-300, 1e-9, 1, 1e100};
    for (size_t v = 0; lab_kernel_variant(v); v++) {
        for (int kernel = 0; kernel < ORACLE_KERNELS; kernel++) {
            for (size_t a = 0; a < 9; a++) {
                for (size_t p = 0; p < 5; p++) {
                    const double zero = 0, one = 1;
                    double k, kappa, slope, sum;
                    lab_supports supports = {.profile = (size_t)kernel,
                                             .n = 1,
                                             .n_features = 1,
                                             .stride = 1,
                                             .x = &zero,
                                             .theta = &bandwidths[a]};
                    lab_kernel_variant(v)->block(&supports, &places[p], 1, 1, &k, &kappa);
                    lab_kernel_variant(v)->dot(&supports, &one, &places[p], 1, 1, &sum);
                    oracle_close(lab_kernel_variant(v)->name, k,
                                 lab_kernel_ref((size_t)kernel, &places[p], &zero, &bandwidths[a], 1, &slope),
                                 4 * DBL_EPSILON);
                    if (kernel != ORACLE_EXPONENTIAL) /* whose slope has no bound near 0 */
                        oracle_close(lab_kernel_variant(v)->name, kappa, slope, 4 * DBL_EPSILON);
                    assert_true(kappa >= 0 && isfinite(kappa) && sum == k);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portable_is_always_there),
        cmocka_unit_test(kernel_and_slope_hold_in_every_variant),
        cmocka_unit_test(sums_of_prediction_hold_in_every_variant),
        cmocka_unit_test(sums_of_the_gradient_hold_in_every_variant),
        cmocka_unit_test(slopes_of_rows_hold_in_every_variant),
        cmocka_unit_test(huge_bandwidths_of_slopes_give_no_nan),
        cmocka_unit_test(pairs_of_supports_hold_in_every_variant),
        cmocka_unit_test(huge_bandwidths_of_pairs_give_no_nan),
        cmocka_unit_test(equal_features_pull_exactly_nothing),
        cmocka_unit_test(exponentials_are_accurate_down_to_zero),
        cmocka_unit_test(kernels_do_not_exceed_one),
        cmocka_unit_test(variants_agree_at_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
