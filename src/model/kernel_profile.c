/* The profiles of the kernel in plain code, K and kappa from D; kernel_profile.h has them in vectors. */
#include <math.h>

#include "model/kernel.h"
#include "model/settings.h"

static double exponential_of(double d, double *kappa) {
    double root = sqrt(d), k = exp(-root);
    *kappa = d > 0.0 ? 0.5 / root * k : 0.0;
    return k;
}

/* exp(-1000) is 0; infinity times that would be NaN. */
static double held(double s) { return s < 1e3 ? s : 1e3; }

static double matern32_of(double d, double *kappa) {
    double s = held(sqrt(3.0 * d)), e = exp(-s);
    *kappa = 1.5 * e;
    return s * e + e;
}

static double matern52_of(double d, double *kappa) {
    double s = held(sqrt(5.0 * d)), e = exp(-s);
    *kappa = 5.0 / 6.0 * (s * e + e);
    return (s * (1.0 / 3.0) * s + s) * e + e;
}

static double profile_of(size_t profile, double d, double *kappa) {
    switch (profile) {
    case LAB_GAUSSIAN:
        return *kappa = exp(-d);
    case LAB_EXPONENTIAL:
        return exponential_of(d, kappa);
    case LAB_MATERN32:
        return matern32_of(d, kappa);
    default:
        return matern52_of(d, kappa);
    }
}

void lab_kernel_profile(size_t profile, double *d, size_t n, double *kappa) {
    for (size_t i = 0; i < n; i++) {
        double slope;
        d[i] = profile_of(profile, d[i], &slope);
        if (kappa)
            kappa[i] = slope;
    }
}
