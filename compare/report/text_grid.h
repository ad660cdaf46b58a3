/* Text in rows and columns: columns as wide as their widest cell, the first to the left, the others to the right. */
#ifndef COMPARE_TEXT_GRID_H
#define COMPARE_TEXT_GRID_H

#include <stddef.h>

#include "io/output.h"

enum { GRID_CELL = 96, GRID_COLUMNS = 12, GRID_ROWS = 40 };

typedef struct grid {
    char cells[GRID_ROWS][GRID_COLUMNS][GRID_CELL];
    size_t rows, columns; /* in use */
} grid;

/* Fills the cells of a row one after the other. */
typedef struct grid_pen {
    grid *grid;
    size_t row, column;
} grid_pen;

char *grid_next(grid_pen *p);
void grid_put(grid_pen *p, const char *text);

/* "0.9950 ± 0.0009"; "0.9950" if sd is NaN, "-" if the mean is. */
void grid_spread(grid_pen *p, double mean, double sd);

/* As plain text, columns two blanks apart. */
void grid_text(const grid *g, io_output *output);
/* As a Markdown table; the first row is its head. */
void grid_markdown(const grid *g, io_output *output);

#endif
