/* The two forms of the kernel that forms.c compares, for machines with AVX-512. */
#ifndef FORMS_H
#define FORMS_H

#include "model/kernel.h"

/* The library's own: K and kappa (may be NULL), n_rows x n, of rows that follow each other. */
void bench_by_differences(const lab_supports *supports, const double *rows, size_t n_rows, double *k, double *kappa);

/* The end of the other form: k, n_rows x n, holds D but for a constant for each support, and becomes K. */
void bench_finish_products(size_t profile, const double *constants, size_t n, size_t n_rows, double *k, double *kappa);

#endif
