#include "base/sweep.h"

#include "base/cpu.h"

LAB_CPU_CHOOSE(const lab_sweeps, lab_sweep)
