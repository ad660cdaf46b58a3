#include "learn/sigma.h"

#include <math.h>

/* What happens to a candidate that is not taken is nobody's concern. */
static const lab_log silent;

static const double SPREAD = 6.0;
enum { FIRST = -8, LAST = 12 }; /* sigma0 = 10^(j/4), from 0.01 to 1000 */

void lab_sigma_fill(lab_objective *o, double sigma0) {
    double theta = sqrt(sigma0 / (double)o->n_features);
    for (size_t j = 0; j < o->n_features; j++)
        for (size_t i = 0; i < o->s; i++)
            o->theta[j * o->s_max + i] = theta;
}

static double weight_of(const lab_sigma_rows *rows, size_t r) { return rows->weights ? rows->weights[r] : 1.0; }

/* The weighted mean over rows, summed over targets. */
static double mean_squared_error(const lab_objective *o, const lab_sigma_rows *rows, const uint32_t *sample, size_t n) {
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < n; i++) {
        size_t r = sample[i];
        for (size_t c = 0; c < o->n_targets; c++) {
            double error = lab_objective_value(o, c, rows->x + r * o->n_features) - rows->y[c * rows->y_stride + r];
            sum += weight_of(rows, r) * (error * error);
        }
        total += weight_of(rows, r);
    }
    return sum / total;
}

double lab_sigma_tune(lab_objective *o, const lab_sigma_rows *rows, const uint32_t *sample, size_t n) {
    double best = 1.0, least = INFINITY, lambda = o->lambda;
    const lab_log *log = o->log;
    o->log = &silent;
    for (int j = FIRST; j <= LAST; j++) {
        double sigma0 = pow(10.0, j / 4.0);
        lab_sigma_fill(o, sigma0);
        o->lambda = lambda;
        if (lab_objective_solve(o) < 0)
            continue;
        double error = mean_squared_error(o, rows, sample, n);
        if (error < least) {
            least = error;
            best = sigma0;
        }
    }
    o->lambda = lambda;
    o->log = log;
    return best;
}

/* Two rows are 2 sum_m variance_m apart on average (squared), so D = 2 (sigma0 / M) sum_m variance_m. */
double lab_sigma_of_spread(const lab_sigma_rows *rows) {
    size_t m = rows->n_features;
    double spread = 0.0, total = 0.0;
    for (size_t r = 0; r < rows->n_rows; r++)
        total += weight_of(rows, r);
    for (size_t j = 0; j < m; j++) {
        double sum = 0.0, squares = 0.0;
        for (size_t r = 0; r < rows->n_rows; r++) {
            double value = rows->x[r * m + j], weighted = weight_of(rows, r) * value;
            sum += weighted;
            squares += weighted * value;
        }
        spread += 2.0 * (squares - sum * sum / total) / total;
    }
    return spread > 0.0 ? SPREAD * (double)m / spread : 1.0;
}
