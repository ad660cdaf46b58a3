#include <math.h>

#include "model/model.h"

static double largest(double a, double b) { return a > b ? a : b; }

/* A power of two near the largest value: division by it is exact, and differences of the quotients cannot overflow. */
static double unit_of(const double *truth, const double *prediction, size_t n) {
    double most = 0.0;
    int exponent = 0;
    for (size_t i = 0; i < n; i++)
        most = largest(most, largest(fabs(truth[i]), fabs(prediction[i])));
    (void)frexp(most, &exponent);
    return ldexp(1.0, exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent);
}

/* Values are divided by the largest before squaring, against overflow and underflow. */
void lab_metrics(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics) {
    double unit = unit_of(truth, prediction, n), mean = 0.0, most_error = 0.0, most_spread = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += (truth[i] / unit - mean) / (double)(i + 1);
    for (size_t i = 0; i < n; i++) {
        most_error = largest(most_error, fabs(truth[i] / unit - prediction[i] / unit));
        most_spread = largest(most_spread, fabs(truth[i] / unit - mean));
    }
    double squares = 0.0, absolute = 0.0, spread = 0.0;
    for (size_t i = 0; i < n; i++) {
        double error = most_error > 0.0 ? (truth[i] / unit - prediction[i] / unit) / most_error : 0.0;
        double distance = most_spread > 0.0 ? (truth[i] / unit - mean) / most_spread : 0.0;
        squares += error * error;
        absolute += fabs(error);
        spread += distance * distance;
    }
    double ratio = most_error / most_spread;
    metrics->n = n;
    metrics->rsse = spread > 0.0 ? squares / spread * ratio * ratio : NAN;
    metrics->r2 = 1.0 - metrics->rsse;
    metrics->rmse = unit * (most_error * sqrt(squares / (double)n));
    metrics->mae = unit * (most_error * (absolute / (double)n));
}
