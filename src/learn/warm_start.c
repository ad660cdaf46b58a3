#include "learn/warm_start.h"

#include <math.h>

#include "base/status.h"
#include "model/settings.h"

/* The row nearest to support i, the first of equally near ones, and its squared distance. */
static size_t nearest_row(const lab_support_set *set, const lab_expansion *e, size_t i, double *distance) {
    const double *centre = e->points + i * e->n_features;
    size_t best = 0;
    *distance = INFINITY;
    for (size_t r = 0; r<set->n_rows && * distance> 0.0; r++) {
        const double *row = set->x + r * e->n_features;
        double d = 0.0;
        for (size_t j = 0; j < e->n_features && d < *distance; j++)
            d += (row[j] - centre[j]) * (row[j] - centre[j]);
        if (d < *distance) {
            *distance = d;
            best = r;
        }
    }
    return best;
}

/* Between affine scalings a value is from->center + from->scale x' = to->center + to->scale x''; theta goes the other
 * way. Centres among ranks stay where they are: they mean the same share of the rows. Nothing is added, but subtracted:
 * x - 0 is x also for -0. */
static bool take_features(const lab_part *start, const lab_scaler *to, size_t i, lab_expansion *e) {
    const lab_scaler *from = &start->scaler;
    bool finite = true, ranks = to->scaling == LAB_SCALING_RANK;
    for (size_t j = 0; j < e->n_features; j++) {
        size_t old = j * start->n_support + i, at = j * e->s_max + i;
        double shift = ranks ? 0.0 : to->center[j] / to->scale[j] - from->center[j] / to->scale[j];
        double wider = ranks ? 1.0 : from->scale[j] / to->scale[j],
               narrower = ranks ? 1.0 : to->scale[j] / from->scale[j];
        e->x[at] = e->points[i * e->n_features + j] = start->x[old] * wider - shift;
        e->theta[at] = start->theta[old] * narrower;
        finite = finite && isfinite(e->x[at]) && isfinite(e->theta[at]);
    }
    return finite;
}

/* Labels of one form, with the same anchor and unit, differ in their scaling; others meet in the label's own unit. */
static double take_label(const lab_label_scale *was, const lab_label_scale *is, double y) {
    if (was->form != is->form || was->anchor != is->anchor || was->unit != is->unit)
        return lab_scaler_label(is, lab_scaler_unlabel(was, y));
    double shift = is->center / is->scale - was->center / is->scale;
    return y * (was->scale / is->scale) - shift;
}

static bool take_labels(const lab_part *start, const lab_scaler *to, size_t i, lab_expansion *e) {
    bool finite = true;
    for (size_t c = 0; c < e->n_targets; c++) {
        double *y = &e->y[c * e->s_max + i];
        *y = take_label(&start->scaler.labels[c], &to->labels[c], start->y[c * start->n_support + i]);
        finite = finite && isfinite(*y);
    }
    return finite;
}

labrbf_status lab_warm_start(const lab_part *start, size_t n, const lab_scaler *scaler, const lab_view *view,
                             lab_expansion *e, lab_support_set *set) {
    bool ranks = scaler->scaling == LAB_SCALING_RANK;
    if (ranks != (start->scaler.scaling == LAB_SCALING_RANK))
        return lab_fail(
            LABRBF_E_ARGUMENT,
            "the model to start from was trained with%s scaling=rank: there is no way from ranks to values or "
            "back, so training that goes on from it needs scaling=%s",
            ranks ? "out" : "", ranks ? "minmax or standard" : "rank");
    for (e->s = 0; e->s < n; e->s++) {
        bool finite = take_features(start, scaler, e->s, e);
        if (!take_labels(start, scaler, e->s, e) || !finite)
            return lab_fail(LABRBF_E_DATA, "the ranges of the data and of the model to start from are too far apart");
        double distance = INFINITY;
        size_t row = view ? lab_view_find(view, start->rows[e->s]) : nearest_row(set, e, e->s, &distance);
        lab_support_adopt(set, row, distance == 0.0);
    }
    return LABRBF_OK;
}
