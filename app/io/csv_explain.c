/* What is wrong with a record of a CSV table, in words. */
#include "csv_explain.h"

#include <inttypes.h>

#include "report.h"

static bool not_a_number(io_source *source, uint64_t line, size_t column, const char *value, io_error *error) {
    io_quote name;
    io_quote_column(&name, source, column);
    source->refused = column + 1;
    return io_fail(error,
                   "%s, line %" PRIu64 ", column %s: %s is not a number; correct the cell (empty, NA, NaN and ? mean "
                   "missing)",
                   io_stream_name(source->stream), line, name.text, value);
}

static bool refuses(const io_source *source, size_t column, io_csv_cell cell) {
    double value;
    if (source->slot[column] == io_unselected)
        return false;
    return io_is_plain(source, column) ? !io_csv_is_number(io_csv_cell_kind(cell.begin, cell.end, &value))
                                       : io_role_refuses(&source->roles[column], cell);
}

static bool explain_cell(io_source *source, uint64_t line, size_t column, io_csv_cell cell, io_csv_kind kind,
                         io_error *error) {
    io_quote value, name;
    io_quote_cell(&value, cell.begin, (size_t)(cell.end - cell.begin));
    io_quote_column(&name, source, column);
    const char *file = io_stream_name(source->stream);
    const char *trouble = NULL;
    if (kind == IO_CSV_INFINITE)
        trouble = "is not a finite number; correct it, or leave the cell empty if the value is missing";
    else if (io_csv_decimal_comma(cell.begin, cell.end))
        trouble = "has a decimal comma, or one between thousands; write numbers with a decimal point alone";
    else if (io_csv_several_numbers(cell.begin, cell.end))
        trouble = "is several numbers; separate columns by comma, semicolon, tab or bar, not by spaces";
    else if (!io_is_plain(source, column))
        trouble = source->roles[column].kind == IO_ROLE_TIME_DATES
                      ? "is not a date such as 2015-10-21 or 2015-10-21 13:45:06; a time is a number or such a date"
                      : "is not a number, as the times before it";
    if (trouble != NULL)
        return io_fail(error, "%s, line %" PRIu64 ", column %s: %s %s", file, line, name.text, value.text, trouble);
    return not_a_number(source, line, column, value.text, error);
}

bool io_csv_explain(io_source *source, io_csv_span record, uint64_t line, char delimiter, io_error *error) {
    const size_t columns = source->names.count;
    const char *file = io_stream_name(source->stream);
    size_t cells;
    if (!io_csv_count_cells(record, delimiter, &cells))
        return io_fail(error,
                       "%s, line %" PRIu64 ", cell %zu: text follows a closing quote; a quote inside quotes is "
                       "written twice",
                       file, line, cells);
    if (cells != columns)
        return io_fail(error,
                       "%s, line %" PRIu64 ": %zu %s, but the table has %zu %s; is there a %s too few, too many "
                       "or not in quotes?",
                       file, line, cells, cells == 1 ? "cell" : "cells", columns, columns == 1 ? "column" : "columns",
                       io_csv_delimiter_name(delimiter));
    const char *p = record.begin;
    for (size_t column = 0; column < columns; column++, p++) {
        io_csv_cell cell;
        double value;
        p = io_csv_next_cell(p, record.end, delimiter, &cell);
        if (refuses(source, column, cell))
            return explain_cell(source, line, column, cell, io_csv_cell_kind(cell.begin, cell.end, &value), error);
    }
    return io_fail_memory(error); /* a label could not be kept */
}

bool io_csv_check_roles(io_source *source, io_error *error) {
    for (size_t column = 0; source->roles != NULL && column < source->names.count; column++) {
        const io_role *role = &source->roles[column];
        if (io_role_is_mixed(role))
            return not_a_number(source, role->text_line, column, role->example.text, error);
    }
    return true;
}
