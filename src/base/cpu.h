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
#define LAB_CPU_VARIANTS(name) &name##_avx512, &name##_avx2, &name##_portable
static inline size_t lab_cpu_lacks(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return 2;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? 0 : 1;
}
#else
#define LAB_CPU_VARIANTS(name) &name##_portable
static inline size_t lab_cpu_lacks(void) { return 0; }
#endif

/* Defines name_variant(index), the versions name_ISA that this machine can run, best first, NULL past the end; and
 * name(), the best one. */
#define LAB_CPU_CHOOSE(type, name)                                                                                     \
    type *name##_variant(size_t index) {                                                                               \
        type *const all[] = {LAB_CPU_VARIANTS(name)};                                                                  \
        size_t at = lab_cpu_lacks() + index;                                                                           \
        return at < sizeof all / sizeof all[0] ? all[at] : NULL;                                                       \
    }                                                                                                                  \
    type *name(void) { return name##_variant(0); }

/* name_VARIANT, and VARIANT as text, in a file that is compiled for several. */
#define LAB_CPU_NAME(name)       LAB_CPU_JOIN(name, VARIANT)
#define LAB_CPU_TEXT             LAB_CPU_QUOTE(VARIANT)
#define LAB_CPU_JOIN(name, isa)  LAB_CPU_JOIN_(name, isa)
#define LAB_CPU_JOIN_(name, isa) name##_##isa
#define LAB_CPU_QUOTE(isa)       LAB_CPU_QUOTE_(isa)
#define LAB_CPU_QUOTE_(isa)      #isa

#endif
