/* The coefficients for the present bandwidths, and the errors of rows with them. */
#include <math.h>

#include "learn/trainer.h"

enum { SCAN_BLOCK = 64 };

/* ---- coefficients */

labrbf_status lab_trainer_solve(labrbf_trainer *t) {
    return lab_trainer_by_rows(t) ? lab_rows_solve(&t->rows, &t->objective) : lab_objective_solve(&t->objective);
}

labrbf_status lab_trainer_solve_all(labrbf_trainer *t) {
    t->rows.n = t->n_rows;
    labrbf_status status = lab_trainer_solve(t);
    t->rows.n = t->n_learnt;
    if (t->n_learnt < t->n_rows)
        t->rows.window.n = 0; /* steps shall know nothing of the rows held out */
    return status;
}

/* ---- errors */

/* Coefficients by kernel ridge regression leave errors on supports that are lambda alpha: not asked for. */
static bool is_scanned(const labrbf_trainer *t, size_t row) {
    return lab_trainer_by_rows(t) || row >= t->n_learnt || !lab_support_has(&t->supports, row);
}

typedef struct scan_job {
    labrbf_trainer *trainer;
    size_t first;
} scan_job;

/* The squared error of every row, the mean over targets. */
static void scan_block(void *context, size_t begin, size_t end) {
    const scan_job *job = context;
    labrbf_trainer *t = job->trainer;
    const lab_objective *o = &t->objective;
    lab_supports supports = lab_objective_supports(o);
    double f[SCAN_BLOCK];
    begin += job->first;
    end += job->first;
    for (size_t r = begin; r < end; r++)
        t->errors[r] = 0.0;
    for (size_t c = 0; c < t->n_targets; c++) {
        const double *y = t->y + c * t->n_rows;
        lab_kernel_dot(&supports, o->alpha + c * o->s_max, t->x + begin * t->n_features, end - begin, t->n_features, f);
        for (size_t r = begin; r < end; r++) {
            double error = is_scanned(t, r) ? o->beta[c] + f[r - begin] - y[r] : 0.0;
            t->errors[r] += error * error / (double)t->n_targets;
        }
    }
}

double lab_trainer_scan(labrbf_trainer *t, size_t begin, size_t end, double *largest) {
    scan_job job = {t, begin};
    double sum = 0.0, total = 0.0;
    lab_par_run(t->par, end - begin, SCAN_BLOCK, scan_block, &job);
    *largest = 0.0;
    for (size_t r = begin; r < end; r++) {
        sum += lab_trainer_weight(t, r) * t->errors[r];
        total += is_scanned(t, r) ? lab_trainer_weight(t, r) : 0.0;
        *largest = fmax(*largest, t->errors[r]);
    }
    return total > 0.0 ? sum / total : 0.0;
}
