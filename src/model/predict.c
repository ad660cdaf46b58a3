/*
 * f(t) = sum_k w_k f_k(t): every part adds what it predicts.
 *
 *     f_k(t) = beta + s . t + sum_i alpha_i K(t, x_i)      in scaled labels, then in label units
 *
 * Rows are scaled a few at a time into an array on the stack. No whole kernel matrix exists and nothing is allocated.
 */
#include <math.h>
#include <string.h>

#include "base/product.h"
#include "base/status.h"
#include "model/model.h"

enum { ROWS = 48, SCALED = 8192, SUMS = 2048, SUPPORTS = 256, KERNEL_ROWS = 16 };

/* Some targets of a part, [first, first + n). */
typedef struct targets {
    const lab_part *part;
    lab_supports supports;
    size_t first, n;
} targets;

static const double *alpha_of(const targets *t, size_t c) {
    return t->part->alpha + (t->first + c) * t->part->n_support;
}

/* A row with too many features for the stack: supports in chunks, features in pieces. */
static void predict_long_row(const targets *t, const double *row, double *sums) {
    double d[SUPPORTS];
    for (size_t c = 0; c < t->n; c++)
        sums[c] = lab_part_linear_long(t->part, t->first + c, row);
    for (size_t begin = 0; begin < t->supports.n; begin += SUPPORTS) {
        size_t n = lab_smaller(t->supports.n - begin, SUPPORTS);
        lab_part_long_distances(t->part, &t->supports, begin, begin + n, row, d);
        lab_kernel_profile(t->supports.profile, d, n, NULL);
        for (size_t c = 0; c < t->n; c++)
            for (size_t i = 0; i < n; i++)
                sums[c] += alpha_of(t, c)[begin + i] * d[i];
    }
}

/* Several targets share the kernel: a block of its matrix, times the coefficients of each. */
static void predict_several(const targets *t, const double *scaled, size_t n, double *sums) {
    size_t m = t->supports.n_features;
    double k[KERNEL_ROWS * SUPPORTS], some[KERNEL_ROWS];
    memset(sums, 0, n * t->n * sizeof *sums);
    for (size_t first = 0; first < n; first += KERNEL_ROWS) {
        size_t rows = lab_smaller(n - first, KERNEL_ROWS);
        for (size_t begin = 0; begin < t->supports.n; begin += SUPPORTS) {
            lab_supports piece = lab_supports_some(t->supports, begin, lab_smaller(t->supports.n - begin, SUPPORTS));
            lab_kernel()->block(&piece, scaled + first * m, rows, m, k, NULL);
            for (size_t c = 0; c < t->n; c++) {
                lab_product()->times(k, rows, piece.n, piece.n, alpha_of(t, c) + begin, some);
                for (size_t r = 0; r < rows; r++)
                    sums[(first + r) * t->n + c] += some[r];
            }
        }
    }
}

/* The sums without beta, n x t->n. `scaled` is n rows, or NULL for a single row that is too long for it. */
static void predict_sums(const targets *t, const double *x, const double *scaled, size_t n, double *sums) {
    size_t m = t->supports.n_features;
    if (!scaled) {
        predict_long_row(t, x, sums);
        return;
    }
    if (t->part->n_targets == 1)
        lab_kernel()->dot(&t->supports, t->part->alpha, scaled, n, m, sums);
    else
        predict_several(t, scaled, n, sums);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < t->n; c++)
            sums[r * t->n + c] += lab_part_linear(t->part, t->first + c, scaled + r * m, 0, m);
}

/* Rows and targets whose sums fit into the array. */
static size_t most_rows(const lab_part *part) { return part->n_targets <= SUMS / ROWS ? ROWS : KERNEL_ROWS; }
static size_t most_targets(const lab_part *part) { return SUMS / most_rows(part); }

/* Adds weight f_k of some rows to out: n_targets values for each. */
static void add_block(const lab_part *part, double weight, const double *x, const double *scaled, size_t n,
                      double *out) {
    targets t = {.part = part, .supports = lab_part_supports(part)};
    double sums[SUMS];
    for (; t.first < part->n_targets; t.first += t.n) {
        t.n = lab_smaller(part->n_targets - t.first, most_targets(part));
        predict_sums(&t, x, scaled, n, sums);
        for (size_t r = 0; r < n; r++)
            for (size_t c = 0; c < t.n; c++) {
                size_t target = t.first + c;
                double scaled_label = part->beta[target] + sums[r * t.n + c];
                out[r * part->n_targets + target] += weight * lab_part_finish(part, target, scaled_label);
            }
    }
}

static void add_rows(const lab_part *part, double weight, const double *x, size_t begin, size_t end, double *out) {
    const size_t m = part->n_features, most = lab_smaller(SCALED / m, most_rows(part));
    double scaled[SCALED];
    for (size_t n; begin < end; begin += n) {
        n = most == 0 ? 1 : lab_smaller(end - begin, most);
        if (most > 0)
            lab_scaler_rows(&part->scaler, x + begin * m, n, scaled);
        add_block(part, weight, x + begin * m, most > 0 ? scaled : NULL, n, out + begin * part->n_targets);
    }
}

/* -0 + x is x, also for x = -0. */
static void clear(double *out, size_t n) {
    for (size_t i = 0; i < n; i++)
        out[i] = -0.0;
}

void lab_part_predict_rows(const lab_part *part, const double *x, size_t begin, size_t end, double *out) {
    clear(out + begin * part->n_targets, (end - begin) * part->n_targets);
    add_rows(part, 1.0, x, begin, end, out);
}

void lab_model_predict_rows(const labrbf_model *model, const double *x, size_t begin, size_t end, double *out) {
    clear(out + begin * model->n_targets, (end - begin) * model->n_targets);
    for (size_t k = 0; k < model->n_parts; k++)
        add_rows(model->parts[k], model->weights[k], x, begin, end, out);
    lab_model_clip_rows(model, begin, end, out);
}

/* A mean of several parts that all clip: the weights are not negative, and their sum is 1 but for rounding. */
static bool is_clipped_mean(const labrbf_model *model) {
    double sum = 0.0;
    for (size_t k = 0; k < model->n_parts; k++) {
        if (!model->parts[k]->clips || model->weights[k] < 0.0)
            return false;
        sum += model->weights[k];
    }
    return model->n_parts > 1 && fabs(sum - 1.0) < 1e-9;
}

void lab_model_clip_rows(const labrbf_model *model, size_t begin, size_t end, double *out) {
    bool clips = is_clipped_mean(model);
    for (size_t c = 0; c < model->n_targets && clips; c++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t k = 0; k < model->n_parts; k++) {
            low = fmin(low, model->parts[k]->scaler.labels[c].minimum);
            high = fmax(high, model->parts[k]->scaler.labels[c].maximum);
        }
        for (size_t r = begin; r < end; r++)
            out[r * model->n_targets + c] = fmin(fmax(out[r * model->n_targets + c], low), high);
    }
}

typedef struct row_job {
    const labrbf_model *model;
    lab_row_proc *proc;
    const double *x;
    double *out;
} row_job;

static void run_block(void *context, size_t begin, size_t end) {
    const row_job *job = context;
    job->proc(job->model, job->x, begin, end, job->out);
}

labrbf_status lab_model_each_row(const labrbf_model *model, lab_row_proc *proc, const double *x, size_t n,
                                 size_t threads, double *out) {
    row_job job = {model, proc, x, out};
    lab_par *par = NULL;
    if (threads != 1 && n > ROWS) {
        LAB_OR_RETURN(lab_par_create(&model->allocator, lab_par_threads(threads), &par));
    }
    lab_par_run(par, n, ROWS, run_block, &job);
    lab_par_destroy(par);
    return LABRBF_OK;
}

labrbf_status lab_model_predict(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out) {
    return lab_model_each_row(model, lab_model_predict_rows, x, n, threads, out);
}

/* f2(t) = beta + s . t + sum_i alpha2_i K(x_i, t): the bandwidths are those of the row t. */
void lab_part_predict_second(const lab_part *part, const double *x, const double *theta, size_t n, double *out) {
    size_t m = part->n_features, s = part->n_support, n_targets = part->n_targets;
    for (size_t r = 0; r < n; r++) {
        double *sums = out + r * n_targets;
        for (size_t c = 0; c < n_targets; c++)
            sums[c] = part->beta[c];
        for (size_t i = 0; i < s; i++) {
            double d = 0.0;
            for (size_t j = 0; j < m; j++) {
                double t;
                lab_scaler_features(&part->scaler, x + r * m + j, j, 1, &t);
                for (size_t c = 0; c < n_targets && i == 0; c++)
                    sums[c] += lab_part_linear(part, c, &t, j, 1);
                double u = theta[r * m + j] * (part->x[j * s + i] - t);
                d += u * u;
            }
            lab_kernel_profile(part->profile, &d, 1, NULL);
            for (size_t c = 0; c < n_targets; c++)
                sums[c] += part->alpha2[c * s + i] * d;
        }
        for (size_t c = 0; c < n_targets; c++)
            sums[c] = lab_part_finish(part, c, sums[c]);
    }
}
