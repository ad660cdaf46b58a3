/*
 * Both forms of the kernel with 512-bit vectors, for forms.c. The library's source is included as it is, so that the
 * differences are its own and the products end in the same root and exp: only the form differs. This file is compiled
 * for AVX-512, as the library's is, and called only on machines that have it.
 */
#include "model/kernel_avx512.c" // NOLINT(bugprone-suspicious-include): the library does not export it

#include "forms.h"

void bench_by_differences(const lab_supports *supports, const double *rows, size_t n_rows, double *k, double *kappa) {
    NAME(block)(supports, rows, n_rows, supports->n_features, k, kappa);
}

typedef struct finish_job {
    const double *constants;
    double *k, *kappa;
} finish_job;

/* Supports from the i-th on, values from `at` on. Rounding makes small D negative: they are held at 0. */
ALWAYS_INLINE void finish_vector(const size_t profile, const finish_job *job, size_t i, size_t at, size_t lanes) {
    vec product = load_lanes(job->k + at, 0, 1, lanes), constant = load_lanes(job->constants + i, 0, 1, lanes);
    vec kappa, k = profile_of(profile, v_max(v_add(product, constant), v_zero()), &kappa);
    store_lanes(job->k + at, k, 0, 1, lanes);
    if (job->kappa)
        store_lanes(job->kappa + at, kappa, 0, 1, lanes);
}

ALWAYS_INLINE void finish_profile(const size_t profile, const finish_job *job, size_t n, size_t n_rows) {
    size_t whole = n - n % LANES;
    for (size_t r = 0; r < n_rows; r++) {
        for (size_t i = 0; i < whole; i += LANES)
            finish_vector(profile, job, i, r * n + i, LANES);
        if (whole < n)
            finish_vector(profile, job, whole, r * n + whole, n - whole);
    }
}

void bench_finish_products(size_t profile, const double *constants, size_t n, size_t n_rows, double *k, double *kappa) {
    finish_job job = {constants, k, kappa};
    switch (profile) {
#define CASE(ID, word, formula)                                                                                        \
    case LAB_##ID:                                                                                                     \
        finish_profile(LAB_##ID, &job, n, n_rows);                                                                     \
        break;
        LAB_KERNEL_PROFILES(CASE)
#undef CASE
    }
}
