/* Fuzz target: the CSV reader, with the header found, given and absent. */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int header = IO_HEADER_AUTO; header <= IO_HEADER_NO; header++) {
        const io_options options = {.header = (io_header)header};
        fuzz_table(data, size, "fuzz.csv", &options);
    }
    return 0;
}
