/* The sweeps of one instruction set; VARIANT names it. Included by sweep_VARIANT.c. The compiler makes the vectors. */
#include <math.h>

#include "base/sweep.h"

static void to_single(size_t n, const double *restrict x, double shift, float *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] = (float)(x[i] - shift);
}

static void standardize(size_t n, const double *restrict x, const double *restrict center, const double *restrict scale,
                        const double *restrict mean, double far, double *restrict y) {
    for (size_t i = 0; i < n; i++) {
        double v = ((x[i] == x[i] ? x[i] : mean[i]) - center[i]) / scale[i];
        v = v > far ? far : v;
        y[i] = v < -far ? -far : v;
    }
}

static void add(size_t n, const double *restrict x, double *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] += x[i];
}

static void scale(size_t n, double factor, const double *restrict a, const double *restrict b, double *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] *= factor * a[i] * b[i];
}

static void add_single(size_t n, float factor, const float *restrict x, float *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] += factor * x[i];
}

static void scale_single(size_t n, float factor, float *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] *= factor;
}

static void adam(size_t n, const lab_sweep_moments *moments, const double *restrict g, double *restrict p) {
    const lab_sweep_moments m = *moments;
    double *restrict first = m.first, *restrict second = m.second;
    for (size_t i = 0; i < n; i++) {
        first[i] = m.decay1 * first[i] + (1.0 - m.decay1) * g[i];
        second[i] = m.decay2 * second[i] + (1.0 - m.decay2) * g[i] * g[i];
        p[i] -= m.rate * first[i] / (sqrt(second[i] * m.correct) + m.epsilon);
    }
}

#define TABLE_OF_(isa) lab_sweep_##isa
#define TABLE_OF(isa)  TABLE_OF_(isa)
#define TEXT_OF_(isa)  #isa
#define TEXT_OF(isa)   TEXT_OF_(isa)

const lab_sweeps TABLE_OF(VARIANT) = {TEXT_OF(VARIANT), to_single,    add,         scale,
                                      add_single,       scale_single, standardize, adam};
