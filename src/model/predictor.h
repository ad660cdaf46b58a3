/* Prediction block by block: threads that stay alive, and work while the caller fetches the next rows. */
#ifndef LAB_PREDICTOR_H
#define LAB_PREDICTOR_H

#include "base/par.h"
#include "model/model.h"
#include "model/single.h"

struct labrbf_predictor {
    const labrbf_model *model;
    labrbf_precision precision;
    lab_par *par;
    lab_single *singles; /* of every part, if the precision is single */
    void *block;         /* their memory */
    double bound;

    /* the rows being predicted */
    bool busy;
    const double *x;
    double *out;
};

/* Codes: E_MEMORY. */
labrbf_status lab_predictor_create(const labrbf_model *model, labrbf_precision precision, size_t threads,
                                   labrbf_predictor **predictor);
void lab_predictor_start(labrbf_predictor *predictor, const double *x, size_t n, double *out);
void lab_predictor_wait(labrbf_predictor *predictor);
void lab_predictor_destroy(labrbf_predictor *predictor);

#endif
