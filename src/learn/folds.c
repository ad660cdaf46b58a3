#include "learn/folds.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/status.h"

enum { MOST_ROWS = 25000, LEAST_TRAINED = 2 };
enum { FEW_ROWS = 400, SOME_ROWS = 800 };  /* of five parts of the rows, how many validate */
static const uint64_t STREAM = 0x72696467; /* the split draws its own random numbers */

/* ---- rows */

/* Scores of candidates on one small fold depend too much on which rows are in it. So small tables have several. */
static size_t folds_for(size_t n_rows) { return n_rows < FEW_ROWS ? 3 : n_rows < SOME_ROWS ? 2 : 1; }

size_t lab_folds_rows(const lab_view *view) { return view->table->validation ? view->n_rows : view->n_learnt; }

static bool is_marked(const lab_view *view, size_t r) {
    return view->table->validation && view->table->validation[view->rows[r]];
}

/* Row numbers, those that are marked first; returns how many of these there are. */
static size_t order_rows(lab_folds *folds, const lab_view *view, size_t from) {
    size_t n = 0, marks = 0;
    for (int marked = 1; marked >= 0; marked--) {
        for (size_t r = 0; r < from; r++)
            if (marked == is_marked(view, r))
                folds->order[n++] = view->rows[r];
        if (marked)
            marks = n;
    }
    return marks;
}

/* How many rows are used, and how many of them are a fold: those that are marked, or a fifth. */
static labrbf_status count_rows(lab_folds *folds, size_t from, size_t marks) {
    size_t others = from - marks;
    folds->n_rows = lab_smaller(from, MOST_ROWS);
    folds->n_fold = folds->n_rows / LAB_FOLDS_MOST;
    folds->n_folds = folds_for(folds->n_rows);
    if (marks == 0)
        return LABRBF_OK;
    if (others < LEAST_TRAINED)
        return lab_fail(LABRBF_E_DATA,
                        "the rows marked for validation, and those equal to them, leave %zu distinct row%s to train "
                        "on: at least %d are needed",
                        others, others == 1 ? "" : "s", LEAST_TRAINED);
    folds->n_fold = lab_smaller(marks, from > MOST_ROWS ? MOST_ROWS / LAB_FOLDS_MOST : marks);
    folds->n_rows = folds->n_fold + lab_smaller(others, MOST_ROWS - folds->n_fold);
    folds->n_folds = 1;
    return LABRBF_OK;
}

/* All rows in random order, or some of many; those to validate on first. */
static void draw_rows(lab_folds *folds, size_t from, size_t marks, uint64_t seed) {
    lab_rng rng = lab_rng_seed(seed ^ STREAM);
    if (marks == 0) {
        lab_rng_choose(&rng, folds->order, from, folds->n_rows);
        return;
    }
    lab_rng_choose(&rng, folds->order, marks, folds->n_fold);
    lab_rng_choose(&rng, folds->order + marks, from - marks, folds->n_rows - folds->n_fold);
    memmove(folds->order + folds->n_fold, folds->order + marks, (folds->n_rows - folds->n_fold) * sizeof *folds->order);
}

/* The rows of the search without those of one fold. `taken` has room for a mark of every row of the table. */
static labrbf_status make_training(lab_folds *folds, size_t fold, unsigned char *taken) {
    memset(taken, 0, folds->table->n_rows);
    for (size_t r = 0; r < folds->n_rows; r++)
        taken[folds->order[r]] = r / folds->n_fold != fold;
    return lab_view_some(&folds->training[fold], folds->table, taken);
}

labrbf_status lab_folds_make(lab_folds *folds, const lab_view *view, uint64_t seed) {
    const lab_allocator *allocator = &view->table->allocator;
    size_t from = lab_folds_rows(view);
    *folds = (lab_folds){.table = view->table};
    folds->order = lab_alloc(allocator, from, sizeof *folds->order);
    unsigned char *taken = lab_alloc(allocator, view->table->n_rows, sizeof *taken);
    labrbf_status status = folds->order && taken ? LABRBF_OK : LABRBF_E_MEMORY;
    if (status >= 0) {
        size_t marks = order_rows(folds, view, from);
        status = count_rows(folds, from, marks);
        if (status >= 0)
            draw_rows(folds, from, marks, seed);
    }
    for (size_t fold = 0; status >= 0 && fold < folds->n_folds; fold++)
        status = make_training(folds, fold, taken);
    lab_free(allocator, taken);
    return status;
}

void lab_folds_free(lab_folds *folds) {
    if (!folds->table)
        return;
    for (size_t fold = 0; fold < LAB_FOLDS_MOST; fold++)
        lab_view_free(&folds->training[fold]);
    lab_free(&folds->table->allocator, folds->order);
    *folds = (lab_folds){0};
}

/* ---- errors */

static double weight_of(const lab_folds *folds, size_t r) { return lab_table_weight(folds->table, folds->order[r]); }

double lab_folds_compare(const lab_folds *folds, const double *predictions, size_t n, size_t target, double range,
                         double *squares) {
    size_t targets = folds->table->n_targets;
    double total = 0.0, sum = 0.0, label_squares = 0.0, errors = 0.0;
    double shift = lab_table_label(folds->table, folds->order[0], target); /* keeps squares of large labels exact */
    for (size_t r = 0; r < n; r++) {
        double weight = weight_of(folds, r), y = lab_table_label(folds->table, folds->order[r], target);
        double label = (y - shift) / range, error = (predictions[r * targets + target] - y) / range;
        squares[r] += error * error;
        errors += weight * error * error;
        sum += weight * label;
        label_squares += weight * label * label;
        total += weight;
    }
    double variance = label_squares - sum * sum / total;
    return variance > 0.0 ? 1.0 - errors / variance : 0.0;
}

double lab_folds_mean(const lab_folds *folds, size_t n, const double *values, double *standard_error) {
    double total = 0.0, sum = 0.0, squares = 0.0, weights = 0.0;
    for (size_t r = 0; r < n; r++) {
        total += weight_of(folds, r);
        sum += weight_of(folds, r) * values[r];
    }
    for (size_t r = 0; r < n; r++) {
        double weight = weight_of(folds, r) / total, d = values[r] - sum / total;
        squares += weight * d * d;
        weights += weight * weight;
    }
    *standard_error = sqrt(squares * weights);
    return sum / total;
}
