/*
 * The slope of f, blockwise as in predict.c: for some rows t and a chunk of supports K and kappa are put into arrays on
 * the stack, then pulled back to the rows. Nothing is allocated.
 *
 *     f(t) = beta + s . t + sum_i alpha_i K(t, x_i),   dK/dD = -kappa,   D = sum_m theta_im^2 (t_m - x_im)^2
 *     df/dt_m = s_m + 2 sum_i alpha_i kappa_ti theta_im^2 (x_im - t_m)
 *
 * f itself is summed on the way: where it is cut off, it has no slope. Several targets share K and kappa.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/product.h"
#include "model/model.h"

enum { ROWS = 24, SCALED = 8192, SUPPORTS = 128, FEATURES = 128, TARGETS = 16 };

/* Some rows, some targets, and what is known of them. A row too long for the stack is alone, and `scaled` holds a piece
 * of it. */
typedef struct batch {
    const labrbf_model *model;
    lab_supports supports;
    const double *x; /* n rows in the data's own units */
    size_t n;
    bool is_long;
    size_t first, targets;        /* the targets [first, first + targets) */
    double value[ROWS * TARGETS]; /* f of these, scaled: n x targets */
    double *out;                  /* n x n_targets x n_features, all of them */
    double scaled[SCALED];
    double k[ROWS * SUPPORTS], kappa[ROWS * SUPPORTS]; /* n rows, a chunk of supports */
} batch;

/* The slopes of row r and the c-th of these targets. */
static double *slopes_at(const batch *b, size_t r, size_t c) {
    return b->out + (r * b->model->n_targets + b->first + c) * b->model->n_features;
}

/* K and kappa with the supports [begin, begin + part->n). */
static void kernel_of_chunk(batch *b, const lab_supports *part, size_t begin) {
    if (b->is_long) {
        lab_model_long_distances(b->model, &b->supports, begin, begin + part->n, b->x, b->k);
        lab_kernel_profile(part->profile, b->k, part->n, b->kappa);
    } else {
        lab_kernel_block(part, b->scaled, b->n, part->n_features, b->k, b->kappa);
    }
}

static void pull_long_row(batch *b, const lab_supports *part, const double *weighted, double *sums) {
    for (size_t first = 0; first < part->n_features; first += FEATURES) {
        lab_supports piece = *part;
        piece.n_features = part->n_features - first < FEATURES ? part->n_features - first : FEATURES;
        piece.x += first * part->stride;
        piece.theta += first * part->stride;
        lab_scaler_features(&b->model->scaler, b->x + first, first, piece.n_features, b->scaled);
        lab_kernel_pull_rows(&piece, b->scaled, 1, piece.n_features, weighted, sums + first, part->n_features);
    }
}

/* Adds what the chunk of supports that begins with number `begin` gives to f. */
static void add_values(batch *b, const lab_supports *part, size_t begin) {
    double sums[ROWS];
    for (size_t c = 0; c < b->targets; c++) {
        const double *alpha = b->model->alpha + (b->first + c) * b->supports.n + begin;
        lab_product(b->k, b->n, part->n, part->n, alpha, sums);
        for (size_t r = 0; r < b->n; r++)
            b->value[r * b->targets + c] += sums[r];
    }
}

/* Likewise to the slopes of f. K is no longer needed then: its place takes alpha times kappa. */
static void add_slopes(batch *b, const lab_supports *part, size_t begin) {
    const size_t m = part->n_features;
    double *weighted = b->k;
    for (size_t c = 0; c < b->targets; c++) {
        const double *alpha = b->model->alpha + (b->first + c) * b->supports.n + begin;
        for (size_t r = 0; r < b->n; r++)
            for (size_t i = 0; i < part->n; i++)
                weighted[r * part->n + i] = alpha[i] * b->kappa[r * part->n + i];
        if (b->is_long)
            pull_long_row(b, part, weighted, slopes_at(b, 0, c));
        else
            lab_kernel_pull_rows(part, b->scaled, b->n, m, weighted, slopes_at(b, 0, c), b->model->n_targets * m);
    }
}

static void begin_sums(batch *b) {
    size_t m = b->model->n_features;
    for (size_t r = 0; r < b->n; r++) {
        for (size_t c = 0; c < b->targets; c++) {
            size_t target = b->first + c;
            b->value[r * b->targets + c] =
                b->model->beta[target] + (b->is_long ? lab_model_linear_long(b->model, target, b->x)
                                                     : lab_model_linear(b->model, target, b->scaled + r * m, 0, m));
            memset(slopes_at(b, r, c), 0, m * sizeof *b->out);
        }
    }
}

/* From sums to slopes in the data's own units. A missing value is replaced, whatever it was, and a prediction that is
 * cut off stays where it is: both have no slope. */
static void finish_slopes(const labrbf_model *model, size_t target, const double *x, double value, double *slopes) {
    const lab_label_scale *label = &model->scaler.labels[target];
    const double *linear = model->slopes + target * model->n_features;
    bool cut = lab_model_finish(model, target, value) != lab_scaler_unlabel(label, value);
    for (size_t m = 0; m < model->n_features; m++)
        slopes[m] = cut || isnan(x[m])
                        ? 0.0
                        : lab_scaler_unslope(&model->scaler, label, value, linear[m] + 2.0 * slopes[m], m, x[m]);
}

static void gradient_of_batch(batch *b) {
    begin_sums(b);
    for (size_t begin = 0; begin < b->supports.n; begin += SUPPORTS) {
        lab_supports part = b->supports;
        part.n = b->supports.n - begin < SUPPORTS ? b->supports.n - begin : SUPPORTS;
        part.x += begin;
        part.theta += begin;
        kernel_of_chunk(b, &part, begin);
        add_values(b, &part, begin);
        add_slopes(b, &part, begin);
    }
    for (size_t r = 0; r < b->n; r++)
        for (size_t c = 0; c < b->targets; c++)
            finish_slopes(b->model, b->first + c, b->x + r * b->model->n_features, b->value[r * b->targets + c],
                          slopes_at(b, r, c));
}

/* All targets of the rows, as many at a time as there is room for. */
static void gradient_of_rows(batch *b) {
    const size_t m = b->model->n_features, n_targets = b->model->n_targets;
    for (size_t r = 0; r < b->n && !b->is_long; r++)
        lab_scaler_features(&b->model->scaler, b->x + r * m, 0, m, b->scaled + r * m);
    for (b->first = 0; b->first < n_targets; b->first += TARGETS) {
        b->targets = n_targets - b->first < TARGETS ? n_targets - b->first : TARGETS;
        gradient_of_batch(b);
    }
}

typedef struct gradient_job {
    const labrbf_model *model;
    const double *x;
    double *out;
} gradient_job;

static void gradient_block(void *context, size_t begin, size_t end) {
    const gradient_job *job = context;
    const size_t m = job->model->n_features, fit = SCALED / m, most = fit < ROWS ? fit : ROWS;
    batch b;
    b.model = job->model;
    b.supports = lab_model_supports(job->model);
    b.is_long = most == 0;
    for (; begin < end; begin += b.n) {
        b.n = b.is_long ? 1 : end - begin < most ? end - begin : most;
        b.x = job->x + begin * m;
        b.out = job->out + begin * job->model->n_targets * m;
        gradient_of_rows(&b);
    }
}

labrbf_status lab_model_gradient(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out) {
    gradient_job job = {model, x, out};
    return lab_model_each_row(model, n, threads, gradient_block, &job);
}
