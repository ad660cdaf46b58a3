/* Compiled with the flags of its instruction set: see src/CMakeLists.txt. */
#define VARIANT avx2
#include "model/single_isa.h"
