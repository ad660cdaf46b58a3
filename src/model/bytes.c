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
    const lab_bytes bytes = {.n_support = model->n_support,
                             .n_features = model->n_features,
                             .n_targets = model->n_targets,
                             .n_knots = model->scaler.knots.n,
                             .linear = lab_model_is_linear(model),
                             .clipped = model->settings.clip_labels == LAB_ON,
                             .formed = model->scaler.label_form != LAB_FORM_PLAIN};
    return (size_t)lab_bytes_single(&bytes);
}
