/* Bytes that have to wait: an unnamed temporary file in TMPDIR or /tmp, gone when it is closed. */
#ifndef LAB_IO_SPOOL_H
#define LAB_IO_SPOOL_H

#include "source.h"

/* Its descriptor; -1 after a failure. */
int io_spool_open(io_error *error);
bool io_spool_write(int fd, const void *bytes, size_t count, io_error *error);

#endif
