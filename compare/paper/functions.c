#include "functions.h"

#include <math.h>

#include "baselines/random.h"

#define PI 3.14159265358979323846

/* sin(x^3) */
static double sine_of_cube(const double *x) { return sin(x[0] * x[0] * x[0]); }

/* f1 = (1 + sin(2 x1 + 3 x2)) / (3.5 + sin(x1 - x2)) */
static double f1(const double *x) { return (1.0 + sin(2.0 * x[0] + 3.0 * x[1])) / (3.5 + sin(x[0] - x[1])); }

/* f2 = 10 sin(pi x1 x2) + 20 (x3 - 0.5)^2 + 5 x4 + 10 x5 + 0 x6 */
static double f2(const double *x) {
    double third = x[2] - 0.5;
    return 10.0 * sin(PI * x[0] * x[1]) + 20.0 * third * third + 5.0 * x[3] + 10.0 * x[4];
}

/* f3 = exp(2 pi x1 sin(x4) + sin(x2 x3)) */
static double f3(const double *x) { return exp(2.0 * PI * x[0] * sin(x[3]) + sin(x[1] * x[2])); }

const test_function functions[FUNCTIONS] = {
    {"sin(x^3)", 1, 0.0, 0.8 * PI, 0.4, sine_of_cube},
    {"f1", 2, -2.0, 2.0, 0.1, f1},
    {"f2", 6, -1.0, 1.0, 0.1, f2},
    {"f3", 4, -0.25, 0.25, 0.1, f3},
};

static double variance(const double *y, size_t n) {
    double mean = 0.0, sum = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += y[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        sum += (y[i] - mean) * (y[i] - mean);
    return sum / (double)n;
}

void functions_draw(const test_function *f, uint64_t seed, size_t n, double *x, double *y) {
    generator g = random_from(seed);
    for (size_t i = 0; i < n * f->m; i++)
        x[i] = f->low + (f->high - f->low) * random_unit(&g);
    for (size_t i = 0; i < n; i++)
        y[i] = f->value(x + i * f->m);
    double deviation = sqrt(f->noise * variance(y, n));
    for (size_t i = 0; i < n; i++)
        y[i] += deviation * random_normal(&g);
}
