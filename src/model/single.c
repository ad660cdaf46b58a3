#include "model/single.h"

#include <math.h>

#include "base/cpu.h"
#include "base/sweep.h"

static size_t filled_up(size_t n) { return (n + LAB_SINGLE_LANES - 1) / LAB_SINGLE_LANES * LAB_SINGLE_LANES; }

void lab_single_layout(lab_single *single, lab_arena *arena, size_t n, size_t n_features, size_t n_targets) {
    single->n_features = n_features;
    single->stride = filled_up(n);
    single->x = lab_arena_floats(arena, n_features, single->stride);
    single->theta = lab_arena_floats(arena, n_features, single->stride);
    single->alpha = lab_arena_floats(arena, n_targets, single->stride);
}

void lab_single_fill(lab_single *single, const lab_supports *supports, const double *alpha, size_t n_targets) {
    single->profile = supports->profile;
    for (size_t m = 0; m < supports->n_features; m++) {
        lab_sweep()->to_single(supports->n, supports->x + m * supports->stride, 0.0, single->x + m * single->stride);
        lab_sweep()->to_single(supports->n, supports->theta + m * supports->stride, 0.0,
                               single->theta + m * single->stride);
    }
    for (size_t c = 0; c < n_targets; c++)
        lab_sweep()->to_single(supports->n, alpha + c * supports->n, 0.0, single->alpha + c * single->stride);
}

lab_single lab_single_target(const lab_single *single, size_t target) {
    lab_single other = *single;
    other.alpha += target * single->stride;
    return other;
}

/*
 * Bound for |dK| / u, u = 2^-24: `spread` |theta_i| + `rest`, for |t|, |x| <= 1.
 *
 * A difference is off by at most 4 u (two roundings of values up to 1, one of a result up to 2), so rho = sqrt(D) is
 * off by 4 u |theta_i| for those and by (M / 2 + 6) u rho for the products, the sum of M squares and the root; exp
 * itself is off by 4 u of its value. If |t_m| is up to r_m, the difference is off by 2 u (r_m + |x_im|) instead, and in
 * |theta_i| its theta_im counts (r_m + |x_im|) / 2 times. Since K <= 1, K rho <= 1 / e, K rho^2 <= 1 / e and 2 K rho <=
 * sqrt(2 / e) (gaussian),
 *
 *     exponential:  |dK| <= u (4 |theta_i| + (M / 2 + 6) / e + 4)
 *     gaussian:     |dK| <= u (4 sqrt(2 / e) |theta_i| + (M + 12) / e + 4)
 *
 * The Matern profiles are functions of s = sqrt(c) rho, c = 3 or 5, which is off by 4 sqrt(c) u |theta_i| and, c D
 * being rounded as well, by (M / 2 + 6.5) u s. The same rounded s is in both factors of K, so that this changes K by
 * |dK/ds| times as much:
 *
 *     matern32:  |dK/ds| = s exp(-s) <= 1 / e, at s = 1;   s |dK/ds| <= 4 / e^2, at s = 2
 *     matern52:  |dK/ds| = (s + s^2) exp(-s) / 3 < 0.28, at s = (1 + sqrt(5)) / 2;   s |dK/ds| < 0.605, at 1 + sqrt(3)
 *
 * Of the value K itself they lose 4 u by exp, and by the operations after it: s e + e is two (in all 6 u); s + s^2 / 3
 * is off by 4 u at most (1/3 itself, two products, a sum), then the same two (in all 10 u).
 *
 *     matern32:  |dK| <= u (4 sqrt(3) / e |theta_i| + 4 (M / 2 + 6.5) / e^2 + 6)
 *     matern52:  |dK| <= u (4 sqrt(5) 0.28 |theta_i| + 0.605 (M / 2 + 6.5) + 10)
 */
typedef struct loss {
    double spread, rest;
} loss;

static const double E = 2.718281828459045;

static loss gaussian_loss(double m) { return (loss){4.0 * sqrt(2.0 / E), (m + 12.0) / E + 4.0}; }

static loss exponential_loss(double m) { return (loss){4.0, (0.5 * m + 6.0) / E + 4.0}; }

static loss matern32_loss(double m) { return (loss){4.0 * sqrt(3.0) / E, 4.0 * (0.5 * m + 6.5) / (E * E) + 6.0}; }

static loss matern52_loss(double m) { return (loss){4.0 * sqrt(5.0) * 0.28, 0.605 * (0.5 * m + 6.5) + 10.0}; }

static loss loss_of(size_t profile, double m) {
    switch (profile) {
#define CASE(ID, word, formula)                                                                                        \
    case LAB_##ID:                                                                                                     \
        return word##_loss(m);
        LAB_KERNEL_PROFILES(CASE)
#undef CASE
    }
    return (loss){NAN, NAN};
}

/* The sum adds the roundings of alpha, of the product and of S / 16 + 6 additions. One per cent covers terms of second
 * order. */
double lab_single_bound(const lab_supports *supports, const double *alpha, const double *reach) {
    const double u = 0x1p-24;
    loss of_k = loss_of(supports->profile, (double)supports->n_features);
    double rest = of_k.rest + (double)supports->n / LAB_SINGLE_LANES + 8.0, sum = 0.0;
    for (size_t i = 0; i < supports->n; i++) {
        double squares = 0.0;
        for (size_t j = 0; j < supports->n_features; j++) {
            size_t at = j * supports->stride + i;
            double far = supports->theta[at] * (0.5 * (reach[j] + fabs(supports->x[at])));
            squares += far * far;
        }
        sum += fabs(alpha[i]) * (of_k.spread * sqrt(squares) + rest);
    }
    return 1.01 * u * sum;
}

LAB_CPU_CHOOSE(lab_single_proc, lab_single_dot)
