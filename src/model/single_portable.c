/* Compiled with the flags of its instruction set: see src/CMakeLists.txt. */
#define VARIANT portable
#include "model/single_isa.h"
