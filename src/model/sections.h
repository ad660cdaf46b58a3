/*
 * Named sections of a file (docs/model-format.md), each: 4-byte tag, 4-byte flags, 8-byte length of the payload, the
 * payload, zero bytes to a multiple of 8. A payload may itself be sections.
 *
 * They are found by their tags, in any order. A reader skips a section that it does not know, unless the section's
 * flags say that the file makes no sense without it: a new feature is a new section.
 */
#ifndef LAB_SECTIONS_H
#define LAB_SECTIONS_H

#include "base/codec.h"
#include "base/status.h"
#include "model/model.h"

/* "not a valid labrbf model: ..."; E_FORMAT. */
#define lab_broken(...) lab_fail(LABRBF_E_FORMAT, "not a valid labrbf model: " __VA_ARGS__)

enum { LAB_OPTIONAL = 0, LAB_REQUIRED = 1 }; /* flags of a section */

typedef struct lab_section {
    const char *tag;
    unsigned char flags;
    size_t place;    /* writing: where it begins; reading: where to look for the next one of this tag */
    lab_codec outer; /* reading: what it is in */
} lab_section;

/* Begins a section; false if there is none: writing, if it is not `present`; reading, if it is not in the file. */
bool lab_section_begin(lab_codec *codec, lab_section *section, bool present);
/* Reading: refuses a section that was not read exactly, or has a value that makes no sense. */
void lab_section_end(lab_codec *codec, const lab_section *section);

/* Reading: checks the headers of all sections. `known` has those that may be there: tags, after each a space, '?' if it
 * may be absent or '+' if it may be repeated. Codes: E_FORMAT; E_VERSION for another section that is required. */
void lab_sections_check(lab_codec *codec, const char *known);
/* Reading: is the section there, and how long is it? Has it exactly `fields` numbers for each of `rows` rows? */
bool lab_section_find(const lab_codec *codec, const char *tag, size_t *length);
bool lab_section_holds(const lab_codec *codec, const char *tag, size_t rows, size_t fields);

/* model_sections.c: all of a model; reading, into one without parts and with room for the history. */
void lab_model_code(lab_codec *codec, labrbf_model *model);
/* part_sections.c: all of a part; reading, *part is a new one that the caller owns, or NULL. Sizes are checked against
 * the bytes that are there before memory is asked for. */
void lab_part_code(lab_codec *codec, const labrbf_model *model, lab_part **part, double *weight);

#endif
