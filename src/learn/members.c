#include "learn/members.h"

#include <math.h>
#include <string.h>

static const double GOLDEN = 0.6180339887498949; /* (sqrt(5) - 1) / 2: its multiples spread evenly between 0 and 1 */

double lab_members_share(size_t member) { return fmod(0.5 + (double)member * GOLDEN, 1.0); }

/* What there is of every support, `columns` times, into the first places. */
static void put_first(double *to, size_t to_stride, const double *from, size_t n, size_t columns) {
    for (size_t j = 0; j < columns; j++)
        memcpy(to + j * to_stride, from + j * n, n * sizeof *to);
}

void lab_members_add(labrbf_model *sum, const labrbf_model *earlier) {
    size_t all = sum->n_support, n = earlier->n_support, m = sum->n_features, targets = sum->n_targets;
    put_first(sum->x, all, earlier->x, n, m);
    put_first(sum->theta, all, earlier->theta, n, m);
    put_first(sum->y, all, earlier->y, n, targets);
    put_first(sum->alpha, all, earlier->alpha, n, targets);
    put_first(sum->alpha2, all, earlier->alpha2, n, targets);
    memcpy(sum->rows, earlier->rows, n * sizeof *sum->rows);
    for (size_t c = 0; c < targets; c++)
        sum->beta[c] += earlier->beta[c];
    sum->lambda = fmax(sum->lambda, earlier->lambda);
    sum->rcond = fmin(sum->rcond, earlier->rcond);
}

void lab_members_average(labrbf_model *sum, size_t n) {
    for (size_t i = 0; i < sum->n_support * sum->n_targets; i++) {
        sum->alpha[i] /= (double)n;
        sum->alpha2[i] /= (double)n;
    }
    for (size_t c = 0; c < sum->n_targets; c++)
        sum->beta[c] /= (double)n;
}
