/*
 * Steps of the default preset, whose coefficients are fitted to rows, with nothing left to choose: against their
 * operations at the dgemm rate, and two threads against one.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"

typedef struct row_shape {
    size_t s, b, m;
    const char *set;
} row_shape;

/* Gram matrix of the batch's kernels, Cholesky decomposition, kernel, and its pull-back to bandwidths and centres. */
static double flops_of(const row_shape *p, size_t m) {
    double s = (double)p->s, b = (double)p->b;
    return b * s * s + s * s * s / 3.0 + 9.0 * b * s * (double)m;
}

static labrbf_trainer *start(const bench_data *data, const row_shape *p, size_t threads) {
    static const char *const words[][2] = {{"coefficients", "rows"}, {"kernel", "exponential"},
                                           {"scaling", "minmax"},    {"linear", "on"},
                                           {"ridge", "1e-5"},        {"label_form", "plain"}};
    labrbf_settings *settings;
    check(labrbf_settings_create(&settings));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        check(labrbf_settings_set(settings, words[i][0], words[i][1]));
    bench_set(settings, "support_max", (double)p->s);
    bench_set(settings, "batch", (double)p->b);
    bench_set(settings, "threads", (double)threads);
    return bench_start(settings, data);
}

static double time_of(const bench_data *data, const row_shape *p, size_t threads, int steps) {
    return bench_step_time(start(data, p, threads), steps);
}

/* Of three runs, one and two threads by turns, the fastest counts. */
void bench_row_steps(const yardsticks *yard, bool quick) {
    static const row_shape shapes[] = {
        {30, 64, 6, "yacht"}, {150, 160, 5, "airfoil"}, {300, 256, 11, "electrical"}, {345, 256, 18, "kc_house"}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const row_shape *p = &shapes[i];
        bench_data data = bench_load(p->set, 4000, p->m);
        double one = INFINITY, two = INFINITY;
        char name[96];
        (void)snprintf(name, sizeof name, "S=%zu B=%zu M=%zu %s", p->s, p->b, data.m, data.name);
        for (int run = 0; run < 3; run++) {
            one = fmin(one, time_of(&data, p, 1, quick ? 50 : 400));
            two = fmin(two, time_of(&data, p, 2, quick ? 50 : 400));
        }
        bench_row("step by rows", name, one, "flops at dgemm rate", flops_of(p, data.m) / yard->dgemm);
        bench_row("step by rows threads=2", name, two, "threads=1", one);
        bench_free(&data);
    }
}
