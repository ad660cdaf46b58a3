/* e^x in vectors, to be included by the per-instruction-set files after their v_ operations. */

/* The whole number nearest to a x, for a result below 2^51: adding 1.5 2^52 leaves no room for a fraction. */
static inline __attribute__((always_inline)) vec v_round(vec x, double a) {
    return v_sub(v_fma(x, v_set1(a), v_set1(0x1.8p+52)), v_set1(0x1.8p+52));
}

/*
 * e^x for x <= 0. It is written out because a call, of SLEEF's exp say, makes the compiler put every register aside
 * around it: see docs/performance.md.
 *
 *     x = n ln 2 + r, |r| <= ln(2) / 2;   e^x = 2^n (1 + r + r^2 p(r)),   p near (e^r - 1 - r) / r^2
 *
 * p is the Chebyshev interpolation of degree 9, off by less than 2e-17 in r^2 p(r). ln 2 is split so that n times its
 * first part is exact. Large negative x, -infinity among them, gives 0; nothing is NaN.
 */
static inline __attribute__((always_inline)) vec v_exp(vec x) {
    static const double c[] = {0x1.af38d53857513p-26, 0x1.2891a8c1d838dp-22, 0x1.71de0d9c145d0p-19,
                               0x1.a019b8ef67c6cp-16, 0x1.a01a01a7c8d47p-13, 0x1.6c16c17893833p-10,
                               0x1.11111111109adp-7,  0x1.5555555553d4fp-5,  0x1.5555555555556p-3,
                               0x1.0000000000000p-1};
    x = v_max(x, v_set1(-746.0));
    vec n = v_round(x, 0x1.71547652b82fep+0);
    vec r = v_fnma(n, v_set1(0x1.62e42feep-1), x);
    r = v_fnma(n, v_set1(0x1.a39ef35793c76p-33), r);
    vec p = v_set1(c[0]);
    for (int i = 1; i < 10; i++)
        p = v_fma(p, r, v_set1(c[i]));
    return v_scale(v_add(v_fma(v_mul(r, r), p, r), v_set1(1.0)), n);
}
