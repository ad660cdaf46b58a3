/*
 * The bytes of a model, described for users in docs/model-format.md. Little-endian whatever the machine.
 *
 *   8   magic  89 'L' 'A' 'B' 'R' 'B' 'F' 0A
 *   8   format version
 *   8   size of the whole file
 *       sections, each: 4-byte tag, 4 zero bytes, 8 length of the payload, the payload, zero bytes to a multiple of 8
 *   8   CRC-64 (ECMA-182, reflected) of everything before it
 *
 * Sections, in this order: INFO sizes and scalars, TARG the scalars of further targets (since version 3, only if there
 * are any), SETT settings as text, SCAL the scaler, RANG the features' ranges (since version 2), KNOT the knots of
 * ranks (since version 3, only if the scaling is rank), FORM the form of the labels (since version 4, only if it is not
 * plain), SUPP the supports, LINE the linear part (since version 3, only if there is one), TRIA what was tried
 * (likewise; since version 4 with the form of the labels, since version 5 with the rate, since version 6 with the rule
 * for coefficients and sigma0, since version 7 with the kind of bandwidths), HELD what rows held out of training showed
 * (since version 3, only if there were any), HIST the training history, NAME column names (only if there are any), CATE
 * what text columns say (since version 2, only if there are any). Versions 3 to 7 are written only for models that need
 * them: the others can still be read by older programs.
 */
#ifndef LAB_MODEL_FORMAT_H
#define LAB_MODEL_FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum { LAB_MAGIC_SIZE = 8 };
enum { PLAIN_VERSION = 2, SEARCH_VERSION = 3, FORM_VERSION = 4, RATE_VERSION = 5, RULE_VERSION = 6 };
enum { SHARED_VERSION = 7, FORMAT_VERSION = SHARED_VERSION };
enum { HEADER = 24, SECTION_HEADER = 16, CHECKSUM = 8 };
enum { INFO_FIELDS = 14, TARGET_FIELDS = 5, FORM_FIELDS = 3, HELD_FIELDS = 3, ROUND_FIELDS = 5 };

extern const unsigned char lab_model_magic[LAB_MAGIC_SIZE];

uint64_t lab_model_crc(const unsigned char *bytes, size_t size);

#endif
