/* The bytes of a part: the payload of a PART section, which is made of sections itself (docs/model-format.md). */
#ifndef LAB_PART_FILE_H
#define LAB_PART_FILE_H

#include "model/part.h"
#include "model/sections.h"

void lab_part_write(lab_writer *out, const lab_part *part, double weight);

/* Sizes that all parts of a model share. */
typedef struct lab_part_frame {
    size_t n_features, n_targets, n_rows;
} lab_part_frame;

/* Checks sizes against the length of the payload before it allocates. Codes: E_FORMAT, E_VERSION, E_MEMORY. */
labrbf_status lab_part_read(lab_reader in, const lab_part_frame *frame, const lab_allocator *allocator, lab_part **part,
                            double *weight);

#endif
