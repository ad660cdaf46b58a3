/*
 * LIBSVM (svmlight) text: a line is `label index:value index:value …`, indices from 1 and ascending, features that are
 * not named are 0, text after '#' is a comment. As a table: the features column_1, column_2, …, then `label`.
 *
 * The number of features is the largest index, which only the whole file tells: it is read twice, unless the caller
 * knows the number.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "format.h"
#include "report.h"
#include "text.h"

typedef struct libsvm {
    io_text text;
    size_t features; /* 0: not known yet */
} libsvm;

/* A line without comment and blanks around it. */
typedef struct sample {
    const char *begin, *end; /* begin is NULL after the last line */
    uint64_t line;
} sample;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_blanks(const char *p, const char *end) {
    while (p != end && is_blank(*p))
        p++;
    return p;
}

static const char *skip_token(const char *p, const char *end) {
    while (p != end && !is_blank(*p))
        p++;
    return p;
}

/* Digits at p; more than can be a feature's number is as good as IO_COLUMNS_MAX + 1. */
static const char *scan_index(const char *p, const char *end, size_t *index) {
    for (*index = 0; p != end && is_digit(*p); p++)
        if (*index <= IO_COLUMNS_MAX)
            *index = 10 * *index + (size_t)(*p - '0');
    return p;
}

/* ---- what is wrong ---- */

static bool fail_token(const libsvm *reader, uint64_t line, const char *p, const char *end, const char *complaint,
                       io_error *error) {
    io_quote quote;
    const char *stop = skip_token(p, end);
    return io_fail(error, "%s, line %" PRIu64 ": %s %s", io_stream_name(reader->text.stream), line,
                   io_quote_cell(&quote, p, (size_t)(stop - p)), complaint);
}

static bool check_index(const libsvm *reader, uint64_t line, const char *token, const char *end, size_t index,
                        size_t last, io_error *error) {
    if (index == 0)
        return fail_token(reader, line, token, end,
                          "has index 0, but indices begin at 1 (scikit-learn: dump_svmlight_file with "
                          "zero_based=False)",
                          error);
    if (index > IO_COLUMNS_MAX)
        return fail_token(reader, line, token, end, "has an index beyond 1000000, the most that can be read", error);
    if (index <= last)
        return fail_token(reader, line, token, end, "does not continue the ascending order of indices", error);
    if (reader->features == 0 || index <= reader->features)
        return true;
    char complaint[96];
    snprintf(complaint, sizeof complaint, "has an index beyond the %zu features expected", reader->features);
    return fail_token(reader, line, token, end, complaint, error);
}

/* ---- lines ---- */

static bool next_sample(libsvm *reader, sample *next, io_error *error) {
    const char *end;
    do {
        size_t length;
        if (!io_text_line(&reader->text, &next->begin, &length, &next->line, error))
            return false;
        if (next->begin == NULL)
            return true;
        const char *comment = memchr(next->begin, '#', length);
        end = comment != NULL ? comment : next->begin + length;
        next->begin = skip_blanks(next->begin, end);
    } while (next->begin == end);
    while (is_blank(end[-1]))
        end--;
    next->end = end;
    return true;
}

/* A whole token that is a number, infinity excepted. */
static const char *scan_value(const char *p, const char *end, double *value) {
    const char *stop = lab_number_scan(p, end, value);
    return stop == NULL || (stop != end && !is_blank(*stop)) || isinf(*value) ? NULL : stop;
}

/* Reads a sample. With `row` NULL it is only checked; *largest grows to its largest index. */
static bool read_sample(const libsvm *reader, const sample *line, const size_t *slot, double *row, size_t *largest,
                        io_error *error) {
    double value;
    size_t last = 0;
    const char *p = scan_value(line->begin, line->end, &value);
    if (p == NULL)
        return fail_token(reader, line->line, line->begin, line->end,
                          "is not a finite number; a line begins with its label", error);
    if (row != NULL && slot[reader->features] != io_unselected)
        row[slot[reader->features]] = value;
    while ((p = skip_blanks(p, line->end)) != line->end) {
        const char *token = p;
        size_t index;
        p = scan_index(p, line->end, &index);
        if (p == token || p == line->end || *p != ':')
            return fail_token(reader, line->line, token, line->end, "is not of the form index:value", error);
        if (!check_index(reader, line->line, token, line->end, index, last, error))
            return false;
        p = scan_value(p + 1, line->end, &value);
        if (p == NULL)
            return fail_token(reader, line->line, token, line->end, "has no finite number after its index", error);
        if (row != NULL && slot[index - 1] != io_unselected)
            row[slot[index - 1]] = value;
        last = index;
    }
    if (last > *largest)
        *largest = last;
    return true;
}

/* ---- the reader ---- */

static bool libsvm_read(io_source *source, double *cells, size_t capacity, size_t *rows, io_error *error) {
    libsvm *reader = source->state;
    for (*rows = 0; *rows < capacity; ++*rows) {
        sample next;
        size_t largest = 0;
        double *row = cells + *rows * source->width;
        if (!next_sample(reader, &next, error))
            return false;
        if (next.begin == NULL)
            break;
        for (size_t i = 0; i < source->width; i++)
            row[i] = 0.0;
        if (!read_sample(reader, &next, source->slot, row, &largest, error))
            return false;
    }
    return true;
}

static bool find_features(io_source *source, io_error *error) {
    libsvm *reader = source->state;
    size_t largest = 0;
    sample next;
    if (!io_stream_keep(source->stream, false, error) || !io_text_start(&reader->text, source->stream, error))
        return false;
    for (;;) {
        if (!next_sample(reader, &next, error))
            return false;
        if (next.begin == NULL)
            break;
        if (!read_sample(reader, &next, NULL, NULL, &largest, error))
            return false;
    }
    if (largest == 0)
        return io_fail(error, "%s has no feature: no line says index:value", io_stream_name(source->stream));
    reader->features = largest;
    return io_stream_rewind(source->stream, error);
}

static bool libsvm_open(io_source *source, const char *path, const io_options *options, io_error *error) {
    (void)path;
    libsvm *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return io_fail_memory(error);
    source->state = reader;
    if (options->libsvm_features > IO_COLUMNS_MAX)
        return io_fail(error, "%s: %zu features are expected; at most %d can be read", io_stream_name(source->stream),
                       options->libsvm_features, IO_COLUMNS_MAX);
    reader->features = options->libsvm_features;
    if (reader->features == 0 && !find_features(source, error))
        return false;
    return io_text_start(&reader->text, source->stream, error) &&
           io_names_generate(&source->names, reader->features, error) &&
           io_names_add(&source->names, "label", 5, error);
}

static void libsvm_close(io_source *source) {
    libsvm *reader = source->state;
    if (reader != NULL)
        io_text_free(&reader->text);
    free(reader);
}

const io_format io_format_libsvm = {.open = libsvm_open, .read = libsvm_read, .close = libsvm_close};

/* ---- recognising one ---- */

bool io_libsvm_looks(const char *bytes, size_t count) {
    const char *p = bytes, *end = bytes + count;
    while (p != end) { /* the first line that says something */
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        const char *line_end = stop != NULL ? stop : end;
        p = skip_blanks(p, line_end);
        if (p != line_end && *p != '#' && *p != '\r') {
            end = line_end;
            break;
        }
        p = stop != NULL ? stop + 1 : end;
    }
    if (p != end && end[-1] == '\r')
        end--;
    double value;
    size_t index;
    const char *label = scan_value(p, end, &value);
    if (label == NULL)
        return false;
    const char *token = skip_blanks(label, end);
    const char *colon = scan_index(token, end, &index);
    return colon != token && colon != end && *colon == ':' && scan_value(colon + 1, end, &value) != NULL;
}
