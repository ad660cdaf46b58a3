/*
 * The tests' own mathematics: plain loops in long double, written from the formulas (docs/algorithm.md and the paper),
 * never from src/.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- random numbers: a 128-bit linear congruential generator, so not the library's own kind */

typedef struct oracle_random {
    uint64_t high, low;
} oracle_random;

oracle_random oracle_seed(uint64_t seed);
uint64_t oracle_bits(oracle_random *random);
double oracle_uniform(oracle_random *random, double low, double high);
size_t oracle_below(oracle_random *random, size_t bound);
void oracle_fill(oracle_random *random, double *out, size_t n, double low, double high);

/* ---- the kernel, one pair at a time */

/*
 * The one list of kernels that tests go through, in the library's order. K = p(a) exp(-a), and kappa = -dK/dD =
 * q(a) exp(-a), which is taken as 0 for the exponential at D = 0.
 *
 *     KERNEL(enumerator, word that a user types, a from d = D, p, q, roundings of p, q and their products with exp)
 */
#define ORACLE_KERNEL_LIST(KERNEL)                                                                                     \
    KERNEL(GAUSSIAN, gaussian, d, 1, 1, 2)                                                                             \
    KERNEL(EXPONENTIAL, exponential, sqrtl(d), 1, a > 0 ? 1 / (2 * a) : 0, 2)                                          \
    KERNEL(MATERN32, matern32, sqrtl(3 * d), 1 + a, 1.5L, 3)                                                           \
    KERNEL(MATERN52, matern52, sqrtl(5 * d), 1 + a + a * a / 3, 5 * (1 + a) / 6, 5)

enum {
#define ORACLE_ENUMERATOR(ID, ...) ORACLE_##ID,
    ORACLE_KERNEL_LIST(ORACLE_ENUMERATOR) ORACLE_KERNELS
#undef ORACLE_ENUMERATOR
};
extern const char *const oracle_kernel_words[ORACLE_KERNELS];

/* D = sum_m theta_m^2 (t_m - x_m)^2; then a, p(a), K and kappa. */
long double oracle_distance(const double *t, const double *x, const double *theta, size_t m);
long double oracle_exponent(int kernel, long double d);
long double oracle_polynomial(int kernel, long double a);
long double oracle_kernel(int kernel, long double d);
long double oracle_kappa(int kernel, long double d);
/* The relative error of K, of m features, that rounding to double explains. */
long double oracle_kernel_error(int kernel, long double d, size_t m);

/* ---- dense systems */

/* Solves A x = b by elimination with row pivoting; both are overwritten, b by x. False if A is singular. */
bool oracle_solve(long double *a, long double *b, size_t n);
/* |A|_inf |A^-1|_inf of a row-major matrix. */
long double oracle_condition(const double *a, size_t n);
/* |A x - b| / |b| in the 2-norm for A = K + lambda I, or its transpose. */
long double oracle_residual(const double *k, double lambda, bool transposed, const double *x, const double *b,
                            size_t n);
/* The same residual, but relative to what rounding allows: |A x - b|_inf / (|A|_inf |x|_inf + |b|_inf). */
long double oracle_backward_error(const double *k, double lambda, bool transposed, const double *x, const double *b,
                                  size_t n);

/* ---- the batch loss and its gradient */

/* Row-major: x and theta S x M, batch B x M. */
typedef struct oracle_problem {
    int kernel;
    size_t s, b, m;
    double *x, *theta, *y, *batch, *target;
    double beta, lambda;
} oracle_problem;

/* Supports, bandwidths and batch drawn at random; labels a smooth function of the row plus noise. */
oracle_problem oracle_problem_make(oracle_random *random, int kernel, size_t s, size_t b, size_t m, double theta_low,
                                   double theta_high);
void oracle_problem_free(oracle_problem *problem);

/* L = |K_b alpha + beta - y_b|^2 / B with alpha = (K + lambda I)^-1 (y - beta). alpha (S values) may be NULL. */
long double oracle_loss(const oracle_problem *problem, long double *alpha);
/* dL/dtheta_im = -2 theta_im sum_t Q_ti (z_tm - x_im)^2, difference by difference: S x M values. */
void oracle_gradient(const oracle_problem *problem, long double *gradient);
/* dL/dtheta_im by four-point central differences of oracle_loss with step h |theta_im|. */
long double oracle_difference(const oracle_problem *problem, size_t parameter, double h);

/* ---- comparing */

long double oracle_norm(const long double *values, size_t n);
/* Fails the running test with both values unless |a - b| <= tolerance. */
void oracle_close(const char *what, long double a, long double b, long double tolerance);
/* Largest |a_i - b_i| over the largest |b_i|. */
double oracle_relative(const double *a, const double *b, size_t n);

#endif
