/* Compiled with the flags of its instruction set: see src/CMakeLists.txt. */
#define VARIANT portable
#include "base/sweep_isa.h"
