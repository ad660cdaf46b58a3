/* SLEEF's vector exp, for the yardstick. This file alone is compiled for AVX-512, and called only where that is there.
 */
#include <immintrin.h>
#include <sleef.h>

#include "bench.h"

void bench_sleef_exps(double *values, size_t n) {
    for (size_t i = 0; i + 8 <= n; i += 8)
        _mm512_storeu_pd(values + i, Sleef_expd8_u10avx512f(_mm512_loadu_pd(values + i)));
}
