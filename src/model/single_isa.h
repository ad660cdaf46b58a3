/*
 * Prediction in single precision for one instruction set; VARIANT names it. Included by single_VARIANT.c. Vectors
 * use the compiler's vector types, as wide as a register; LAB_SINGLE_LANES sums of every row are kept
 * whatever their width, so that all instruction sets give the same bits.
 */
#include <stdint.h>

#include "base/cpu.h"
#include "model/single.h"

typedef float vec __attribute__((vector_size(LAB_VECTOR_BYTES)));
typedef float loose_vec __attribute__((vector_size(LAB_VECTOR_BYTES), aligned(4), may_alias));
typedef int32_t bits __attribute__((vector_size(LAB_VECTOR_BYTES)));
enum { LANES = LAB_VECTOR_BYTES / sizeof(float), PARTS = LAB_SINGLE_LANES / LANES, TILE_ROWS = 4 };

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE vec load(const float *from) { return *(const loose_vec *)from; }

/* sqrt(d) = d / sqrt(d): an estimate from the bits of d, within 3.5 %, and three Newton steps, which leave 4e-11. */
ALWAYS_INLINE vec root(vec d) {
    const vec far = (vec){0} + 1e30f; /* K is 0 there; larger squares might overflow */
    const bits near = d < far;
    d = (vec)(((bits)d & near) | ((bits)far & ~near));
    vec y = (vec)(0x5f375a86 - ((bits)d >> 1));
    for (int pass = 0; pass < 3; pass++)
        y *= 1.5f - 0.5f * d * y * y;
    return d * y;
}

/*
 * e^x for x <= 0, 0 below -87, where the result would be subnormal.
 *
 *     x = n ln 2 + r, |r| <= ln(2) / 2;   e^x = 2^n (1 + r + r^2 p(r))
 *
 * Adding 1.5 2^23 rounds n and puts it into the low bits, from where it is shifted to the exponent. p is the Chebyshev
 * interpolation of degree 4 to (e^r - 1 - r) / r^2, off by 0.2 2^-24.
 */
ALWAYS_INLINE vec power(vec x) {
    bits normal = x > -87.0f;
    x = (vec)((bits)x & normal);
    vec shifted = x * 0x1.715476p+0f + 0x1.8p+23f;
    vec n = shifted - 0x1.8p+23f;
    vec r = x - n * 0x1.62e4p-1f - n * 0x1.7f7d1cp-20f;
    vec p = 0x1.6d1606p-10f * r + 0x1.12106cp-7f;
    p = p * r + 0x1.555516p-5f;
    p = p * r + 0x1.5554d8p-3f;
    p = p * r + 0x1p-1f;
    p = r * r * p + r + 1.0f;
    return (vec)(((bits)p + ((bits)shifted << 23)) & normal);
}

#define v_set1(x)      ((vec){0} + (float)(x))
#define v_neg(x)       (-(x))
#define v_mul(a, b)    ((a) * (b))
#define v_fma(a, b, c) ((a) * (b) + (c))
#define v_exp(x)       power(x)

/* Without 1 / (2 sqrt(d)), since kappa is not needed here. s is at most 1e15: s^2 is finite and K is 0 there. */
ALWAYS_INLINE vec v_root(vec d, vec *half) {
    *half = (vec){0};
    return root(d);
}

#include "model/kernel_profile.h"

/* The sum over all supports for `tile` rows. */
ALWAYS_INLINE void dot_tile(const size_t profile, const lab_single *s, const float *rows, const size_t tile,
                            float *out) {
    vec sums[TILE_ROWS][PARTS];
    for (size_t r = 0; r < tile; r++)
        for (size_t p = 0; p < PARTS; p++)
            sums[r][p] = (vec){0};
    for (size_t i = 0; i < s->stride; i += LAB_SINGLE_LANES)
        for (size_t p = 0; p < PARTS; p++) {
            vec d[TILE_ROWS];
            for (size_t r = 0; r < tile; r++)
                d[r] = (vec){0};
            const float *x = s->x + i + p * LANES, *theta = s->theta + i + p * LANES;
            for (size_t m = 0; m < s->n_features; m++, x += s->stride, theta += s->stride) {
                for (size_t r = 0; r < tile; r++) {
                    vec u = load(theta) * (rows[r * s->n_features + m] - load(x));
                    d[r] += u * u;
                }
            }
            for (size_t r = 0; r < tile; r++) {
                vec kappa;
                sums[r][p] += load(s->alpha + i + p * LANES) * profile_of(profile, d[r], &kappa);
            }
        }
    for (size_t r = 0; r < tile; r++) {
        float lanes[LAB_SINGLE_LANES];
        for (size_t p = 0; p < PARTS; p++)
            *(loose_vec *)(lanes + p * LANES) = sums[r][p];
        for (size_t width = LAB_SINGLE_LANES / 2; width > 0; width /= 2)
            for (size_t i = 0; i < width; i++)
                lanes[i] += lanes[i + width];
        out[r] = lanes[0];
    }
}

ALWAYS_INLINE void dot_rows(const size_t profile, const lab_single *s, const float *rows, size_t n_rows, float *out) {
    size_t r = 0;
    for (; r + TILE_ROWS <= n_rows; r += TILE_ROWS)
        dot_tile(profile, s, rows + r * s->n_features, TILE_ROWS, out + r);
    for (; r < n_rows; r++)
        dot_tile(profile, s, rows + r * s->n_features, 1, out + r);
}

/* Compiled for each profile. */
void LAB_CPU_NAME(lab_single_dot)(const lab_single *single, const float *rows, size_t n_rows, float *out) {
    switch (single->profile) {
#define CASE(ID, word, formula)                                                                                        \
    case LAB_##ID:                                                                                                     \
        dot_rows(LAB_##ID, single, rows, n_rows, out);                                                                 \
        break;
        LAB_KERNEL_PROFILES(CASE)
#undef CASE
    }
}
