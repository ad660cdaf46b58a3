/* Vector instructions: those of the machine, asked at run time, and those that a file is compiled for. */
#ifndef LAB_CPU_H
#define LAB_CPU_H

#include <stddef.h>

/* Of a register. GCC keeps wider vector types in memory, ten times slower. */
#if defined(__AVX512F__)
#define LAB_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define LAB_VECTOR_BYTES 32
#else
#define LAB_VECTOR_BYTES 16
#endif

/* The instruction sets that were built, best first, and how many of them this machine lacks. */
#ifdef LABRBF_X86_KERNELS
#define LAB_CPU_VARIANTS(V) V(avx512), V(avx2), V(portable)
static inline size_t lab_cpu_lacks(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return 2;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? 0 : 1;
}
#else
#define LAB_CPU_VARIANTS(V) V(portable)
static inline size_t lab_cpu_lacks(void) { return 0; }
#endif

#endif
