#include <math.h>

#include "model/model.h"

void lab_metrics(const double *truth, const double *prediction, size_t n, labrbf_metrics *metrics) {
    double mean = 0.0, squared = 0.0, absolute = 0.0, total = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += (truth[i] - mean) / (double)(i + 1);
    for (size_t i = 0; i < n; i++) {
        double error = truth[i] - prediction[i];
        squared += error * error;
        absolute += fabs(error);
        total += (truth[i] - mean) * (truth[i] - mean);
    }
    metrics->n = n;
    metrics->rsse = total > 0.0 ? squared / total : NAN;
    metrics->r2 = 1.0 - metrics->rsse;
    metrics->rmse = sqrt(squared / (double)n);
    metrics->mae = absolute / (double)n;
}
