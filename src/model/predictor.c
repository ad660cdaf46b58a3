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
                p->out[(begin + r) * targets + c] = lab_model_finish(p->model, c, p->model->beta[c] + (double)sums[r]);
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

/* The supports in single precision, if they are wanted, and how far that can lead astray. */
static labrbf_status prepare_single(labrbf_predictor *p) {
    const labrbf_model *model = p->model;
    lab_arena arena = {0};
    if (p->precision != LABRBF_SINGLE)
        return LABRBF_OK;
    lab_single_layout(&p->single, &arena, model->n_support, model->n_features, model->n_targets);
    labrbf_status status = lab_arena_open(&arena, &model->allocator, &p->block);
    if (status < 0)
        return status;
    lab_single_layout(&p->single, &arena, model->n_support, model->n_features, model->n_targets);
    lab_supports supports = lab_model_supports(model);
    lab_single_fill(&p->single, &supports, model->alpha, model->n_targets);
    for (size_t c = 0; c < model->n_targets; c++) {
        double bound = lab_single_bound(&supports, model->alpha + c * model->n_support);
        p->bound = fmax(p->bound, model->scaler.labels[c].scale * bound);
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
