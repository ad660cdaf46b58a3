/* What the machine can do, so that times can be read as ratios. */
#define _POSIX_C_SOURCE 200809L
#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum { ORDER = 1000, REPEATS = 8, COPY_BYTES = 1 << 28, EXPS = 1 << 16 };

double bench_seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *need(void *block) {
    if (!block)
        abort();
    return block;
}

static double dgemm_rate(void) {
    size_t cells = (size_t)ORDER * ORDER;
    double *a = need(malloc(2 * cells * sizeof *a)), *c = a + cells, best = INFINITY;
    for (size_t i = 0; i < cells; i++)
        a[i] = (double)(i % 7) - 3.0;
    for (int i = 0; i < REPEATS; i++) {
        double start = bench_seconds();
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, ORDER, ORDER, ORDER, 1, a, ORDER, a, ORDER, 0, c, ORDER);
        best = fmin(best, bench_seconds() - start);
    }
    free(a);
    return 2.0 * ORDER * ORDER * (double)ORDER / best;
}

static double copy_rate(void) {
    char *from = need(malloc(2 * (size_t)COPY_BYTES)), *to = from + COPY_BYTES;
    memset(from, 1, 2 * (size_t)COPY_BYTES);
    double best = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        double start = bench_seconds();
        memcpy(to, from, COPY_BYTES);
        best = fmin(best, bench_seconds() - start);
        from[i] = to[COPY_BYTES - 1 - i]; /* so that the copy is not left out */
    }
    free(from);
    return 2.0 * COPY_BYTES / best;
}

static void exps(double *values) {
#ifdef BENCH_SLEEF
    if (__builtin_cpu_supports("avx512f")) {
        bench_sleef_exps(values, EXPS);
        return;
    }
#endif
    for (size_t i = 0; i < EXPS; i++)
        values[i] = exp(values[i]);
}

static double exp_time(void) {
    double *values = need(malloc(EXPS * sizeof *values)), best = INFINITY;
    for (int i = 0; i < 10 * REPEATS; i++) {
        for (size_t j = 0; j < EXPS; j++)
            values[j] = -20.0 * (double)j / EXPS;
        double start = bench_seconds();
        exps(values);
        best = fmin(best, bench_seconds() - start);
    }
    free(values);
    return best / EXPS;
}

yardsticks bench_yardsticks(void) { return (yardsticks){dgemm_rate(), copy_rate(), exp_time()}; }
