#include "learn/warm.h"

#include <math.h>

#include "base/status.h"

/* The row nearest to support i, the first of equally near ones, and its squared distance. */
static size_t nearest_row(const lab_support_set *set, const lab_objective *o, size_t i, double *distance) {
    const double *place = o->rows + i * o->n_features;
    size_t best = 0;
    *distance = INFINITY;
    for (size_t r = 0; r<set->n_rows && * distance> 0.0; r++) {
        const double *row = set->x + r * o->n_features;
        double d = 0.0;
        for (size_t j = 0; j < o->n_features && d < *distance; j++)
            d += (row[j] - place[j]) * (row[j] - place[j]);
        if (d < *distance) {
            *distance = d;
            best = r;
        }
    }
    return best;
}

/* A value is from->center + from->scale x' = to->center + to->scale x''; theta goes the other way. Nothing is added,
 * but subtracted: x - 0 is x also for -0. */
static bool take_features(const labrbf_model *start, const lab_scaler *to, size_t i, lab_objective *o) {
    const lab_scaler *from = &start->scaler;
    bool finite = true;
    for (size_t j = 0; j < o->n_features; j++) {
        size_t old = j * start->n_support + i, at = j * o->s_max + i;
        double shift = to->center[j] / to->scale[j] - from->center[j] / to->scale[j];
        o->x[at] = o->rows[i * o->n_features + j] = start->x[old] * (from->scale[j] / to->scale[j]) - shift;
        o->theta[at] = start->theta[old] * (to->scale[j] / from->scale[j]);
        finite = finite && isfinite(o->x[at]) && isfinite(o->theta[at]);
    }
    return finite;
}

static bool take_labels(const labrbf_model *start, const lab_scaler *to, size_t i, lab_objective *o) {
    bool finite = true;
    for (size_t c = 0; c < o->n_targets; c++) {
        const lab_label_scale *was = &start->scaler.labels[c], *is = &to->labels[c];
        double shift = is->center / is->scale - was->center / is->scale, *y = &o->y[c * o->s_max + i];
        *y = start->y[c * start->n_support + i] * (was->scale / is->scale) - shift;
        finite = finite && isfinite(*y);
    }
    return finite;
}

labrbf_status lab_warm_start(const labrbf_model *start, const lab_scaler *scaler, lab_objective *o,
                             lab_support_set *set) {
    for (o->s = 0; o->s < start->n_support; o->s++) {
        bool finite = take_features(start, scaler, o->s, o);
        if (!take_labels(start, scaler, o->s, o) || !finite)
            return lab_fail(LABRBF_E_DATA, "the ranges of the data and of the model to start from are too far apart");
        double distance;
        size_t row = nearest_row(set, o, o->s, &distance);
        lab_support_adopt(set, row, distance == 0.0);
    }
    return LABRBF_OK;
}
