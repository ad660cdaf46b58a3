/*
 * The factorisations of labrbf-compare's kernel methods at the sizes that the comparison asks for, at the rate of
 * dgemm: Cholesky of RBF KRR and L D L^T of TL1 KRR for 6,500 rows, the three triangles of Falkon for 5,000 centres.
 */
#include <math.h>
#include <stdlib.h>

#include "baselines/blas.h"
#include "baselines/random.h"
#include "bench.h"

/* A kernel matrix of random points in the unit square, with a ridge. */
static double *kernel_matrix(size_t n) {
    double *a = malloc(n * n * sizeof *a), *x = malloc(2 * n * sizeof *x);
    if (!a || !x)
        fail("out of memory");
    generator g = random_from(1);
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = random_unit(&g);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = exp(-fabs(x[2 * i] - x[2 * j]) - fabs(x[2 * i + 1] - x[2 * j + 1])) + (i == j ? 1e-3 : 0.0);
    free(x);
    return a;
}

static void row(const yardsticks *yard, const char *what, const char *size, double seconds, double flops) {
    bench_row(what, size, seconds, "its flops at dgemm rate", flops / yard->dgemm);
}

void bench_factors(const yardsticks *yard, bool quick) {
    size_t rows = quick ? 1500 : 6500, centers = quick ? 1500 : 5000;
    const char *rows_text = quick ? "N=1500" : "N=6500", *centers_text = quick ? "1500 centres" : "5000 centres";
    double cube = pow((double)rows, 3.0), from, *a = kernel_matrix(rows), *y = calloc(rows, sizeof *y);
    if (!y)
        fail("out of memory");
    from = bench_seconds();
    bool good = dense_cholesky(a, rows);
    row(yard, "krr Cholesky", rows_text, bench_seconds() - from, cube / 3.0);
    free(a);
    a = kernel_matrix(rows);
    from = bench_seconds();
    good = dense_symmetric_solve(a, rows, y) && good;
    row(yard, "tl1 LDL^T", rows_text, bench_seconds() - from, cube / 3.0);
    free(a);
    free(y);

    a = kernel_matrix(centers);
    cube = pow((double)centers, 3.0);
    from = bench_seconds();
    good = dense_cholesky(a, centers) && good;
    double first = bench_seconds() - from;
    from = bench_seconds();
    dense_triangle_square(a, centers);
    double square = bench_seconds() - from;
    for (size_t i = 0; i < centers; i++)
        a[i * centers + i] += 1.0;
    from = bench_seconds();
    good = dense_cholesky(a, centers) && good;
    row(yard, "falkon T, T T^T, A", centers_text, first + square + bench_seconds() - from, cube);
    free(a);
    if (!good)
        fail("a factorisation failed");
}
