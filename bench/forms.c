/*
 * Two ways to the kernel's D = sum_m theta_m^2 (z_m - x_m)^2, in speed and in accuracy:
 *
 *     differences   as it stands, what the library does
 *     products      theta^2 z^2 - 2 theta^2 x z summed by one dgemm, [z^2, z] times [theta^2; -2 theta^2 x], to which
 *                   the constant sum theta^2 x^2 of each support is added
 *
 * Both continue from D with the same code (forms_avx512.c). The squares of the rows are not counted, since a
 * training step could keep them; what changes with theta in every step is counted.
 */
#include "forms.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "model/settings.h"

enum { SUPPORTS = 350, ROWS = 478, REPEATS_MIN = 10 };
static const double CASE_SECONDS = 0.3; /* repeats of a case, as many as fit */

/* Points and bandwidths, and room for what comes out; all in one block. */
typedef struct forms {
    size_t m;
    double *x, *theta;                 /* supports, feature by feature: m x SUPPORTS */
    double *rows;                      /* ROWS x m */
    double *squares_rows;              /* ROWS x 2 m: [z^2, z] */
    double *factors;                   /* 2 m x SUPPORTS: [theta^2; -2 theta^2 x] */
    double *constants;                 /* SUPPORTS: sum theta^2 x^2 */
    double *k, *kappa;                 /* ROWS x SUPPORTS, by differences */
    double *product_k, *product_kappa; /* by products */
    double *block;
} forms;

static double uniform(double low, double high) {
    static unsigned long long state = 7;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

static double *cut(double **block, size_t values) {
    double *piece = *block;
    *block += values;
    return piece;
}

static forms forms_create(size_t m) {
    size_t side = m * SUPPORTS, rows = m * ROWS, out = (size_t)ROWS * SUPPORTS;
    double *at = malloc((4 * side + 3 * rows + 4 * out + SUPPORTS) * sizeof *at);
    if (!at)
        abort();
    forms f = {.m = m, .block = at};
    f.x = cut(&at, side);
    f.theta = cut(&at, side);
    f.factors = cut(&at, 2 * side);
    f.constants = cut(&at, SUPPORTS);
    f.rows = cut(&at, rows);
    f.squares_rows = cut(&at, 2 * rows);
    f.k = cut(&at, out);
    f.kappa = cut(&at, out);
    f.product_k = cut(&at, out);
    f.product_kappa = cut(&at, out);
    return f;
}

static void square_rows(forms *f) {
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t m = 0; m < f->m; m++) {
            double z = f->rows[r * f->m + m];
            f->squares_rows[2 * r * f->m + m] = z * z;
            f->squares_rows[(2 * r + 1) * f->m + m] = z;
        }
    }
}

/* Everything in [-1, 1], as scaled data are; bandwidths between half of `theta` and it. */
static void fill(forms *f, double theta) {
    for (size_t i = 0; i < f->m * SUPPORTS; i++) {
        f->x[i] = uniform(-1.0, 1.0);
        f->theta[i] = theta * uniform(0.5, 1.0);
    }
    for (size_t i = 0; i < f->m * ROWS; i++)
        f->rows[i] = uniform(-1.0, 1.0);
    square_rows(f);
}

static void by_differences(forms *f, size_t profile, double *kappa) {
    lab_supports supports = {profile, SUPPORTS, f->m, SUPPORTS, f->x, f->theta};
    bench_by_differences(&supports, f->rows, ROWS, f->k, kappa);
}

static void factors_of_supports(forms *f) {
    double *restrict squares = f->factors, *restrict mixed = f->factors + f->m * SUPPORTS;
    double *restrict constants = f->constants;
    for (size_t i = 0; i < SUPPORTS; i++)
        constants[i] = 0.0;
    for (size_t m = 0; m < f->m; m++) {
        for (size_t i = 0; i < SUPPORTS; i++) {
            size_t at = m * SUPPORTS + i;
            double square = f->theta[at] * f->theta[at], product = square * f->x[at];
            squares[at] = square;
            mixed[at] = -2.0 * product;
            constants[i] += product * f->x[at];
        }
    }
}

static void by_products(forms *f, size_t profile, double *kappa) {
    int inner = (int)(2 * f->m);
    factors_of_supports(f);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, ROWS, SUPPORTS, inner, 1.0, f->squares_rows, inner,
                f->factors, SUPPORTS, 0.0, f->product_k, SUPPORTS);
    bench_finish_products(profile, f->constants, SUPPORTS, ROWS, f->product_k, kappa);
}

/* ---- speed */

/* CPU time of this thread: both forms run on one thread, and other programs must not count. */
static double cpu_seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The Gaussian's kappa is its K, so only the exponential profile is asked for both. */
static void speed_case(size_t profile, size_t m) {
    forms f = forms_create(m);
    fill(&f, 1.0);
    double differences = INFINITY, products = INFINITY;
    double start = cpu_seconds(), end = start + CASE_SECONDS;
    for (int i = 0; i < REPEATS_MIN || start < end; i++) { /* in turns: other programs slow down both alike */
        start = cpu_seconds();
        by_differences(&f, profile, profile == LAB_EXPONENTIAL ? f.kappa : NULL);
        double middle = cpu_seconds();
        by_products(&f, profile, profile == LAB_EXPONENTIAL ? f.product_kappa : NULL);
        differences = fmin(differences, middle - start);
        products = fmin(products, cpu_seconds() - middle);
    }
    char name[64];
    (void)snprintf(name, sizeof name, "%s M=%zu", profile == LAB_GAUSSIAN ? "gaussian, K" : "exponential, K and kappa",
                   m);
    double thousands = (double)ROWS * SUPPORTS / 1e3;
    bench_row("1000 kernel values", name, differences / thousands, "the same by matrix product", products / thousands);
    free(f.block);
}

/* K and kappa of each profile beside those of the exponential one, in turns. */
static void profiles_case(size_t m) {
#define WORD(ID, word, formula) #word,
    static const char *const names[] = {LAB_KERNEL_PROFILES(WORD)};
#undef WORD
    forms f = forms_create(m);
    fill(&f, 1.0);
    double best[LAB_KERNELS], start = cpu_seconds(), end = start + CASE_SECONDS;
    for (size_t p = 0; p < LAB_KERNELS; p++)
        best[p] = INFINITY;
    for (int i = 0; i < REPEATS_MIN || start < end; i++) {
        for (size_t p = 0; p < LAB_KERNELS; p++) {
            start = cpu_seconds();
            by_differences(&f, p, f.kappa);
            best[p] = fmin(best[p], cpu_seconds() - start);
        }
    }
    double thousands = (double)ROWS * SUPPORTS / 1e3;
    for (size_t p = 0; p < LAB_KERNELS; p++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s, K and kappa M=%zu", names[p], m);
        if (p != LAB_EXPONENTIAL)
            bench_row("1000 kernel values", name, best[p] / thousands, "the same, exponential",
                      best[LAB_EXPONENTIAL] / thousands);
    }
    free(f.block);
}

bool bench_forms_run(void) { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"); }

void bench_forms_speed(void) {
    static const size_t features[] = {1, 2, 5, 10, 20, 50, 100, 200};
    for (size_t profile = LAB_GAUSSIAN; profile <= LAB_EXPONENTIAL; profile++)
        for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
            speed_case(profile, features[i]);
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
        profiles_case(features[i]);
}

/* ---- accuracy of the exponential profile */

/* The first SUPPORTS rows become their supports, moved by `distance` in a random direction. */
static void approach(forms *f, double distance) {
    for (size_t i = 0; i < SUPPORTS; i++) {
        double *z = f->rows + i * f->m, length = 0.0;
        for (size_t m = 0; m < f->m; m++) {
            z[m] = uniform(-1.0, 1.0);
            length += z[m] * z[m];
        }
        for (size_t m = 0; m < f->m; m++)
            z[m] = f->x[m * SUPPORTS + i] + distance * z[m] / sqrt(length);
    }
    square_rows(f);
}

static long double exact_root(const forms *f, size_t row, size_t support) {
    long double d = 0.0L;
    for (size_t m = 0; m < f->m; m++) {
        long double z = f->rows[row * f->m + m], x = f->x[m * SUPPORTS + support];
        long double u = f->theta[m * SUPPORTS + support] * (z - x);
        d += u * u;
    }
    return sqrtl(d);
}

typedef struct errors {
    double k, kappa;
} errors;

/* Relative to the exact value; where that is 0, as it is. */
static void note(double *largest, double value, long double exact) {
    long double error = fabsl((long double)value - exact);
    *largest = fmax(*largest, (double)(exact > 0.0L ? error / exact : error));
}

/* The largest errors: of all rows with all supports, or of each support with the row near it. K that are nearly 0 to
 * double precision are left out. Not a number if none remain. */
static errors largest_errors(const forms *f, bool near, const double *k, const double *kappa) {
    errors largest = {NAN, NAN};
    for (size_t i = 0; i < SUPPORTS; i++) {
        for (size_t r = near ? i : 0; r < (near ? i + 1 : ROWS); r++) {
            long double root = exact_root(f, r, i), exact = expl(-root);
            if (exact < 1e-300L)
                continue;
            note(&largest.k, k[r * SUPPORTS + i], exact);
            note(&largest.kappa, kappa[r * SUPPORTS + i], root > 0.0L ? exact / (2.0L * root) : 0.0L);
        }
    }
    return largest;
}

static void accuracy_case(double theta, bool near, double distance) {
    forms f = forms_create(20);
    fill(&f, theta);
    if (near)
        approach(&f, distance);
    by_differences(&f, LAB_EXPONENTIAL, f.kappa);
    by_products(&f, LAB_EXPONENTIAL, f.product_kappa);
    errors direct = largest_errors(&f, near, f.k, f.kappa),
           product = largest_errors(&f, near, f.product_k, f.product_kappa);
    char where[32] = "random";
    if (near)
        (void)snprintf(where, sizeof where, "%g", distance);
    printf("%g\t%s\t%.1e\t%.1e\t%.1e\t%.1e\n", theta, where, direct.k, product.k, direct.kappa, product.kappa);
    free(f.block);
}

void bench_forms_accuracy(void) {
    static const double thetas[] = {1.0, 10.0, 100.0, 1000.0}, distances[] = {1e-1, 1e-3, 1e-6, 0.0};
    printf("# exponential profile, M=20: largest errors against long double, relative (at distance 0: absolute; nan "
           "where K is below 1e-300 everywhere)\n");
    printf("theta\tdistance to a support\tK, differences\tK, products\tkappa, differences\tkappa, products\n");
    for (size_t t = 0; t < sizeof thetas / sizeof thetas[0]; t++) {
        accuracy_case(thetas[t], false, 0.0);
        for (size_t i = 0; i < sizeof distances / sizeof distances[0]; i++)
            accuracy_case(thetas[t], true, distances[i]);
    }
}
