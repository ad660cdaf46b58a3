/* Fuzz target: the CSV reader, with the header found, given and absent, and with every meaning of the columns. */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int header = IO_HEADER_AUTO; header <= IO_HEADER_NO; header++) {
        const io_options options = {.header = (io_header)header};
        for (int meaning = IO_NUMBERS; meaning <= IO_TIMES; meaning++)
            fuzz_table(data, size, "fuzz.csv", &options, (io_meaning)meaning);
    }
    return 0;
}
