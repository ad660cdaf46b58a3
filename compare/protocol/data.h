/* The rows that methods are compared on: a table in memory, features and target. */
#ifndef COMPARE_DATA_H
#define COMPARE_DATA_H

#include <stddef.h>

#include "io/source.h"
#include "sha256.h"

enum { DATA_NAME = 256 };

typedef struct data {
    char name[DATA_NAME];   /* of the data set, or the path */
    char target[DATA_NAME]; /* name of the target's column */
    size_t n, m;
    double *x;               /* n x m; missing values are NaN */
    double *y;               /* n */
    size_t fixed_train_rows; /* the first rows are for training, the others for test; 0: splits are random */
    size_t rows_per_repeat; /* drawn data: repeat r has so many rows of its own, from r times as many on; 0: all rows */
    char hash[SHA256_TEXT]; /* of the numbers above */
} data;

/* Which columns, in the words of the user; NULL: the last one is the target, all others are features. */
typedef struct data_columns {
    const char *target, *features, *drop;
} data_columns;

/* What went wrong: *misuse says whether it is what the user typed, rather than the file. */
bool data_read(const char *path, const data_columns *wanted, data *d, bool *misuse, io_error *error);
void data_free(data *d);

#endif
