#include "model/predictor.h"

#include <math.h>

#include "base/status.h"

enum { ROWS = 48, SCALED = 8192 };

/* Rows in single precision, a few at a time through an array on the stack; a row that does not fit goes the other way.
 */
static void single_block(const labrbf_predictor *p, size_t begin, size_t end) {
    size_t m = p->model->n_features, most = SCALED / m, targets = p->model->n_targets;
    double scaled[SCALED];
    float rows[SCALED], sums[ROWS];
    while (begin < end) {
        size_t n = end - begin < most ? end - begin : most;
        for (size_t r = 0; r < n; r++)
            lab_scaler_features(&p->model->scaler, p->x + (begin + r) * m, 0, m, scaled + r * m);
        for (size_t i = 0; i < n * m; i++)
            rows[i] = (float)scaled[i];
        for (size_t c = 0; c < targets; c++) {
            lab_single single = lab_single_target(&p->single, c);
            lab_single_dot(&single, rows, n, sums);
            for (size_t r = 0; r < n; r++)
                p->out[(begin + r) * targets + c] = lab_model_finish(
                    p->model, c,
                    p->model->beta[c] + lab_model_linear(p->model, c, scaled + r * m, 0, m) + (double)sums[r]);
        }
        begin += n;
    }
}

static void predict_block(void *context, size_t begin, size_t end) {
    const labrbf_predictor *p = context;
    if (p->precision == LABRBF_SINGLE && p->model->n_features <= SCALED)
        single_block(p, begin, end);
    else
        lab_model_predict_rows(p->model, p->x, begin, end, p->out);
}

/* How far from 0 the scaled features of rows in the training range can be. */
static void find_reach(const lab_scaler *scaler, double *reach) {
    for (size_t j = 0; j < scaler->n_features; j++) {
        double low, high;
        lab_scaler_features(scaler, scaler->low + j, j, 1, &low);
        lab_scaler_features(scaler, scaler->high + j, j, 1, &high);
        reach[j] = fmax(fabs(low), fabs(high));
    }
}

static double *layout(labrbf_predictor *p, lab_arena *arena) {
    lab_single_layout(&p->single, arena, p->model->n_support, p->model->n_features, p->model->n_targets);
    return lab_arena_doubles(arena, p->model->n_features, 1);
}

/* How far from 0 the scaled prediction of such rows can be: K is at most 1. What is cut off at the range of the labels
 * goes no further than 1, but for rounding. */
static double reach_of_labels(const labrbf_model *model, size_t target, const double *reach) {
    double sum = fabs(model->beta[target]);
    for (size_t i = 0; i < model->n_support; i++)
        sum += fabs(model->alpha[target * model->n_support + i]);
    for (size_t j = 0; j < model->n_features; j++)
        sum += fabs(model->slopes[target * model->n_features + j]) * reach[j];
    return 1e-6 + (model->settings.clip_labels == LAB_ON ? fmin(sum, 1.0) : sum);
}

/* Labels in a form are the steeper the further they are from the anchor: nowhere more than at one of the ends. */
static double steepest(const labrbf_model *model, size_t target, const double *reach, double off) {
    const lab_label_scale *label = &model->scaler.labels[target];
    double end = reach_of_labels(model, target, reach) + off;
    return fmax(lab_scaler_label_slope(label, end), lab_scaler_label_slope(label, -end));
}

/* The supports in single precision, if they are wanted, and how far that can lead astray. */
static labrbf_status prepare_single(labrbf_predictor *p) {
    const labrbf_model *model = p->model;
    lab_arena arena = {0};
    if (p->precision != LABRBF_SINGLE)
        return LABRBF_OK;
    (void)layout(p, &arena);
    labrbf_status status = lab_arena_open(&arena, &model->allocator, &p->block);
    if (status < 0)
        return status;
    double *reach = layout(p, &arena);
    find_reach(&model->scaler, reach);
    lab_supports supports = lab_model_supports(model);
    lab_single_fill(&p->single, &supports, model->alpha, model->n_targets);
    for (size_t c = 0; c < model->n_targets; c++) {
        double bound = lab_single_bound(&supports, model->alpha + c * model->n_support, reach);
        p->bound = fmax(p->bound, steepest(model, c, reach, bound) * bound);
    }
    return LABRBF_OK;
}

labrbf_status lab_predictor_create(const labrbf_model *model, labrbf_precision precision, size_t threads,
                                   labrbf_predictor **out) {
    *out = NULL;
    labrbf_status status;
    labrbf_predictor *p = lab_alloc(&model->allocator, 1, sizeof *p);
    if (!p)
        return LABRBF_E_MEMORY;
    p->model = model;
    p->precision = precision;
    LAB_TRY(prepare_single(p));
    LAB_TRY(lab_par_create(&model->allocator, lab_par_threads(threads), &p->par));
    *out = p;
    return LABRBF_OK;
fail:
    lab_predictor_destroy(p);
    return status;
}

void lab_predictor_start(labrbf_predictor *p, const double *x, size_t n, double *out) {
    lab_predictor_wait(p);
    p->busy = true;
    p->x = x;
    p->out = out;
    lab_par_start(p->par, n, ROWS, predict_block, p);
}

void lab_predictor_wait(labrbf_predictor *p) {
    if (p->busy)
        lab_par_finish(p->par);
    p->busy = false;
}

void lab_predictor_destroy(labrbf_predictor *p) {
    if (!p)
        return;
    lab_predictor_wait(p);
    lab_allocator allocator = p->model->allocator;
    lab_par_destroy(p->par);
    lab_free(&allocator, p->block);
    lab_free(&allocator, p);
}
