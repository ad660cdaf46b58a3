/* The table on the terminal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "baselines/memory.h"
#include "protocol/paper_values.h"
#include "results_print.h"
#include "text_grid.h"

static void put_number(grid_pen *p, const char *format, double number) {
    char *cell = grid_next(p);
    if (isnan(number))
        snprintf(cell, GRID_CELL, "-");
    else
        snprintf(cell, GRID_CELL, format, number); /* NOLINT: the formats are below */
}

static void put_seconds(grid_pen *p, double seconds) {
    if (seconds < 0.001)
        grid_put(p, "<0.001");
    else
        put_number(p, seconds < 10 ? "%.3f" : "%.1f", seconds);
}

static void put_header(grid_pen *p, const results *r) {
    grid_put(p, "method");
    grid_put(p, "R²");
    if (r->paper)
        grid_put(p, "R² in paper");
    grid_put(p, "RMSE");
    grid_put(p, "size");
    if (r->experiment->tune)
        grid_put(p, "tune s");
    grid_put(p, "fit s");
    grid_put(p, "predict s");
    grid_put(p, "peak MB");
    grid_put(p, "failed");
}

static void put_row(grid_pen *p, const results *r, size_t at) {
    const method *m = r->experiment->contenders->list[at].method;
    tally t = results_tally(r, at);
    grid_put(p, m->title);
    grid_spread(p, t.r2.mean, t.r2.sd);
    const paper_row *printed = r->paper ? paper_find(m->name, r->paper) : NULL;
    if (r->paper)
        grid_spread(p, printed ? printed->r2 : (double)NAN, printed ? printed->sd : (double)NAN);
    put_number(p, "%.4g", t.rmse.mean);
    put_number(p, t.size.mean == floor(t.size.mean) ? "%.0f" : "%.1f", t.size.mean);
    if (r->experiment->tune)
        put_seconds(p, t.tune_seconds.mean);
    put_seconds(p, t.fit_seconds.mean);
    put_seconds(p, t.predict_seconds.mean);
    put_number(p, "%.0f", t.peak_mb.mean);
    put_number(p, "%.0f", (double)t.failed);
}

void results_text(const results *r, io_output *output) {
    grid *g = memory_get(1, 1, sizeof *g);
    const experiment *e = r->experiment;
    char text[512];
    snprintf(text, sizeof text, "%.255s: %zu rows, %zu features; %zu repeat%s of %zu training and %zu test rows%s\n\n",
             e->data->name, e->data->n, e->data->m, e->repeats, e->repeats == 1 ? "" : "s", e->n_train,
             e->data->n - e->n_train, e->data->fixed_train_rows > 0 ? " (given split)" : "");
    io_output_text(output, text);
    put_header(&(grid_pen){.grid = g}, r);
    for (size_t c = 0; c < e->contenders->count; c++)
        put_row(&(grid_pen){.grid = g, .row = c + 1}, r, c);
    grid_text(g, output);
    free(g);
}
