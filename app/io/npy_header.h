/* The header of a NPY file: a Python dictionary that says type, order and shape. */
#ifndef LAB_IO_NPY_HEADER_H
#define LAB_IO_NPY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IO_NPY_DIMENSIONS_MAX = 32, IO_NPY_TYPE_MAX = 16 };

typedef struct io_npy_header {
    char type[IO_NPY_TYPE_MAX]; /* "<f8"; "" for a structured type, or one that is too long to be of use here */
    bool fortran;
    size_t dimensions;
    uint64_t shape[IO_NPY_DIMENSIONS_MAX];
} io_npy_header;

/* Reads the dictionary text[0 .. length). Keys may come in any order, each exactly once. */
bool io_npy_header_parse(const char *text, size_t length, io_npy_header *header);

#endif
