#include "model/kernel.h"

#include <math.h>

#include "model/settings.h"

enum { CHUNK = 256 }; /* supports whose distances stay in the first-level cache while features are added */

void lab_kernel_add_distance(const lab_supports *supports, size_t begin, size_t end, const double *t, size_t first,
                             size_t count, double *restrict d) {
    for (size_t m = 0; m < count; m++) {
        const double *restrict x = supports->x + (first + m) * supports->stride + begin;
        const double *restrict theta = supports->theta + (first + m) * supports->stride + begin;
        const double tm = t[m];
        for (size_t i = 0; i < end - begin; i++) {
            double u = theta[i] * (tm - x[i]);
            d[i] += u * u;
        }
    }
}

void lab_kernel_profile(size_t profile, double *d, size_t n) {
    if (profile == LAB_EXPONENTIAL)
        for (size_t i = 0; i < n; i++)
            d[i] = sqrt(d[i]);
    for (size_t i = 0; i < n; i++)
        d[i] = exp(-d[i]);
}

/* kappa from D before the profile is applied: for the exponential, the factor 1 / (2 sqrt(D)), 0 at D = 0. */
static void kappa_factor(const double *d, size_t n, double *kappa) {
    for (size_t i = 0; i < n; i++)
        kappa[i] = d[i] > 0.0 ? 0.5 / sqrt(d[i]) : 0.0;
}

static void kernel_row_chunk(const lab_supports *supports, size_t begin, size_t end, const double *row, double *k,
                             double *kappa) {
    size_t n = end - begin;
    for (size_t i = 0; i < n; i++)
        k[i] = 0.0;
    lab_kernel_add_distance(supports, begin, end, row, 0, supports->n_features, k);
    if (kappa && supports->profile == LAB_EXPONENTIAL)
        kappa_factor(k, n, kappa);
    lab_kernel_profile(supports->profile, k, n);
    if (!kappa)
        return;
    for (size_t i = 0; i < n; i++)
        kappa[i] = supports->profile == LAB_EXPONENTIAL ? kappa[i] * k[i] : k[i];
}

void lab_kernel_block(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                      double *kappa) {
    for (size_t begin = 0; begin < supports->n; begin += CHUNK) {
        size_t end = supports->n - begin < CHUNK ? supports->n : begin + CHUNK;
        for (size_t r = 0; r < n_rows; r++) {
            size_t at = r * supports->n + begin;
            kernel_row_chunk(supports, begin, end, rows + r * row_stride, k + at, kappa ? kappa + at : NULL);
        }
    }
}
