#include "learn/targets.h"

enum { SUPPORTS = 128 }; /* taken at a time */

void lab_targets_mix(const lab_objective *o, const double *weights, double *kappa, size_t begin, size_t end) {
    const size_t apart = o->s_max + o->b_max;
    double sums[SUPPORTS];
    for (size_t t = begin; t < end; t++) {
        for (size_t first = 0; first < o->s; first += SUPPORTS) {
            size_t count = o->s - first < SUPPORTS ? o->s - first : SUPPORTS;
            for (size_t i = 0; i < count; i++)
                sums[i] = 0.0;
            for (size_t c = 0; c < o->n_targets; c++) {
                const double *alpha = o->alpha + c * o->s_max + first;
                const double w = weights[c * apart + t];
                for (size_t i = 0; i < count; i++)
                    sums[i] += w * alpha[i];
            }
            double *row = kappa + t * o->s + first;
            for (size_t i = 0; i < count; i++)
                row[i] *= sums[i];
        }
    }
}
