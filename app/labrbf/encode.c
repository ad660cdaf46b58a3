#include "encode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cli_encoding_free(cli_encoding *e) {
    free(e->first);
    free(e->input);
    free(e->label);
    free((void *)e->category);
    *e = (cli_encoding){0};
}

static bool allocate(cli_encoding *e, size_t inputs, size_t features) {
    e->first = calloc(inputs + 1, sizeof *e->first);
    e->input = calloc(features + 1, sizeof *e->input);
    e->label = calloc(features + 1, sizeof *e->label);
    e->category = calloc(features + 1, sizeof *e->category);
    return e->first && e->input && e->label && e->category;
}

/* Appends a feature to the last input. */
static void add(cli_encoding *e, double label, const char *category) {
    e->input[e->n_features] = e->n_inputs - 1;
    e->label[e->n_features] = label;
    e->category[e->n_features] = category;
    e->n_features++;
}

static void begin_input(cli_encoding *e) { e->first[e->n_inputs++] = e->n_features; }

size_t cli_encoding_count(const cli_encoding *e, size_t input) {
    return (input + 1 < e->n_inputs ? e->first[input + 1] : e->n_features) - e->first[input];
}

bool cli_encoding_is_text(const cli_encoding *e, size_t input) { return e->category[e->first[input]] != NULL; }

/* --------------------------------------------------------------------------------------------------- of a model */

/* Is feature j made from the same column as the one before? */
static bool goes_on(const labrbf_model *model, size_t j) {
    return j > 0 && labrbf_model_feature_category(model, j - 1) && labrbf_model_feature_category(model, j) &&
           strcmp(labrbf_model_feature_name(model, j - 1), labrbf_model_feature_name(model, j)) == 0;
}

bool cli_encoding_of_model(const labrbf_model *model, cli_encoding *e) {
    labrbf_model_info info = {.struct_size = sizeof info};
    *e = (cli_encoding){0};
    if (labrbf_model_info_get(model, &info) < 0 || !allocate(e, info.n_features, info.n_features))
        return false;
    for (size_t j = 0; j < info.n_features; j++) {
        const char *category = labrbf_model_feature_category(model, j);
        if (!goes_on(model, j))
            begin_input(e);
        add(e, category ? (double)(j - e->first[e->n_inputs - 1]) : NAN, category);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------- of a table */

typedef struct category {
    const char *text;
    size_t label;
} category;

static int by_text(const void *a, const void *b) {
    const category *x = a, *y = b;
    return strcmp(x->text, y->text);
}

/* The labels of an input that occur in the rows marked, sorted into `found`. */
static size_t find_categories(const io_source *source, size_t column, const io_table *table, size_t input,
                              const bool *marked, category found[IO_LABELS_MAX]) {
    bool occurs[IO_LABELS_MAX] = {false};
    size_t labels = io_found(source, column).count, count = 0;
    for (size_t i = 0; i < table->rows; i++) {
        double label = table->cells[i * table->columns + input];
        if (marked[i] && label >= 0 && label < IO_LABELS_MAX)
            occurs[(size_t)label] = true;
    }
    for (size_t k = 0; k < labels && k < IO_LABELS_MAX; k++)
        if (occurs[k])
            found[count++] = (category){io_label(source, column, k), k};
    qsort(found, count, sizeof *found, by_text);
    return count;
}

/* If the value is missing in every marked row, the column still needs a feature: the category "?", which no cell can
 * have, since it means missing. */
static void add_text(cli_encoding *e, const category *found, size_t count) {
    for (size_t k = 0; k < count; k++)
        add(e, (double)found[k].label, found[k].text);
    if (count == 0)
        add(e, io_no_label - 1, "?");
}

bool cli_encoding_of_rows(const io_source *source, const term_columns *columns, const io_table *table,
                          const bool *marked, cli_encoding *e) {
    size_t features = 0;
    *e = (cli_encoding){0};
    for (size_t i = 0; i < columns->n_features; i++)
        features += 1 + io_found(source, columns->features[i]).count;
    if (!allocate(e, columns->n_features, features))
        return false;
    for (size_t i = 0; i < columns->n_features; i++) {
        category found[IO_LABELS_MAX];
        size_t column = columns->features[i];
        begin_input(e);
        if (io_found(source, column).labels)
            add_text(e, found, find_categories(source, column, table, i, marked, found));
        else
            add(e, NAN, NULL);
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------- use */

void cli_encoding_row(const cli_encoding *e, const double *inputs, double *features) {
    for (size_t j = 0; j < e->n_features; j++) {
        double cell = inputs[e->input[j]];
        features[j] = e->category[j] ? cell == e->label[j] : cell;
    }
}

bool cli_encoding_prepare(const cli_encoding *e, io_source *source, const term_columns *columns, io_error *error) {
    for (size_t i = 0; i < e->n_inputs; i++)
        if (cli_encoding_is_text(e, i) &&
            !io_set_labels(source, columns->features[i], e->category + e->first[i], cli_encoding_count(e, i), error))
            return false;
    return true;
}

labrbf_status cli_encoding_give(const cli_encoding *e, const io_source *source, const term_columns *columns,
                                labrbf_model *model) {
    const char **features = calloc(e->n_features, sizeof *features);
    const char **targets = calloc(columns->n_targets, sizeof *targets);
    labrbf_status status = features && targets ? LABRBF_OK : LABRBF_E_MEMORY;
    bool text = false;
    for (size_t j = 0; j < e->n_features && status >= 0; j++) {
        features[j] = io_column_name(source, columns->features[e->input[j]]);
        text = text || e->category[j];
    }
    for (size_t c = 0; c < columns->n_targets && status >= 0; c++)
        targets[c] = io_column_name(source, columns->targets[c]);
    if (status >= 0)
        status = labrbf_model_set_names(model, features, targets);
    if (status >= 0)
        status = labrbf_model_set_categories(model, text ? e->category : NULL);
    free(features);
    free(targets);
    return status;
}
