/*
 * Whole fits of the paper's nine data sets, those that LABRBF_DATA holds: strict Algorithm 1 (preset `paper`) with the
 * exponential kernel, and the paper's own numbers of supports, batch sizes, sigma0 and rates. The yardstick is the
 * arithmetic of the fit's steps at the dgemm rate; error scans and the first solve are not in it.
 */
#include <stdio.h>

#include "bench.h"

typedef struct fit_case {
    const char *set;
    size_t s, b;
    double sigma0, rate;
    bool quick; /* small enough for --quick */
} fit_case;

static const fit_case cases[] = {
    {"tecator", 20, 16, 0.5, 0.001, false},        {"yacht", 30, 128, 3, 0.01, true},
    {"airfoil", 200, 128, 10, 0.01, true},         {"sml", 340, 128, 50, 0.05, false},
    {"parkinson", 110, 128, 30, 0.001, false},     {"compactiv", 70, 128, 0.1, 0.001, false},
    {"electrical", 300, 256, 0.1, 0.001, false},   {"kc_house", 400, 256, 1, 0.001, false},
    {"tomshardware", 500, 256, 0.1, 0.001, false},
};

static labrbf_settings *settings_of(const fit_case *c) {
    labrbf_settings *settings;
    check(labrbf_settings_create(&settings));
    check(labrbf_settings_preset(settings, "paper"));
    check(labrbf_settings_set(settings, "kernel", "exponential"));
    check(labrbf_settings_set_number(settings, "support_max", (double)c->s));
    check(labrbf_settings_set_number(settings, "batch", (double)c->b));
    check(labrbf_settings_set_number(settings, "sigma0", c->sigma0));
    check(labrbf_settings_set_number(settings, "rate", c->rate));
    check(labrbf_settings_set_number(settings, "seed", 0));
    check(labrbf_settings_set_number(settings, "threads", 1));
    return settings;
}

/* Of all its steps; the last round of the history is that of the final steps. */
static double flops_of(const labrbf_model *model, size_t batch) {
    labrbf_model_info info = {.struct_size = sizeof info};
    double flops = 0.0;
    check(labrbf_model_info_get(model, &info));
    for (size_t i = 0; i < info.n_rounds; i++) {
        labrbf_round round;
        check(labrbf_model_history(model, i, &round));
        flops += (double)round.n_steps * step_flops(round.n_support, batch, info.n_features);
    }
    return flops;
}

static void fit_row(const yardsticks *yard, const fit_case *c) {
    bench_data data = bench_load(c->set, 0, 0);
    labrbf_settings *settings = settings_of(c);
    labrbf_model *model;
    double from = bench_seconds();
    check(labrbf_fit(settings, data.x, data.y, data.n, data.m, NULL, &model));
    double took = bench_seconds() - from;
    char name[128];
    (void)snprintf(name, sizeof name, "%s N=%zu S=%zu B=%zu M=%zu sigma0=%g rate=%g", c->set, data.n, c->s, c->b,
                   data.m, c->sigma0, c->rate);
    bench_row("fit", name, took, "flops of its steps at dgemm rate", flops_of(model, c->b) / yard->dgemm);
    labrbf_model_destroy(model);
    labrbf_settings_destroy(settings);
    bench_free(&data);
}

void bench_fits(const yardsticks *yard, bool quick) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if ((cases[i].quick || !quick) && bench_has(cases[i].set))
            fit_row(yard, &cases[i]);
}
