/*
 * The profiles of the kernel for any vector width, K and kappa from D: included by kernel_vector.h. kernel_profile.c
 * has them in plain code.
 *
 * The Matern profiles add s e, or (s + s^2 / 3) e, to e = exp(-s), rather than multiply e by the whole polynomial:
 * that has a rounding less, and with matern52 K would come out above 1 now and then. v_root makes a finite s of an
 * infinite D, so that s e is 0 there.
 */
ALWAYS_INLINE vec gaussian_of(vec d, vec *kappa) { return *kappa = v_exp(v_sub(v_zero(), d)); }

ALWAYS_INLINE vec exponential_of(vec d, vec *kappa) {
    vec half, root = v_root(d, &half);
    vec k = v_exp(v_sub(v_zero(), root));
    *kappa = v_mul(half, k);
    return k;
}

ALWAYS_INLINE vec matern32_of(vec d, vec *kappa) {
    vec unused, s = v_root(v_mul(d, v_set1(3.0)), &unused), e = v_exp(v_sub(v_zero(), s));
    *kappa = v_mul(v_set1(1.5), e);
    return v_fma(s, e, e);
}

ALWAYS_INLINE vec matern52_of(vec d, vec *kappa) {
    vec unused, s = v_root(v_mul(d, v_set1(5.0)), &unused), e = v_exp(v_sub(v_zero(), s));
    vec more = v_fma(v_mul(s, v_set1(1.0 / 3.0)), s, s); /* s + s^2 / 3 */
    *kappa = v_mul(v_set1(5.0 / 6.0), v_fma(s, e, e));
    return v_fma(more, e, e);
}

ALWAYS_INLINE vec profile_of(size_t profile, vec d, vec *kappa) {
    switch (profile) {
    case LAB_GAUSSIAN:
        return gaussian_of(d, kappa);
    case LAB_EXPONENTIAL:
        return exponential_of(d, kappa);
    case LAB_MATERN32:
        return matern32_of(d, kappa);
    default:
        return matern52_of(d, kappa);
    }
}

/* procedure(profile, of, ...) with the profile that `of` points to as a constant: a version of its loops for each, none
 * of which has to ask which one it is or to find room in the registers for the constants of the others. */
#define BY_PROFILE(procedure, of, ...)                                                                                 \
    do {                                                                                                               \
        switch ((of)->profile) {                                                                                       \
        case LAB_GAUSSIAN:                                                                                             \
            procedure(LAB_GAUSSIAN, of, __VA_ARGS__);                                                                  \
            break;                                                                                                     \
        case LAB_EXPONENTIAL:                                                                                          \
            procedure(LAB_EXPONENTIAL, of, __VA_ARGS__);                                                               \
            break;                                                                                                     \
        case LAB_MATERN32:                                                                                             \
            procedure(LAB_MATERN32, of, __VA_ARGS__);                                                                  \
            break;                                                                                                     \
        default:                                                                                                       \
            procedure(LAB_MATERN52, of, __VA_ARGS__);                                                                  \
            break;                                                                                                     \
        }                                                                                                              \
    } while (0)
