/* SLEEF's vector exp, for the yardstick. Only this file is compiled for AVX-512, and only machines with it call it. */
#include <immintrin.h>
#include <sleef.h>

#include "bench.h"

void bench_sleef_exps(double *values, size_t n) {
    for (size_t i = 0; i + 8 <= n; i += 8)
        _mm512_storeu_pd(values + i, Sleef_expd8_u10avx512f(_mm512_loadu_pd(values + i)));
}
