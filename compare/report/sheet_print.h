/* A table as text for the terminal, as CSV, as Markdown; page.h has it as HTML. */
#ifndef COMPARE_SHEET_PRINT_H
#define COMPARE_SHEET_PRINT_H

#include "io/output.h"
#include "paper/sheet.h"

/* "labrbf-compare table1 --seed 1", the command that makes the table again. */
enum { PROVENANCE_TEXT = 256 };
void provenance_command(const provenance *p, const char *command, char text[PROVENANCE_TEXT]);

/* Per data set: ours beside the paper's. */
void sheet_text(const board *b, io_output *output);

/* One line per cell. No times: the same seed gives the same file, byte for byte. */
void sheet_csv(const board *b, io_output *output);

/* An overview, then per data set ours beside the paper's, with the time of a fit. */
void sheet_markdown(const board *b, const provenance *p, io_output *output);

/* "+0.0012 =": the difference, and whether it is above (▲), within (=) or below (▼) the paper's deviation, see
 * cell_judge. */
enum { DIFFERENCE_TEXT = 48 };
void cell_difference_text(const cell *c, char text[DIFFERENCE_TEXT]);
const char *cell_mark(const cell *c);

#endif
