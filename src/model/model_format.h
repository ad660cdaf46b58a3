/*
 * The bytes of a model, described for users in docs/model-format.md. Little-endian whatever the machine.
 *
 *   8   magic  89 'L' 'A' 'B' 'R' 'B' 'F' 0A
 *   8   format version
 *   8   size of the whole file
 *       sections, each: 4-byte tag, 4 zero bytes, 8 length of the payload, the payload, zero bytes to a multiple of 8
 *   8   CRC-64 (ECMA-182, reflected) of everything before it
 *
 * Sections, in this order: INFO sizes, scalars, history and scores of trials; SETT settings as text; TRIA for each
 * trial, its settings likewise; PART for each part; NAME and CATE if there are any.
 */
#ifndef LAB_MODEL_FORMAT_H
#define LAB_MODEL_FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum { LAB_MAGIC_SIZE = 8 };
enum { FORMAT_VERSION = 8, HEADER = 24, SECTION_HEADER = 16, CHECKSUM = 8 };
enum { INFO_FIELDS = 12, ROUND_FIELDS = 5, TRIAL_FIELDS = 3, PART_COUNTS = 9, PART_SCALARS = 3, LABEL_FIELDS = 7 };

extern const unsigned char lab_model_magic[LAB_MAGIC_SIZE];

uint64_t lab_model_crc(const unsigned char *bytes, size_t size);

#endif
