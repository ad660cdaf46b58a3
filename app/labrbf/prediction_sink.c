#include "prediction_sink.h"

static void begin_object(cli_sink *sink, const cli_scan *scan) {
    term_json *json = &sink->json;
    term_json_begin(json, sink->output);
    term_json_string(json, "model", scan->model_path);
    term_json_string(json, "data", scan->table_path);
    term_json_open_array(json, "columns");
    for (size_t i = 0; i < sink->names->count; i++)
        term_json_string(json, NULL, io_names_get(sink->names, i));
    term_json_close(json);
    if (sink->table)
        term_json_string(json, "output", sink->path);
    else
        term_json_open_array(json, "predictions");
}

/* What is known only after the last row. */
static void end_object(cli_sink *sink, const cli_scan *scan) {
    term_json *json = &sink->json;
    if (!sink->table)
        term_json_close(json);
    term_json_count(json, "rows", scan->rows_before);
    term_json_count(json, "rows_missing_features", scan->rows_incomplete);
    term_json_count(json, "rows_outside_range", scan->range.outside);
    term_json_count(json, "unknown_categories", cli_scan_unknown(scan));
    if (scan->precision == LABRBF_SINGLE)
        term_json_number(json, "error_bound", labrbf_predictor_bound(scan->predictor));
    term_json_end(json);
}

bool cli_sink_open(cli_sink *sink, const cli_scan *scan, const io_names *names) {
    bool rows_inside = sink->with_json && io_output_is_standard(sink->path);
    sink->names = names;
    if (!rows_inside && !io_writer_open(sink->path, sink->kind, names, &sink->table, &sink->error))
        return false;
    if (sink->with_json && !io_output_open("-", &sink->output, &sink->error))
        return false;
    if (sink->output)
        begin_object(sink, scan);
    return true;
}

/* The key of the next cell in the object; a row is an object of its own. */
static const char *next_key(cli_sink *sink) {
    if (sink->column == 0)
        term_json_open_object(&sink->json, NULL);
    return io_names_get(sink->names, sink->column++);
}

static void end_cell(cli_sink *sink) {
    if (sink->column < sink->names->count)
        return;
    term_json_close(&sink->json);
    sink->column = 0;
}

bool cli_sink_number(cli_sink *sink, double value) {
    if (sink->table)
        return io_writer_number(sink->table, value, &sink->error);
    term_json_number(&sink->json, next_key(sink), value);
    end_cell(sink);
    return true;
}

bool cli_sink_text(cli_sink *sink, const char *text) {
    if (sink->table)
        return io_writer_text(sink->table, text, &sink->error);
    term_json_string(&sink->json, next_key(sink), text);
    end_cell(sink);
    return true;
}

bool cli_sink_commit(cli_sink *sink, const cli_scan *scan) {
    if (sink->output)
        end_object(sink, scan);
    bool ok = !sink->table || io_writer_commit(sink->table, &sink->error);
    sink->table = NULL;
    if (ok && sink->output) {
        ok = io_output_commit(sink->output, &sink->error);
        sink->output = NULL;
    }
    return ok;
}

void cli_sink_discard(cli_sink *sink) {
    io_writer_discard(sink->table);
    io_output_discard(sink->output);
    sink->table = NULL;
    sink->output = NULL;
}
