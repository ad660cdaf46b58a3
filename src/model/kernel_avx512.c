/* The kernel with 512-bit vectors. */
#include <immintrin.h>

#define NAME(function) lab_kernel_##function##_avx512
#define LANES          8
#define TILE_ROWS      6
#define TILE_FEATURES  5
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
#define v_fnma                _mm512_fnmadd_pd
#define v_scale               _mm512_scalef_pd
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

#include "model/kernel_exp.h"
#include "model/kernel_vector.h"
