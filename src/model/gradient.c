/*
 * The gradient of f, blockwise as in predict.c: K and kappa of some rows t and a chunk of supports are computed on the
 * stack and summed up. Nothing is allocated. For a part
 *
 *     f(t) = beta + s . t + sum_i alpha_i K(t, x_i),   dK/dD = -kappa,   D = sum_m theta_im^2 (t_m - x_im)^2
 *     df/dt_m = s_m + 2 sum_i alpha_i kappa_ti theta_im^2 (x_im - t_m)
 *
 * f is summed as well: where it is clipped, the slope is 0. Several targets share K and kappa. The gradient of a model
 * is the weighted sum of those of its parts.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/product.h"
#include "model/model.h"

enum { ROWS = 24, SCALED = 8192, SUPPORTS = 128, FEATURES = 128, TARGETS = 16 };

/* Some rows and targets of a part, with their sums. A row too long for the stack is alone: `scaled` then holds a piece
 * of it, and its slopes are summed for a window of features at a time. */
typedef struct batch {
    const lab_part *part;
    lab_supports supports;
    const double *x; /* n rows in data units */
    size_t n;
    bool is_long;
    size_t most_targets;          /* whose slopes there is room for */
    size_t first, targets;        /* the targets [first, first + targets) */
    size_t window, width;         /* the features [window, window + width) */
    double value[ROWS * TARGETS]; /* f of these targets, scaled: n x targets */
    double slopes[SCALED];        /* sums over supports: n x targets x width */
    double scaled[SCALED];
    double k[ROWS * SUPPORTS], kappa[ROWS * SUPPORTS]; /* n rows, a chunk of supports */
} batch;

/* The slopes of row r and the c-th of these targets. */
static double *slopes_at(batch *b, size_t r, size_t c) { return b->slopes + (r * b->targets + c) * b->width; }

/* K and kappa with the supports [begin, begin + chunk->n). */
static void kernel_of_chunk(batch *b, const lab_supports *chunk, size_t begin) {
    if (b->is_long) {
        lab_part_long_distances(b->part, &b->supports, begin, begin + chunk->n, b->x, b->k);
        lab_kernel_profile(chunk->profile, b->k, chunk->n, b->kappa);
    } else {
        lab_kernel()->block(chunk, b->scaled, b->n, chunk->n_features, b->k, b->kappa);
    }
}

static void pull_long_row(batch *b, const lab_supports *chunk, const double *weighted, double *sums) {
    for (size_t at = 0; at < b->width; at += FEATURES) {
        size_t first = b->window + at;
        lab_supports piece = *chunk;
        piece.n_features = lab_smaller(b->width - at, FEATURES);
        piece.x += first * chunk->stride;
        piece.theta += first * chunk->stride;
        lab_scaler_features(&b->part->scaler, b->x + first, first, piece.n_features, b->scaled);
        lab_kernel()->pull_rows(&piece, b->scaled, 1, piece.n_features, weighted, sums + at, b->width);
    }
}

/* Adds the terms of the chunk of supports from number `begin` on to f. */
static void add_values(batch *b, const lab_supports *chunk, size_t begin) {
    double sums[ROWS];
    for (size_t c = 0; c < b->targets; c++) {
        const double *alpha = b->part->alpha + (b->first + c) * b->supports.n + begin;
        lab_product()->times(b->k, b->n, chunk->n, chunk->n, alpha, sums);
        for (size_t r = 0; r < b->n; r++)
            b->value[r * b->targets + c] += sums[r];
    }
}

/* Likewise to the slopes of f. Overwrites K with alpha times kappa. */
static void add_slopes(batch *b, const lab_supports *chunk, size_t begin) {
    double *weighted = b->k;
    for (size_t c = 0; c < b->targets; c++) {
        const double *alpha = b->part->alpha + (b->first + c) * b->supports.n + begin;
        for (size_t r = 0; r < b->n; r++)
            for (size_t i = 0; i < chunk->n; i++)
                weighted[r * chunk->n + i] = alpha[i] * b->kappa[r * chunk->n + i];
        if (b->is_long)
            pull_long_row(b, chunk, weighted, slopes_at(b, 0, c));
        else
            lab_kernel()->pull_rows(chunk, b->scaled, b->n, b->width, weighted, slopes_at(b, 0, c),
                                    b->targets * b->width);
    }
}

static void begin_sums(batch *b) {
    size_t m = b->part->n_features;
    memset(b->slopes, 0, b->n * b->targets * b->width * sizeof *b->slopes);
    for (size_t r = 0; r < b->n; r++)
        for (size_t c = 0; c < b->targets; c++) {
            size_t target = b->first + c;
            double linear = b->is_long ? lab_part_linear_long(b->part, target, b->x)
                                       : lab_part_linear(b->part, target, b->scaled + r * m, 0, m);
            b->value[r * b->targets + c] = b->part->beta[target] + linear;
        }
}

/* Converts the sums of a row to slopes in data units and adds them, times the weight, to `out`. A missing value is
 * always replaced by the mean, and a clipped prediction is constant: both have slope 0. */
static void finish_slopes(batch *b, size_t r, size_t c, double weight, double *out) {
    const lab_part *part = b->part;
    const size_t target = b->first + c;
    const lab_label_scale *label = &part->scaler.labels[target];
    const double *x = b->x + r * part->n_features, *linear = part->slopes + target * part->n_features;
    const double value = b->value[r * b->targets + c], *sums = slopes_at(b, r, c);
    bool cut = lab_part_finish(part, target, value) != lab_scaler_unlabel(label, value);
    for (size_t j = 0; j < b->width; j++) {
        size_t m = b->window + j;
        double slope = cut || isnan(x[m])
                           ? 0.0
                           : lab_scaler_unslope(&part->scaler, label, value, linear[m] + 2.0 * sums[j], m, x[m]);
        out[m] += weight * slope;
    }
}

/* Adds the slopes of these rows, targets and features to out: n x n_targets x n_features, all of them. */
static void add_batch(batch *b, double weight, double *out) {
    begin_sums(b);
    for (size_t begin = 0; begin < b->supports.n; begin += SUPPORTS) {
        lab_supports chunk = lab_supports_some(b->supports, begin, lab_smaller(b->supports.n - begin, SUPPORTS));
        kernel_of_chunk(b, &chunk, begin);
        add_values(b, &chunk, begin);
        add_slopes(b, &chunk, begin);
    }
    for (size_t r = 0; r < b->n; r++)
        for (size_t c = 0; c < b->targets; c++)
            finish_slopes(b, r, c, weight, out + (r * b->part->n_targets + b->first + c) * b->part->n_features);
}

/* All targets and features of the rows, as many at a time as there is room for. */
static void add_rows(batch *b, double weight, double *out) {
    const size_t m = b->part->n_features, n_targets = b->part->n_targets;
    if (!b->is_long)
        lab_scaler_rows(&b->part->scaler, b->x, b->n, b->scaled);
    for (b->window = 0; b->window < m; b->window += b->width) {
        b->width = lab_smaller(m - b->window, SCALED);
        for (b->first = 0; b->first < n_targets; b->first += b->targets) {
            b->targets = lab_smaller(n_targets - b->first, b->most_targets);
            add_batch(b, weight, out);
        }
    }
}

static void add_part(const lab_part *part, double weight, const double *x, size_t begin, size_t end, double *out) {
    const size_t m = part->n_features, rows = SCALED / m / lab_smaller(part->n_targets, TARGETS);
    const size_t most = rows > 0 ? lab_smaller(rows, ROWS) : 1; /* rows at a time, with TARGETS targets or fewer */
    batch b;
    b.part = part;
    b.supports = lab_part_supports(part);
    b.is_long = m > SCALED;
    b.most_targets = rows > 0 ? TARGETS : b.is_long ? 1 : SCALED / m;
    for (; begin < end; begin += b.n) {
        b.n = lab_smaller(end - begin, most);
        b.x = x + begin * m;
        add_rows(&b, weight, out + begin * part->n_targets * m);
    }
}

static void gradient_rows(const labrbf_model *model, const double *x, size_t begin, size_t end, double *out) {
    const size_t width = model->n_targets * model->n_features;
    for (size_t i = begin * width; i < end * width; i++)
        out[i] = -0.0; /* -0 + x is x, also for x = -0 */
    for (size_t k = 0; k < model->n_parts; k++)
        add_part(model->parts[k], model->weights[k], x, begin, end, out);
}

labrbf_status lab_model_gradient(const labrbf_model *model, const double *x, size_t n, size_t threads, double *out) {
    return lab_model_each_row(model, gradient_rows, x, n, threads, out);
}
