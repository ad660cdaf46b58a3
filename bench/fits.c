/*
 * Whole fits of the paper's nine data sets, those that LABRBF_DATA holds: strict Algorithm 1 (preset `paper`) with the
 * exponential kernel, and the paper's own numbers of supports, batch sizes, sigma0 and rates. The yardstick is the
 * arithmetic of the fit's steps at the dgemm rate; error scans and the first solve are not in it.
 */
#include <stdio.h>

#include "bench.h"

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
    labrbf_settings *settings = bench_paper_settings(c);
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
    for (size_t i = 0; i < BENCH_PAPER_FITS; i++)
        if ((bench_paper_fits[i].quick || !quick) && bench_has(bench_paper_fits[i].set))
            fit_row(yard, &bench_paper_fits[i]);
}
