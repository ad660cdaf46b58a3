/*
 * Bytes in, from a file, standard input ("-") or memory; gzip is recognised by its magic bytes and unpacked on the way.
 *
 * Some readers need to go back (a LIBSVM table's width is known only at its end) or to jump (a NPY table in Fortran
 * order). Where the source cannot, its bytes are first copied to an unnamed temporary file in TMPDIR or /tmp.
 */
#ifndef LAB_IO_STREAM_H
#define LAB_IO_STREAM_H

#include <stdint.h>

#include "source.h"

typedef struct io_stream io_stream;

bool io_stream_open(const char *path, io_stream **stream, io_error *error);
/* The bytes are borrowed, not copied; `name` stands for the path. */
bool io_stream_open_memory(const void *bytes, size_t size, const char *name, io_stream **stream, io_error *error);
void io_stream_close(io_stream *stream);

/* For messages: 'path' in quotes, or standard input. */
const char *io_stream_name(const io_stream *stream);

/* At least one byte, up to `capacity`; *got is 0 only at the end. Does not wait for more than one read gives. */
bool io_stream_read(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error);
/* Fewer than `capacity` bytes only at the end. */
bool io_stream_read_full(io_stream *stream, void *bytes, size_t capacity, size_t *got, io_error *error);

/* A look at the beginning, before anything is read: at least a line, unless the first IO_PEEK bytes have none. What is
 * seen is read again later. The bytes stay valid until the next call on the stream. */
enum { IO_PEEK = 65536 };
bool io_stream_peek(io_stream *stream, const char **bytes, size_t *count, io_error *error);

/* Unpacked bytes still to be read: true only if it is known without reading. */
bool io_stream_left(const io_stream *stream, uint64_t *left);

/* Marks this position: io_stream_rewind goes back to it and, if `seek`, io_stream_seek goes to any offset from it. */
bool io_stream_keep(io_stream *stream, bool seek, io_error *error);
bool io_stream_rewind(io_stream *stream, io_error *error);
void io_stream_seek(io_stream *stream, uint64_t offset);

#endif
