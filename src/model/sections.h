/*
 * The bytes of a file of named sections, little-endian whatever the machine. docs/model-format.md describes them for
 * users.
 *
 *   8   magic  89 'L' 'A' 'B' 'R' 'B' 'F' 0A
 *   8   format version
 *   8   size of the whole file
 *       sections, each: 4-byte tag, 4-byte flags, 8-byte length of the payload, the payload, zero bytes to a multiple
 *       of 8
 *   8   CRC-64 (ECMA-182, reflected) of everything before it
 *
 * A payload may itself consist of sections. Sections are found by tag, in any order. A reader skips an unknown section,
 * unless its flags say that it is required: a new feature is a new section.
 */
#ifndef LAB_SECTIONS_H
#define LAB_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "labrbf/labrbf.h"

/* "not a valid labrbf model: ..."; E_FORMAT. */
#define lab_broken(...) lab_fail(LABRBF_E_FORMAT, "not a valid labrbf model: " __VA_ARGS__)

/* ---- writing */

enum { LAB_OPTIONAL = 0, LAB_REQUIRED = 1 }; /* flags of a section */

/* Only counts if `bytes` is NULL, so that the same code measures and writes. */
typedef struct lab_writer {
    unsigned char *bytes;
    size_t used;
} lab_writer;

lab_writer lab_file_begin(unsigned char *bytes);
/* Returns the size of the file. */
size_t lab_file_end(lab_writer *out);

/* Returns where the section begins, for lab_section_end. */
size_t lab_section_begin(lab_writer *out, const char *tag, uint32_t flags);
void lab_section_end(lab_writer *out, size_t begin);

void lab_put_bytes(lab_writer *out, const void *bytes, size_t size);
/* Zero bytes to a multiple of 8. */
void lab_put_padding(lab_writer *out);
void lab_put_u64(lab_writer *out, uint64_t value);
void lab_put_f64(lab_writer *out, double value);
void lab_put_f64s(lab_writer *out, const double *values, size_t n);

/* ---- reading */

/* Bytes to read. Reading beyond the end gives 0 and sets `bad`, which stays set. */
typedef struct lab_reader {
    const unsigned char *bytes;
    size_t left;
    bool bad;
} lab_reader;

typedef struct lab_section {
    const char *tag;
    bool needed;        /* the file must have it */
    bool repeats;       /* it may have it more than once */
    size_t count;       /* how often it is there */
    lab_reader payload; /* of the first; empty if there is none */
} lab_section;

/* Checks magic, version, size and checksum; `sections` gets the bytes between. Codes: E_FORMAT, E_VERSION. */
labrbf_status lab_file_open(const unsigned char *bytes, size_t size, lab_reader *sections);

/* Finds these n sections. Codes: E_FORMAT if a needed section is missing, another occurs twice, or the bytes are not
 * sections; E_VERSION if a required section is not one of these. */
labrbf_status lab_sections_find(lab_reader in, lab_section *sections, size_t n);
/* The next section of this tag. False: there are no more. */
bool lab_sections_next(lab_reader *in, const char *tag, lab_reader *payload);

/* Are exactly `rows` x `fields` values of 8 bytes left? */
bool lab_reader_holds(const lab_reader *in, size_t rows, size_t fields);
/* Was everything read without an error? */
bool lab_reader_ended(const lab_reader *in);

/* The next `size` bytes; NULL if fewer are left. */
const unsigned char *lab_get_bytes(lab_reader *in, size_t size);
/* Skips the zero bytes after `length` bytes up to a multiple of 8. */
void lab_get_padding(lab_reader *in, size_t length);
/* Bad if it is larger than a size_t. */
size_t lab_get_size(lab_reader *in);
double lab_get_f64(lab_reader *in);
/* Bad if one of them is not finite. */
void lab_get_finite(lab_reader *in, double *values, size_t n);

#endif
