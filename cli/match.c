#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "suggest.h"

enum { LISTED = 8 };

/* What is being matched, and where messages go. */
typedef struct matcher {
    const io_source *source;
    const char *path;
    const labrbf_model *model;
    const cli_encoding *encoding; /* its inputs are the columns to be found */
    cli_columns *columns;
    io_error *note;
    io_error *error;
} matcher;

static const char *input_name(const matcher *m, size_t input) {
    return labrbf_model_feature_name(m->model, m->encoding->first[input]);
}

/* The column of that name; the number of columns if there is none. */
static size_t column_called(const io_source *source, const char *name) {
    size_t count = io_columns(source), column = 0;
    while (column < count && strcmp(io_column_name(source, column), name) != 0)
        column++;
    return column;
}

static bool has_names(const labrbf_model *model) {
    labrbf_model_info info = {.struct_size = sizeof info};
    return labrbf_model_info_get(model, &info) == LABRBF_OK && info.has_names;
}

/* The number in column_1, column_2, …, the names of a table without a header; 0 if it is another name. */
static size_t position_of(const char *name) {
    static const char prefix[] = "column_";
    size_t number = 0, length = sizeof prefix - 1;
    if (!name || strncmp(name, prefix, length) != 0 || strlen(name) > length + 9)
        return 0;
    for (const char *digit = name + length; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            return 0;
        number = number * 10 + (size_t)(*digit - '0');
    }
    return number;
}

/* Was the model trained on a table without a header? Then its names are positions. */
static bool names_are_positions(const matcher *m) {
    for (size_t i = 0; i < m->encoding->n_inputs; i++)
        if (position_of(input_name(m, i)) == 0)
            return false;
    return true;
}

static void list_missing(const matcher *m, size_t feature, size_t listed) {
    char *text = m->error->text;
    const char *name = input_name(m, feature);
    cli_suggestion near = cli_suggest(name);
    for (size_t i = 0; i < io_columns(m->source); i++)
        cli_suggest_offer(&near, io_column_name(m->source, i));
    cli_append(text, sizeof m->error->text, "%s'%s'", listed > 0 ? ", " : "", name);
    if (near.best)
        cli_append(text, sizeof m->error->text, " (is it '%s'?)", near.best);
}

/* Returns whether every feature of the model has its column. */
static bool match_names(matcher *m) {
    size_t count = io_columns(m->source), missing = 0;
    for (size_t i = 0; i < m->encoding->n_inputs; i++) {
        const char *name = input_name(m, i);
        m->columns->features[i] = column_called(m->source, name);
        missing += m->columns->features[i] == count;
    }
    if (missing == 0)
        return true;
    snprintf(m->error->text, sizeof m->error->text, "%s lacks %zu of the model's %zu features: ", m->path, missing,
             m->encoding->n_inputs);
    size_t listed = 0;
    for (size_t i = 0; i < m->encoding->n_inputs && listed < LISTED; i++)
        if (m->columns->features[i] == count)
            list_missing(m, i, listed++);
    if (missing > LISTED)
        cli_append(m->error->text, sizeof m->error->text, ", …");
    return false;
}

/* The features are all columns but one, in order. */
static void all_but(matcher *m, size_t left_out) {
    for (size_t i = 0; i < m->encoding->n_inputs; i++)
        m->columns->features[i] = i < left_out ? i : i + 1;
}

static bool wrong_width(const matcher *m) {
    size_t count = io_columns(m->source);
    char *text = m->error->text;
    size_t capacity = sizeof m->error->text;
    snprintf(text, capacity, "%s has %zu column%s%s; the model needs its %zu feature%s in the order of training",
             m->path, count, count == 1 ? "" : "s", io_has_header(m->source) ? "" : " and no header",
             m->encoding->n_inputs, m->encoding->n_inputs == 1 ? "" : "s");
    for (size_t i = 0; has_names(m->model) && i < m->encoding->n_inputs && i < LISTED; i++)
        cli_append(text, capacity, "%s%s", i == 0 ? ": " : ", ", input_name(m, i));
    cli_append(text, capacity, "%s; alone, or with the target after them",
               has_names(m->model) && m->encoding->n_inputs > LISTED ? ", …" : "");
    return false;
}

static void set_target(matcher *m, size_t column) {
    m->columns->has_target = true;
    m->columns->target = column;
}

/* The table looks as the one in training did, which had no header either: the same positions. */
static bool same_positions(matcher *m) {
    size_t count = io_columns(m->source);
    const char *name = labrbf_model_target_name(m->model);
    size_t target = position_of(name);
    for (size_t i = 0; i < m->encoding->n_inputs; i++) {
        m->columns->features[i] = position_of(input_name(m, i)) - 1;
        if (m->columns->features[i] >= count)
            return false;
    }
    if (target == 0)
        target = column_called(m->source, name) + 1;
    if (target > count)
        return count > m->encoding->n_inputs + 1;
    set_target(m, target - 1);
    return true;
}

/* A table whose columns have no names, or names that the model does not know. `typed` is the target if the user has
 * named one, otherwise the number of columns. */
static bool match_positions(matcher *m, bool positions, size_t typed) {
    size_t count = io_columns(m->source);
    if (typed < count && count == m->encoding->n_inputs + 1) {
        all_but(m, typed);
        return true;
    }
    if (count == m->encoding->n_inputs) {
        all_but(m, count);
        return true;
    }
    if (!positions || !same_positions(m)) {
        if (count != m->encoding->n_inputs + 1)
            return wrong_width(m);
        all_but(m, count - 1);
        set_target(m, count - 1);
    }
    size_t target = m->columns->target;
    bool is_label = strcmp(io_column_name(m->source, target), "label") == 0; /* LIBSVM says so itself */
    if (m->columns->has_target && !is_label)
        snprintf(m->note->text, sizeof m->note->text, "%s: column %zu is taken as the target, the others as features",
                 m->path, target + 1);
    return true;
}

static bool no_target(const matcher *m) {
    const char *name = has_names(m->model) ? labrbf_model_target_name(m->model) : NULL;
    char *text = m->error->text;
    size_t capacity = sizeof m->error->text;
    if (!name || !io_has_header(m->source)) {
        snprintf(text, capacity, "%s has no column for the target, only the model's %zu feature%s", m->path,
                 m->encoding->n_inputs, m->encoding->n_inputs == 1 ? "" : "s");
        return false;
    }
    cli_suggestion near = cli_suggest(name);
    for (size_t i = 0; i < io_columns(m->source); i++)
        cli_suggest_offer(&near, io_column_name(m->source, i));
    snprintf(text, capacity, "%s has no column '%s', the model's target", m->path, name);
    if (near.best)
        cli_append(text, capacity, "; if it is '%s', say so with --target %s", near.best, near.best);
    else
        cli_append(text, capacity, "; say which column it is with --target NAME");
    return false;
}

/* The target, if the user has not named one: the model's by name, or the one that the positions gave. */
static bool default_target(matcher *m, bool by_name) {
    const char *name = by_name ? labrbf_model_target_name(m->model) : NULL;
    size_t found = name ? column_called(m->source, name) : io_columns(m->source);
    if (found < io_columns(m->source))
        set_target(m, found);
    return m->columns->has_target || no_target(m);
}

static bool match(matcher *m, bool want_target, const char *target) {
    size_t typed = io_columns(m->source);
    if (target && !cli_column_find(m->source, m->path, target, strlen(target), &typed, m->error))
        return false;
    bool named = has_names(m->model);
    bool positions = named && names_are_positions(m);
    bool by_name = named && io_has_header(m->source) && !positions;
    if (by_name ? !match_names(m) : !match_positions(m, positions, typed))
        return false;
    if (want_target && !target)
        return default_target(m, by_name);
    if (target)
        set_target(m, typed);
    return true;
}

bool cli_columns_match(const io_source *source, const char *path, const labrbf_model *model,
                       const cli_encoding *encoding, bool want_target, const char *target, cli_columns *columns,
                       io_error *note, io_error *error) {
    *columns = (cli_columns){0};
    note->text[0] = error->text[0] = '\0';
    columns->features = calloc(encoding->n_inputs, sizeof *columns->features);
    columns->n_features = encoding->n_inputs;
    if (!columns->features) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    matcher m = {source, path, model, encoding, columns, note, error};
    return match(&m, want_target, target);
}
