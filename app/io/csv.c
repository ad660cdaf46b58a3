/*
 * CSV and TSV. The delimiter (comma, semicolon, tab, bar) and the header are found from the first line; blank lines are
 * skipped, wherever they are. Nothing is allocated per row or cell: a record is parsed where it lies in the window.
 *
 * A line without a quote, which is nearly every line there is, takes a short path. Neither path says what is wrong with
 * a record; it only says that something is, and io_csv_explain() looks again.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "csv_cells.h"
#include "csv_explain.h"
#include "csv_first.h"
#include "format.h"
#include "report.h"
#include "text.h"

typedef struct csv {
    io_text text;
    char delimiter[sizeof IO_CSV_DELIMITERS]; /* a string: one character, or all the candidates at the beginning */
    uint64_t quote_free;                      /* no quote between the window's beginning and this byte of the file */
    bool spare;                               /* the header ends with delimiters too many, and rows may */
} csv;

typedef struct csv_record {
    io_csv_span span; /* span.begin is NULL after the last record */
    uint64_t line;
    bool quotes; /* there is a quote in it */
} csv_record;

/* ---- records ---- */

/* Is there a quote before `stop`, a position in the window? Looks at every byte once, in large pieces. */
static bool quote_before(csv *reader, const char *stop) {
    const io_text *text = &reader->text;
    const uint64_t goal = text->dropped + (uint64_t)(stop - text->data);
    const uint64_t begin = text->dropped + text->begin;
    if (reader->quote_free < begin)
        reader->quote_free = begin;
    if (reader->quote_free >= goal)
        return false;
    const char *from = text->data + (reader->quote_free - text->dropped);
    const char *end = text->data + text->end;
    const char *quote = memchr(from, '"', (size_t)(end - from));
    reader->quote_free = text->dropped + (uint64_t)((quote != NULL ? quote : end) - text->data);
    return reader->quote_free < goal;
}

/* The end of a record with quotes in it, which may be some lines on. */
static bool quoted_end(csv *reader, const char **stop, size_t *inner, io_error *error) {
    io_text *text = &reader->text;
    for (;;) {
        bool open;
        *stop = io_csv_record_end(text->data + text->begin, text->data + text->end, reader->delimiter, inner, &open);
        if (*stop != NULL)
            return true;
        if (text->finished && open)
            return io_fail(error, "%s, line %" PRIu64 ": a quote in the record that begins here is never closed",
                           io_stream_name(text->stream), text->line);
        if (text->finished) {
            *stop = text->data + text->end;
            return true;
        }
        const size_t enough = 2 * (text->end - text->begin); /* twice as much before looking again: linear time */
        while (text->end - text->begin < enough && !text->finished)
            if (!io_text_more(text, error))
                return false;
    }
}

/* The LF that ends the line so many bytes after the window's beginning, or the end of the file. */
static bool line_end(io_text *text, size_t offset, const char **stop, io_error *error) {
    for (size_t searched = offset;;) {
        const char *from = text->data + text->begin + searched;
        searched = text->end - text->begin;
        *stop = memchr(from, '\n', (size_t)(text->data + text->end - from));
        if (*stop == NULL && text->finished)
            *stop = text->data + text->end;
        if (*stop != NULL)
            return true;
        if (!io_text_more(text, error))
            return false;
    }
}

static bool is_blank_line(io_csv_span span, char delimiter) {
    while (span.begin != span.end && io_csv_blank(*span.begin) && *span.begin != delimiter)
        span.begin++;
    return span.begin == span.end;
}

static bool next_record(csv *reader, csv_record *record, io_error *error) {
    io_text *text = &reader->text;
    do {
        const char *stop;
        size_t inner = 0;
        if (!line_end(text, 0, &stop, error))
            return false;
        record->span.begin = NULL;
        if (text->begin == text->end)
            return true;
        record->quotes = quote_before(reader, stop);
        if (record->quotes && !quoted_end(reader, &stop, &inner, error))
            return false;
        record->span = (io_csv_span){text->data + text->begin, stop};
        record->line = text->line;
        text->line += 1 + inner;
        text->begin = (size_t)(stop - text->data) + (stop < text->data + text->end);
        if (stop > record->span.begin && stop[-1] == '\r')
            record->span.end--;
    } while (is_blank_line(record->span, reader->delimiter[0]));
    return true;
}

static void unread(csv *reader, const csv_record *record) {
    reader->text.begin = (size_t)(record->span.begin - reader->text.data);
    reader->text.line = record->line;
}

/* ---- cells ---- */

/* A cell of a column that is wanted. */
static bool read_cell(const io_source *source, size_t column, io_csv_cell cell, uint64_t line, double *value) {
    if (io_is_plain(source, column))
        return io_csv_is_number(io_csv_cell_kind(cell.begin, cell.end, value));
    return io_role_read(&source->roles[column], cell, line, value) == IO_ROLE_GOOD;
}

static bool read_plain(const io_source *source, const csv_record *record, char delimiter, double *row) {
    const size_t columns = source->names.count;
    const char *p = record->span.begin, *end = record->span.end;
    for (size_t column = 0; column < columns; column++) {
        const size_t slot = source->slot[column];
        const bool plain = slot != io_unselected && io_is_plain(source, column);
        const char *stop = plain ? lab_number_scan(p, end, &row[slot]) : NULL;
        if (stop == NULL || (stop != end && *stop != delimiter) || !isfinite(row[slot])) {
            io_csv_cell cell;
            stop = io_csv_next_cell(p, end, delimiter, &cell);
            if (slot != io_unselected && !read_cell(source, column, cell, record->line, &row[slot]))
                return false;
        }
        if (stop == end)
            return column + 1 == columns;
        p = stop + 1;
    }
    return false;
}

static bool read_quoted(const io_source *source, const csv_record *record, char delimiter, double *row) {
    const size_t columns = source->names.count;
    const io_csv_span span = record->span;
    const char *p = span.begin;
    for (size_t column = 0; column < columns; column++, p++) {
        const size_t slot = source->slot[column];
        io_csv_cell cell;
        p = io_csv_next_cell(p, span.end, delimiter, &cell);
        if (p == NULL)
            return false;
        if (slot != io_unselected && !read_cell(source, column, cell, record->line, &row[slot]))
            return false;
        if (p == span.end)
            return column + 1 == columns;
    }
    return false;
}

/* ---- rows ---- */

static bool csv_read(io_source *source, double *cells, size_t capacity, size_t *rows, io_error *error) {
    csv *reader = source->state;
    const char delimiter = reader->delimiter[0];
    for (*rows = 0; *rows < capacity; ++*rows) {
        csv_record record;
        if (!next_record(reader, &record, error))
            return false;
        if (record.span.begin == NULL)
            return *rows > 0 || io_csv_check_roles(source, error);
        if (reader->spare)
            record.span = io_csv_cut(record.span, delimiter, source->names.count);
        double *row = cells + *rows * source->width;
        const bool good =
            record.quotes ? read_quoted(source, &record, delimiter, row) : read_plain(source, &record, delimiter, row);
        if (!good)
            return io_csv_explain(source, record.span, record.line, delimiter, error);
        if (source->keeping.into != NULL && !io_keep_record(source, record.span, delimiter, error))
            return false;
    }
    return true;
}

/* ---- the first line ---- */

/* Names are printed and typed, and a binary file is best noticed here. */
static bool check_header(const io_source *source, const csv_record *record, io_error *error) {
    const io_csv_span span = record->span;
    const char *file = io_stream_name(source->stream);
    for (const char *p = span.begin; p != span.end; p++) {
        const unsigned char c = (unsigned char)*p;
        if (c == '\r' && (p + 1 == span.end || p[1] != '\n'))
            return io_fail(error,
                           "%s, line %" PRIu64 ": a carriage return without line feed; end lines with LF or CR LF",
                           file, record->line);
        if (c < 0x20 && c != '\t' && c != '\n' && c != '\r')
            return io_fail(error, "%s, line %" PRIu64 ": not a text table: there is a control character (\\x%02x)",
                           file, record->line, c);
    }
    return true;
}

static bool add_name(io_names *names, io_csv_cell cell, char *buffer, io_error *error) {
    return io_names_add(names, buffer, io_csv_cell_text(cell, buffer), error);
}

static bool read_header(io_source *source, const csv_record *record, char delimiter, io_error *error) {
    const io_csv_span span = record->span;
    char *buffer = malloc((size_t)(span.end - span.begin) + 1);
    if (buffer == NULL)
        return io_fail_memory(error);
    bool good = true, last = false;
    for (const char *p = span.begin; good && !last; p++) {
        io_csv_cell cell;
        p = io_csv_next_cell(p, span.end, delimiter, &cell);
        good = add_name(&source->names, cell, buffer, error);
        last = p == span.end;
    }
    free(buffer);
    return good;
}

static bool first_record(io_source *source, csv_record *record, io_error *error) {
    if (!next_record(source->state, record, error))
        return false;
    return record->span.begin != NULL ||
           io_fail(error, "%s is empty: there are only blank lines", io_stream_name(source->stream));
}

/* The line after the first record, blank ones left out; empty if there is none. The record is read again, because the
 * window may have moved. */
static bool peek_line(io_source *source, csv_record *first, io_csv_span *line, io_error *error) {
    csv *reader = source->state;
    io_text *text = &reader->text;
    const char *stop;
    size_t offset = text->begin - (size_t)(first->span.begin - text->data);
    unread(reader, first);
    do {
        if (!line_end(text, offset, &stop, error))
            return false;
        *line = (io_csv_span){text->data + text->begin + offset, stop};
        offset += (size_t)(stop - line->begin) + 1;
        if (line->end > line->begin && line->end[-1] == '\r')
            line->end--;
    } while (is_blank_line(*line, reader->delimiter[0]) && stop < text->data + text->end);
    return first_record(source, first, error);
}

/* Takes delimiters too many off the header, if the row below it has nothing there either. */
static void cut_spare(csv *reader, csv_record *first, io_csv_span second, size_t cells) {
    const char delimiter = reader->delimiter[0];
    const size_t named = cells - io_csv_count_spare(first->span, delimiter);
    size_t below;
    const io_csv_span cut = io_csv_cut(second, delimiter, named);
    reader->spare = named > 0 && io_csv_count_cells(cut, delimiter, &below) && below <= named;
    if (reader->spare)
        first->span = io_csv_cut(first->span, delimiter, named);
}

/* Is the first line a header? What follows is looked at only if that line alone does not tell. */
static bool decide_header(io_source *source, csv_record *first, io_header header, size_t cells, io_error *error) {
    csv *reader = source->state;
    const char delimiter = reader->delimiter[0];
    source->has_header =
        header == IO_HEADER_YES || (header == IO_HEADER_AUTO && io_csv_has_text(first->span, delimiter));
    const bool years = header == IO_HEADER_AUTO && io_csv_are_years(first->span, delimiter);
    const bool spare = source->has_header && io_csv_count_spare(first->span, delimiter) > 0;
    io_csv_span second;
    if (!years && !spare)
        return true;
    if (!peek_line(source, first, &second, error))
        return false;
    if (spare)
        cut_spare(reader, first, second, cells);
    source->header_guessed = years && io_csv_has_value(second, delimiter);
    source->has_header = source->has_header || source->header_guessed;
    return true;
}

static bool start_columns(io_source *source, csv_record *first, io_header header, io_error *error) {
    csv *reader = source->state;
    const char delimiter = reader->delimiter[0];
    size_t cells;
    if (!io_csv_count_cells(first->span, delimiter, &cells))
        return io_csv_explain(source, first->span, first->line, delimiter, error);
    if (cells > IO_COLUMNS_MAX)
        return io_fail(error, "%s, line %" PRIu64 ": %zu columns; at most %d can be read",
                       io_stream_name(source->stream), first->line, cells, IO_COLUMNS_MAX);
    if (!decide_header(source, first, header, cells, error))
        return false;
    if (source->has_header)
        return check_header(source, first, error) && read_header(source, first, delimiter, error);
    unread(reader, first);
    return io_names_generate(&source->names, cells, error);
}

static bool csv_open(io_source *source, const char *path, const io_options *options, io_error *error) {
    csv *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return io_fail_memory(error);
    source->state = reader;
    memcpy(reader->delimiter, IO_CSV_DELIMITERS, sizeof IO_CSV_DELIMITERS);
    csv_record first;
    if (!io_text_start(&reader->text, source->stream, error) || !first_record(source, &first, error))
        return false;
    const bool tabs = io_path_ends(path, ".tsv") &&
                      memchr(first.span.begin, '\t', (size_t)(first.span.end - first.span.begin)) != NULL;
    reader->delimiter[0] = tabs ? '\t' : io_csv_detect_delimiter(first.span);
    reader->delimiter[1] = '\0';
    unread(reader, &first); /* with the delimiter known, the record may end elsewhere */
    return first_record(source, &first, error) && start_columns(source, &first, options->header, error);
}

static void csv_close(io_source *source) {
    csv *reader = source->state;
    if (reader != NULL)
        io_text_free(&reader->text);
    free(reader);
}

const io_format io_format_csv = {.open = csv_open, .read = csv_read, .close = csv_close, .has_text = true};
