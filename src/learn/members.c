#include "learn/members.h"

#include <math.h>

static const double GOLDEN = 0.6180339887498949; /* (sqrt(5) - 1) / 2: its multiples spread evenly between 0 and 1 */

double lab_members_share(size_t member) { return fmod(0.5 + (double)member * GOLDEN, 1.0); }

labrbf_status lab_members_average(labrbf_model *mean, const labrbf_model *finished, lab_part *last) {
    size_t n = (finished ? finished->n_parts : 0) + (last != NULL);
    labrbf_status status = LABRBF_OK;
    for (size_t k = 0; k < n && status >= 0; k++) {
        lab_part *part = last;
        if (finished && k < finished->n_parts)
            status = lab_part_copy(finished->parts[k], &part);
        if (status >= 0)
            status = lab_model_add_part(mean, part, 1.0 / (double)n);
        if (status < 0 && part != last)
            lab_part_destroy(part);
    }
    return status;
}
