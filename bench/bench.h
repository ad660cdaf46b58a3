/* Pieces of the benchmark: clock, yardsticks, data, cases that have a file of their own, and the rows it prints. */
#ifndef BENCH_H
#define BENCH_H

#include <labrbf/labrbf.h>
#include <stdbool.h>
#include <stddef.h>

/* Ends the program with a message; so does a status that is a failure. */
_Noreturn void fail(const char *message);
void check(labrbf_status status);

double bench_seconds(void);

/* What the machine can do, measured in this run on one core. */
typedef struct yardsticks {
    double dgemm;  /* floating-point operations a second, 1000 x 1000 */
    double copy;   /* bytes a second, read and written, far larger than the caches */
    double vector; /* seconds for a value of SLEEF's vector exp; libm's exp where SLEEF or AVX-512 is missing */
} yardsticks;
yardsticks bench_yardsticks(void);

/* e^x of n values (a multiple of 8) in place, by SLEEF; only on machines with AVX-512. */
void bench_sleef_exps(double *values, size_t n);

/* A table of n rows with m features: the named data set in the folder LABRBF_DATA if it is there (its own n and m, the
 * last column the label), else generated: a smooth function of the features with a little noise. */
typedef struct bench_data {
    size_t n, m;
    double *x, *y;
    const char *name; /* of the set, or "generated" */
} bench_data;
bench_data bench_load(const char *set, size_t n, size_t m);
bool bench_has(const char *set); /* the named data set is there */
void bench_free(bench_data *data);

/* A setting from a number. */
void bench_set(labrbf_settings *settings, const char *name, double value);
/* A trainer on the table; destroys the settings. */
labrbf_trainer *bench_start(labrbf_settings *settings, const bench_data *data);

/* One row: a case, its parameters, what it took, and the yardstick's time for it. */
void bench_row(const char *what, const char *parameters, double seconds, const char *yardstick, double yard_seconds);

/* The factorisations of labrbf-compare's methods. */
void bench_factors(const yardsticks *yard, bool quick);

/* The operations of a training step: an LU decomposition, the kernel and its pull-back. */
double step_flops(size_t s, size_t b, size_t m);

/* Mean time of `steps` consecutive steps of a real fit, after half as many that do not count. Destroys the trainer. */
double bench_step_time(labrbf_trainer *trainer, int steps);

/* Steps of the default preset. */
void bench_row_steps(const yardsticks *yard, bool quick);

/* The paper's nine data sets with its settings for them. */
typedef struct fit_case {
    const char *set;
    size_t s, b;
    double sigma0, rate;
    bool quick; /* small enough for --quick */
} fit_case;
enum { BENCH_PAPER_FITS = 9 };
extern const fit_case bench_paper_fits[BENCH_PAPER_FITS];
labrbf_settings *bench_paper_settings(const fit_case *c); /* the caller destroys them */

/* Whole fits of the data sets that are there; with `quick` only the small ones. */
void bench_fits(const yardsticks *yard, bool quick);

/* The kernel by differences and by a matrix product: rows on their speed, a table on their accuracy. Only where
 * bench_forms_run() is true: they are written for AVX-512. */
#ifdef BENCH_FORMS
bool bench_forms_run(void);
void bench_forms_speed(void);
void bench_forms_accuracy(void);
#else
static inline bool bench_forms_run(void) { return false; }
static inline void bench_forms_speed(void) {}
static inline void bench_forms_accuracy(void) {}
#endif

#endif
