#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/message.h"
#include "term/same_names.h"
#include "term/suggest.h"

enum { LISTED = 8 };

/* What is matched, and where messages go. */
typedef struct matcher {
    const io_source *source;
    const char *path;
    const labrbf_model *model;
    const cli_encoding *encoding; /* its inputs are the columns to be found */
    bool named;                   /* has the model names? */
    size_t n_targets;             /* the model's */
    const size_t *typed;          /* the targets as typed by the user, or NULL */
    term_columns *columns;
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

/* The same, for a column that the model needs. Fails if two are called so. */
static bool find_called(const matcher *m, const char *name, size_t *column) {
    size_t count = io_columns(m->source);
    *column = column_called(m->source, name);
    size_t again = *column < count ? term_column_again(m->source, *column) : count;
    if (again < count)
        snprintf(
            m->error->text, sizeof m->error->text,
            "%s: columns %zu and %zu are both named '%s', and the model needs one of them; give each a name of its "
            "own",
            m->path, *column + 1, again + 1, name);
    return again == count;
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

/* Was the model trained on a table without a header? Its names are then positions. */
static bool names_are_positions(const matcher *m) {
    for (size_t i = 0; i < m->encoding->n_inputs; i++)
        if (position_of(input_name(m, i)) == 0)
            return false;
    return true;
}

static void list_missing(const matcher *m, size_t feature, size_t listed) {
    char *text = m->error->text;
    const char *name = input_name(m, feature);
    term_suggestion near = term_suggest(name);
    for (size_t i = 0; i < io_columns(m->source); i++)
        term_suggest_offer(&near, io_column_name(m->source, i));
    term_append(text, sizeof m->error->text, "%s'%s'", listed > 0 ? ", " : "", name);
    if (near.best)
        term_append(text, sizeof m->error->text, " (is it '%s'?)", near.best);
}

/* Returns whether every feature of the model was found. */
static bool match_names(matcher *m) {
    size_t count = io_columns(m->source), missing = 0;
    for (size_t i = 0; i < m->encoding->n_inputs; i++) {
        if (!find_called(m, input_name(m, i), &m->columns->features[i]))
            return false;
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
        term_append(m->error->text, sizeof m->error->text, ", …");
    return false;
}

/* The features are all columns but these, in order. */
static void all_but(matcher *m, const size_t *left_out, size_t count) {
    for (size_t i = 0, column = 0; i < m->encoding->n_inputs; column++) {
        bool is_left_out = false;
        for (size_t c = 0; c < count; c++)
            is_left_out = is_left_out || left_out[c] == column;
        if (!is_left_out)
            m->columns->features[i++] = column;
    }
}

static bool wrong_width(const matcher *m) {
    size_t count = io_columns(m->source);
    char *text = m->error->text;
    size_t capacity = sizeof m->error->text;
    snprintf(text, capacity, "%s has %zu column%s%s; the model needs its %zu feature%s in the order of training",
             m->path, count, count == 1 ? "" : "s", io_has_header(m->source) ? "" : " and no header",
             m->encoding->n_inputs, m->encoding->n_inputs == 1 ? "" : "s");
    for (size_t i = 0; m->named && i < m->encoding->n_inputs && i < LISTED; i++)
        term_append(text, capacity, "%s%s", i == 0 ? ": " : ", ", input_name(m, i));
    term_append(text, capacity, "%s; alone, or with the target%s after them",
                m->named && m->encoding->n_inputs > LISTED ? ", …" : "", m->n_targets == 1 ? "" : "s");
    return false;
}

/* The column of a target by its name, which may be a position; the number of columns if there is none. */
static size_t target_position(const matcher *m, size_t target) {
    const char *name = labrbf_model_target_name(m->model, target);
    size_t position = position_of(name), count = io_columns(m->source);
    size_t column = position > 0 ? position - 1 : column_called(m->source, name);
    return column < count ? column : count;
}

/* Like the training table, it has no header: the same positions. */
static bool same_positions(matcher *m) {
    size_t count = io_columns(m->source);
    for (size_t i = 0; i < m->encoding->n_inputs; i++) {
        m->columns->features[i] = position_of(input_name(m, i)) - 1;
        if (m->columns->features[i] >= count)
            return false;
    }
    for (size_t c = 0; c < m->n_targets; c++) {
        m->columns->targets[c] = target_position(m, c);
        if (m->columns->targets[c] == count)
            return count > m->encoding->n_inputs + m->n_targets;
    }
    m->columns->n_targets = m->n_targets;
    return true;
}

/* The last columns are the targets. */
static void targets_at_the_end(matcher *m) {
    for (size_t c = 0; c < m->n_targets; c++)
        m->columns->targets[c] = io_columns(m->source) - m->n_targets + c;
    m->columns->n_targets = m->n_targets;
}

static void note_targets(const matcher *m) {
    const term_columns *columns = m->columns;
    bool is_label = columns->n_targets == 1 && /* not in LIBSVM, where the first column always is the target */
                    strcmp(io_column_name(m->source, columns->targets[0]), "label") == 0;
    if (columns->n_targets == 0 || is_label)
        return;
    snprintf(m->note->text, sizeof m->note->text, "%s: column%s", m->path, columns->n_targets == 1 ? "" : "s");
    for (size_t c = 0; c < columns->n_targets; c++)
        term_append(m->note->text, sizeof m->note->text, "%s %zu", c > 0 ? "," : "", columns->targets[c] + 1);
    term_append(m->note->text, sizeof m->note->text, " %s, ",
                columns->n_targets == 1 ? "is taken as the target" : "are taken as the targets");
    size_t used = columns->n_features + columns->n_targets, all = io_columns(m->source);
    if (all == used)
        term_append(m->note->text, sizeof m->note->text, "the others as features");
    else
        term_append(m->note->text, sizeof m->note->text,
                    "those where the features were in training as features; %zu other%s ignored", all - used,
                    all - used == 1 ? " is" : "s are");
}

/* A table whose columns have no names, or names that the model does not know. */
static bool match_positions(matcher *m, bool positions) {
    size_t count = io_columns(m->source), wide = m->encoding->n_inputs + m->n_targets;
    if (m->typed && count == wide) {
        all_but(m, m->typed, m->n_targets);
        return true;
    }
    if (count == m->encoding->n_inputs) {
        all_but(m, NULL, 0);
        return true;
    }
    if (!positions || !same_positions(m)) {
        if (count != wide)
            return wrong_width(m);
        targets_at_the_end(m);
        all_but(m, m->columns->targets, m->n_targets);
    }
    note_targets(m);
    return true;
}

static bool no_target(const matcher *m, size_t target) {
    const char *name = m->named ? labrbf_model_target_name(m->model, target) : NULL;
    char *text = m->error->text;
    size_t capacity = sizeof m->error->text;
    if (!name || !io_has_header(m->source)) {
        snprintf(text, capacity, "%s has no column for the target%s, only the model's %zu feature%s", m->path,
                 m->n_targets == 1 ? "" : "s", m->encoding->n_inputs, m->encoding->n_inputs == 1 ? "" : "s");
        return false;
    }
    term_suggestion near = term_suggest(name);
    for (size_t i = 0; i < io_columns(m->source); i++)
        term_suggest_offer(&near, io_column_name(m->source, i));
    snprintf(text, capacity, "%s has no column '%s', %s", m->path, name,
             m->n_targets == 1 ? "the model's target" : "one of the model's targets");
    if (near.best && m->n_targets == 1)
        term_append(text, capacity, "; if it is '%s', say so with --target %s", near.best, near.best);
    else
        term_append(text, capacity, "; say which %s with --target %s",
                    m->n_targets == 1 ? "column it is" : "columns they are", m->n_targets == 1 ? "NAME" : "LIST");
    return false;
}

/* The targets, if not typed: those of the model by name, or by position. */
static bool default_targets(matcher *m, bool by_name) {
    size_t count = io_columns(m->source);
    for (size_t c = 0; by_name && c < m->n_targets; c++) {
        if (!find_called(m, labrbf_model_target_name(m->model, c), &m->columns->targets[c]))
            return false;
        if (m->columns->targets[c] == count)
            return no_target(m, c);
    }
    if (by_name)
        m->columns->n_targets = m->n_targets;
    return m->columns->n_targets > 0 || no_target(m, 0);
}

/* As many as the model has, in its order. `typed` has room for all columns. */
static bool find_typed(matcher *m, const char *text, size_t *typed) {
    size_t count;
    if (!term_columns_find(m->source, m->path, text, typed, &count, m->error))
        return false;
    if (count != m->n_targets)
        snprintf(m->error->text, sizeof m->error->text, "--target names %zu column%s, but the model has %zu target%s",
                 count, count == 1 ? "" : "s", m->n_targets, m->n_targets == 1 ? "" : "s");
    m->typed = typed;
    return count == m->n_targets;
}

static bool match(matcher *m, bool want_target) {
    bool positions = m->named && names_are_positions(m);
    bool by_name = m->named && io_has_header(m->source) && !positions;
    if (by_name ? !match_names(m) : !match_positions(m, positions))
        return false;
    if (want_target && !m->typed)
        return default_targets(m, by_name);
    for (size_t c = 0; m->typed && c < m->n_targets; c++)
        m->columns->targets[c] = m->typed[c];
    if (m->typed)
        m->columns->n_targets = m->n_targets;
    return true;
}

bool cli_columns_match(const io_source *source, const char *path, const labrbf_model *model,
                       const cli_encoding *encoding, bool want_target, const char *target, term_columns *columns,
                       io_error *note, io_error *error) {
    labrbf_model_info info = {.struct_size = sizeof info};
    bool known = labrbf_model_info_get(model, &info) >= 0;
    *columns = (term_columns){0};
    note->text[0] = error->text[0] = '\0';
    columns->features = calloc(encoding->n_inputs, sizeof *columns->features);
    columns->n_features = encoding->n_inputs;
    columns->targets = calloc(info.n_targets + 1, sizeof *columns->targets);
    size_t *typed = calloc(io_columns(source), sizeof *typed);
    matcher m = {.source = source,
                 .path = path,
                 .model = model,
                 .encoding = encoding,
                 .named = info.has_names,
                 .n_targets = info.n_targets,
                 .columns = columns,
                 .note = note,
                 .error = error};
    bool ok = known && columns->features && columns->targets && typed;
    if (!ok)
        snprintf(error->text, sizeof error->text, "out of memory");
    ok = ok && (!target || find_typed(&m, target, typed)) && match(&m, want_target);
    free(typed);
    return ok;
}
