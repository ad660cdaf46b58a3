/*
 * Files out, whole or not at all: written to a temporary file in the same folder, renamed on commit. If the name ends
 * with .gz, it is packed with gzip. The path "-" is standard output; a path that exists and is not a regular file
 * (/dev/stdout, a pipe) is written directly. A file that is replaced keeps its mode, and a link to it stays a link
 * (base/replace.h). Errors (a full disk) are noticed, kept, and reported by io_output_commit; standard output that
 * nobody reads any more ends the program.
 */
#ifndef LAB_IO_OUTPUT_H
#define LAB_IO_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "source.h"

typedef struct io_output io_output;

/* Is it standard output? */
bool io_output_is_standard(const char *path);

bool io_output_open(const char *path, io_output **output, io_error *error);
void io_output_bytes(io_output *output, const void *bytes, size_t count);
void io_output_text(io_output *output, const char *text);
/* A cell of a CSV or TSV table, in quotes, as RFC 4180 has it, if it needs them: for any delimiter, so that the one
 * that is used can be told from the first line. */
void io_output_cell(io_output *output, const char *text);
/* The shortest decimal that reads back to the same double; NaN as an empty cell. */
void io_output_number(io_output *output, double value);
/* Flushes, closes and renames; frees the output in every case. */
bool io_output_commit(io_output *output, io_error *error);
/* Could a regular file be written there? A block is written beside it and removed again, so that a full disk is
 * noticed. Returns 0, or an errno. */
int io_output_try(const char *path);
/* Throws the output away; what stood under the path before is untouched. Accepts NULL. */
void io_output_discard(io_output *output);

#endif
