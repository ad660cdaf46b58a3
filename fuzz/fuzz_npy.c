/* Fuzz target: the NPY reader. */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_table(data, size, "fuzz.npy", NULL, IO_NUMBERS);
    return 0;
}
