/*
 * Elementwise operations on arrays, compiled for every instruction set, all with the same bits.
 */
#ifndef LAB_SWEEP_H
#define LAB_SWEEP_H

#include <stddef.h>

/* Adam's two moments and their factors: first = decay1 first + (1 - decay1) g, second likewise of g^2, and
 * p -= rate first / (sqrt(second correct) + epsilon). */
typedef struct lab_sweep_moments {
    double *first, *second;
    double decay1, decay2, rate, correct, epsilon;
} lab_sweep_moments;

typedef struct lab_sweeps {
    const char *name;
    void (*to_single)(size_t n, const double *x, double shift, float *y);                /* y = x - shift */
    void (*add)(size_t n, const double *x, double *y);                                   /* y += x */
    void (*scale)(size_t n, double factor, const double *a, const double *b, double *y); /* y *= factor a b */
    void (*add_single)(size_t n, float factor, const float *x, float *y);                /* y += factor x */
    void (*scale_single)(size_t n, float factor, float *y);                              /* y *= factor */
    /* y = (x - center) / scale, clipped to [-far, far]; a missing x (NaN) is replaced by `mean` */
    void (*standardize)(size_t n, const double *x, const double *center, const double *scale, const double *mean,
                        double far, double *y);
    /* y *= e^x, clipped to [low, high], which are positive; x is clipped to [-600, 600] */
    void (*grow)(size_t n, const double *x, double low, double high, double *y);
    void (*adam)(size_t n, const lab_sweep_moments *moments, const double *g, double *p);
} lab_sweeps;

/* The best for the machine; by number, best first, NULL past the end. */
const lab_sweeps *lab_sweep(void);
const lab_sweeps *lab_sweep_variant(size_t index);

extern const lab_sweeps lab_sweep_avx512, lab_sweep_avx2, lab_sweep_portable;

#endif
