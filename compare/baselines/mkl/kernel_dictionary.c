#include "kernel_dictionary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/blas.h"
#include "baselines/memory.h"

/* ---- points */

mkl_points mkl_points_make(const double *rows, const size_t *which, size_t n, size_t m) {
    mkl_points p = {n, m, memory_doubles(n, m), memory_doubles(m, n), memory_doubles(n, 1)};
    for (size_t i = 0; i < n; i++) {
        const double *row = rows + (which ? which[i] : i) * m;
        p.lengths[i] = 1.0;
        for (size_t j = 0; j < m; j++) {
            p.rows[i * m + j] = p.columns[j * n + i] = row[j];
            p.lengths[i] += row[j] * row[j];
        }
    }
    return p;
}

void mkl_points_free(mkl_points *points) {
    free(points->rows);
    free(points->columns);
    free(points->lengths);
}

/* ---- the list of kernels */

void mkl_dictionary_add(mkl_dictionary *dictionary, mkl_family family, const double *values, size_t count, size_t m) {
    for (size_t i = 0; i < count; i++) {
        double parameter = family == MKL_POLYNOMIAL ? values[i] : values[i] / (double)m;
        dictionary->kernels[dictionary->count++] = (mkl_kernel){family, parameter, 0.0};
    }
}

void mkl_dictionary_weigh_equally(mkl_dictionary *dictionary) {
    for (size_t k = 0; k < dictionary->count; k++)
        dictionary->kernels[k].weight = 1.0 / (double)dictionary->count;
}

/* ---- rows */

mkl_relation mkl_relation_make(size_t n) {
    return (mkl_relation){n, memory_doubles(n, 1), memory_doubles(n, 1), memory_doubles(n, 1)};
}

void mkl_relation_free(mkl_relation *relation) {
    free(relation->squared);
    free(relation->cosine);
    free(relation->values);
}

/* Distances are summed from differences: |t|^2 - 2 t.x + |x|^2 would leave 1e-8 under the Laplace kernel's root where
 * two points coincide. The lengths are summed in the same order as the products, so that a point's own cosine is 1. */
void mkl_relate(mkl_relation *relation, const mkl_points *points, const double *t) {
    size_t n = points->n;
    double *restrict squared = relation->squared, *restrict cosine = relation->cosine, length = 1.0;
    for (size_t i = 0; i < n; i++) {
        squared[i] = 0.0;
        cosine[i] = 1.0;
    }
    for (size_t j = 0; j < points->m; j++) {
        const double *restrict x = points->columns + j * n;
        for (size_t i = 0; i < n; i++) {
            squared[i] += (t[j] - x[i]) * (t[j] - x[i]);
            cosine[i] += t[j] * x[i];
        }
        length += t[j] * t[j];
    }
    for (size_t i = 0; i < n; i++)
        cosine[i] /= sqrt(length * points->lengths[i]);
}

void mkl_kernel_row(const mkl_kernel *kernel, const mkl_relation *relation, double *out) {
    double parameter = kernel->parameter;
    switch (kernel->family) {
    case MKL_RBF:
        for (size_t i = 0; i < relation->n; i++)
            out[i] = exp(-parameter * relation->squared[i]);
        break;
    case MKL_LAPLACE:
        for (size_t i = 0; i < relation->n; i++)
            out[i] = exp(-parameter * sqrt(relation->squared[i]));
        break;
    case MKL_POLYNOMIAL:
        for (size_t i = 0; i < relation->n; i++)
            out[i] = pow(relation->cosine[i], parameter);
        break;
    }
}

void mkl_sum_row(const mkl_dictionary *dictionary, const mkl_relation *relation, double *out) {
    memset(out, 0, relation->n * sizeof *out);
    for (size_t k = 0; k < dictionary->count; k++) {
        mkl_kernel_row(&dictionary->kernels[k], relation, relation->values);
        for (size_t i = 0; i < relation->n; i++)
            out[i] += dictionary->kernels[k].weight * relation->values[i];
    }
}

/* ---- weights */

/* forms_k = a^T K_k a; rows where a is zero add nothing. */
static void quadratic_forms(const mkl_dictionary *dictionary, const mkl_points *points, const double *a,
                            double *forms) {
    mkl_relation relation = mkl_relation_make(points->n);
    for (size_t i = 0; i < points->n; i++) {
        if (a[i] == 0.0)
            continue;
        mkl_relate(&relation, points, points->rows + i * points->m);
        for (size_t k = 0; k < dictionary->count; k++) {
            mkl_kernel_row(&dictionary->kernels[k], &relation, relation.values);
            forms[k] += a[i] * dense_dot(a, relation.values, points->n);
        }
    }
    mkl_relation_free(&relation);
}

void mkl_dictionary_weigh(mkl_dictionary *dictionary, const mkl_points *points, const double *a) {
    double forms[MKL_KERNELS_MOST] = {0}, total = 0.0;
    quadratic_forms(dictionary, points, a, forms);
    for (size_t k = 0; k < dictionary->count; k++) {
        forms[k] = fmax(forms[k], 0.0); /* the kernels are positive semi-definite: below zero is rounding */
        total += forms[k];
    }
    for (size_t k = 0; k < dictionary->count && total > 0.0; k++)
        dictionary->kernels[k].weight = forms[k] / total;
}
