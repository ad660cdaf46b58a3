/* Pieces of the benchmark: clock, yardsticks, data, and the rows it prints. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

double bench_seconds(void);

/* What the machine can do, measured in this run on one core. */
typedef struct yardsticks {
    double dgemm;  /* floating-point operations a second, 1000 x 1000 */
    double copy;   /* bytes a second, read and written, far larger than the caches */
    double vector; /* seconds for a value of SLEEF's vector exp; libm's exp where SLEEF or AVX-512 is missing */
} yardsticks;
yardsticks bench_yardsticks(void);

/* e^x of n values (a multiple of 8) in place, by SLEEF; only where AVX-512 is. */
void bench_sleef_exps(double *values, size_t n);

/* A table of n rows with m features: the named data set in the folder LABRBF_DATA if it is there (its own n and m, the
 * last column the label), else generated: a smooth function of the features with a little noise. */
typedef struct bench_data {
    size_t n, m;
    double *x, *y;
    const char *name; /* of the set, or "generated" */
} bench_data;
bench_data bench_load(const char *set, size_t n, size_t m);
void bench_free(bench_data *data);

/* One row: a case, its parameters, what it took, and the yardstick's time for it. */
void bench_row(const char *what, const char *parameters, double seconds, const char *yardstick, double yard_seconds);

#endif
