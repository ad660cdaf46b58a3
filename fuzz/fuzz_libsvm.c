/* Fuzz target: the LIBSVM reader, with the number of features found and given. */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const io_options given = {.libsvm_features = 7};
    fuzz_table(data, size, "fuzz.libsvm", NULL, IO_NUMBERS);
    fuzz_table(data, size, "fuzz.libsvm", &given, IO_NUMBERS);
    return 0;
}
