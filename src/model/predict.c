/*
 * f(t) = beta + sum_i alpha_i K(t, x_i), blockwise: rows are scaled a few at a time into an array on the stack. No
 * kernel matrix exists and nothing is allocated.
 */
#include <math.h>

#include "model/model.h"

enum { ROWS = 48, SCALED = 8192, SUPPORTS = 256, FEATURES = 128 };

double lab_model_finish(const labrbf_model *model, double scaled) {
    const lab_scaler *scaler = &model->scaler;
    double y = lab_scaler_unlabel(scaler, scaled);
    if (model->settings.clip_labels == LAB_ON)
        y = fmin(fmax(y, scaler->label_minimum), scaler->label_maximum);
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

/* A row with more features than the stack should hold: supports in chunks, features in pieces. */
static double predict_long_row(const labrbf_model *model, const lab_supports *supports, const double *row) {
    double d[SUPPORTS], sum = 0.0;
    for (size_t begin = 0; begin < supports->n; begin += SUPPORTS) {
        size_t end = supports->n - begin < SUPPORTS ? supports->n : begin + SUPPORTS;
        lab_model_long_distances(model, supports, begin, end, row, d);
        lab_kernel_profile(supports->profile, d, end - begin, NULL);
        for (size_t i = 0; i < end - begin; i++)
            sum += model->alpha[begin + i] * d[i];
    }
    return sum;
}

void lab_model_predict_rows(const labrbf_model *model, const double *x, size_t begin, size_t end, double *out) {
    lab_supports supports = lab_model_supports(model);
    double scaled[SCALED];
    size_t m = supports.n_features, most = SCALED / m;
    while (begin < end) {
        size_t n = end - begin < most ? end - begin : most;
        const double *rows = x + begin * m;
        if (n == 0) {
            n = 1;
            out[begin] = predict_long_row(model, &supports, rows);
        } else {
            for (size_t r = 0; r < n; r++)
                lab_scaler_features(&model->scaler, rows + r * m, 0, m, scaled + r * m);
            lab_kernel_dot(&supports, model->alpha, scaled, n, m, out + begin);
        }
        for (size_t r = begin; r < begin + n; r++)
            out[r] = lab_model_finish(model, model->beta + out[r]);
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
    size_t m = model->n_features, s = model->n_support;
    for (size_t r = 0; r < n; r++) {
        double sum = model->beta;
        for (size_t i = 0; i < s; i++) {
            double d = 0.0;
            for (size_t j = 0; j < m; j++) {
                double t;
                lab_scaler_features(&model->scaler, x + r * m + j, j, 1, &t);
                double u = theta[r * m + j] * (model->x[j * s + i] - t);
                d += u * u;
            }
            lab_kernel_profile(model->settings.kernel, &d, 1, NULL);
            sum += model->alpha2[i] * d;
        }
        out[r] = lab_model_finish(model, sum);
    }
}
