#include <math.h>

#include "model/model.h"

static double largest(double a, double b) { return a > b ? a : b; }

/* Squares are taken of values divided by the largest of them, so that neither huge nor tiny ones are lost. */
void lab_metrics(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics) {
    double mean = 0.0, error_unit = 0.0, spread_unit = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += (truth[i] - mean) / (double)(i + 1);
    for (size_t i = 0; i < n; i++) {
        error_unit = largest(error_unit, fabs(truth[i] - prediction[i]));
        spread_unit = largest(spread_unit, fabs(truth[i] - mean));
    }
    double squares = 0.0, absolute = 0.0, spread = 0.0;
    for (size_t i = 0; i < n; i++) {
        double error = error_unit > 0.0 ? (truth[i] - prediction[i]) / error_unit : 0.0;
        double distance = spread_unit > 0.0 ? (truth[i] - mean) / spread_unit : 0.0;
        squares += error * error;
        absolute += fabs(error);
        spread += distance * distance;
    }
    double ratio = error_unit / spread_unit;
    metrics->n = n;
    metrics->rsse = spread > 0.0 ? squares / spread * ratio * ratio : NAN;
    metrics->r2 = 1.0 - metrics->rsse;
    metrics->rmse = error_unit * sqrt(squares / (double)n);
    metrics->mae = error_unit * (absolute / (double)n);
}
