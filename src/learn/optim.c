#include "learn/optim.h"

#include <math.h>
#include <string.h>

#include "base/sweep.h"

static const double BETA1 = 0.9, BETA2 = 0.999, EPSILON = 1e-8;

void lab_optim_layout(lab_optim *optim, lab_arena *arena, size_t rows, size_t stride) {
    optim->first = lab_arena_doubles(arena, rows, stride);
    optim->second = lab_arena_doubles(arena, rows, stride);
}

void lab_optim_start(lab_optim *optim, bool adam, double rate, size_t rows, size_t stride) {
    optim->adam = adam;
    optim->rate = rate;
    optim->step = 0;
    memset(optim->first, 0, rows * stride * sizeof *optim->first);
    memset(optim->second, 0, rows * stride * sizeof *optim->second);
}

/* The rate and the correction of the first moment are one factor. */
static void adam_step(lab_optim *optim, double *p, const double *g, size_t rows, size_t columns, size_t stride) {
    const double t = (double)optim->step;
    lab_sweep_moments moments = {.decay1 = BETA1,
                                 .decay2 = BETA2,
                                 .rate = optim->rate / (1.0 - pow(BETA1, t)),
                                 .correct = 1.0 / (1.0 - pow(BETA2, t)),
                                 .epsilon = EPSILON};
    for (size_t at = 0; at < rows * stride; at += stride) {
        moments.first = optim->first + at;
        moments.second = optim->second + at;
        lab_sweep()->adam(columns, &moments, g + at, p + at);
    }
}

void lab_optim_step(lab_optim *optim, double *p, const double *g, size_t rows, size_t columns, size_t stride) {
    optim->step++;
    if (optim->adam)
        adam_step(optim, p, g, rows, columns, stride);
    else
        for (size_t r = 0; r < rows; r++)
            for (size_t i = r * stride; i < r * stride + columns; i++)
                p[i] -= optim->rate * g[i];
}

/* Four sums side by side, which do not wait for each other. */
static double sum_of_squares(const double *g, size_t n) {
    double sums[4] = {0};
    for (size_t i = 0; i < n; i++)
        sums[i % 4] += g[i] * g[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

bool lab_optim_clip(double *g, size_t rows, size_t columns, size_t stride, double limit) {
    double norm = 0.0;
    for (size_t r = 0; r < rows; r++)
        norm += sum_of_squares(g + r * stride, columns);
    norm = sqrt(norm);
    if (!isfinite(norm))
        return false;
    if (limit > 0.0 && norm > limit)
        for (size_t r = 0; r < rows; r++)
            for (size_t at = r * stride; at < r * stride + columns; at++)
                g[at] *= limit / norm;
    return true;
}

void lab_optim_visit(lab_optim *optim, lab_codec *bytes, size_t values) {
    LAB_CODEC_FIELD(bytes, optim->adam);
    LAB_CODEC_FIELD(bytes, optim->rate);
    LAB_CODEC_FIELD(bytes, optim->step);
    lab_codec_items(bytes, optim->first, values, sizeof *optim->first);
    lab_codec_items(bytes, optim->second, values, sizeof *optim->second);
}
