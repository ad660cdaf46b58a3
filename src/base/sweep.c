#include "base/sweep.h"

#include "base/cpu.h"

#define TABLE(isa) &lab_sweep_##isa
const lab_sweeps *lab_sweep_variant(size_t index) {
    const lab_sweeps *const all[] = {LAB_CPU_VARIANTS(TABLE)};
    size_t at = lab_cpu_lacks() + index;
    return at < sizeof all / sizeof all[0] ? all[at] : NULL;
}

const lab_sweeps *lab_sweep(void) { return lab_sweep_variant(0); }
