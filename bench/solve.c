/*
 * What the old inverse of src/learn/solver.c costs in accuracy: whole fits of the paper's data sets (settings of
 * paper_sets.c, 80 % of the rows, split by the seed) with it, and with a new LU decomposition in every step.
 *
 *     solve [REPEATS [SET ...]]        LABRBF_DATA names the folder of the data sets
 *
 * One tab-separated row for each set: test R^2 both ways, mean and standard deviation over the repeats, and the mean
 * and standard deviation of the differences; the share of the solves that used the old inverse; and the largest
 * residual |b - A x| / |b| of these, looked at in every tenth.
 *
 * The program puts itself between the rule and the solver (the linker's --wrap).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bench.h"
#include "learn/solver.h"

enum { LOOK_EVERY = 10 };

static bool always_factor;
static size_t solves, iterated;
static double largest_residual;

_Noreturn void fail(const char *message) {
    fprintf(stderr, "solve: %s\n", message);
    exit(1);
}

void check(labrbf_status status) {
    if (status < 0)
        fail(labrbf_last_error());
}

/* ---- between the rule and the solver */

labrbf_status __real_lab_solver_begin(lab_solver *solver, const double *k, size_t n, double lambda);
labrbf_status __wrap_lab_solver_begin(lab_solver *solver, const double *k, size_t n, double lambda);
labrbf_status __real_lab_solver_solve(lab_solver *solver, bool transposed, const double *b, double tolerance,
                                      double *x);
labrbf_status __wrap_lab_solver_solve(lab_solver *solver, bool transposed, const double *b, double tolerance,
                                      double *x);

/* If every system is to be factored, there is no inverse, and none is made in this step. */
labrbf_status __wrap_lab_solver_begin(lab_solver *solver, const double *k, size_t n, double lambda) {
    if (always_factor) {
        solver->inverse_n = 0;
        solver->wait = 1;
    }
    return __real_lab_solver_begin(solver, k, n, lambda);
}

static double residual(const lab_solver *solver, bool transposed, const double *b, const double *x) {
    double error = 0.0, size = 0.0;
    for (size_t i = 0; i < solver->n; i++) {
        double r = b[i] - solver->lambda * x[i];
        for (size_t j = 0; j < solver->n; j++)
            r -= solver->k[transposed ? j * solver->n + i : i * solver->n + j] * x[j];
        error += r * r;
        size += b[i] * b[i];
    }
    return sqrt(error / size);
}

labrbf_status __wrap_lab_solver_solve(lab_solver *solver, bool transposed, const double *b, double tolerance,
                                      double *x) {
    solves++;
    labrbf_status status = __real_lab_solver_solve(solver, transposed, b, tolerance, x);
    if (status >= 0 && !solver->direct) {
        iterated++;
        if (iterated % LOOK_EVERY == 0)
            largest_residual = fmax(largest_residual, residual(solver, transposed, b, x));
    }
    return status;
}

/* ---- fits */

/* The rows in the order that the seed gives: the first four fifths are for training. */
static bench_data shuffled(const bench_data *data, size_t seed) {
    bench_data out = *data;
    uint32_t *order = malloc(data->n * sizeof *order);
    out.x = malloc(data->n * data->m * sizeof *out.x);
    out.y = malloc(data->n * sizeof *out.y);
    if (!order || !out.x || !out.y)
        fail("out of memory");
    for (size_t i = 0; i < data->n; i++)
        order[i] = (uint32_t)i;
    lab_rng rng = lab_rng_seed(seed);
    lab_rng_choose(&rng, order, data->n, data->n);
    for (size_t i = 0; i < data->n; i++) {
        memcpy(out.x + i * data->m, data->x + order[i] * data->m, data->m * sizeof *out.x);
        out.y[i] = data->y[order[i]];
    }
    free(order);
    return out;
}

static double test_r2(const fit_case *c, const bench_data *rows, size_t seed) {
    size_t train = rows->n * 4 / 5, test = rows->n - train;
    labrbf_settings *settings = bench_paper_settings(c);
    labrbf_model *model;
    labrbf_metrics metrics = {0};
    double *prediction = malloc(test * sizeof *prediction);
    if (!prediction)
        fail("out of memory");
    bench_set(settings, "seed", (double)seed);
    check(labrbf_fit(settings, rows->x, rows->y, train, rows->m, NULL, &model));
    check(labrbf_model_predict(model, rows->x + train * rows->m, test, rows->m, 1, prediction));
    check(labrbf_metrics_compute(rows->y + train, prediction, test, &metrics));
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    free(prediction);
    return metrics.r2;
}

typedef struct series {
    size_t n;
    double sum, squares;
} series;

static void take(series *s, double value) {
    s->n++;
    s->sum += value;
    s->squares += value * value;
}

static double mean(const series *s) { return s->sum / (double)s->n; }

static double deviation(const series *s) {
    double n = (double)s->n;
    return n > 1.0 ? sqrt(fmax(0.0, s->squares - s->sum * s->sum / n) / (n - 1.0)) : 0.0;
}

static void set_row(const fit_case *c, size_t repeats) {
    bench_data data = bench_load(c->set, 0, 0);
    series with = {0}, without = {0}, difference = {0};
    size_t all_solves = 0;
    iterated = 0;
    largest_residual = 0.0;
    for (size_t seed = 0; seed < repeats; seed++) {
        bench_data rows = shuffled(&data, seed);
        solves = 0;
        always_factor = false;
        double r2 = test_r2(c, &rows, seed);
        all_solves += solves;
        always_factor = true;
        double exact = test_r2(c, &rows, seed);
        take(&with, r2);
        take(&without, exact);
        take(&difference, r2 - exact);
        bench_free(&rows);
    }
    printf("%s\t%zu\t%zu\t%.5f\t%.5f\t%.5f\t%.5f\t%+.5f\t%.5f\t%.2f\t%.1e\n", c->set, c->s, repeats, mean(&with),
           deviation(&with), mean(&without), deviation(&without), mean(&difference), deviation(&difference),
           (double)iterated / (double)all_solves, largest_residual);
    fflush(stdout);
    bench_free(&data);
}

static bool asked_for(const char *set, int argc, char **argv) {
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], set) == 0)
            return true;
    return argc <= 2;
}

int main(int argc, char **argv) {
    size_t repeats = argc > 1 ? strtoul(argv[1], NULL, 10) : 5;
    if (repeats == 0 || repeats > 1000)
        fail("usage: solve [REPEATS [SET ...]]");
    printf("set\tsupports\trepeats\tr2\tsd\tr2, LU in every step\tsd\tdifference\tsd\titerated\tlargest residual\n");
    for (size_t i = 0; i < BENCH_PAPER_FITS; i++)
        if (asked_for(bench_paper_fits[i].set, argc, argv) && bench_has(bench_paper_fits[i].set))
            set_row(&bench_paper_fits[i], repeats);
    return 0;
}
