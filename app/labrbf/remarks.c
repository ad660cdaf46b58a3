#include "remarks.h"

#include <math.h>

#include "term/message.h"

enum { TWO_VALUES_LEAST = 10 }; /* fewer rows may have two values by chance */

/* Has the target two values, and no more? */
static bool has_two_values(const cli_dataset *d, size_t target, double *low, double *high) {
    const io_table *table = &d->table;
    *low = *high = table->cells[d->columns.n_features + target];
    for (size_t i = 1; i < table->rows; i++) {
        double value = table->cells[i * table->columns + d->columns.n_features + target];
        if (*low < *high && value != *low && value != *high)
            return false;
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
    return *low < *high;
}

static void remark_two_values(const cli_dataset *d, bool quiet) {
    double low, high;
    for (size_t c = 0; c < d->columns.n_targets && d->table.rows >= TWO_VALUES_LEAST; c++) {
        if (!has_two_values(d, c, &low, &high))
            continue;
        term_note(quiet,
                  "note: the target '%s' has only two values, %g and %g. This looks like classification; predictions "
                  "are scores between the two: choose a threshold, such as %g",
                  io_column_name(d->source, d->columns.targets[c]), low, high, low + (high - low) / 2);
        return;
    }
}

void cli_remark_table(const cli_dataset *d, bool quiet) {
    if (d->table.rows < d->columns.n_features)
        term_note(quiet,
                  "note: there are fewer rows (%zu) than features (%zu), so a model can fit them by chance: leave out "
                  "features that hardly matter (--drop), and check with labrbf cv",
                  d->table.rows, d->columns.n_features);
    remark_two_values(d, quiet);
}

void cli_remark_score(double r2, const char *rows, bool quiet) {
    if (r2 < 0)
        term_note(quiet,
                  "note: R2 is below zero on the %s: their mean would predict them better than the model. Is the "
                  "target the right column, and do the features tell something about it?",
                  rows);
}

void cli_remark_search(const labrbf_model *model, bool quiet) {
    labrbf_trial trial;
    if (labrbf_model_trial(model, 0, &trial) >= 0)
        cli_remark_score(trial.r2, "validation rows", quiet);
}
