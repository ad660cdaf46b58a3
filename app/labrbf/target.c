#include "target.h"

#include <math.h>

#include "suspects.h"
#include "term/args.h"
#include "term/message.h"

static bool is_last(const cli_dataset *d, size_t column) { return column + 1 == io_columns(d->source); }

void cli_target_tell(const term_args *args, const cli_dataset *d) {
    const term_columns *columns = &d->columns;
    const size_t last = io_columns(d->source) - 1, target = columns->targets[0];
    bool used =
        (columns->has_weights && is_last(d, columns->weights)) || (columns->has_apart && is_last(d, columns->apart));
    if (term_args_has(args, "target") || !term_args_has(args, "drop") || target == last || used)
        return;
    term_note(term_args_has(args, "quiet"),
              "the last column, '%s', is dropped, so the target is '%s'; --target names another",
              io_column_name(d->source, last), io_column_name(d->source, target));
}

static bool has_value(const cli_dataset *d, size_t target) {
    const io_table *table = &d->table;
    for (size_t i = 0; i < table->rows; i++)
        if (!isnan(table->cells[i * table->columns + d->columns.n_features + target]))
            return true;
    return false;
}

static int no_value(const cli_dataset *d, size_t column) {
    char drop[80] = "";
    cli_append_drop(drop, sizeof drop, d->source, column);
    return term_failure(d->command,
                        "%s: the target '%s'%s has no value in any row; name another column with --target, or leave "
                        "this one out with --drop %s",
                        d->shown, io_column_name(d->source, column), is_last(d, column) ? ", the last column," : "",
                        drop);
}

int cli_target_check(const cli_dataset *d) {
    for (size_t c = 0; c < d->columns.n_targets; c++) {
        size_t column = d->columns.targets[c];
        io_finding found = io_found(d->source, column);
        if (found.labels || found.dates)
            return term_failure(d->command,
                                "%s: the target '%s'%s is %s, such as %s, but a model predicts numbers, not classes or "
                                "dates. Name a column of numbers with --target, or write this one in numbers%s",
                                d->shown, io_column_name(d->source, column),
                                is_last(d, column) ? ", the last column," : "", found.dates ? "dates" : "text",
                                found.example, found.dates ? "" : " (two classes: 0 and 1)");
        if (!has_value(d, c))
            return no_value(d, column);
    }
    return TERM_SUCCESS;
}
