#include "learn/optim.h"

#include <math.h>
#include <string.h>

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

void lab_optim_step(lab_optim *optim, double *p, const double *g, size_t rows, size_t columns, size_t stride) {
    optim->step++;
    double correct1 = 1.0 - pow(BETA1, (double)optim->step), correct2 = 1.0 - pow(BETA2, (double)optim->step);
    for (size_t r = 0; r < rows; r++) {
        for (size_t at = r * stride; at < r * stride + columns; at++) {
            if (!optim->adam) {
                p[at] -= optim->rate * g[at];
                continue;
            }
            double m = optim->first[at] = BETA1 * optim->first[at] + (1.0 - BETA1) * g[at];
            double v = optim->second[at] = BETA2 * optim->second[at] + (1.0 - BETA2) * g[at] * g[at];
            p[at] -= optim->rate * (m / correct1) / (sqrt(v / correct2) + EPSILON);
        }
    }
}

bool lab_optim_clip(double *g, size_t rows, size_t columns, size_t stride, double limit) {
    double sum = 0.0;
    for (size_t r = 0; r < rows; r++)
        for (size_t at = r * stride; at < r * stride + columns; at++)
            sum += g[at] * g[at];
    double norm = sqrt(sum);
    if (!isfinite(norm))
        return false;
    if (limit > 0.0 && norm > limit)
        for (size_t r = 0; r < rows; r++)
            for (size_t at = r * stride; at < r * stride + columns; at++)
                g[at] *= limit / norm;
    return true;
}
