/* The operations for one instruction set; VARIANT names it. Included by sweep_VARIANT.c. The compiler vectorises. */
#include <math.h>
#include <stdint.h>

#include "base/cpu.h"
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

/*
 * e^x = 2^k e^r with k the whole number nearest to x / ln 2, so that |r| <= ln 2 / 2, and e^r by its series, whose 14th
 * term is below 1e-17. Adding 1.5 2^52 rounds to whole numbers and leaves k in the lowest bits. ln 2 is split into 33
 * bits, whose products with k are exact, and a remainder.
 */
static inline double power_of_e(double x) {
    enum { LAST = 13 };
    static const double round = 0x1.8p52, log2_high = 0x1.62e42feep-1, log2_low = 0x1.a39ef35793c76p-33;
    static const double terms[LAST + 1] = {
        1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    union {
        double number;
        uint64_t bits;
    } whole, power;
    x = x > 600.0 ? 600.0 : x;
    x = x < -600.0 ? -600.0 : x;
    whole.number = x * 0x1.71547652b82fep0 + round;
    double k = whole.number - round, r = x - k * log2_high - k * log2_low, sum = terms[LAST];
    for (int term = LAST - 1; term >= 0; term--)
        sum = terms[term] + sum * r;
    power.bits = (whole.bits + 1023) << 52;
    return sum * power.number;
}

static void grow(size_t n, const double *restrict x, double low, double high, double *restrict y) {
    for (size_t i = 0; i < n; i++) {
        double grown = y[i] * power_of_e(x[i]);
        grown = grown > high ? high : grown;
        y[i] = grown < low ? low : grown;
    }
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

const lab_sweeps LAB_CPU_NAME(lab_sweep) = {LAB_CPU_TEXT, to_single,   add,  scale, add_single,
                                            scale_single, standardize, grow, adam};
