#include "suspects.h"

#include <math.h>
#include <string.h>

#include "term/message.h"

enum { COUNTING_LEAST = 10 }; /* fewer rows may be 1, 2, 3 by chance */

/* ------------------------------------------------------------------------------------------------ what to type */

static bool is_easily_typed(const char *name) {
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")] == '\0';
}

void cli_append_drop(char *list, size_t capacity, const io_source *source, size_t column) {
    const char *name = io_column_name(source, column), *comma = *list ? "," : "";
    if (is_easily_typed(name))
        term_append(list, capacity, "%s%s", comma, name);
    else
        term_append(list, capacity, "%s%zu", comma, column + 1);
}

/* ---------------------------------------------------------------------------------------------- dates and text */

/* More distinct values than three quarters of the rows: nothing can be learnt about a value that occurs once. */
static bool nearly_all_differ(const io_finding *found) { return 4 * found->count > 3 * found->present; }

/* Why a column of text cannot be used, NULL if it can. */
static const char *trouble(const io_finding *found) {
    if (found->dates)
        return "dates";
    if (!found->labels)
        return NULL;
    if (found->strange == 0 && found->count == found->present && found->present > 1)
        return "text that is different in every row, as an identifier is";
    if (found->different > IO_LABELS_MAX)
        return "text that differs from row to row, as an identifier does";
    if (found->strange > 0)
        return "text of more than 50 kinds";
    return found->present > 1 && nearly_all_differ(found) ? "text that is different in nearly every row" : NULL;
}
_Static_assert(IO_LABELS_MAX == 50, "the message above says so");

int cli_suspects_refuse(const cli_dataset *d) {
    char what[600] = "", drop[200] = "";
    size_t count = 0;
    for (size_t j = 0; j < d->columns.n_features; j++) {
        size_t column = d->columns.features[j];
        io_finding found = io_found(d->source, column);
        const char *why = trouble(&found);
        if (!why)
            continue;
        term_append(what, sizeof what, "%s'%s' (%s, such as %s)", count++ > 0 ? ", " : "",
                    io_column_name(d->source, column), why, found.example);
        cli_append_drop(drop, sizeof drop, d->source, column);
    }
    if (count == 0)
        return TERM_SUCCESS;
    const char *it = count == 1 ? "it" : "them";
    return term_failure(d->command,
                        "%s: cannot learn from column%s %s. Make numbers or a few categories of %s, or leave %s out "
                        "with --drop %s",
                        d->shown, count == 1 ? "" : "s", what, it, it, drop);
}

/* -------------------------------------------------------------------------------------------------- identifiers */

static double cell(const cli_dataset *d, size_t row, size_t feature) {
    return d->table.cells[row * d->table.columns + feature];
}

/* Whole numbers that go up or down in every row? *step is their distance, 0 if it varies. At least two rows. */
static bool is_monotone(const cli_dataset *d, size_t feature, double *step) {
    double first = cell(d, 0, feature), sign = cell(d, 1, feature) > first ? 1 : -1;
    *step = sign * (cell(d, 1, feature) - first);
    for (size_t i = 1; i < d->table.rows; i++) {
        double rise = sign * (cell(d, i, feature) - cell(d, i - 1, feature));
        if (!(rise > 0) || rise != floor(rise))
            return false;
        if (rise != *step)
            *step = 0;
    }
    return first == floor(first);
}

/* id, ID, customer_id, index, no, row … */
static bool is_named_so(const char *name) {
    static const char *const words[] = {"id", "index", "idx", "no", "nr", "row", "key", "uid", "uuid"};
    const char *last = name;
    for (const char *p = name; *p; p++)
        if ((*p == '_' || *p == ' ' || *p == '-' || *p == '.') && p[1])
            last = p + 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t k = 0;
        while (words[i][k] && (last[k] | 0x20) == words[i][k])
            k++;
        if (!words[i][k] && !last[k])
            return true;
    }
    return false;
}

static bool looks_like_identifier(const cli_dataset *d, size_t feature) {
    double step;
    if (io_found(d->source, d->columns.features[feature]).labels || !is_monotone(d, feature, &step))
        return false;
    return (step == 1 && d->table.rows >= COUNTING_LEAST) ||
           is_named_so(io_column_name(d->source, d->columns.features[feature]));
}

/* The only feature of a table is not suspected. */
void cli_suspects_warn(const cli_dataset *d) {
    for (size_t j = 0; d->columns.n_features > 1 && j < d->columns.n_features; j++) {
        size_t column = d->columns.features[j];
        char drop[80] = "";
        if (!looks_like_identifier(d, j))
            continue;
        cli_append_drop(drop, sizeof drop, d->source, column);
        term_warning("%s: column '%s' looks like an identifier of the rows; if it is one, leave it out with --drop %s",
                     d->shown, io_column_name(d->source, column), drop);
    }
}
