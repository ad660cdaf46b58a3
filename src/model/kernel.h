/*
 * The LAB RBF kernel. The bandwidth belongs to the support, so the kernel is not symmetric:
 *
 *     D(t,i) = sum_m theta_im^2 (t_m - x_im)^2
 *     gaussian:     K = exp(-D)                        kappa = -dK/dD = K
 *     exponential:  K = exp(-sqrt(D))                  kappa = K / (2 sqrt(D)), taken as 0 at D = 0
 *     matern32:     K = (1 + s) exp(-s)                kappa = 3/2 exp(-s),            s = sqrt(3 D)
 *     matern52:     K = (1 + s + s^2 / 3) exp(-s)      kappa = 5/6 (1 + s) exp(-s),    s = sqrt(5 D)
 *
 * Each profile is written once, in kernel_profile.h, for any vector type. The best version for the machine is
 * chosen at run time (kernel_avx512.c, kernel_avx2.c, kernel_portable.c). Supports are kept
 * feature by feature (x[m * stride + i]) so that inner loops run over supports. D is summed over differences, never
 * expanded, so that the distance of a support from itself is exactly 0.
 */
#ifndef LAB_KERNEL_H
#define LAB_KERNEL_H

#include <stddef.h>

/* The one list of profiles: PROFILE(enumerator, word that a user types, K for the help). The word is also the prefix of
 * the profile's functions. */
#define LAB_KERNEL_PROFILES(PROFILE)                                                                                   \
    PROFILE(GAUSSIAN, gaussian, "exp(-D)")                                                                             \
    PROFILE(EXPONENTIAL, exponential, "exp(-sqrt(D))")                                                                 \
    PROFILE(MATERN32, matern32, "(1 + s) exp(-s), s = sqrt(3 D)")                                                      \
    PROFILE(MATERN52, matern52, "(1 + s + s^2 / 3) exp(-s), s = sqrt(5 D)")

enum {
#define LAB_PROFILE_ENUMERATOR(ID, word, formula) LAB_##ID,
    LAB_KERNEL_PROFILES(LAB_PROFILE_ENUMERATOR) LAB_KERNELS
#undef LAB_PROFILE_ENUMERATOR
};

/* For the table of settings: "gaussian|exponential|...|" and "gaussian: exp(-D); exponential: ...; ". */
#define LAB_PROFILE_WORD(ID, word, formula)    #word "|"
#define LAB_PROFILE_FORMULA(ID, word, formula) #word ": " formula "; "
#define LAB_KERNEL_WORDS                       LAB_KERNEL_PROFILES(LAB_PROFILE_WORD)
#define LAB_KERNEL_FORMULAS                    LAB_KERNEL_PROFILES(LAB_PROFILE_FORMULA)

/* A view of supports: x and theta are n_features x stride, the first n columns in use. */
typedef struct lab_supports {
    size_t profile; /* below LAB_KERNELS */
    size_t n;
    size_t n_features;
    size_t stride;
    const double *x;
    const double *theta;
} lab_supports;

/* The supports [begin, begin + n). */
static inline lab_supports lab_supports_some(lab_supports all, size_t begin, size_t n) {
    all.n = n;
    all.x += begin;
    all.theta += begin;
    return all;
}

/* All pairs of supports: K(t,i) and K(i,t) share their squared differences, so pack, pairs and pull_pairs cost less
 * than block and pull_back with the supports as rows. `packed` (2 n_features values for each of lab_kernel_padded(n)
 * supports) and `slopes` (lab_kernel_slopes(n) values) pass data from one to the next, in a layout that depends on the
 * machine. Each is called for ranges [begin, end) that cover all supports and begin at multiples of LAB_KERNEL_STRIP;
 * different threads may take different ranges. */
enum { LAB_KERNEL_STRIP = 8 };
size_t lab_kernel_padded(size_t n);
size_t lab_kernel_slopes(size_t n); /* SIZE_MAX on overflow */

/* The kernel for one instruction set. n_rows rows t, the r-th at rows + r * row_stride. */
typedef struct lab_kernel_ops {
    const char *name;

    /* K and kappa (may be NULL) of rows with every support: n_rows x n. */
    void (*block)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride, double *k,
                  double *kappa);

    /* sum_i alpha_i K(t, x_i) for each row; the same bits for a row alone or among others. */
    void (*dot)(const lab_supports *supports, const double *alpha, const double *rows, size_t n_rows, size_t row_stride,
                double *out);

    /* Gradients of L = sum_ti K(t, x_i) weights_t by the bandwidths of the supports [begin, end), without the factor
     * -2 theta_im; kappa as from block:
     *     sums[m * stride + i] = sum_t weights_t kappa_ti (rows_tm - x_im)^2 */
    void (*pull_back)(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                      size_t row_stride, const double *weights, const double *kappa, double *sums);

    /* Likewise by the centres x_im, without the factor 2 theta_im^2:
     *     sums[m * stride + i] = sum_t weights_t kappa_ti (rows_tm - x_im) */
    void (*pull_centres)(const lab_supports *supports, size_t begin, size_t end, const double *rows, size_t n_rows,
                         size_t row_stride, const double *weights, const double *kappa, double *sums);

    /* Likewise by the rows, without the factor 2, added to sums; weighted_ri (n_rows x n) is the weight of a pair times
     * kappa_ri. The same bits for a row alone or among others:
     *     sums[r * sums_stride + m] += sum_i weighted_ri theta_im^2 (x_im - rows_rm) */
    void (*pull_rows)(const lab_supports *supports, const double *rows, size_t n_rows, size_t row_stride,
                      const double *weighted, double *sums, size_t sums_stride);

    /* All pairs: fill `packed`; fill k (n x n), and slopes, which may be NULL; set sums[m * stride + i], i >= begin,
     * which summed over ranges are those of pull_back. */
    void (*pack)(const lab_supports *supports, size_t begin, size_t end, double *packed);
    void (*pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed, double *k,
                  double *slopes);
    void (*pull_pairs)(const lab_supports *supports, size_t begin, size_t end, const double *packed,
                       const double *weights, const double *slopes, double *sums);
} lab_kernel_ops;

/* The best for the machine; by number, best first, NULL past the end. `portable` is always there. */
const lab_kernel_ops *lab_kernel(void);
const lab_kernel_ops *lab_kernel_variant(size_t index);

extern const lab_kernel_ops lab_kernel_avx512, lab_kernel_avx2, lab_kernel_portable;

/* Defines one of them from the functions NAME(block) and so on. */
#define LAB_KERNEL_OPS(isa)                                                                                            \
    const lab_kernel_ops lab_kernel_##isa = {                                                                          \
        #isa,       NAME(block), NAME(dot),       NAME(pull_back), NAME(pull_centres), NAME(pull_rows),                \
        NAME(pack), NAME(pairs), NAME(pull_pairs)}

/* One pair in plain code. t, x and theta have n_features values; kappa may be NULL. */
double lab_kernel_ref(size_t profile, const double *t, const double *x, const double *theta, size_t n_features,
                      double *kappa);

/* The kernel in two steps, for callers without a kernel matrix: add the terms of features [first, first + count), which
 * t holds, to D of the supports [begin, end); turn D into K, and give kappa, which may be NULL. */
void lab_kernel_add_distance(const lab_supports *supports, size_t begin, size_t end, const double *t, size_t first,
                             size_t count, double *d);
void lab_kernel_profile(size_t profile, double *d, size_t n, double *kappa);

#endif
