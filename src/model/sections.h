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

/* What is written or read. */
typedef struct lab_image {
    labrbf_status status; /* the first fault, after which no section is read */
    labrbf_model *model;
    size_t n_parts, k; /* parts in the file, and the one at hand */
    lab_part *part;
    double weight;
} lab_image;

enum { LAB_OPTIONAL = 0, LAB_REQUIRED = 1 };                   /* flags of a section */
enum { LAB_ALWAYS, LAB_MAY_BE_ABSENT, LAB_ONE_FOR_EACH_PART }; /* how often it is in a file */

typedef struct lab_section {
    const char *tag; /* NULL after the last one */
    unsigned char flags;
    int presence;
    void (*code)(lab_codec *codec, lab_image *image); /* its payload */
} lab_section;

/* Writes or reads these sections. One that may be absent is not written if its payload is empty. A payload that was not
 * read exactly, or has a value that makes no sense, is refused. Codes in image->status: E_FORMAT, E_VERSION, E_MEMORY.
 */
void lab_sections_code(lab_codec *codec, const lab_section *sections, lab_image *image);
/* Reading: goes past all sections and checks their headers. Codes: E_FORMAT; E_VERSION for a section that is required
 * and not among these. */
labrbf_status lab_sections_check(lab_codec *codec, const lab_section *sections);
/* Reading: how many sections of this tag there are, and how long the last one is. */
size_t lab_section_find(const lab_codec *codec, const char *tag, size_t *length);

/* part_sections.c: the payload of PART; read, it becomes one more part of the model. Sizes are checked against the
 * bytes that are there before memory is asked for. */
void lab_part_code(lab_codec *codec, lab_image *image);
/* model_sections.c: all of a model; reading, into one without parts, with room for its parts and history. */
labrbf_status lab_model_code(lab_codec *codec, labrbf_model *model);

#endif
