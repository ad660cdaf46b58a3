#include <math.h>

#include "model/kernel.h"
#include "model/settings.h"

/* K and kappa from D, as the formulas stand in kernel.h. */
static double profile_ref(size_t profile, double d, double *kappa) {
    double k, s, e;
    switch (profile) {
    case LAB_GAUSSIAN:
        return *kappa = exp(-d);
    case LAB_EXPONENTIAL:
        k = exp(-sqrt(d));
        *kappa = d > 0.0 ? k / (2.0 * sqrt(d)) : 0.0;
        return k;
    case LAB_MATERN32:
        s = fmin(sqrt(3.0 * d), 1e3); /* exp(-1000) is 0; infinity times that would be NaN */
        e = exp(-s);
        *kappa = 1.5 * e;
        return (1.0 + s) * e;
    default:
        s = fmin(sqrt(5.0 * d), 1e3);
        e = exp(-s);
        *kappa = 5.0 / 6.0 * (1.0 + s) * e;
        return e + (s + s * s / 3.0) * e; /* the product of both would round to more than 1 now and then */
    }
}

double lab_kernel_ref(size_t profile, const double *t, const double *x, const double *theta, size_t n_features,
                      double *kappa) {
    double d = 0.0, slope;
    for (size_t m = 0; m < n_features; m++) {
        double u = theta[m] * (t[m] - x[m]);
        d += u * u;
    }
    double k = profile_ref(profile, d, &slope);
    if (kappa)
        *kappa = slope;
    return k;
}
