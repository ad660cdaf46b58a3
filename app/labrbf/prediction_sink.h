/*
 * What predict writes: a table (CSV, TSV or NPY), or the JSON object of --json with the rows in it, or both: the table
 * in a file and the object, without rows, on standard output. Rows are written as they come.
 */
#ifndef LAB_CLI_PREDICTION_SINK_H
#define LAB_CLI_PREDICTION_SINK_H

#include "io/writer.h"
#include "prediction_scan.h"
#include "term/json.h"

typedef struct cli_sink {
    const char *path; /* of the table; "-" is standard output */
    io_kind kind;
    bool with_json;

    /* its own */
    const io_names *names; /* of the columns */
    io_writer *table;      /* NULL: rows go into the object */
    io_output *output;     /* NULL: there is no object */
    term_json json;
    size_t column; /* of the next cell in the object */
    io_error error;
} cli_sink;

/* Begins it; path, kind and with_json are set, the rest is 0, and the names are borrowed. Like the functions below,
 * false with sink->error filled if it fails; cli_sink_discard is then due. */
bool cli_sink_open(cli_sink *sink, const cli_scan *scan, const io_names *names);

/* The next cell of a row. */
bool cli_sink_number(cli_sink *sink, double value);
bool cli_sink_text(cli_sink *sink, const char *text);

/* Everything is written, or nothing; not on standard output, where rows go as they come. */
bool cli_sink_commit(cli_sink *sink, const cli_scan *scan);
void cli_sink_discard(cli_sink *sink);

#endif
