/*
 * Cells that are carried along as text, beside the numbers of io_select: a column may be kept, selected, both or
 * neither. A kept cell is what it says in the table, without quotes and without blanks outside them, whether that is a
 * number or not; text that is not UTF-8 is taken as Latin-1. In tables of numbers alone (NPY, LIBSVM) it is the
 * shortest decimal of the number, and nothing for NaN.
 */
#ifndef LAB_IO_KEEP_H
#define LAB_IO_KEEP_H

#include "names.h"

/* Keeps these columns, in this order, no column twice. Call before the first row is read. */
bool io_keep(io_source *source, const size_t *columns, size_t count, io_error *error);

/* As io_read. The kept cells, row after row, take the place of what is in `kept`. */
bool io_read_kept(io_source *source, double *cells, size_t capacity, size_t *rows, io_names *kept, io_error *error);

#endif
