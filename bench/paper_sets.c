/* The paper's nine data sets with its own numbers of supports, batch sizes, sigma0 and rates. */
#include "bench.h"

const fit_case bench_paper_fits[BENCH_PAPER_FITS] = {
    {"tecator", 20, 16, 0.5, 0.001, false},        {"yacht", 30, 128, 3, 0.01, true},
    {"airfoil", 200, 128, 10, 0.01, true},         {"sml", 340, 128, 50, 0.05, false},
    {"parkinson", 110, 128, 30, 0.001, false},     {"compactiv", 70, 128, 0.1, 0.001, false},
    {"electrical", 300, 256, 0.1, 0.001, false},   {"kc_house", 400, 256, 1, 0.001, false},
    {"tomshardware", 500, 256, 0.1, 0.001, false},
};

labrbf_settings *bench_paper_settings(const fit_case *c) {
    labrbf_settings *settings;
    check(labrbf_settings_create(&settings));
    check(labrbf_settings_preset(settings, "paper"));
    check(labrbf_settings_set(settings, "kernel", "exponential"));
    bench_set(settings, "support_max", (double)c->s);
    bench_set(settings, "batch", (double)c->b);
    bench_set(settings, "sigma0", c->sigma0);
    bench_set(settings, "rate", c->rate);
    bench_set(settings, "seed", 0);
    bench_set(settings, "threads", 1);
    return settings;
}
