#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "suggest.h"

enum { NAMES_LISTED = 12 };

void cli_columns_free(cli_columns *columns) {
    free(columns->features);
    *columns = (cli_columns){0};
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
        cli_append(error->text, capacity, ": it has no header line, so its columns are called 1 to %zu", count);
        return false;
    }
    cli_suggestion near = cli_suggest(word);
    for (size_t i = 0; i < count; i++)
        cli_suggest_offer(&near, io_column_name(source, i));
    if (near.best)
        cli_append(error->text, capacity, "; did you mean '%s'?", near.best);
    cli_append(error->text, capacity, "%s columns are: ", near.best ? " Its" : "; its");
    for (size_t i = 0; i < count && i < NAMES_LISTED; i++)
        cli_append(error->text, capacity, "%s%s", i > 0 ? ", " : "", io_column_name(source, i));
    if (count > NAMES_LISTED)
        cli_append(error->text, capacity, ", … (%zu in all)", count);
    return false;
}

bool cli_column_find(const io_source *source, const char *path, const char *text, size_t length, size_t *column,
                     io_error *error) {
    size_t count = io_columns(source), found = 0;
    while (found < count && !is_called(source, found, text, length))
        found++;
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
} picked;

static void pick(picked *list, size_t column) {
    if (!list->marks[column])
        list->order[list->count++] = column;
    list->marks[column] = true;
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

static bool pick_list(const io_source *source, const char *path, const char *list, picked *out, io_error *error) {
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
            for (size_t i = first; i <= last; i++)
                pick(out, i - 1);
        } else if (cli_column_find(source, path, at, length, &column, error)) {
            pick(out, column);
        } else {
            return false;
        }
        at += next;
        if (!*at)
            return true;
    }
}

static bool choose_target(const io_source *source, const char *path, const char *target, const bool *dropped,
                          size_t *column, io_error *error) {
    size_t count = io_columns(source);
    if (target) {
        if (!cli_column_find(source, path, target, strlen(target), column, error))
            return false;
        if (dropped[*column])
            snprintf(error->text, sizeof error->text, "column '%s' is the target and cannot be dropped",
                     io_column_name(source, *column));
        return !dropped[*column];
    }
    while (count > 0 && dropped[count - 1])
        count--;
    *column = count > 0 ? count - 1 : 0;
    if (count == 0)
        snprintf(error->text, sizeof error->text, "every column of %s is dropped", path);
    return count > 0;
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
        cli_append(error->text, sizeof error->text,
                   ". What separates its columns? It must be a comma, semicolon, tab or bar");
    return false;
}

/* The column apart counts as dropped from here on. */
static bool choose_apart(const io_source *source, const char *path, const cli_choice *choice, picked *dropped,
                         cli_columns *columns, io_error *error) {
    const char *apart = choice->apart, *target = choice->target;
    size_t column;
    if (!apart)
        return true;
    if (!cli_column_find(source, path, apart, strlen(apart), &columns->apart, error) ||
        (target && !cli_column_find(source, path, target, strlen(target), &column, error)))
        return false;
    if (target && column == columns->apart) {
        snprintf(error->text, sizeof error->text, "column '%s' is the target and cannot part the rows too",
                 io_column_name(source, column));
        return false;
    }
    columns->has_apart = true;
    pick(dropped, columns->apart);
    return true;
}

/* All the rest of the choice, with the work arrays at hand. */
static bool choose(const io_source *source, const char *path, const cli_choice *choice, picked *dropped, picked *chosen,
                   cli_columns *columns, io_error *error) {
    size_t count = io_columns(source);
    if (choice->drop && !pick_list(source, path, choice->drop, dropped, error))
        return false;
    if (!choose_apart(source, path, choice, dropped, columns, error))
        return false;
    if (!choose_target(source, path, choice->target, dropped->marks, &columns->target, error))
        return false;
    columns->has_target = true;
    for (size_t i = 0; !choice->features && i < count; i++)
        if (i != columns->target)
            pick(chosen, i);
    if (choice->features && !pick_list(source, path, choice->features, chosen, error))
        return false;
    if (chosen->marks[columns->target]) {
        snprintf(error->text, sizeof error->text,
                 "column '%s' is the target and cannot be a feature too; name %s with --target",
                 io_column_name(source, columns->target), choice->target ? "another" : "the target");
        return false;
    }
    for (size_t i = 0; i < chosen->count; i++)
        if (!dropped->marks[chosen->order[i]])
            columns->features[columns->n_features++] = chosen->order[i];
    return columns->n_features > 0 || too_few(source, path, error);
}

bool cli_columns_choose(const io_source *source, const char *path, const cli_choice *choice, cli_columns *columns,
                        io_error *error) {
    size_t count = io_columns(source);
    *columns = (cli_columns){.features = calloc(count, sizeof(size_t))};
    picked dropped = {.order = calloc(count, sizeof(size_t)), .marks = calloc(count, sizeof(bool))};
    picked chosen = {.order = calloc(count, sizeof(size_t)), .marks = calloc(count, sizeof(bool))};
    bool ok = columns->features && dropped.order && dropped.marks && chosen.order && chosen.marks;
    if (ok)
        ok = choose(source, path, choice, &dropped, &chosen, columns, error);
    else
        snprintf(error->text, sizeof error->text, "out of memory");
    free(dropped.order);
    free(dropped.marks);
    free(chosen.order);
    free(chosen.marks);
    return ok;
}

bool cli_columns_read(io_source *source, const cli_columns *columns, io_table *table, io_error *error) {
    size_t m = columns->n_features;
    size_t *selection = calloc(m + 2, sizeof *selection);
    if (!selection) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    memcpy(selection, columns->features, m * sizeof *selection);
    selection[m] = columns->target;
    selection[m + 1] = columns->apart;
    bool ok = io_select(source, selection, m + 1 + columns->has_apart, error) && io_read_all(source, table, error);
    free(selection);
    return ok;
}
