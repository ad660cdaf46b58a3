/*
 * The profiles of the kernel, K and kappa from D, for any vector type: kernel_vector.h includes them for vectors of
 * doubles, kernel_profile.c for one double, single_isa.h for vectors of floats, which leave kappa unused. Before, each
 * defines ALWAYS_INLINE, vec, v_set1, v_neg, v_mul, v_fma, v_exp and v_root (see kernel_vector.h).
 *
 * The Matern profiles add s e, or (s + s^2 / 3) e, to e = exp(-s), rather than multiply e by the whole polynomial:
 * that is one rounding less, and keeps K of matern52 from exceeding 1. v_root gives a finite s for an infinite D, so
 * that s e is 0 there.
 */
ALWAYS_INLINE vec gaussian_of(vec d, vec *kappa) { return *kappa = v_exp(v_neg(d)); }

ALWAYS_INLINE vec exponential_of(vec d, vec *kappa) {
    vec half, root = v_root(d, &half);
    vec k = v_exp(v_neg(root));
    *kappa = v_mul(half, k);
    return k;
}

ALWAYS_INLINE vec matern32_of(vec d, vec *kappa) {
    vec unused, s = v_root(v_mul(d, v_set1(3.0)), &unused), e = v_exp(v_neg(s));
    *kappa = v_mul(v_set1(1.5), e);
    return v_fma(s, e, e);
}

ALWAYS_INLINE vec matern52_of(vec d, vec *kappa) {
    vec unused, s = v_root(v_mul(d, v_set1(5.0)), &unused), e = v_exp(v_neg(s));
    vec more = v_fma(v_mul(s, v_set1(1.0 / 3.0)), s, s); /* s + s^2 / 3 */
    *kappa = v_mul(v_set1(5.0 / 6.0), v_fma(s, e, e));
    return v_fma(more, e, e);
}

/* Callers with long loops pass a constant profile: the loops are then compiled for each, and need registers for the
 * constants of one profile only. */
ALWAYS_INLINE vec profile_of(size_t profile, vec d, vec *kappa) {
    switch (profile) {
#define CASE(ID, word, formula)                                                                                        \
    case LAB_##ID:                                                                                                     \
        return word##_of(d, kappa);
        LAB_KERNEL_PROFILES(CASE)
#undef CASE
    }
    __builtin_unreachable(); /* profiles come from checked settings; one more case would cost 20 % here */
}
