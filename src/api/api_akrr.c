/* Asymmetric kernel ridge regression for a caller's own kernel matrix, and the LAB RBF kernel by itself. */
#include <math.h>
#include <string.h>

#include "api/check.h"
#include "base/dense.h"
#include "base/status.h"
#include "learn/krr.h"
#include "model/kernel.h"

/* One solved system: the factors and both coefficient vectors, in one block. */
typedef struct solution {
    lab_krr krr;
    double *alpha1, *alpha2;
    lab_allocator allocator;
    void *block;
} solution;

static void layout(solution *s, lab_arena *arena, size_t n) {
    s->alpha1 = lab_arena_doubles(arena, n, 1);
    s->alpha2 = lab_arena_doubles(arena, n, 1);
    lab_krr_layout(&s->krr, arena, n);
}

static labrbf_status check_system(const double *k, const double *y, size_t n, double lambda) {
    if (!k || !y || n == 0)
        return lab_fail(LABRBF_E_ARGUMENT, "k or y is NULL, or n is 0");
    if (!(lambda >= 0.0) || isinf(lambda))
        return lab_fail(LABRBF_E_ARGUMENT, "lambda is %g, but must be finite and not negative", lambda);
    LAB_OR_RETURN(lab_check_shape(n, n));
    if (!lab_dense_fits(n, n))
        return lab_fail(LABRBF_E_ARGUMENT, "n is %zu, which is more than LAPACK can index", n);
    labrbf_status status = lab_check_finite("kernel values", k, n * n);
    return status < 0 ? status : lab_check_finite("labels", y, n);
}

static labrbf_status solve_system(solution *s, const double *k, const double *y, size_t n, double lambda,
                                  const labrbf_hooks *hooks) {
    labrbf_hooks known;
    labrbf_status status;
    *s = (solution){0};
    LAB_TRY(check_system(k, y, n, lambda));
    LAB_TRY(lab_check_hooks(hooks, &known));
    LAB_TRY(lab_dense_ready());
    s->allocator = lab_allocator_of(&known);
    lab_log log = lab_log_of(&known);
    lab_arena arena = {0};
    layout(s, &arena, n);
    LAB_TRY(lab_arena_open(&arena, &s->allocator, &s->block));
    layout(s, &arena, n);
    LAB_TRY(lab_krr_factor(&s->krr, k, n, lambda, &log));
    memcpy(s->alpha1, y, n * sizeof *y);
    memcpy(s->alpha2, y, n * sizeof *y);
    lab_krr_solve(&s->krr, s->alpha1);
    lab_krr_solve_adjoint(&s->krr, s->alpha2);
    return LABRBF_OK;
fail:
    lab_free(&s->allocator, s->block);
    return status;
}

static void give(double *out, const double *values, double factor, size_t n) {
    for (size_t i = 0; out && i < n; i++)
        out[i] = factor * values[i];
}

labrbf_status labrbf_akrr_solve(const double *k, const double *y, size_t n, double lambda, const labrbf_hooks *hooks,
                                labrbf_akrr *result) {
    if (!result)
        return lab_fail(LABRBF_E_ARGUMENT, "result is NULL");
    solution s;
    LAB_OR_RETURN(solve_system(&s, k, y, n, lambda, hooks));
    give(result->alpha1, s.alpha1, 1.0, n);
    give(result->alpha2, s.alpha2, 1.0, n);
    give(result->residual1, s.alpha1, s.krr.lambda, n);
    give(result->residual2, s.alpha2, s.krr.lambda, n);
    result->lambda = s.krr.lambda;
    result->rcond = lab_krr_rcond(&s.krr);
    result->better = lab_krr_better(s.alpha1, s.alpha2, n);
    lab_free(&s.allocator, s.block);
    return LABRBF_OK;
}

labrbf_status labrbf_kernel_matrix(const char *kernel, const double *rows, size_t n_rows, const double *supports,
                                   const double *theta, size_t n_support, size_t n_features, double *out) {
    if (!kernel || !rows || !supports || !theta || !out)
        return lab_fail(LABRBF_E_ARGUMENT, "kernel, rows, supports, theta or out is NULL");
    lab_settings settings; /* for the words of its kernel */
    LAB_OR_RETURN(lab_settings_preset(&settings, "default"));
    LAB_OR_RETURN(lab_settings_set(&settings, "kernel", strlen("kernel"), kernel));
    if (settings.kernel == LAB_KERNEL_AUTO)
        return lab_fail(LABRBF_E_SETTING, "kernel is 'auto', but without labels none can be chosen");
    LAB_OR_RETURN(lab_check_shape(n_rows, n_support));
    LAB_OR_RETURN(lab_check_shape(n_rows > n_support ? n_rows : n_support, n_features));
    for (size_t r = 0; r < n_rows; r++)
        for (size_t i = 0; i < n_support; i++)
            out[r * n_support + i] = lab_kernel_ref(settings.kernel, rows + r * n_features, supports + i * n_features,
                                                    theta + i * n_features, n_features, NULL);
    return LABRBF_OK;
}
