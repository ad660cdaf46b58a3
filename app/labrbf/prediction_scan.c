#include "prediction_scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advance.h"
#include "match.h"
#include "model_files.h"
#include "option_settings.h"
#include "term/args.h"
#include "term/interrupt.h"
#include "term/message.h"

enum { BLOCK_ROWS = 4096, BLOCK_ROWS_LEAST = 32, BLOCK_CELLS = 1 << 20 };

static int read_options(cli_scan *scan, const term_args *args, io_header *header) {
    labrbf_settings *settings;
    int code = cli_settings_read(args, &settings);
    if (code != TERM_SUCCESS)
        return code;
    scan->threads = (size_t)cli_settings_count(settings, "threads");
    labrbf_settings_destroy(settings);
    return term_read_header(args, header);
}

static int load_model(cli_scan *scan) {
    const char *table = scan->table_path;
    io_error error;
    labrbf_model_info info = {.struct_size = sizeof info};
    scan->model = cli_model_load(scan->model_path, &error);
    if (scan->model && labrbf_model_info_get(scan->model, &info) >= 0) {
        scan->n_targets = info.n_targets;
        return TERM_SUCCESS;
    }
    size_t length = strlen(table);
    bool swapped = length > 4 && strcmp(table + length - 4, ".lab") == 0;
    return term_failure(scan->command, "%s%s", error.text, swapped ? ". The model comes first, then the table" : "");
}

/* A model whose features are all called by numbers was trained on a table with a header that looks like a row. */
static bool is_called_by_numbers(const cli_scan *scan) {
    bool numbers = scan->encoding.n_inputs > 0;
    for (size_t i = 0; i < scan->encoding.n_inputs && numbers; i++) {
        const char *name = labrbf_model_feature_name(scan->model, scan->encoding.first[i]);
        char *end = NULL;
        numbers = name && *name && (strtod(name, &end), *end == '\0');
    }
    return numbers;
}

static int open_table(cli_scan *scan, const term_args *args, io_header header, bool want_target) {
    const char *target = want_target ? term_args_value(args, "target") : NULL;
    io_error error, note;
    if (!cli_encoding_of_model(scan->model, &scan->encoding))
        return term_failure(scan->command, "out of memory");
    if (header == IO_HEADER_AUTO && is_called_by_numbers(scan))
        header = IO_HEADER_YES;
    io_options options = {.header = header, .libsvm_features = scan->encoding.n_inputs};
    if (!io_open(scan->table_path, &options, &scan->source, &error))
        return term_failure(scan->command, "%s", error.text);
    term_note_header(scan->source, scan->shown, scan->quiet);
    if (!cli_columns_match(scan->source, scan->shown, scan->model, &scan->encoding, want_target, target, &scan->columns,
                           &note, &error))
        return target ? term_misuse(scan->command, "%s", error.text) : term_failure(scan->command, "%s", error.text);
    if (note.text[0])
        term_note(scan->quiet, "note: %s", note.text);
    return TERM_SUCCESS;
}

/* The columns of the model's features first, then the targets if they are wanted. */
static int select_columns(cli_scan *scan, bool want_target) {
    size_t m = scan->columns.n_features, targets = want_target ? scan->n_targets : 0, width = m + targets;
    size_t *selection = calloc(width, sizeof *selection);
    io_error error;
    if (!selection)
        return term_failure(scan->command, "out of memory");
    memcpy(selection, scan->columns.features, m * sizeof *selection);
    memcpy(selection + m, scan->columns.targets, targets * sizeof *selection);
    scan->width = width;
    bool ok = io_select(scan->source, selection, width, &error) &&
              cli_encoding_prepare(&scan->encoding, scan->source, &scan->columns, &error);
    free(selection);
    return ok ? TERM_SUCCESS : term_failure(scan->command, "%s", error.text);
}

static int keep_columns(cli_scan *scan, const char *list) {
    size_t count = io_columns(scan->source);
    io_error error;
    if (!list)
        return TERM_SUCCESS;
    scan->keep = calloc(count, sizeof *scan->keep);
    if (!scan->keep)
        return term_failure(scan->command, "out of memory");
    for (; strcmp(list, "all") == 0 && scan->n_keep < count; scan->n_keep++)
        scan->keep[scan->n_keep] = scan->n_keep;
    if (scan->n_keep == 0 && !term_columns_find(scan->source, scan->shown, list, scan->keep, &scan->n_keep, &error))
        return term_misuse(scan->command, "%s", error.text);
    bool ok = io_keep(scan->source, scan->keep, scan->n_keep, &error);
    return ok ? TERM_SUCCESS : term_failure(scan->command, "%s", error.text);
}

static bool has_text(const cli_encoding *encoding) {
    for (size_t i = 0; i < encoding->n_inputs; i++)
        if (cli_encoding_is_text(encoding, i))
            return true;
    return false;
}

static bool allocate_block(const cli_scan *scan, cli_scan_block *block, size_t rows, bool want_target) {
    size_t m = scan->encoding.n_features;
    bool as_read = scan->width == m && scan->encoding.n_inputs == m && !has_text(&scan->encoding);
    block->prediction = calloc(rows, scan->n_targets * sizeof *block->prediction);
    block->target = want_target ? calloc(rows, scan->n_targets * sizeof *block->target) : NULL;
    block->features = calloc(rows, m * sizeof *block->features);
    block->cells = as_read ? NULL : calloc(rows, scan->width * sizeof *block->cells);
    return block->prediction && block->features && (!want_target || block->target) && (as_read || block->cells);
}

static int allocate(cli_scan *scan, bool want_target) {
    size_t m = scan->encoding.n_features, widest = m > scan->n_targets ? m : scan->n_targets;
    size_t rows = BLOCK_CELLS / (scan->n_keep > widest ? scan->n_keep : widest);
    rows = rows > BLOCK_ROWS ? BLOCK_ROWS : rows < BLOCK_ROWS_LEAST ? BLOCK_ROWS_LEAST : rows;
    scan->capacity = rows;
    for (size_t i = 0; i < 2; i++)
        if (!allocate_block(scan, &scan->blocks[i], rows, want_target))
            return term_failure(scan->command, "out of memory for %zu rows of %zu features", rows, m);
    if (!cli_range_of_model(scan->model, &scan->encoding, &scan->range))
        return term_failure(scan->command, "out of memory");
    if (labrbf_predictor_create(scan->model, scan->precision, scan->threads, &scan->predictor) < 0)
        return term_failure(scan->command, "%s", labrbf_last_error());
    return TERM_SUCCESS;
}

int cli_scan_open(cli_scan *scan, const term_args *args, bool want_target, const char *keep) {
    io_header header = IO_HEADER_AUTO;
    *scan = (cli_scan){.command = args->command->name,
                       .model_path = args->arguments[0],
                       .table_path = args->arguments[1],
                       .quiet = term_args_has(args, "quiet"),
                       .precision = term_args_has(args, "single") ? LABRBF_SINGLE : LABRBF_DOUBLE};
    term_show_path(scan->table_path, scan->shown);
    int code = read_options(scan, args, &header);
    if (code == TERM_SUCCESS)
        code = load_model(scan);
    if (code == TERM_SUCCESS)
        code = open_table(scan, args, header, want_target);
    if (code == TERM_SUCCESS)
        code = select_columns(scan, want_target);
    if (code == TERM_SUCCESS)
        code = keep_columns(scan, keep);
    if (code == TERM_SUCCESS)
        code = allocate(scan, want_target);
    term_progress_start(&scan->progress, scan->quiet);
    return code;
}

/* Encodes the cells as features, and separates the targets. */
static void encode_cells(const cli_scan *scan, const cli_scan_block *block) {
    const cli_encoding *encoding = &scan->encoding;
    for (size_t i = 0; i < block->rows; i++) {
        const double *row = block->cells + i * scan->width;
        cli_encoding_row(encoding, row, block->features + i * encoding->n_features);
        if (block->target)
            memcpy(block->target + i * scan->n_targets, row + encoding->n_inputs, scan->n_targets * sizeof *row);
    }
}

/* There are no infinities: io refuses them. */
static size_t count_incomplete(const cli_scan_block *block, size_t m) {
    size_t count = 0;
    for (size_t i = 0; i < block->rows; i++) {
        bool missing = false;
        for (size_t j = 0; j < m; j++)
            missing = missing || isnan(block->features[i * m + j]);
        count += missing;
    }
    return count;
}

/* Reads the next block, if any. An error is reported after the rows before it. */
static void read_block(cli_scan *scan, cli_scan_block *block) {
    block->rows = 0;
    if (scan->over)
        return;
    io_error error;
    bool ok = io_read_kept(scan->source, block->cells ? block->cells : block->features, scan->capacity, &block->rows,
                           &block->kept, &error);
    scan->over = !ok || block->rows == 0;
    if (!ok) {
        block->rows = 0;
        term_progress_clear(&scan->progress);
        scan->ended = term_interrupt_seen() ? TERM_INTERRUPTED : term_failure(scan->command, "%s", error.text);
    } else if (block->cells) {
        encode_cells(scan, block);
    }
}

/* Reads a block while the other one is predicted, then starts it. blocks[reading] is finished afterwards. */
static int advance(cli_scan *scan) {
    cli_scan_block *block = &scan->blocks[scan->reading];
    read_block(scan, block);
    labrbf_status status = labrbf_predictor_wait(scan->predictor);
    if (status >= 0 && block->rows > 0)
        status = labrbf_predictor_start(scan->predictor, block->features, block->rows, scan->encoding.n_features,
                                        block->prediction);
    if (status < 0) {
        term_progress_clear(&scan->progress);
        return term_failure(scan->command, "%s: %s", scan->shown, labrbf_last_error());
    }
    scan->reading = 1 - scan->reading;
    return TERM_SUCCESS;
}

int cli_scan_not_finite(cli_scan *scan, const char *what, double value, size_t i) {
    char model[TERM_PATH_TEXT];
    term_show_path(scan->model_path, model);
    term_progress_clear(&scan->progress);
    return term_failure(scan->command,
                        "%s, data row %zu: %s of the model %s is %s, not a finite number: the row is far outside the "
                        "range of the training rows, or the model is damaged",
                        scan->shown, scan->rows_before + i + 1, what, model,
                        isnan(value) ? "NaN"
                        : value > 0  ? "infinite"
                                     : "minus infinite");
}

static int check_finite(cli_scan *scan) {
    for (size_t i = 0; i < scan->rows * scan->n_targets; i++)
        if (!isfinite(scan->prediction[i]))
            return cli_scan_not_finite(scan, "the prediction", scan->prediction[i], i / scan->n_targets);
    return TERM_SUCCESS;
}

int cli_scan_next(cli_scan *scan) {
    int code = scan->begun ? TERM_SUCCESS : advance(scan);
    scan->begun = true;
    if (code == TERM_SUCCESS)
        code = advance(scan);
    if (code != TERM_SUCCESS)
        return code;
    const cli_scan_block *done = &scan->blocks[scan->reading];
    scan->rows_before += scan->rows;
    scan->rows = done->rows;
    scan->features = done->features;
    scan->prediction = done->prediction;
    scan->target = done->target;
    scan->kept = &done->kept;
    scan->rows_incomplete += count_incomplete(done, scan->encoding.n_features);
    cli_range_look(&scan->range, done->features, done->rows);
    if (scan->rows == 0)
        return scan->ended;
    cli_progress_rows(&scan->progress, scan->rows_before + scan->rows);
    return check_finite(scan);
}

size_t cli_scan_unknown(const cli_scan *scan) {
    size_t count = 0;
    for (size_t i = 0; i < scan->encoding.n_inputs; i++)
        count += io_found(scan->source, scan->columns.features[i]).strange;
    return count;
}

/* Categories that the model does not know, one warning a column. */
static void tell_unknown(const cli_scan *scan) {
    for (size_t i = 0; i < scan->encoding.n_inputs; i++) {
        io_finding found = io_found(scan->source, scan->columns.features[i]);
        if (found.strange > 0)
            term_warning("%s: %zu of %zu rows have a category in column '%s' that the model does not know, such as %s; "
                         "they were predicted as if it were missing",
                         scan->shown, found.strange, scan->rows_before,
                         io_column_name(scan->source, scan->columns.features[i]), found.example);
    }
}

void cli_scan_tell(cli_scan *scan) {
    term_progress_clear(&scan->progress);
    tell_unknown(scan);
    cli_range_warn(&scan->range, scan->model, scan->shown, scan->rows_before);
    if (scan->rows_incomplete > 0)
        term_note(scan->quiet,
                  "note: %zu of %zu rows have missing features, replaced by the means of the training rows",
                  scan->rows_incomplete, scan->rows_before);
}

void cli_scan_close(cli_scan *scan) {
    term_progress_clear(&scan->progress);
    labrbf_predictor_destroy(scan->predictor);
    for (size_t i = 0; i < 2; i++) {
        free(scan->blocks[i].prediction);
        free(scan->blocks[i].target);
        free(scan->blocks[i].features);
        free(scan->blocks[i].cells);
        io_names_free(&scan->blocks[i].kept);
    }
    free(scan->keep);
    term_columns_free(&scan->columns);
    cli_range_free(&scan->range);
    cli_encoding_free(&scan->encoding);
    io_close(scan->source);
    labrbf_model_destroy(scan->model);
    *scan = (cli_scan){0};
}
