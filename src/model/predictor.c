#include "model/predictor.h"

#include <math.h>

#include "base/status.h"

enum { ROWS = 48, SCALED = 8192 };

/* Adds weight f_k of some rows in single precision, through arrays on the stack. */
static void add_single(const labrbf_predictor *p, size_t k, size_t begin, size_t end) {
    const lab_part *part = p->model->parts[k];
    size_t m = part->n_features, most = SCALED / m, targets = part->n_targets;
    double scaled[SCALED];
    float rows[SCALED], sums[ROWS];
    while (begin < end) {
        size_t n = end - begin < most ? end - begin : most;
        lab_scaler_rows(&part->scaler, p->x + begin * m, n, scaled);
        for (size_t i = 0; i < n * m; i++)
            rows[i] = (float)scaled[i];
        for (size_t c = 0; c < targets; c++) {
            lab_single single = lab_single_target(&p->singles[k], c);
            lab_single_dot()(&single, rows, n, sums);
            for (size_t r = 0; r < n; r++) {
                double label = part->beta[c] + lab_part_linear(part, c, scaled + r * m, 0, m) + (double)sums[r];
                p->out[(begin + r) * targets + c] += p->model->weights[k] * lab_part_finish(part, c, label);
            }
        }
        begin += n;
    }
}

static void single_block(const labrbf_predictor *p, size_t begin, size_t end) {
    for (size_t i = begin * p->model->n_targets; i < end * p->model->n_targets; i++)
        p->out[i] = -0.0; /* -0 + x is x, also for x = -0 */
    for (size_t k = 0; k < p->model->n_parts; k++)
        add_single(p, k, begin, end);
    lab_model_clip_rows(p->model, begin, end, p->out);
}

/* A row too long for the stack is predicted in double precision. */
static void predict_block(void *context, size_t begin, size_t end) {
    const labrbf_predictor *p = context;
    if (p->precision == LABRBF_SINGLE && p->model->n_features <= SCALED)
        single_block(p, begin, end);
    else
        lab_model_predict_rows(p->model, p->x, begin, end, p->out);
}

/* A bound for the size of the scaled features of rows in the training range. */
static void find_reach(const lab_scaler *scaler, double *reach) {
    for (size_t j = 0; j < scaler->n_features; j++) {
        double low, high;
        lab_scaler_features(scaler, scaler->low + j, j, 1, &low);
        lab_scaler_features(scaler, scaler->high + j, j, 1, &high);
        reach[j] = fmax(fabs(low), fabs(high));
    }
}

/* A bound for the size of the scaled predictions of such rows: K is at most 1. Clipped predictions are at most 1, up to
 * rounding. */
static double reach_of_labels(const lab_part *part, size_t target, const double *reach) {
    double sum = fabs(part->beta[target]);
    for (size_t i = 0; i < part->n_support; i++)
        sum += fabs(part->alpha[target * part->n_support + i]);
    for (size_t j = 0; j < part->n_features; j++)
        sum += fabs(part->slopes[target * part->n_features + j]) * reach[j];
    return 1e-6 + (part->clips ? fmin(sum, 1.0) : sum);
}

/* A bound for the error of a target in single precision, in label units. The slope of the inverse transform grows with
 * the distance from the anchor: it is largest at one of the ends. `reach` is work space. */
static double bound_of_part(const lab_part *part, size_t target, double *reach) {
    const lab_label_scale *label = &part->scaler.labels[target];
    lab_supports supports = lab_part_supports(part);
    find_reach(&part->scaler, reach);
    double bound = lab_single_bound(&supports, part->alpha + target * part->n_support, reach);
    double end = reach_of_labels(part, target, reach) + bound;
    return fmax(lab_scaler_label_slope(label, end), lab_scaler_label_slope(label, -end)) * bound;
}

/* The bounds of the parts, each times the size of its weight, add up; the result is the largest over the targets. */
static double bound_of_model(const labrbf_model *model, double *reach) {
    double largest = 0.0;
    for (size_t c = 0; c < model->n_targets; c++) {
        double sum = 0.0;
        for (size_t k = 0; k < model->n_parts; k++)
            sum += fabs(model->weights[k]) * bound_of_part(model->parts[k], c, reach);
        largest = fmax(largest, sum);
    }
    return largest;
}

/* Lays out the parts in single precision; returns work space for find_reach. */
static double *layout(labrbf_predictor *p, lab_arena *arena) {
    for (size_t k = 0; k < p->model->n_parts; k++)
        lab_single_layout(&p->singles[k], arena, p->model->parts[k]->n_support, p->model->n_features,
                          p->model->n_targets);
    return lab_arena_doubles(arena, p->model->n_features, 1);
}

/* The supports in single precision, if asked for, and the error bound. */
static labrbf_status prepare_single(labrbf_predictor *p) {
    const labrbf_model *model = p->model;
    lab_arena arena = {0};
    if (p->precision != LABRBF_SINGLE)
        return LABRBF_OK;
    p->singles = lab_alloc(&model->allocator, model->n_parts, sizeof *p->singles);
    if (!p->singles)
        return LABRBF_E_MEMORY;
    (void)layout(p, &arena);
    LAB_OR_RETURN(lab_arena_open(&arena, &model->allocator, &p->block));
    double *reach = layout(p, &arena);
    for (size_t k = 0; k < model->n_parts; k++) {
        lab_supports supports = lab_part_supports(model->parts[k]);
        lab_single_fill(&p->singles[k], &supports, model->parts[k]->alpha, model->n_targets);
    }
    p->bound = bound_of_model(model, reach);
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
    lab_free(&allocator, p->singles);
    lab_free(&allocator, p);
}
