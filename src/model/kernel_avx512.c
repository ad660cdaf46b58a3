/* The kernel with 512-bit vectors. */
#include <immintrin.h>

#define NAME(function) function##_avx512
#define LANES          8
#define TILE_ROWS      6
#define TILE_FEATURES  5
#define PAIR_ROWS      4
#define PAIR_FEATURES  4
typedef __m512d vec;

#define v_set1                _mm512_set1_pd
#define v_zero                _mm512_setzero_pd
#define v_load                _mm512_loadu_pd
#define v_store               _mm512_storeu_pd
#define v_sub                 _mm512_sub_pd
#define v_mul                 _mm512_mul_pd
#define v_fma                 _mm512_fmadd_pd
#define v_add                 _mm512_add_pd
#define v_max                 _mm512_max_pd
#define v_min                 _mm512_min_pd
#define v_fnma                _mm512_fnmadd_pd
#define FIRST_LANES(n)        ((__mmask8)((1u << (n)) - 1u))
#define v_load_part(p, n)     _mm512_maskz_loadu_pd(FIRST_LANES(n), p)
#define v_store_part(p, v, n) _mm512_mask_storeu_pd(p, FIRST_LANES(n), v)

/* An estimate of 1 / sqrt(d) to 14 bits, then Goldschmidt's iteration, which doubles the right bits of the root g and
 * of its half inverse h twice: much faster than the machine's square root and division. d is held below 1e300 (K is 0
 * there) and taken as 0 below 1e-290, so that nothing overflows. */
static inline __attribute__((always_inline)) vec v_root(vec d, vec *half) {
    __mmask8 positive = _mm512_cmp_pd_mask(d, v_set1(1e-290), _CMP_GT_OQ);
    d = _mm512_min_pd(d, v_set1(1e300));
    vec y = _mm512_maskz_rsqrt14_pd(positive, d);
    vec g = v_mul(d, y), h = v_mul(v_set1(0.5), y);
    for (int pass = 0; pass < 2; pass++) {
        vec r = v_fnma(g, h, v_set1(0.5));
        g = v_fma(g, r, g);
        h = v_fma(h, r, h);
    }
    *half = h;
    return g;
}

/* Rows become columns: pairs of lanes first, then pairs of pairs, then halves. */
static inline __attribute__((always_inline)) void v_transpose(vec v[8]) {
    vec a[8], b[8];
    for (int i = 0; i < 8; i += 2) {
        a[i] = _mm512_unpacklo_pd(v[i], v[i + 1]);
        a[i + 1] = _mm512_unpackhi_pd(v[i], v[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        for (int j = i; j < i + 2; j++) {
            b[j] = _mm512_shuffle_f64x2(a[j], a[j + 2], 0x88);
            b[j + 2] = _mm512_shuffle_f64x2(a[j], a[j + 2], 0xdd);
        }
    }
    for (int i = 0; i < 4; i++) {
        v[i] = _mm512_shuffle_f64x2(b[i], b[i + 4], 0x88);
        v[i + 4] = _mm512_shuffle_f64x2(b[i], b[i + 4], 0xdd);
    }
}

/*
 * e^x for x <= 0. Written out because a function call, such as SLEEF's exp, makes the compiler save every register:
 * see docs/performance.md.
 *
 *     x = k ln 2 + r, k a multiple of 1/16, |r| <= ln(2) / 32
 *     e^x = 2^floor(k) T (1 + r + r^2 p(r)),   T = 2^(k - floor(k)) from a table,   p near (e^r - 1 - r) / r^2
 *
 * Adding 1.5 2^48 rounds k to four binary places and puts these into the last bits, which index the table. p is the
 * Chebyshev interpolation of degree 4, off by less than 3e-17 in r^2 p(r). ln 2 is split so that k times its first part
 * is exact. Large negative x, including -infinity, gives 0; nothing is NaN.
 */
static inline __attribute__((always_inline)) vec v_exp(vec x) {
    static const double powers[16] = {
        0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
        0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
        0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
        0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
    static const double c[] = {0x1.6c17bb5ebddb4p-10, 0x1.11120b03cd855p-7, 0x1.555555551946fp-5, 0x1.55555554dd388p-3,
                               0x1.0000000000000p-1};
    x = v_max(x, v_set1(-746.0));
    vec shifted = v_fma(x, v_set1(0x1.71547652b82fep+0), v_set1(0x1.8p+48));
    vec power = _mm512_permutex2var_pd(v_load(powers), _mm512_castpd_si512(shifted), v_load(powers + 8));
    vec k = v_sub(shifted, v_set1(0x1.8p+48));
    vec r = v_fnma(k, v_set1(0x1.62e42feep-1), x);
    r = v_fnma(k, v_set1(0x1.a39ef35793c76p-33), r);
    vec p = v_set1(c[0]);
    for (int i = 1; i < 5; i++)
        p = v_fma(p, r, v_set1(c[i]));
    p = v_fma(v_mul(r, r), p, r);
    return _mm512_scalef_pd(v_fma(power, p, power), k);
}

#include "model/kernel_vector.h"

#include "model/kernel_pull_rows.h"

#include "model/kernel_pairs.h"

LAB_KERNEL_OPS(avx512);
