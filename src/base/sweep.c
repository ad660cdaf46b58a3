#include "base/sweep.h"

#include "base/cpu.h"

#ifdef LABRBF_X86_KERNELS
const lab_sweeps *lab_sweep_variant(size_t index) {
    const lab_sweeps *const all[] = {&lab_sweep_avx512, &lab_sweep_avx2, &lab_sweep_portable};
    size_t at = LAB_CPU_AVX512 - lab_cpu() + index;
    return at < sizeof all / sizeof all[0] ? all[at] : NULL;
}
#else
const lab_sweeps *lab_sweep_variant(size_t index) { return index == 0 ? &lab_sweep_portable : NULL; }
#endif

const lab_sweeps *lab_sweep(void) { return lab_sweep_variant(0); }
