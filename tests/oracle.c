#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

/* ---- random numbers: state = state * 0xda942042e4dd58b5 + odd, high half taken out with its halves mixed */

static uint64_t high_product(uint64_t a, uint64_t b) {
    uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32);
    uint64_t other = al * bh + (middle & 0xffffffffu);
    return ah * bh + (middle >> 32) + (other >> 32);
}

oracle_random oracle_seed(uint64_t seed) {
    oracle_random random = {seed ^ 0x5851f42d4c957f2du, 2 * seed + 1};
    for (int i = 0; i < 16; i++)
        (void)oracle_bits(&random);
    return random;
}

uint64_t oracle_bits(oracle_random *random) {
    const uint64_t factor = 0xda942042e4dd58b5u, odd = 0x14057b7ef767814fu;
    uint64_t low = random->low * factor;
    random->high = random->high * factor + high_product(random->low, factor);
    random->low = low + odd;
    random->high += random->low < odd;
    uint64_t z = random->high;
    return z ^ z >> 32 ^ random->low >> 13;
}

double oracle_uniform(oracle_random *random, double low, double high) {
    return low + (high - low) * ((double)(oracle_bits(random) >> 11) * 0x1p-53);
}

size_t oracle_below(oracle_random *random, size_t bound) { return (size_t)(oracle_bits(random) % bound); }

void oracle_fill(oracle_random *random, double *out, size_t n, double low, double high) {
    for (size_t i = 0; i < n; i++)
        out[i] = oracle_uniform(random, low, high);
}

/* ---- the kernel */

long double oracle_distance(const double *t, const double *x, const double *theta, size_t m) {
    long double d = 0;
    for (size_t j = 0; j < m; j++) {
        long double difference = (long double)t[j] - x[j];
        d += (long double)theta[j] * theta[j] * difference * difference;
    }
    return d;
}

const char *const oracle_kernel_words[ORACLE_KERNELS] = {
#define WORD(ID, word, ...) #word,
    ORACLE_KERNEL_LIST(WORD)
#undef WORD
};

long double oracle_exponent(int kernel, long double d) {
    const long double exponents[ORACLE_KERNELS] = {
#define EXPONENT(ID, word, exponent, ...) exponent,
        ORACLE_KERNEL_LIST(EXPONENT)
#undef EXPONENT
    };
    return exponents[kernel];
}

long double oracle_polynomial(int kernel, long double a) {
    const long double polynomials[ORACLE_KERNELS] = {
#define POLYNOMIAL(ID, word, exponent, p, ...) p,
        ORACLE_KERNEL_LIST(POLYNOMIAL)
#undef POLYNOMIAL
    };
    return polynomials[kernel];
}

static long double slope(int kernel, long double a) {
    const long double slopes[ORACLE_KERNELS] = {
#define SLOPE(ID, word, exponent, p, q, roundings) q,
        ORACLE_KERNEL_LIST(SLOPE)
#undef SLOPE
    };
    return slopes[kernel];
}

long double oracle_kernel(int kernel, long double d) {
    long double a = oracle_exponent(kernel, d);
    return oracle_polynomial(kernel, a) * expl(-a);
}

long double oracle_kappa(int kernel, long double d) {
    long double a = oracle_exponent(kernel, d);
    return slope(kernel, a) * expl(-a);
}

/* D is a sum of m squares: (m + 4) roundings at most. exp turns an absolute error of its argument into a relative one
 * (and so does p exp, to a lesser one); itself it may be 2 ulp off. p and its product with exp are 2 or 6 roundings. */
long double oracle_kernel_error(int kernel, long double d, size_t m) {
    static const int own[ORACLE_KERNELS] = {
#define ROUNDINGS(ID, word, exponent, p, q, roundings) roundings,
        ORACLE_KERNEL_LIST(ROUNDINGS)
#undef ROUNDINGS
    };
    return (oracle_exponent(kernel, d) * (long double)(m + 4) + own[kernel]) * DBL_EPSILON;
}

/* ---- dense systems */

bool oracle_solve(long double *a, long double *b, size_t n) {
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; r++)
            if (fabsl(a[r * n + c]) > fabsl(a[pivot * n + c]))
                pivot = r;
        if (a[pivot * n + c] == 0)
            return false;
        for (size_t j = c; j < n; j++) {
            long double swapped = a[c * n + j];
            a[c * n + j] = a[pivot * n + j];
            a[pivot * n + j] = swapped;
        }
        long double swapped = b[c];
        b[c] = b[pivot];
        b[pivot] = swapped;
        for (size_t r = c + 1; r < n; r++) {
            long double factor = a[r * n + c] / a[c * n + c];
            for (size_t j = c + 1; j < n; j++)
                a[r * n + j] -= factor * a[c * n + j];
            b[r] -= factor * b[c];
        }
    }
    for (size_t r = n; r-- > 0;) {
        for (size_t j = r + 1; j < n; j++)
            b[r] -= a[r * n + j] * b[j];
        b[r] /= a[r * n + r];
    }
    return true;
}

static long double *numbers(size_t n) {
    long double *values = calloc(n ? n : 1, sizeof *values);
    assert_non_null(values);
    return values;
}

long double oracle_condition(const double *a, size_t n) {
    long double norm = 0, *work = numbers(n * n), *column = numbers(n), *row_sums = numbers(n);
    for (size_t i = 0; i < n; i++) {
        long double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += fabsl(a[i * n + j]);
        norm = fmaxl(norm, sum);
    }
    for (size_t j = 0; j < n; j++) { /* column j of the inverse */
        for (size_t i = 0; i < n * n; i++)
            work[i] = a[i];
        for (size_t i = 0; i < n; i++)
            column[i] = i == j;
        assert_true(oracle_solve(work, column, n));
        for (size_t i = 0; i < n; i++)
            row_sums[i] += fabsl(column[i]);
    }
    long double inverse = 0;
    for (size_t i = 0; i < n; i++)
        inverse = fmaxl(inverse, row_sums[i]);
    free(work);
    free(column);
    free(row_sums);
    return norm * inverse;
}

static long double entry(const double *k, double lambda, bool transposed, size_t i, size_t j, size_t n) {
    long double value = transposed ? k[j * n + i] : k[i * n + j];
    return i == j ? value + lambda : value;
}

long double oracle_residual(const double *k, double lambda, bool transposed, const double *x, const double *b,
                            size_t n) {
    long double squares = 0, scale = 0;
    for (size_t i = 0; i < n; i++) {
        long double sum = -(long double)b[i];
        for (size_t j = 0; j < n; j++)
            sum += entry(k, lambda, transposed, i, j, n) * x[j];
        squares += sum * sum;
        scale += (long double)b[i] * b[i];
    }
    return sqrtl(squares / scale);
}

long double oracle_backward_error(const double *k, double lambda, bool transposed, const double *x, const double *b,
                                  size_t n) {
    long double worst = 0, norm = 0, x_norm = 0, b_norm = 0;
    for (size_t i = 0; i < n; i++) {
        long double sum = -(long double)b[i], row = 0;
        for (size_t j = 0; j < n; j++) {
            sum += entry(k, lambda, transposed, i, j, n) * x[j];
            row += fabsl(entry(k, lambda, transposed, i, j, n));
        }
        worst = fmaxl(worst, fabsl(sum));
        norm = fmaxl(norm, row);
        x_norm = fmaxl(x_norm, fabsl(x[i]));
        b_norm = fmaxl(b_norm, fabsl(b[i]));
    }
    return worst / (norm * x_norm + b_norm);
}

/* ---- the batch loss and its gradient */

static double *doubles(size_t n) {
    double *values = calloc(n ? n : 1, sizeof *values);
    assert_non_null(values);
    return values;
}

static double label_of(oracle_random *random, const double *row, size_t m) {
    double sum = 0;
    for (size_t j = 0; j < m; j++)
        sum += sin(2 * row[j] + (double)j);
    return sum / sqrt((double)m) + oracle_uniform(random, -0.3, 0.3);
}

oracle_problem oracle_problem_make(oracle_random *random, int kernel, size_t s, size_t b, size_t m, double theta_low,
                                   double theta_high) {
    oracle_problem p = {.kernel = kernel, .s = s, .b = b, .m = m, .lambda = 0.1};
    p.x = doubles(s * m);
    p.theta = doubles(s * m);
    p.y = doubles(s);
    p.batch = doubles(b * m);
    p.target = doubles(b);
    oracle_fill(random, p.x, s * m, -1, 1);
    oracle_fill(random, p.theta, s * m, theta_low, theta_high);
    oracle_fill(random, p.batch, b * m, -1, 1);
    for (size_t i = 0; i < s; i++)
        p.y[i] = label_of(random, p.x + i * m, m);
    for (size_t t = 0; t < b; t++)
        p.target[t] = label_of(random, p.batch + t * m, m);
    return p;
}

void oracle_problem_free(oracle_problem *p) {
    free(p->x);
    free(p->theta);
    free(p->y);
    free(p->batch);
    free(p->target);
}

/* Row t of the stack [supports; batch]. */
static const double *stacked(const oracle_problem *p, size_t t) {
    return t < p->s ? p->x + t * p->m : p->batch + (t - p->s) * p->m;
}

static long double pair_distance(const oracle_problem *p, size_t t, size_t i) {
    return oracle_distance(stacked(p, t), p->x + i * p->m, p->theta + i * p->m, p->m);
}

static long double pair_kernel(const oracle_problem *p, size_t t, size_t i) {
    return oracle_kernel(p->kernel, pair_distance(p, t, i));
}

/* x := A^-1 x or A^-T x. */
static void solve_system(const oracle_problem *p, bool transposed, long double *x) {
    long double *a = numbers(p->s * p->s);
    for (size_t i = 0; i < p->s; i++)
        for (size_t j = 0; j < p->s; j++)
            a[i * p->s + j] = (transposed ? pair_kernel(p, j, i) : pair_kernel(p, i, j)) + (i == j ? p->lambda : 0);
    assert_true(oracle_solve(a, x, p->s));
    free(a);
}

static void residuals(const oracle_problem *p, const long double *alpha, long double *r) {
    for (size_t t = 0; t < p->b; t++) {
        r[t] = (long double)p->beta - p->target[t];
        for (size_t i = 0; i < p->s; i++)
            r[t] += pair_kernel(p, p->s + t, i) * alpha[i];
    }
}

static void coefficients(const oracle_problem *p, long double *alpha) {
    for (size_t i = 0; i < p->s; i++)
        alpha[i] = (long double)p->y[i] - p->beta;
    solve_system(p, false, alpha);
}

long double oracle_loss(const oracle_problem *p, long double *out) {
    long double *alpha = numbers(p->s), *r = numbers(p->b), sum = 0;
    coefficients(p, alpha);
    residuals(p, alpha, r);
    for (size_t t = 0; t < p->b; t++)
        sum += r[t] * r[t];
    if (out)
        memcpy(out, alpha, p->s * sizeof *out);
    free(alpha);
    free(r);
    return sum / (long double)p->b;
}

void oracle_gradient(const oracle_problem *p, long double *gradient) {
    size_t s = p->s, b = p->b, m = p->m;
    long double *alpha = numbers(s), *w = numbers(s + b), *v = w, *g = w + s; /* w = [v; g], v becomes -A^-T K_b^T g */
    coefficients(p, alpha);
    residuals(p, alpha, g);
    for (size_t t = 0; t < b; t++)
        g[t] *= 2.0L / (long double)b;
    for (size_t i = 0; i < s; i++)
        for (size_t t = 0; t < b; t++)
            v[i] += pair_kernel(p, s + t, i) * g[t];
    solve_system(p, true, v);
    for (size_t i = 0; i < s; i++)
        v[i] = -v[i];
    memset(gradient, 0, s * m * sizeof *gradient);
    for (size_t t = 0; t < s + b; t++) {
        for (size_t i = 0; i < s; i++) {
            long double q = w[t] * alpha[i] * oracle_kappa(p->kernel, pair_distance(p, t, i));
            for (size_t j = 0; j < m; j++) {
                long double difference = (long double)stacked(p, t)[j] - p->x[i * m + j];
                gradient[i * m + j] -= 2 * p->theta[i * m + j] * q * difference * difference;
            }
        }
    }
    free(alpha);
    free(w);
}

long double oracle_difference(const oracle_problem *p, size_t parameter, double h) {
    double *theta = &p->theta[parameter], middle = *theta, step = h * fabs(middle);
    long double value[4], at[4];
    const double points[4] = {-2, -1, 1, 2};
    for (int i = 0; i < 4; i++) {
        *theta = middle + points[i] * step;
        at[i] = *theta;
        value[i] = oracle_loss(p, NULL);
    }
    *theta = middle;
    long double inner = (value[2] - value[1]) / (at[2] - at[1]), outer = (value[3] - value[0]) / (at[3] - at[0]);
    return (4 * inner - outer) / 3;
}

/* ---- comparing */

long double oracle_norm(const long double *values, size_t n) {
    long double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i] * values[i];
    return sqrtl(sum);
}

void oracle_close(const char *what, long double a, long double b, long double tolerance) {
    if (!(fabsl(a - b) <= tolerance))
        fail_msg("%s: %.20Lg against %.20Lg, %.3Lg apart, %.3Lg allowed", what, a, b, fabsl(a - b), tolerance);
}

double oracle_relative(const double *a, const double *b, size_t n) {
    double worst = 0, scale = 0;
    for (size_t i = 0; i < n; i++) {
        double apart = fabs(a[i] - b[i]);
        worst = apart <= worst ? worst : apart; /* NaN is kept */
        scale = fmax(scale, fabs(b[i]));
    }
    return scale > 0 ? worst / scale : worst;
}
