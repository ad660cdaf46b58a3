/* Vector instructions: those of the machine, asked at run time, and those that a file is compiled for. */
#ifndef LAB_CPU_H
#define LAB_CPU_H

/* Of a register. GCC keeps wider vector types in memory, ten times slower. */
#if defined(__AVX512F__)
#define LAB_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define LAB_VECTOR_BYTES 32
#else
#define LAB_VECTOR_BYTES 16
#endif

typedef enum lab_cpu_level { LAB_CPU_PORTABLE, LAB_CPU_AVX2, LAB_CPU_AVX512 } lab_cpu_level;

static inline lab_cpu_level lab_cpu(void) {
#ifdef LABRBF_X86_KERNELS
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return LAB_CPU_PORTABLE;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? LAB_CPU_AVX512 : LAB_CPU_AVX2;
#else
    return LAB_CPU_PORTABLE;
#endif
}

#endif
