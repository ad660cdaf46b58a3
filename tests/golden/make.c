/*
 * Makes the golden model: golden_make FOLDER writes model-v1.lab and model-v1.txt (rows of three features and the two
 * predictions that the format's description gives) there. It needs nothing of the library, so that the file stays the
 * same whatever becomes of training. Never change what it writes to make a failing test pass: from now on every
 * labrbf reads this file.
 */
#include <stdio.h>

#include "golden.h"

enum { QUERIES = 40 };

/* Inside the training range, outside it, missing. */
static void write_predictions(FILE *file) {
    golden_part parts[GOLDEN_PARTS];
    uint64_t state = 1;
    golden_parts(parts);
    for (size_t q = 0; q < QUERIES; q++) {
        double row[GOLDEN_M] = {1.5 * golden_number(&state), 100 + 64 * golden_number(&state), (double)(q % 2)};
        long double out[GOLDEN_T];
        if (q % 6 == 2)
            row[q / 6 % GOLDEN_M] = NAN;
        golden_predict(parts, row, out);
        (void)fprintf(file, "%.17g %.17g %.17g %.17Lg %.17Lg\n", row[0], row[1], row[2], out[0], out[1]);
    }
}

int main(int argc, char **argv) {
    char lab[4096], txt[4096];
    if (argc != 2) {
        (void)fprintf(stderr, "usage: golden_make FOLDER\n");
        return 2;
    }
    (void)snprintf(lab, sizeof lab, "%s/model-v1.lab", argv[1]);
    (void)snprintf(txt, sizeof txt, "%s/model-v1.txt", argv[1]);
    model_image image = golden_image();
    FILE *file = fopen(lab, "wb");
    if (!file || fwrite(image.bytes, 1, image.size, file) != image.size || fclose(file) != 0)
        return 1;
    free(image.bytes);
    file = fopen(txt, "w");
    if (!file)
        return 1;
    write_predictions(file);
    return fclose(file) == 0 ? 0 : 1;
}
