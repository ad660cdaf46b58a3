/* Whole files: read into memory, written so that the path holds either the old content or all of the new one. After
 * E_IO, errno has the reason. */
#ifndef LAB_FILE_H
#define LAB_FILE_H

#include <stddef.h>

#include "base/alloc.h"

/* The whole file; the caller frees *bytes. With `length` not NULL, it says by the first bytes how many there should be,
 * and no more than one further byte is read: a device may have no end. Codes: E_IO, E_MEMORY. */
typedef size_t lab_file_length(const unsigned char *bytes, size_t size);
labrbf_status lab_file_read(const char *path, const lab_allocator *allocator, lab_file_length *length,
                            unsigned char **bytes, size_t *size);

/* Replaces the file as replace.h says. Codes: E_IO. */
labrbf_status lab_file_write(const char *path, const unsigned char *bytes, size_t size);

#endif
