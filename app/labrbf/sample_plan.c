#include "sample_plan.h"

#include <math.h>
#include <stdbool.h>

static const double CELLS = 200000, LEAST_ROWS = 100, MOST_ROWS = 2000; /* of the first pilot */
static const double MANY_SUPPORTS = 300;
static const double AUTO_SUPPORTS = 500; /* of the default, at most */

double cli_plan_fewest(double features, double asked) {
    return fmin(fmax(floor(CELLS / features), LEAST_ROWS), asked > MANY_SUPPORTS ? MANY_SUPPORTS : MOST_ROWS);
}

static bool is_growing(const cli_pilot *p) { return p->supports < p->most; }

/* If their number is auto, the default has more supports for more rows. */
static double supports_for(const cli_pilot *p, double rows) {
    if (p->asked > 0)
        return fmax(p->supports, fmin(p->asked, rows));
    return is_growing(p) ? p->most : fmax(p->most, fmin(p->most * rows / p->rows, AUTO_SUPPORTS));
}

static double work(const cli_pilot *p, double rows, double supports) {
    double each = (is_growing(p) ? 0 : supports) + 4 * p->features + 20;
    return rows * supports * each + 10 * supports * supports * supports;
}

double cli_plan_fit(const cli_pilot *p, double rows) {
    return p->fit * work(p, rows, supports_for(p, rows)) / work(p, p->rows, p->supports);
}

double cli_plan_predict(const cli_pilot *p, double predicted, double rows) {
    return p->predict * predicted / p->rows * supports_for(p, rows) / p->supports;
}

double cli_plan_rows(const cli_pilot *p, double rows, double seconds) {
    double fewest = fmin(cli_plan_fewest(p->features, p->asked), rows);
    while (rows > fewest && cli_plan_fit(p, rows) > seconds)
        rows = fmax(floor(0.9 * rows), fewest);
    return rows;
}
