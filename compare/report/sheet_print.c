#include "sheet_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines/memory.h"
#include "term/message.h"
#include "text_grid.h"

void provenance_command(const provenance *p, const char *command, char text[PROVENANCE_TEXT]) {
    snprintf(text, PROVENANCE_TEXT, "labrbf-compare %s --seed %" PRIu64, command, p->seed);
    if (p->tune)
        term_append(text, PROVENANCE_TEXT, " --tune");
    if (p->repeats > 0)
        term_append(text, PROVENANCE_TEXT, " --repeats %zu", p->repeats);
}

const char *cell_mark(const cell *c) {
    static const char *const marks[] = {
        [CELL_UNKNOWN] = "", [CELL_BELOW] = "▼", [CELL_REACHED] = "=", [CELL_ABOVE] = "▲"};
    return marks[cell_judge(c)];
}

void cell_difference_text(const cell *c, char text[DIFFERENCE_TEXT]) {
    if (cell_judge(c) == CELL_UNKNOWN)
        snprintf(text, DIFFERENCE_TEXT, "-");
    else
        snprintf(text, DIFFERENCE_TEXT, "%+.4f %s", cell_difference(c), cell_mark(c));
}

/* ---- one data set: a row per method */

static void put_count(grid_pen *p, double number) {
    char *text = grid_next(p);
    if (isnan(number))
        snprintf(text, GRID_CELL, "-");
    else
        snprintf(text, GRID_CELL, number == floor(number) ? "%.0f" : "%.1f", number);
}

static void put_repeats(grid_pen *p, const cell *c) {
    char *text = grid_next(p);
    snprintf(text, GRID_CELL, "%zu", c->tally.done);
    if (c->tally.failed > 0)
        term_append(text, GRID_CELL, " (%zu failed)", c->tally.failed);
}

static void put_head(grid_pen *p, const sheet *s, bool times) {
    grid_put(p, "method");
    if (s->r2) {
        grid_put(p, "R²");
        grid_put(p, "R² in paper");
        grid_put(p, "difference");
    }
    if (s->size) {
        grid_put(p, "size");
        grid_put(p, "in paper");
    }
    grid_put(p, "repeats");
    if (times)
        grid_put(p, "seconds a fit");
}

static void put_cell(grid_pen *p, const sheet *s, const cell *c, bool times) {
    char text[DIFFERENCE_TEXT];
    grid_put(p, c->row->title);
    if (s->r2) {
        grid_spread(p, c->tally.r2.mean, c->tally.r2.sd);
        grid_spread(p, c->paper ? c->paper->r2 : (double)NAN, c->paper ? c->paper->sd : (double)NAN);
        cell_difference_text(c, text);
        grid_put(p, text);
    }
    if (s->size) {
        put_count(p, c->tally.size.mean);
        put_count(p, c->paper ? c->paper->support : (double)NAN);
    }
    put_repeats(p, c);
    if (!times)
        return;
    double seconds = c->tally.tune_seconds.mean + c->tally.fit_seconds.mean;
    snprintf(grid_next(p), GRID_CELL, isnan(seconds) ? "-" : "%.*f", seconds < 10 ? 2 : 0, seconds);
}

static void make_grid(const board *b, size_t set, bool times, grid *g) {
    *g = (grid){0};
    put_head(&(grid_pen){.grid = g}, b->sheet, times);
    for (size_t row = 0; row < b->n_rows; row++)
        put_cell(&(grid_pen){.grid = g, .row = row + 1}, b->sheet, board_cell(b, row, set), times);
}

static void print_set_head(const board *b, size_t set, const char *before, io_output *output) {
    const cell *c = board_cell(b, 0, set);
    const experiment *e = &c->experiment;
    char text[512];
    snprintf(text, sizeof text, "%s%s: %zu training and %zu test rows, %zu features, target %s%s\n\n", before,
             c->set->name, e->n_train, c->set->rows - e->n_train, c->set->features, c->set->target,
             c->set->fixed_train_rows > 0 ? " (given split: repeats differ in the methods' seeds)" : "");
    io_output_text(output, text);
}

void sheet_text(const board *b, io_output *output) {
    grid *g = memory_get(1, 1, sizeof *g);
    io_output_text(output, b->sheet->title);
    io_output_text(output, "\n");
    for (size_t set = 0; set < b->n_sets; set++) {
        print_set_head(b, set, "\n", output);
        make_grid(b, set, false, g);
        grid_text(g, output);
    }
    free(g);
}

/* ---- Markdown */

/* Ours, and how far from the paper; a size where the table is about sizes. */
static void put_short(grid_pen *p, const sheet *s, const cell *c) {
    if (!s->r2) {
        put_count(p, c->tally.size.mean);
        return;
    }
    char *text = grid_next(p);
    if (c->tally.done == 0)
        snprintf(text, GRID_CELL, "-");
    else
        snprintf(text, GRID_CELL, "%.4f %s", c->tally.r2.mean, cell_mark(c));
}

/* Of the paper's numbers, one line per method, the rows of LAB RBF having one in common. */
static void put_paper(grid_pen *p, const board *b, size_t row) {
    char title[GRID_CELL];
    const char *ours = board_cell(b, row, 0)->method.title; /* after a comma it says which form of the method */
    snprintf(title, sizeof title, "paper: %.*s", (int)strcspn(ours, ","), ours);
    grid_put(p, title);
    for (size_t set = 0; set < b->n_sets; set++) {
        const paper_row *theirs = board_cell(b, row, set)->paper;
        if (b->sheet->r2)
            grid_spread(p, theirs ? theirs->r2 : (double)NAN, (double)NAN);
        else
            put_count(p, theirs ? theirs->support : (double)NAN);
    }
}

static void make_overview(const board *b, grid *g) {
    size_t line = 1;
    *g = (grid){0};
    grid_pen head = {.grid = g};
    grid_put(&head, "method");
    for (size_t set = 0; set < b->n_sets; set++)
        grid_put(&head, board_cell(b, 0, set)->set->name);
    for (size_t row = 0; row < b->n_rows; row++) {
        grid_pen p = {.grid = g, .row = line++};
        grid_put(&p, b->sheet->rows[row]->title);
        for (size_t set = 0; set < b->n_sets; set++)
            put_short(&p, b->sheet, board_cell(b, row, set));
        if (row + 1 == b->n_rows || strcmp(b->sheet->rows[row + 1]->method, b->sheet->rows[row]->method) != 0)
            put_paper(&(grid_pen){.grid = g, .row = line++}, b, row);
    }
}

static void print_provenance(const board *b, const provenance *p, io_output *output) {
    char text[1024], command[PROVENANCE_TEXT];
    provenance_command(p, b->sheet->name, command);
    snprintf(text, sizeof text, "Made by `%s`%s%.80s%s.", command, p->commit ? " at commit `" : "",
             p->commit ? p->commit : "", p->commit ? "`" : "");
    io_output_text(output, text);
    io_output_text(output, " Every cell is a comparison of its own on random 80/20 splits; the number of repeats is in "
                           "the tables below.\n");
    if (b->sheet->r2)
        io_output_text(output, "▲ above the paper's R² by more than its standard deviation, = within it (0.003 where "
                               "it has none), ▼ below.\n");
    io_output_text(output, "\n");
}

void sheet_markdown(const board *b, const provenance *p, io_output *output) {
    grid *g = memory_get(1, 1, sizeof *g);
    io_output_text(output, "# ");
    io_output_text(output, b->sheet->title);
    io_output_text(output, "\n\n");
    print_provenance(b, p, output);
    make_overview(b, g);
    grid_markdown(g, output);
    for (size_t set = 0; set < b->n_sets; set++) {
        io_output_text(output, "\n## ");
        io_output_text(output, board_cell(b, 0, set)->set->name);
        print_set_head(b, set, "\n\n", output);
        make_grid(b, set, true, g);
        grid_markdown(g, output);
    }
    free(g);
}
