/*
 * What the cells of a column say when they need not be numbers: labels, or times. See io_meaning in source.h.
 *
 * A column of IO_NUMBERS_OR_TEXT is decided by its first value. So a stray word among numbers stays an error that names
 * its line, and so does a word in front of a column that turns out to be of numbers.
 */
#ifndef LAB_IO_ROLE_H
#define LAB_IO_ROLE_H

#include <stdint.h>

#include "csv_cells.h"
#include "dictionary.h"
#include "report.h"

typedef enum io_role_kind {
    IO_ROLE_NUMBERS,   /* the same as no role at all */
    IO_ROLE_UNDECIDED, /* IO_NUMBERS_OR_TEXT before the first value */
    IO_ROLE_TEXT,      /* IO_NUMBERS_OR_TEXT, and it is text */
    IO_ROLE_DATES,     /* IO_NUMBERS_OR_TEXT, and it is dates */
    IO_ROLE_LABELS,
    IO_ROLE_KNOWN,      /* labels that are known before */
    IO_ROLE_TIMES,      /* IO_TIMES before the first value */
    IO_ROLE_TIME_DATES, /* dates */
    IO_ROLE_TIME_NUMBERS
} io_role_kind;

typedef struct io_role {
    io_role_kind kind;
    io_dictionary labels;
    size_t present, numbers, strange;
    size_t different;   /* values before the first that was there already */
    uint64_t text_line; /* of the first value that was text */
    io_quote example;   /* the first label; of IO_ROLE_KNOWN, the first that is not known */
} io_role;

typedef enum io_role_answer { IO_ROLE_GOOD, IO_ROLE_BAD, IO_ROLE_NO_MEMORY } io_role_answer;

/* Reads a cell of a column that is not IO_ROLE_NUMBERS. */
io_role_answer io_role_read(io_role *role, io_csv_cell cell, uint64_t line, double *value);

/* Would io_role_read call this cell bad? Changes nothing. */
bool io_role_refuses(const io_role *role, io_csv_cell cell);

/* At the end of the table: a column that began with text, but is mostly numbers. */
bool io_role_is_mixed(const io_role *role);

void io_role_free(io_role *role);

#endif
