#include "learn/start_width.h"

#include <math.h>

static const double SPREAD = 6.0;
enum { FIRST = -8, LAST = 12 }; /* sigma0 = 10^(j/4), from 0.01 to 1000 */

void lab_start_width_fill(lab_expansion *e, double sigma0) {
    double theta = sqrt(sigma0 / (double)e->n_features);
    for (size_t j = 0; j < e->n_features; j++)
        for (size_t i = 0; i < e->s; i++)
            e->theta[j * e->s_max + i] = theta;
}

/* The weighted mean over rows, summed over targets. */
static double mean_squared_error(const lab_expansion *e, const lab_rows *rows, const uint32_t *sample, size_t n) {
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < n; i++) {
        size_t r = sample[i];
        for (size_t c = 0; c < e->n_targets; c++) {
            double error = lab_expansion_value(e, c, rows->x + r * e->n_features) - rows->y[c * rows->n + r];
            sum += lab_rows_weight(rows, r) * (error * error);
        }
        total += lab_rows_weight(rows, r);
    }
    return sum / total;
}

double lab_start_width_tune(const lab_rule *rule, void *state, const lab_expansion *expansion, const lab_rows *rows,
                            double lambda, const uint32_t *sample, size_t n) {
    static const lab_log silent; /* no word of a width that is not taken */
    lab_expansion e = *expansion;
    double best = 1.0, least = INFINITY;
    e.log = &silent;
    for (int j = FIRST; j <= LAST; j++) {
        double sigma0 = pow(10.0, j / 4.0), raised = lambda;
        lab_start_width_fill(&e, sigma0);
        if (rule->solve(state, &e, rows, rows->n_learnt, &raised) < 0)
            continue;
        double error = mean_squared_error(&e, rows, sample, n);
        if (error < least) {
            least = error;
            best = sigma0;
        }
    }
    return best;
}

/* Two rows are 2 sum_m variance_m apart on average (squared), so D = 2 (sigma0 / M) sum_m variance_m. */
double lab_start_width_of_spread(const lab_rows *rows) {
    size_t m = rows->n_features;
    double spread = 0.0, total = 0.0;
    for (size_t r = 0; r < rows->n_learnt; r++)
        total += lab_rows_weight(rows, r);
    for (size_t j = 0; j < m; j++) {
        double sum = 0.0, squares = 0.0;
        for (size_t r = 0; r < rows->n_learnt; r++) {
            double value = rows->x[r * m + j], weighted = lab_rows_weight(rows, r) * value;
            sum += weighted;
            squares += weighted * value;
        }
        spread += 2.0 * (squares - sum * sum / total) / total;
    }
    return spread > 0.0 ? SPREAD * (double)m / spread : 1.0;
}
