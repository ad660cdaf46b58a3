/* Results as a page for a browser: tables with the paper's numbers beside ours, and each table as a picture. */
#ifndef COMPARE_PAGE_H
#define COMPARE_PAGE_H

#include "sheet_print.h"

/* Everything up to the first section, style sheet included. */
void page_begin(io_output *output, const provenance *from);
void page_end(io_output *output);

/* The table, in a box of its own that scrolls sideways. */
void page_table(io_output *output, const board *b);

/* The R² of a table with them as pictures, one per data set: ours and the paper's on one line for each row. */
void page_charts(io_output *output, const board *b);

#endif
