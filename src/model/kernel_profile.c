/* The kernel in plain code: one pair, and K and kappa of distances. */
#include <math.h>

#include "model/kernel.h"

#define ALWAYS_INLINE static inline
typedef double vec;
#define v_set1(x)      (x)
#define v_neg(x)       (-(x))
#define v_mul(a, b)    ((a) * (b))
#define v_fma(a, b, c) ((a) * (b) + (c))
#define v_exp(x)       exp(x)

static inline double v_root(double d, double *half) {
    double root = sqrt(fmin(d, 1e300)); /* finite: infinity times exp(-infinity) would be NaN */
    *half = d > 0.0 ? 0.5 / root : 0.0;
    return root;
}

#include "model/kernel_profile.h"

void lab_kernel_profile(size_t profile, double *d, size_t n, double *kappa) {
    for (size_t i = 0; i < n; i++) {
        double slope;
        d[i] = profile_of(profile, d[i], &slope);
        if (kappa)
            kappa[i] = slope;
    }
}

double lab_kernel_ref(size_t profile, const double *t, const double *x, const double *theta, size_t n_features,
                      double *kappa) {
    double d = 0.0;
    for (size_t m = 0; m < n_features; m++) {
        double u = theta[m] * (t[m] - x[m]);
        d += u * u;
    }
    lab_kernel_profile(profile, &d, 1, kappa);
    return d;
}
