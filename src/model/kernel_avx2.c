/* The kernel with 256-bit vectors and fused multiply-add. */
#include <immintrin.h>

#define NAME(function) lab_kernel_##function##_avx2
#define LANES          4
#define TILE_ROWS      4
#define TILE_FEATURES  3
typedef __m256d vec;

#define v_set1  _mm256_set1_pd
#define v_zero  _mm256_setzero_pd
#define v_load  _mm256_loadu_pd
#define v_store _mm256_storeu_pd
#define v_add   _mm256_add_pd
#define v_sub   _mm256_sub_pd
#define v_mul   _mm256_mul_pd
#define v_max   _mm256_max_pd
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

#include "model/kernel_exp.h"
#include "model/kernel_vector.h"
