/*
 * What the old inverse of src/learn/solver.c costs in accuracy: whole fits of the paper's data sets (settings of
 * paper_sets.c, 80 % of the rows, split by the seed) with it, and with a new LU decomposition in every step.
 *
 *     solve [REPEATS [SET ...]]        LABRBF_DATA names the folder of the data sets
 *
 * One tab-separated row for each set: test R^2 both ways, mean and standard deviation over the repeats, and the mean
 * and standard deviation of the differences; the share of the steps that were solved with the old inverse; and the
 * largest relative difference between their gradient and the exact one, looked at in every tenth step.
 *
 * The program puts itself between the trainer and lab_objective_gradient (the linker's --wrap).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bench.h"
#include "learn/objective.h"

enum { LOOK_EVERY = 10 };

static bool always_factor;
static size_t steps, iterated;
static double largest_difference;

_Noreturn void fail(const char *message) {
    fprintf(stderr, "solve: %s\n", message);
    exit(1);
}

void check(labrbf_status status) {
    if (status < 0)
        fail(labrbf_last_error());
}

/* ---- between the trainer and the gradient */

labrbf_status __real_lab_objective_gradient(lab_objective *o, double *loss);
labrbf_status __wrap_lab_objective_gradient(lab_objective *o, double *loss);

/* A gradient by LU, without an inverse. */
static labrbf_status exact_gradient(lab_objective *o, double *loss) {
    o->solver.inverse_n = 0;
    o->solver.patience = 1;
    return __real_lab_objective_gradient(o, loss);
}

/* |g - exact| / |exact|, leaving the objective as it was but for its gradient, which is the exact one afterwards. */
static double difference(lab_objective *o) {
    size_t values = o->n_features * o->s_max;
    double *found = malloc(values * sizeof *found), *alpha = malloc(o->s * sizeof *alpha), loss;
    if (!found || !alpha)
        fail("out of memory");
    memcpy(found, o->gradient, values * sizeof *found);
    memcpy(alpha, o->last_alpha, o->s * sizeof *alpha);
    lab_solver solver = o->solver;
    check(exact_gradient(o, &loss));
    o->solver = solver;
    memcpy(o->last_alpha, alpha, o->s * sizeof *alpha);
    double error = 0.0, size = 0.0;
    for (size_t j = 0; j < o->n_features; j++)
        for (size_t i = j * o->s_max; i < j * o->s_max + o->s; i++) {
            error += (found[i] - o->gradient[i]) * (found[i] - o->gradient[i]);
            size += o->gradient[i] * o->gradient[i];
        }
    memcpy(o->gradient, found, values * sizeof *found);
    free(found);
    free(alpha);
    return sqrt(error / size);
}

labrbf_status __wrap_lab_objective_gradient(lab_objective *o, double *loss) {
    steps++;
    if (always_factor)
        return exact_gradient(o, loss);
    labrbf_status status = __real_lab_objective_gradient(o, loss);
    if (status >= 0 && !o->solver.direct) {
        iterated++;
        if (iterated % LOOK_EVERY == 0)
            largest_difference = fmax(largest_difference, difference(o));
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
    check(labrbf_settings_set_number(settings, "seed", (double)seed));
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
    size_t all_steps = 0;
    iterated = 0;
    largest_difference = 0.0;
    for (size_t seed = 0; seed < repeats; seed++) {
        bench_data rows = shuffled(&data, seed);
        steps = 0;
        always_factor = false;
        double r2 = test_r2(c, &rows, seed);
        all_steps += steps;
        always_factor = true;
        double exact = test_r2(c, &rows, seed);
        take(&with, r2);
        take(&without, exact);
        take(&difference, r2 - exact);
        bench_free(&rows);
    }
    printf("%s\t%zu\t%zu\t%.5f\t%.5f\t%.5f\t%.5f\t%+.5f\t%.5f\t%.2f\t%.1e\n", c->set, c->s, repeats, mean(&with),
           deviation(&with), mean(&without), deviation(&without), mean(&difference), deviation(&difference),
           (double)iterated / (double)all_steps, largest_difference);
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
    printf("set\tsupports\trepeats\tr2\tsd\tr2, LU in every step\tsd\tdifference\tsd\titerated\tlargest gradient "
           "difference\n");
    for (size_t i = 0; i < BENCH_PAPER_FITS; i++)
        if (asked_for(bench_paper_fits[i].set, argc, argv) && bench_has(bench_paper_fits[i].set))
            set_row(&bench_paper_fits[i], repeats);
    return 0;
}
