/* Results as a page for a browser: tables with the paper's numbers beside ours, and each table as a picture. */
#ifndef COMPARE_PAGE_H
#define COMPARE_PAGE_H

#include "sheet_print.h"

/* Everything up to the first section, style sheet included; `home`: the address of the project's front page, or NULL.
 */
void page_begin(io_output *output, const provenance *from, const char *home, bool with_default);
void page_end(io_output *output);

/* The sets of a table are of two kinds: the paper's own, and those that stand for choices which it leaves open. */
typedef enum page_sets { PAGE_OWN, PAGE_OPEN_CHOICES } page_sets;
bool page_has(const board *b, size_t set, page_sets sets);
/* Is there anything to show of the row? Of choices left open only rows that have been run count. */
bool page_has_row(const board *b, size_t row, page_sets sets);

/* The table, in a box of its own that scrolls sideways. */
void page_table(io_output *output, const board *b, page_sets sets);

/* The R² of a table with them as pictures, one per data set: ours and the paper's on one line for each row. */
void page_charts(io_output *output, const board *b, page_sets sets);

#endif
