#include "model/bytes.h"

double lab_bytes_single(const lab_bytes *b) {
    double s = (double)b->n_support, m = (double)b->n_features, t = (double)b->n_targets, knots = (double)b->n_knots;
    double numbers = s * (2.0 * m + t) + 3.0 * m + 3.0 * t;
    if (b->clipped)
        numbers += 2.0 * t;
    if (b->formed)
        numbers += 2.0 * t;
    if (b->linear)
        numbers += t * m;
    if (b->n_knots > 0)
        numbers += 2.0 * knots + m;
    return 4.0 * numbers;
}

size_t lab_bytes_of_model(const labrbf_model *model) {
    double sum = model->n_parts > 1 ? 4.0 * (double)model->n_parts : 0.0;
    for (size_t k = 0; k < model->n_parts; k++) {
        const lab_part *part = model->parts[k];
        const lab_bytes bytes = {.n_support = part->n_support,
                                 .n_features = part->n_features,
                                 .n_targets = part->n_targets,
                                 .n_knots = part->scaler.knots.n,
                                 .linear = lab_part_is_linear(part),
                                 .clipped = part->clips,
                                 .formed = part->scaler.label_form != LAB_FORM_PLAIN};
        sum += lab_bytes_single(&bytes);
    }
    return (size_t)sum;
}
