/* Whole files: read into memory, written so that the path holds either the old content or all of the new one. */
#ifndef LAB_FILE_H
#define LAB_FILE_H

#include <stddef.h>

#include "base/alloc.h"

/* The whole file; the caller frees *bytes. Codes: E_IO, E_MEMORY. */
labrbf_status lab_file_read(const char *path, const lab_allocator *allocator, unsigned char **bytes, size_t *size);

/* Writes a temporary file in the same folder and renames it over the path. What is not a regular file (a device, a
 * pipe) is written directly. Codes: E_IO. */
labrbf_status lab_file_write(const char *path, const unsigned char *bytes, size_t size);

#endif
