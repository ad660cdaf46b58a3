#include "learn/folds.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/status.h"

enum { MOST_ROWS = 25000, LEAST_TRAINED = 2 };
enum { FEW_ROWS = 400, SOME_ROWS = 800 };  /* the rows are parted in five; how many parts validate */
static const uint64_t STREAM = 0x72696467; /* the split draws its own random numbers */

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* ---- rows */

/* In small tables a single fold tells more of its few rows than of the candidates. */
static size_t folds_for(size_t n_rows) { return n_rows < FEW_ROWS ? 3 : n_rows < SOME_ROWS ? 2 : 1; }

static size_t count_marks(const lab_tune_rows *from) {
    size_t marks = 0;
    for (size_t r = 0; r < from->n && from->validation; r++)
        marks += from->validation[r] != 0;
    return marks;
}

/* How many rows are used, and how many of them are a fold: those that are marked, or a fifth. */
static labrbf_status count_rows(lab_folds *folds, const lab_tune_rows *from) {
    folds->n_rows = smaller(from->n, MOST_ROWS);
    folds->n_fold = folds->n_rows / LAB_FOLDS_MOST;
    folds->n_folds = folds_for(folds->n_rows);
    if (!from->validation)
        return LABRBF_OK;
    size_t marks = count_marks(from), others = from->n - marks;
    if (others < LEAST_TRAINED)
        return lab_fail(LABRBF_E_DATA,
                        "the rows marked for validation, and those equal to them, leave %zu distinct row%s to train "
                        "on: at least %d are needed",
                        others, others == 1 ? "" : "s", LEAST_TRAINED);
    folds->n_fold = smaller(marks, from->n > MOST_ROWS ? MOST_ROWS / LAB_FOLDS_MOST : marks);
    folds->n_rows = folds->n_fold + smaller(others, MOST_ROWS - folds->n_fold);
    folds->n_folds = 1;
    return LABRBF_OK;
}

/* Row numbers, those that are marked first. */
static void order_rows(lab_folds *folds, const lab_tune_rows *from) {
    size_t n = 0;
    for (int marked = 1; marked >= 0; marked--)
        for (size_t r = 0; r < from->n; r++)
            if (marked == (from->validation && from->validation[r]))
                folds->order[n++] = (uint32_t)r;
}

/* All rows in random order, or some of many; those to validate on first. */
static void draw_rows(lab_folds *folds, const lab_tune_rows *from, uint64_t seed) {
    size_t m = folds->n_features, targets = folds->n_targets, marks = count_marks(from);
    lab_rng rng = lab_rng_seed(seed ^ STREAM);
    order_rows(folds, from);
    if (marks > 0) {
        lab_rng_choose(&rng, folds->order, marks, folds->n_fold);
        lab_rng_choose(&rng, folds->order + marks, from->n - marks, folds->n_rows - folds->n_fold);
        memmove(folds->order + folds->n_fold, folds->order + marks,
                (folds->n_rows - folds->n_fold) * sizeof *folds->order);
    } else {
        lab_rng_choose(&rng, folds->order, from->n, folds->n_rows);
    }
    for (size_t r = 0; r < folds->n_rows; r++) {
        size_t row = from->rows[folds->order[r]];
        memcpy(folds->x + r * m, from->data->x + row * m, m * sizeof *folds->x);
        memcpy(folds->y + r * targets, from->data->y + row * targets, targets * sizeof *folds->y);
        folds->weights[r] = from->weights ? from->weights[folds->order[r]] : 1.0;
    }
}

static labrbf_status allocate(lab_folds *folds, const lab_allocator *allocator, size_t n) {
    size_t features, labels;
    if (!lab_size_mul(folds->n_rows, folds->n_features, &features) ||
        !lab_size_mul(folds->n_rows, folds->n_targets, &labels))
        return LABRBF_E_MEMORY;
    folds->x = lab_alloc(allocator, features, sizeof *folds->x);
    folds->y = lab_alloc(allocator, labels, sizeof *folds->y);
    folds->weights = lab_alloc(allocator, folds->n_rows, sizeof *folds->weights);
    folds->order = lab_alloc(allocator, n, sizeof *folds->order);
    return folds->x && folds->y && folds->weights && folds->order ? LABRBF_OK : LABRBF_E_MEMORY;
}

labrbf_status lab_folds_make(lab_folds *folds, const lab_allocator *allocator, const lab_tune_rows *from,
                             uint64_t seed) {
    *folds = (lab_folds){.n_features = from->data->n_features, .n_targets = from->data->n_targets};
    labrbf_status status = count_rows(folds, from);
    if (status >= 0)
        status = allocate(folds, allocator, from->n);
    if (status >= 0)
        draw_rows(folds, from, seed);
    else
        lab_folds_free(folds, allocator);
    return status;
}

void lab_folds_free(lab_folds *folds, const lab_allocator *allocator) {
    lab_free(allocator, folds->x);
    lab_free(allocator, folds->y);
    lab_free(allocator, folds->weights);
    lab_free(allocator, folds->order);
    *folds = (lab_folds){0};
}

/* ---- errors */

double lab_folds_compare(const lab_folds *folds, const double *predictions, size_t n, size_t target, double range,
                         double *misses) {
    size_t targets = folds->n_targets;
    const double *y = folds->y + target, *f = predictions + target;
    double total = 0.0, sum = 0.0, squares = 0.0, errors = 0.0;
    double shift = y[0]; /* keeps the squares of a label with a large offset exact */
    for (size_t r = 0; r < n; r++) {
        double weight = folds->weights[r], label = (y[r * targets] - shift) / range;
        double miss = (f[r * targets] - y[r * targets]) / range;
        misses[r] += miss * miss;
        errors += weight * miss * miss;
        sum += weight * label;
        squares += weight * label * label;
        total += weight;
    }
    double variance = squares - sum * sum / total;
    return variance > 0.0 ? 1.0 - errors / variance : 0.0;
}

double lab_folds_mean(const lab_folds *folds, size_t n, const double *values, double *standard_error) {
    double total = 0.0, sum = 0.0, squares = 0.0, weights = 0.0;
    for (size_t r = 0; r < n; r++) {
        total += folds->weights[r];
        sum += folds->weights[r] * values[r];
    }
    for (size_t r = 0; r < n; r++) {
        double weight = folds->weights[r] / total, d = values[r] - sum / total;
        squares += weight * d * d;
        weights += weight * weight;
    }
    *standard_error = sqrt(squares * weights);
    return sum / total;
}
