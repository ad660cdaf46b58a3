#include <math.h>

#include "api/check.h"
#include "base/status.h"
#include "model/predictor.h"

labrbf_status labrbf_predictor_create(const labrbf_model *model, labrbf_precision precision, size_t n_threads,
                                      labrbf_predictor **predictor) {
    if (!model || !predictor)
        return lab_fail(LABRBF_E_ARGUMENT, "model or predictor is NULL");
    *predictor = NULL;
    if (precision != LABRBF_DOUBLE && precision != LABRBF_SINGLE)
        return lab_fail(LABRBF_E_ARGUMENT, "%d is no precision", (int)precision);
    return lab_predictor_create(model, precision, n_threads, predictor);
}

labrbf_status labrbf_predictor_start(labrbf_predictor *predictor, const double *x, size_t n_rows, size_t n_features,
                                     double *out) {
    if (!predictor)
        return lab_fail(LABRBF_E_ARGUMENT, "predictor is NULL");
    labrbf_status status = lab_check_query(predictor->model, x, n_rows, n_features, out);
    if (status >= 0)
        lab_predictor_start(predictor, x, n_rows, out);
    return status;
}

labrbf_status labrbf_predictor_wait(labrbf_predictor *predictor) {
    if (!predictor)
        return lab_fail(LABRBF_E_ARGUMENT, "predictor is NULL");
    lab_predictor_wait(predictor);
    return LABRBF_OK;
}

double labrbf_predictor_bound(const labrbf_predictor *predictor) { return predictor ? predictor->bound : NAN; }

void labrbf_predictor_destroy(labrbf_predictor *predictor) { lab_predictor_destroy(predictor); }
