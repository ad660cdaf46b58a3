#include <math.h>

#include "model/kernel.h"
#include "model/settings.h"

double lab_kernel_ref(size_t profile, const double *t, const double *x, const double *theta, size_t n_features,
                      double *kappa) {
    double d = 0.0;
    for (size_t m = 0; m < n_features; m++) {
        double u = theta[m] * (t[m] - x[m]);
        d += u * u;
    }
    double k = profile == LAB_GAUSSIAN ? exp(-d) : exp(-sqrt(d));
    if (kappa)
        *kappa = profile == LAB_GAUSSIAN ? k : d > 0.0 ? k / (2.0 * sqrt(d)) : 0.0;
    return k;
}
