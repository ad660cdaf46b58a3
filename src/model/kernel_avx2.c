/* The kernel with 256-bit vectors and fused multiply-add. */
#include <immintrin.h>

#define NAME(function) function##_avx2
#define LANES          4
#define TILE_ROWS      4
#define TILE_FEATURES  3
#define PAIR_ROWS      4
#define PAIR_FEATURES  2
typedef __m256d vec;

#define v_set1  _mm256_set1_pd
#define v_zero  _mm256_setzero_pd
#define v_load  _mm256_loadu_pd
#define v_store _mm256_storeu_pd
#define v_add   _mm256_add_pd
#define v_sub   _mm256_sub_pd
#define v_mul   _mm256_mul_pd
#define v_max   _mm256_max_pd
#define v_min   _mm256_min_pd
#define v_fma   _mm256_fmadd_pd
#define v_fnma  _mm256_fnmadd_pd

static inline __attribute__((always_inline)) __m256i first_lanes(size_t n) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)n), _mm256_set_epi64x(3, 2, 1, 0));
}
#define v_load_part(p, n)     _mm256_maskload_pd(p, first_lanes(n))
#define v_store_part(p, v, n) _mm256_maskstore_pd(p, first_lanes(n), v)

/* v 2^n for a whole n from -1077 to 0, by two factors, since 2^n alone may be below the smallest normal number. Adding
 * 1.5 2^52 puts n into the low bits of a double. */
static inline __attribute__((always_inline)) vec power_of_two(vec n) {
    __m256i bits = _mm256_castpd_si256(v_add(n, v_set1(0x1.8p+52 + 1023.0)));
    return _mm256_castsi256_pd(_mm256_slli_epi64(bits, 52));
}

static inline __attribute__((always_inline)) vec v_scale(vec v, vec n) {
    vec half = v_sub(v_fma(n, v_set1(0.5), v_set1(0x1.8p+52)), v_set1(0x1.8p+52)); /* rounded */
    return v_mul(v_mul(v, power_of_two(half)), power_of_two(v_sub(n, half)));
}

static inline __attribute__((always_inline)) vec v_root(vec d, vec *half) {
    vec positive = _mm256_cmp_pd(d, v_set1(1e-290), _CMP_GT_OQ);
    vec root = _mm256_sqrt_pd(_mm256_min_pd(d, v_set1(1e300)));
    *half = _mm256_and_pd(positive, _mm256_div_pd(v_set1(0.5), root));
    return _mm256_and_pd(positive, root);
}

static inline __attribute__((always_inline)) void v_transpose(vec v[4]) {
    vec low0 = _mm256_unpacklo_pd(v[0], v[1]), high0 = _mm256_unpackhi_pd(v[0], v[1]);
    vec low1 = _mm256_unpacklo_pd(v[2], v[3]), high1 = _mm256_unpackhi_pd(v[2], v[3]);
    v[0] = _mm256_permute2f128_pd(low0, low1, 0x20);
    v[1] = _mm256_permute2f128_pd(high0, high1, 0x20);
    v[2] = _mm256_permute2f128_pd(low0, low1, 0x31);
    v[3] = _mm256_permute2f128_pd(high0, high1, 0x31);
}

/* The whole number nearest to a x, below 2^51 in size: adding 1.5 2^52 rounds the fraction away. */
static inline __attribute__((always_inline)) vec v_round(vec x, double a) {
    return v_sub(v_fma(x, v_set1(a), v_set1(0x1.8p+52)), v_set1(0x1.8p+52));
}

/*
 * e^x for x <= 0. As in kernel_avx512.c, but without a table.
 *
 *     x = n ln 2 + r, |r| <= ln(2) / 2;   e^x = 2^n (1 + r + r^2 p(r)),   p near (e^r - 1 - r) / r^2
 *
 * p is the Chebyshev interpolation of degree 9, off by less than 2e-17 in r^2 p(r). ln 2 is split so that n times its
 * first part is exact. Large negative x, including -infinity, gives 0; nothing is NaN.
 */
static inline __attribute__((always_inline)) vec v_exp(vec x) {
    static const double c[] = {0x1.af38d53857513p-26, 0x1.2891a8c1d838dp-22, 0x1.71de0d9c145d0p-19,
                               0x1.a019b8ef67c6cp-16, 0x1.a01a01a7c8d47p-13, 0x1.6c16c17893833p-10,
                               0x1.11111111109adp-7,  0x1.5555555553d4fp-5,  0x1.5555555555556p-3,
                               0x1.0000000000000p-1};
    x = v_max(x, v_set1(-746.0));
    vec n = v_round(x, 0x1.71547652b82fep+0);
    vec r = v_fnma(n, v_set1(0x1.62e42feep-1), x);
    r = v_fnma(n, v_set1(0x1.a39ef35793c76p-33), r);
    vec p = v_set1(c[0]);
    for (int i = 1; i < 10; i++)
        p = v_fma(p, r, v_set1(c[i]));
    return v_scale(v_add(v_fma(v_mul(r, r), p, r), v_set1(1.0)), n);
}

#include "model/kernel_vector.h"

#include "model/kernel_pull_rows.h"

#include "model/kernel_pairs.h"

LAB_KERNEL_OPS(avx2);
