/* The table on the terminal: columns as wide as their widest cell, numbers to the right. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results.h"

enum { CELL = 48, COLUMNS_MOST = 12 };

typedef struct grid {
    char cells[CONTENDERS_MOST + 1][COLUMNS_MOST][CELL];
    size_t rows, columns;
} grid;

/* Characters, not bytes: those that continue a UTF-8 sequence do not count. */
static int width(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void print_grid(const grid *g, io_output *output) {
    for (size_t row = 0; row < g->rows; row++) {
        for (size_t column = 0; column < g->columns; column++) {
            int widest = 0;
            for (size_t i = 0; i < g->rows; i++)
                if (width(g->cells[i][column]) > widest)
                    widest = width(g->cells[i][column]);
            const char *cell = g->cells[row][column];
            char text[2 * CELL];
            int blanks = widest - width(cell);
            if (column == 0)
                snprintf(text, sizeof text, "%s%*s", cell, blanks, "");
            else
                snprintf(text, sizeof text, "  %*s%s", blanks, "", cell);
            io_output_text(output, text);
        }
        io_output_text(output, "\n");
    }
}

/* Fills cells of a row one after the other. */
typedef struct pen {
    grid *grid;
    size_t row, column;
} pen;

static char *next_cell(pen *p) {
    char *cell = p->grid->cells[p->row][p->column++];
    if (p->column > p->grid->columns)
        p->grid->columns = p->column;
    return cell;
}

static void put(pen *p, const char *text) { snprintf(next_cell(p), CELL, "%.40s", text); }

static void put_number(pen *p, const char *format, double number) {
    char *cell = next_cell(p);
    if (isnan(number))
        snprintf(cell, CELL, "-");
    else
        snprintf(cell, CELL, format, number); /* NOLINT: the formats are below */
}

static void put_seconds(pen *p, double seconds) {
    if (seconds < 0.001)
        put(p, "<0.001");
    else
        put_number(p, seconds < 10 ? "%.3f" : "%.1f", seconds);
}

static void put_spread(pen *p, double mean, double sd) {
    char *cell = next_cell(p);
    bool huge = fabs(mean) > 1e6 || fabs(sd) > 1e6;
    if (isnan(mean))
        snprintf(cell, CELL, "-");
    else if (isnan(sd))
        snprintf(cell, CELL, huge ? "%.4g" : "%.4f", mean);
    else
        snprintf(cell, CELL, huge ? "%.4g ± %.4g" : "%.4f ± %.4f", mean, sd);
}

static void put_header(pen *p, const results *r) {
    put(p, "method");
    put(p, "R²");
    if (r->paper)
        put(p, "R² in paper");
    put(p, "RMSE");
    put(p, "size");
    if (r->experiment->tune)
        put(p, "tune s");
    put(p, "fit s");
    put(p, "predict s");
    put(p, "peak MB");
    put(p, "failed");
}

static void put_row(pen *p, const results *r, size_t at) {
    const method *m = r->experiment->contenders->list[at].method;
    tally t = results_tally(r, at);
    put(p, m->title);
    put_spread(p, t.r2.mean, t.r2.sd);
    const paper_row *printed = r->paper ? paper_find(m->name, r->paper) : NULL;
    if (r->paper)
        put_spread(p, printed ? printed->r2 : (double)NAN, printed ? printed->sd : (double)NAN);
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
    static grid g;
    const experiment *e = r->experiment;
    char text[512];
    snprintf(text, sizeof text, "%.255s: %zu rows, %zu features; %zu repeat%s of %zu training and %zu test rows%s\n\n",
             e->data->name, e->data->n, e->data->m, e->repeats, e->repeats == 1 ? "" : "s", e->n_train,
             e->data->n - e->n_train, e->data->fixed_train_rows > 0 ? " (given split)" : "");
    io_output_text(output, text);
    g = (grid){.rows = e->contenders->count + 1};
    put_header(&(pen){.grid = &g}, r);
    for (size_t c = 0; c < e->contenders->count; c++)
        put_row(&(pen){.grid = &g, .row = c + 1}, r, c);
    print_grid(&g, output);
}
