/*
 * The test functions of the paper's appendix, with the domain and the noise of its figures. As printed, but for two
 * gaps: the domain of f1 is printed as [-2, -2]^2, which can only mean [-2, 2]^2, and that of sin(x^3) is not printed:
 * here it is [0, 0.8 pi], the toy's.
 */
#ifndef COMPARE_FUNCTIONS_H
#define COMPARE_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

typedef struct test_function {
    const char *name;
    size_t m;         /* features */
    double low, high; /* each is drawn uniformly from [low, high) */
    double noise;     /* variance of the noise, in variances of the noiseless labels */
    double (*value)(const double *x);
} test_function;

enum { FUNCTIONS = 4 };
extern const test_function functions[FUNCTIONS];

/* Draws n rows: x (n x m), and y (n), the function's values plus normal noise. The variance that the noise is measured
 * by is that of the n values. */
void functions_draw(const test_function *f, uint64_t seed, size_t n, double *x, double *y);

#endif
