#include "scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advance.h"
#include "args.h"
#include "match.h"
#include "message.h"
#include "model.h"
#include "settings.h"

enum { BLOCK_ROWS = 4096, BLOCK_ROWS_LEAST = 32, BLOCK_CELLS = 1 << 20 };

static int read_options(cli_scan *scan, const cli_args *args, io_header *header) {
    labrbf_settings *settings;
    int code = cli_settings_read(args, &settings);
    if (code != CLI_SUCCESS)
        return code;
    scan->threads = (size_t)cli_settings_count(settings, "threads");
    labrbf_settings_destroy(settings);
    return cli_read_header(args, header);
}

static int load_model(cli_scan *scan, const cli_args *args) {
    const char *table = args->arguments[1];
    io_error error;
    scan->model = cli_model_load(args->arguments[0], &error);
    if (scan->model)
        return CLI_SUCCESS;
    size_t length = strlen(table);
    bool swapped = length > 4 && strcmp(table + length - 4, ".lab") == 0;
    return cli_failure(scan->command, "%s%s", error.text, swapped ? ". The model comes first, then the table" : "");
}

static int open_table(cli_scan *scan, const cli_args *args, io_header header, bool want_target) {
    const char *path = args->arguments[1], *target = want_target ? cli_args_value(args, "target") : NULL;
    labrbf_model_info info = {.struct_size = sizeof info};
    io_error error, note;
    if (labrbf_model_info_get(scan->model, &info) < 0)
        return cli_failure(scan->command, "%s", labrbf_last_error());
    io_options options = {.header = header, .libsvm_features = info.n_features};
    if (!io_open(path, &options, &scan->source, &error))
        return cli_failure(scan->command, "%s", error.text);
    if (!cli_columns_match(scan->source, scan->shown, scan->model, want_target, target, &scan->columns, &note, &error))
        return target ? cli_misuse(scan->command, "%s", error.text) : cli_failure(scan->command, "%s", error.text);
    if (note.text[0])
        cli_note(scan->quiet, "note: %s", note.text);
    return CLI_SUCCESS;
}

/* The model's features first, then the target if it is wanted. */
static int select_columns(cli_scan *scan, bool want_target) {
    size_t m = scan->columns.n_features, width = m + want_target;
    size_t *selection = calloc(width, sizeof *selection);
    io_error error;
    if (!selection)
        return cli_failure(scan->command, "out of memory");
    memcpy(selection, scan->columns.features, m * sizeof *selection);
    if (want_target)
        selection[m] = scan->columns.target;
    bool ok = io_select(scan->source, selection, width, &error);
    free(selection);
    return ok ? CLI_SUCCESS : cli_failure(scan->command, "%s", error.text);
}

static int allocate(cli_scan *scan, bool want_target) {
    size_t m = scan->columns.n_features, rows = BLOCK_CELLS / m;
    rows = rows > BLOCK_ROWS ? BLOCK_ROWS : rows < BLOCK_ROWS_LEAST ? BLOCK_ROWS_LEAST : rows;
    scan->capacity = rows;
    scan->prediction = calloc(rows, sizeof *scan->prediction);
    scan->target = want_target ? calloc(rows, sizeof *scan->target) : NULL;
    scan->features = calloc(rows, m * sizeof *scan->features);
    scan->cells = want_target ? calloc(rows, (m + 1) * sizeof *scan->cells) : NULL;
    if (!scan->prediction || !scan->features || (want_target && (!scan->target || !scan->cells)))
        return cli_failure(scan->command, "out of memory for %zu rows of %zu features", rows, m);
    return CLI_SUCCESS;
}

int cli_scan_open(cli_scan *scan, const cli_args *args, bool want_target) {
    io_header header = IO_HEADER_AUTO;
    *scan = (cli_scan){.command = args->command->name, .quiet = cli_args_has(args, "quiet")};
    cli_show_path(args->arguments[1], scan->shown);
    int code = read_options(scan, args, &header);
    if (code == CLI_SUCCESS)
        code = load_model(scan, args);
    if (code == CLI_SUCCESS)
        code = open_table(scan, args, header, want_target);
    if (code == CLI_SUCCESS)
        code = select_columns(scan, want_target);
    if (code == CLI_SUCCESS)
        code = allocate(scan, want_target);
    cli_progress_start(&scan->progress, scan->quiet);
    return code;
}

/* Parts the cells into features and target. */
static void part_cells(cli_scan *scan) {
    size_t m = scan->columns.n_features;
    for (size_t i = 0; i < scan->rows; i++) {
        const double *row = scan->cells + i * (m + 1);
        memcpy(scan->features + i * m, row, m * sizeof *row);
        scan->target[i] = row[m];
    }
}

/* There are no infinities: io refuses them. */
static size_t count_incomplete(const cli_scan *scan) {
    size_t m = scan->columns.n_features, count = 0;
    for (size_t i = 0; i < scan->rows; i++) {
        const double *row = scan->features + i * m;
        bool missing = false;
        for (size_t j = 0; j < m; j++)
            missing = missing || isnan(row[j]);
        count += missing;
    }
    return count;
}

int cli_scan_next(cli_scan *scan) {
    io_error error;
    scan->rows_before += scan->rows;
    bool ok = io_read(scan->source, scan->cells ? scan->cells : scan->features, scan->capacity, &scan->rows, &error);
    if (!ok || scan->rows == 0) {
        cli_progress_clear(&scan->progress);
        return ok ? CLI_SUCCESS : cli_failure(scan->command, "%s", error.text);
    }
    if (scan->cells)
        part_cells(scan);
    scan->rows_incomplete += count_incomplete(scan);
    if (labrbf_model_predict(scan->model, scan->features, scan->rows, scan->columns.n_features, scan->threads,
                             scan->prediction) < 0) {
        cli_progress_clear(&scan->progress);
        return cli_failure(scan->command, "%s: %s", scan->shown, labrbf_last_error());
    }
    cli_progress_rows(&scan->progress, scan->rows_before + scan->rows);
    return CLI_SUCCESS;
}

void cli_scan_tell(cli_scan *scan) {
    cli_progress_clear(&scan->progress);
    if (scan->rows_incomplete > 0)
        cli_note(scan->quiet,
                 "note: %zu of %zu rows have missing features; the means of the training rows stood in for them",
                 scan->rows_incomplete, scan->rows_before);
}

void cli_scan_close(cli_scan *scan) {
    cli_progress_clear(&scan->progress);
    free(scan->prediction);
    free(scan->target);
    free(scan->features);
    free(scan->cells);
    cli_columns_free(&scan->columns);
    io_close(scan->source);
    labrbf_model_destroy(scan->model);
    *scan = (cli_scan){0};
}
