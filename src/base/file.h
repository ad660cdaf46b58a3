/* Whole files: read into memory, written so that the path holds either the old content or all of the new one. After
 * E_IO, errno has the reason. */
#ifndef LAB_FILE_H
#define LAB_FILE_H

#include <stddef.h>

#include "base/alloc.h"

/* The whole file; the caller frees *bytes. Codes: E_IO, E_MEMORY. */
labrbf_status lab_file_read(const char *path, const lab_allocator *allocator, unsigned char **bytes, size_t *size);

/* Replaces the file as replace.h says. Codes: E_IO. */
labrbf_status lab_file_write(const char *path, const unsigned char *bytes, size_t size);

#endif
