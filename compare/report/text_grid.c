#include "text_grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

char *grid_next(grid_pen *p) {
    grid *g = p->grid;
    char *cell = g->cells[p->row][p->column++];
    if (p->column > g->columns)
        g->columns = p->column;
    if (p->row >= g->rows)
        g->rows = p->row + 1;
    return cell;
}

void grid_put(grid_pen *p, const char *text) { snprintf(grid_next(p), GRID_CELL, "%.80s", text); }

void grid_spread(grid_pen *p, double mean, double sd) {
    char *cell = grid_next(p);
    bool huge = fabs(mean) > 1e6 || fabs(sd) > 1e6;
    if (isnan(mean))
        snprintf(cell, GRID_CELL, "-");
    else if (isnan(sd))
        snprintf(cell, GRID_CELL, huge ? "%.4g" : "%.4f", mean);
    else
        snprintf(cell, GRID_CELL, huge ? "%.4g ± %.4g" : "%.4f ± %.4f", mean, sd);
}

/* Characters, not bytes: those that continue a UTF-8 sequence do not count. */
static int width(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static int widest(const grid *g, size_t column) {
    int most = 0;
    for (size_t i = 0; i < g->rows; i++)
        if (width(g->cells[i][column]) > most)
            most = width(g->cells[i][column]);
    return most;
}

/* The cell with the blanks that make it as wide as its column, between `before` and `after`. */
static void print_cell(const grid *g, size_t row, size_t column, const char *before, const char *after,
                       io_output *output) {
    const char *cell = g->cells[row][column];
    char text[2 * GRID_CELL + 16];
    int blanks = widest(g, column) - width(cell);
    if (column == 0)
        snprintf(text, sizeof text, "%s%s%*s%s", before, cell, blanks, "", after);
    else
        snprintf(text, sizeof text, "%s%*s%s%s", before, blanks, "", cell, after);
    io_output_text(output, text);
}

void grid_text(const grid *g, io_output *output) {
    for (size_t row = 0; row < g->rows; row++) {
        for (size_t column = 0; column < g->columns; column++)
            print_cell(g, row, column, column > 0 ? "  " : "", "", output);
        io_output_text(output, "\n");
    }
}

/* |:---|---:| */
static void print_rule(const grid *g, io_output *output) {
    for (size_t column = 0; column < g->columns; column++) {
        char dashes[GRID_CELL + 1];
        int length = widest(g, column) + 1;
        memset(dashes, '-', (size_t)length);
        dashes[length] = '\0';
        io_output_text(output, column == 0 ? "|:" : "|");
        io_output_text(output, dashes);
        io_output_text(output, column == 0 ? "" : ":");
    }
    io_output_text(output, "|\n");
}

void grid_markdown(const grid *g, io_output *output) {
    for (size_t row = 0; row < g->rows; row++) {
        for (size_t column = 0; column < g->columns; column++)
            print_cell(g, row, column, "| ", " ", output);
        io_output_text(output, "|\n");
        if (row == 0)
            print_rule(g, output);
    }
}
