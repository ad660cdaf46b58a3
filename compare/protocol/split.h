/* Training and test rows of a repeat. They depend on the seed and the repeat alone, so every method gets the same. */
#ifndef COMPARE_SPLIT_H
#define COMPARE_SPLIT_H

#include <stddef.h>
#include <stdint.h>

typedef struct split {
    size_t *rows; /* all that take part, in some order, the training rows first */
    size_t n_train, n_test;
} split;

/* ceil(share n), the paper's rule for 80 %. */
size_t split_train_rows(size_t n, double share);

/* A random split: every subset of n_train rows is as likely. */
split split_random(size_t n, size_t n_train, uint64_t seed, size_t repeat);

/* The first n_train rows for training, for data with a given split. */
split split_given(size_t n, size_t n_train);

/* The same for the n rows from `first` on. */
split split_block(size_t first, size_t n, size_t n_train);

void split_free(split *s);

/* What is random in repeat `repeat` beside its split: the methods, the folds of a tuning. */
uint64_t split_method_seed(uint64_t seed, size_t repeat);
uint64_t split_fold_seed(uint64_t seed, size_t repeat);

#endif
