#include "split.h"

#include <math.h>
#include <stdlib.h>

#include "baselines/memory.h"
#include "baselines/random.h"

enum { PART_METHOD = 1, PART_FOLDS = 2 };

size_t split_train_rows(size_t n, double share) {
    const double slack = 1e-9; /* 0.7 x 10 is 7 rows, though the product of the doubles may be a little more */
    double rows = ceil(share * (double)n - slack * (double)n);
    return rows > 0 ? (size_t)rows : 0;
}

split split_block(size_t first, size_t n, size_t n_train) {
    split s = {.rows = memory_sizes(n), .n_train = n_train, .n_test = n - n_train};
    for (size_t i = 0; i < n; i++)
        s.rows[i] = first + i;
    return s;
}

split split_given(size_t n, size_t n_train) { return split_block(0, n, n_train); }

split split_random(size_t n, size_t n_train, uint64_t seed, size_t repeat) {
    split s = split_given(n, n_train);
    generator g = random_from(random_derive(seed, repeat));
    random_shuffle(&g, s.rows, n);
    return s;
}

void split_free(split *s) {
    free(s->rows);
    s->rows = NULL;
}

uint64_t split_method_seed(uint64_t seed, size_t repeat) {
    return random_derive(random_derive(seed, repeat), PART_METHOD);
}

uint64_t split_fold_seed(uint64_t seed, size_t repeat) {
    return random_derive(random_derive(seed, repeat), PART_FOLDS);
}
