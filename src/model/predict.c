/*
 * f(t) = beta + sum_i alpha_i K(t, x_i) of each target, blockwise: rows are scaled a few at a time into an array on the
 * stack. No whole kernel matrix exists and nothing is allocated.
 */
#include <math.h>

#include "base/product.h"
#include "model/model.h"

enum { ROWS = 48, SCALED = 8192, SUPPORTS = 256, FEATURES = 128, KERNEL_ROWS = 16 };

double lab_model_finish(const labrbf_model *model, size_t target, double scaled) {
    const lab_label_scale *label = &model->scaler.labels[target];
    double y = lab_scaler_unlabel(label, scaled);
    if (model->settings.clip_labels == LAB_ON)
        y = fmin(fmax(y, label->minimum), label->maximum);
    return y;
}

void lab_model_long_distances(const labrbf_model *model, const lab_supports *supports, size_t begin, size_t end,
                              const double *row, double *d) {
    double t[FEATURES];
    for (size_t i = 0; i < end - begin; i++)
        d[i] = 0.0;
    for (size_t first = 0; first < supports->n_features; first += FEATURES) {
        size_t count = supports->n_features - first < FEATURES ? supports->n_features - first : FEATURES;
        lab_scaler_features(&model->scaler, row + first, first, count, t);
        lab_kernel_add_distance(supports, begin, end, t, first, count, d);
    }
}

/* sums_c += sum of alpha_ic k_i over the supports [begin, end), for every target c. */
static void add_supports(const labrbf_model *model, size_t begin, size_t end, const double *k, double *sums) {
    for (size_t c = 0; c < model->n_targets; c++) {
        const double *alpha = model->alpha + c * model->n_support + begin;
        for (size_t i = 0; i < end - begin; i++)
            sums[c] += alpha[i] * k[i];
    }
}

/* A row with more features than the stack should hold: supports in chunks, features in pieces. */
static void predict_long_row(const labrbf_model *model, const lab_supports *supports, const double *row, double *sums) {
    double d[SUPPORTS];
    for (size_t c = 0; c < model->n_targets; c++)
        sums[c] = 0.0;
    for (size_t begin = 0; begin < supports->n; begin += SUPPORTS) {
        size_t end = supports->n - begin < SUPPORTS ? supports->n : begin + SUPPORTS;
        lab_model_long_distances(model, supports, begin, end, row, d);
        lab_kernel_profile(supports->profile, d, end - begin, NULL);
        add_supports(model, begin, end, d, sums);
    }
}

/* Several targets share the kernel: a piece of its matrix, times the coefficients of each. */
static void predict_targets(const labrbf_model *model, const double *scaled, size_t n, double *sums) {
    size_t m = model->n_features, s = model->n_support, targets = model->n_targets;
    double k[KERNEL_ROWS * SUPPORTS], part[KERNEL_ROWS];
    for (size_t i = 0; i < n * targets; i++)
        sums[i] = 0.0;
    for (size_t first = 0; first < n; first += KERNEL_ROWS) {
        size_t rows = n - first < KERNEL_ROWS ? n - first : KERNEL_ROWS;
        for (size_t begin = 0; begin < s; begin += SUPPORTS) {
            lab_supports piece = lab_model_supports(model);
            piece.n = s - begin < SUPPORTS ? s - begin : SUPPORTS;
            piece.x += begin;
            piece.theta += begin;
            lab_kernel_block(&piece, scaled + first * m, rows, m, k, NULL);
            for (size_t c = 0; c < targets; c++) {
                lab_product(k, rows, piece.n, piece.n, model->alpha + c * s + begin, part);
                for (size_t r = 0; r < rows; r++)
                    sums[(first + r) * targets + c] += part[r];
            }
        }
    }
}

void lab_model_predict_rows(const labrbf_model *model, const double *x, size_t begin, size_t end, double *out) {
    lab_supports supports = lab_model_supports(model);
    double scaled[SCALED];
    size_t m = supports.n_features, most = SCALED / m, targets = model->n_targets;
    while (begin < end) {
        size_t n = end - begin < most ? end - begin : most;
        const double *rows = x + begin * m;
        double *sums = out + begin * targets;
        for (size_t r = 0; r < n; r++)
            lab_scaler_features(&model->scaler, rows + r * m, 0, m, scaled + r * m);
        if (n == 0) {
            n = 1;
            predict_long_row(model, &supports, rows, sums);
        } else if (targets == 1) {
            lab_kernel_dot(&supports, model->alpha, scaled, n, m, sums);
        } else {
            predict_targets(model, scaled, n, sums);
        }
        for (size_t i = 0; i < n * targets; i++)
            sums[i] = lab_model_finish(model, i % targets, model->beta[i % targets] + sums[i]);
        begin += n;
    }
}

typedef struct predict_job {
    const labrbf_model *model;
    const double *x;
    double *out;
} predict_job;

static void predict_block(void *context, size_t begin, size_t end) {
    const predict_job *job = context;
    lab_model_predict_rows(job->model, job->x, begin, end, job->out);
}

labrbf_status lab_model_each_row(const labrbf_model *model, size_t n, size_t threads, lab_par_proc *proc, void *job) {
    lab_par *par = NULL;
    if (threads != 1 && n > ROWS) {
        labrbf_status status = lab_par_create(&model->allocator, lab_par_threads(threads), &par);
        if (status < 0)
            return status;
    }
    lab_par_run(par, n, ROWS, proc, job);
    lab_par_destroy(par);
    return LABRBF_OK;
}

labrbf_status lab_model_predict(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out) {
    predict_job job = {model, x, out};
    return lab_model_each_row(model, n, threads, predict_block, &job);
}

/* f2(t) = beta + sum_i alpha2_i K(x_i, t): the bandwidths are those of the row t. */
void lab_model_predict_second(const labrbf_model *model, const double *x, const double *theta, size_t n, double *out) {
    size_t m = model->n_features, s = model->n_support, targets = model->n_targets;
    for (size_t r = 0; r < n; r++) {
        double *sums = out + r * targets;
        for (size_t c = 0; c < targets; c++)
            sums[c] = model->beta[c];
        for (size_t i = 0; i < s; i++) {
            double d = 0.0;
            for (size_t j = 0; j < m; j++) {
                double t;
                lab_scaler_features(&model->scaler, x + r * m + j, j, 1, &t);
                double u = theta[r * m + j] * (model->x[j * s + i] - t);
                d += u * u;
            }
            lab_kernel_profile(model->settings.kernel, &d, 1, NULL);
            for (size_t c = 0; c < targets; c++)
                sums[c] += model->alpha2[c * s + i] * d;
        }
        for (size_t c = 0; c < targets; c++)
            sums[c] = lab_model_finish(model, c, sums[c]);
    }
}
