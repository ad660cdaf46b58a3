#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "same_names.h"
#include "suggest.h"

enum { NAMES_LISTED = 12 };

void term_columns_free(term_columns *columns) {
    free(columns->features);
    free(columns->targets);
    *columns = (term_columns){0};
}

static bool is_called(const io_source *source, size_t column, const char *text, size_t length) {
    const char *name = io_column_name(source, column);
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

/* The number at text[0 .. length), all digits; 0 if it is none (or absurdly long). */
static size_t whole_number(const char *text, size_t length) {
    size_t value = 0;
    if (length == 0 || length > 9)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        value = value * 10 + (size_t)(text[i] - '0');
    }
    return value;
}

/* "data.csv has no column 'tmep'; did you mean 'temp'? Its columns are: temp, rpm" */
static bool no_such_column(const io_source *source, const char *path, const char *text, size_t length,
                           io_error *error) {
    size_t count = io_columns(source), capacity = sizeof error->text;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    snprintf(error->text, capacity, "%s has no column '%s'", path, word);
    if (!io_has_header(source)) {
        term_append(error->text, capacity, ": it has no header line, so its columns are called 1 to %zu", count);
        return false;
    }
    term_suggestion near = term_suggest(word);
    for (size_t i = 0; i < count; i++)
        term_suggest_offer(&near, io_column_name(source, i));
    if (near.best)
        term_append(error->text, capacity, "; did you mean '%s'?", near.best);
    term_append(error->text, capacity, "%s columns are: ", near.best ? " Its" : "; its");
    for (size_t i = 0; i < count && i < NAMES_LISTED; i++)
        term_append(error->text, capacity, "%s%s", i > 0 ? ", " : "", io_column_name(source, i));
    if (count > NAMES_LISTED)
        term_append(error->text, capacity, ", … (%zu in all)", count);
    return false;
}

bool term_column_find(const io_source *source, const char *path, const char *text, size_t length, size_t *column,
                      io_error *error) {
    size_t count = io_columns(source), found = 0;
    while (found < count && !is_called(source, found, text, length))
        found++;
    size_t again = found < count ? term_column_again(source, found) : count;
    if (again < count) {
        snprintf(error->text, sizeof error->text,
                 "columns %zu and %zu of %s are both named '%.*s'; say which by its number", found + 1, again + 1, path,
                 (int)length, text);
        return false;
    }
    size_t number = whole_number(text, length);
    if (found == count && number >= 1 && number <= count)
        found = number - 1;
    if (found == count && number > count) {
        snprintf(error->text, sizeof error->text, "%s has no column %zu: it has %zu column%s", path, number, count,
                 count == 1 ? "" : "s");
        return false;
    }
    *column = found;
    return found < count || no_such_column(source, path, text, length, error);
}

/* What a list has picked: the columns in its order, and a mark at each. */
typedef struct picked {
    size_t *order;
    size_t count;
    bool *marks;
    bool every; /* a name stands for every column called so */
} picked;

static void pick(picked *list, size_t column) {
    if (!list->marks[column])
        list->order[list->count++] = column;
    list->marks[column] = true;
}

/* The columns of that name, if one name stands for all of them; false if there is none. */
static bool pick_every(const io_source *source, const char *text, size_t length, picked *list) {
    size_t count = io_columns(source), found = 0;
    while (list->every && found < count && !is_called(source, found, text, length))
        found++;
    if (!list->every || found == count)
        return false;
    for (; found < count; found = term_column_again(source, found))
        pick(list, found);
    return true;
}

/* "3-7": both ends are numbers of columns, and no column is called so. */
static bool is_range(const io_source *source, const char *text, size_t length, size_t *first, size_t *last) {
    const char *dash = memchr(text, '-', length);
    if (!dash)
        return false;
    for (size_t i = 0; i < io_columns(source); i++)
        if (is_called(source, i, text, length))
            return false;
    *first = whole_number(text, (size_t)(dash - text));
    *last = whole_number(dash + 1, length - (size_t)(dash - text) - 1);
    return *first >= 1 && *last >= *first && *last <= io_columns(source);
}

/* Ranges leave out the columns that are marked in `except`; a column that is named by itself is kept. */
static bool pick_list(const io_source *source, const char *path, const char *list, const bool *except, picked *out,
                      io_error *error) {
    for (const char *at = list;; at++) {
        at += strspn(at, " ");
        size_t length = strcspn(at, ","), next = length, first, last, column;
        while (length > 0 && at[length - 1] == ' ')
            length--;
        if (length == 0) {
            snprintf(error->text, sizeof error->text, "the list '%s' has an empty entry; write it as a,b,c", list);
            return false;
        }
        if (is_range(source, at, length, &first, &last)) {
            for (size_t i = first - 1; i < last; i++)
                if (!except || !except[i])
                    pick(out, i);
        } else if (!pick_every(source, at, length, out)) {
            if (!term_column_find(source, path, at, length, &column, error))
                return false;
            pick(out, column);
        }
        at += next;
        if (!*at)
            return true;
    }
}

/* A column of that name or number, though its name may have commas; if there is none, a list. */
static bool find_columns(const io_source *source, const char *path, const char *text, picked *out, io_error *error) {
    size_t column, first, last, length = strlen(text);
    if (term_column_find(source, path, text, length, &column, error)) {
        pick(out, column);
        return true;
    }
    bool is_list = strchr(text, ',') || is_range(source, text, length, &first, &last);
    return is_list && pick_list(source, path, text, NULL, out, error);
}

bool term_columns_find(const io_source *source, const char *path, const char *text, size_t *columns, size_t *count,
                       io_error *error) {
    picked out = {.order = columns, .marks = calloc(io_columns(source), sizeof(bool))};
    bool ok = out.marks && find_columns(source, path, text, &out, error);
    if (!out.marks)
        snprintf(error->text, sizeof error->text, "out of memory");
    *count = out.count;
    free(out.marks);
    return ok;
}

/* The last column that is left. */
static bool default_target(const io_source *source, const char *path, const bool *dropped, picked *targets,
                           io_error *error) {
    size_t count = io_columns(source);
    while (count > 0 && dropped[count - 1])
        count--;
    if (count > 0)
        pick(targets, count - 1);
    else
        snprintf(error->text, sizeof error->text, "every column of %s is dropped", path);
    return count > 0;
}

static bool choose_targets(const io_source *source, const char *path, const char *text, const bool *dropped,
                           picked *targets, io_error *error) {
    if (!text)
        return default_target(source, path, dropped, targets, error);
    for (size_t i = 0; i < targets->count; i++) {
        if (dropped[targets->order[i]]) {
            snprintf(error->text, sizeof error->text,
                     "column '%s' is the target and cannot be dropped; leave it out of --drop, or name another target",
                     io_column_name(source, targets->order[i]));
            return false;
        }
    }
    return true;
}

static bool too_few(const io_source *source, const char *path, io_error *error) {
    const char *name = io_column_name(source, 0);
    if (io_columns(source) > 1) {
        snprintf(error->text, sizeof error->text, "no feature is left: a model needs at least one beside the target");
        return false;
    }
    snprintf(error->text, sizeof error->text,
             "%s has one column%s%s%s; a model needs at least two, a feature and the target", path,
             io_has_header(source) ? ", '" : "", io_has_header(source) ? name : "", io_has_header(source) ? "'" : "");
    if (strpbrk(name, " :"))
        term_append(error->text, sizeof error->text,
                    ". What separates its columns? It must be a comma, semicolon, tab or bar");
    return false;
}

/* What the lists and options have picked. */
typedef struct choosing {
    const io_source *source;
    const char *path;
    const term_choice *choice;
    picked *dropped, *chosen, *targets;
    term_columns *columns;
    io_error *error;
} choosing;

/* A column with a purpose of its own, "part the rows" say, counts as dropped from here on. */
static bool choose_special(choosing *c, const char *text, const char *purpose, bool *has, size_t *column) {
    if (!text)
        return true;
    if (!term_column_find(c->source, c->path, text, strlen(text), column, c->error))
        return false;
    if (c->targets->marks[*column]) {
        snprintf(c->error->text, sizeof c->error->text, "column '%s' is the target and cannot %s too",
                 io_column_name(c->source, *column), purpose);
        return false;
    }
    *has = true;
    pick(c->dropped, *column);
    return true;
}

/* No feature is named that has a purpose of its own, or is dropped. */
static bool is_free(const choosing *c, bool has, size_t column, const char *purpose) {
    if (!has || !c->choice->features || !c->chosen->marks[column])
        return true;
    snprintf(c->error->text, sizeof c->error->text,
             "column '%s' %s and cannot be a feature too; leave it out of --features",
             io_column_name(c->source, column), purpose);
    return false;
}

static bool choose_features(choosing *c) {
    size_t count = io_columns(c->source);
    for (size_t i = 0; !c->choice->features && i < count; i++)
        if (!c->targets->marks[i])
            pick(c->chosen, i);
    if (c->choice->features &&
        !pick_list(c->source, c->path, c->choice->features, c->dropped->marks, c->chosen, c->error))
        return false;
    if (!is_free(c, c->columns->has_weights, c->columns->weights, "holds the weights") ||
        !is_free(c, c->columns->has_apart, c->columns->apart, "parts the rows"))
        return false;
    for (size_t i = 0; i < c->dropped->count; i++)
        if (!is_free(c, true, c->dropped->order[i], "is dropped"))
            return false;
    for (size_t i = 0; i < c->targets->count; i++) {
        size_t target = c->targets->order[i];
        if (c->chosen->marks[target]) {
            snprintf(c->error->text, sizeof c->error->text,
                     "column '%s' is the target and cannot be a feature too; name %s with --target",
                     io_column_name(c->source, target), c->choice->target ? "another" : "the target");
            return false;
        }
    }
    for (size_t i = 0; i < c->chosen->count; i++)
        if (!c->dropped->marks[c->chosen->order[i]])
            c->columns->features[c->columns->n_features++] = c->chosen->order[i];
    return c->columns->n_features > 0 || too_few(c->source, c->path, c->error);
}

static bool choose(choosing *c) {
    const term_choice *choice = c->choice;
    term_columns *columns = c->columns;
    if (choice->drop && !pick_list(c->source, c->path, choice->drop, NULL, c->dropped, c->error))
        return false;
    if (choice->target && !find_columns(c->source, c->path, choice->target, c->targets, c->error))
        return false;
    if (!choose_special(c, choice->apart, "part the rows", &columns->has_apart, &columns->apart) ||
        !choose_special(c, choice->weights, "hold the weights", &columns->has_weights, &columns->weights))
        return false;
    if (!choose_targets(c->source, c->path, choice->target, c->dropped->marks, c->targets, c->error))
        return false;
    return choose_features(c);
}

bool term_columns_choose(const io_source *source, const char *path, const term_choice *choice, term_columns *columns,
                         io_error *error) {
    size_t count = io_columns(source);
    *columns = (term_columns){.features = calloc(count, sizeof(size_t)), .targets = calloc(count, sizeof(size_t))};
    picked dropped = {.order = calloc(count, sizeof(size_t)), .marks = calloc(count, sizeof(bool)), .every = true};
    picked chosen = {.order = calloc(count, sizeof(size_t)), .marks = calloc(count, sizeof(bool))};
    picked targets = {.order = columns->targets, .marks = calloc(count, sizeof(bool))};
    choosing c = {source, path, choice, &dropped, &chosen, &targets, columns, error};
    bool ok = columns->features && columns->targets && dropped.order && dropped.marks && chosen.order && chosen.marks &&
              targets.marks;
    if (ok)
        ok = choose(&c);
    else
        snprintf(error->text, sizeof error->text, "out of memory");
    columns->n_targets = targets.count;
    ok = ok && term_names_differ(source, path, columns, error);
    free(dropped.order);
    free(dropped.marks);
    free(chosen.order);
    free(chosen.marks);
    free(targets.marks);
    return ok;
}

bool term_columns_read(io_source *source, const term_columns *columns, io_table *table, io_error *error) {
    size_t m = columns->n_features, targets = columns->n_targets, count = m + targets;
    size_t *selection = calloc(count + 2, sizeof *selection);
    if (!selection) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    memcpy(selection, columns->features, m * sizeof *selection);
    memcpy(selection + m, columns->targets, targets * sizeof *selection);
    if (columns->has_weights)
        selection[count++] = columns->weights;
    if (columns->has_apart)
        selection[count++] = columns->apart;
    bool ok = io_select(source, selection, count, error) && io_read_all(source, table, error);
    free(selection);
    return ok;
}
