/*
 * A table of the paper, made again: rows (a method with settings) by data sets. Each cell is one ordinary comparison of
 * one contender on one data set. Its results are kept in DIR/runs/SET.ROW.txt, which is also the file of
 *
 *     labrbf-compare run SET --paper-settings SET --methods METHOD --set ... --resume DIR/runs/SET.ROW.txt
 *
 * so that cells can be run by either command. With --tune the file is SET.ROW.tuned.txt.
 *
 * It is called a sheet here because "table" is used for the tables of data that app/io reads.
 */
#ifndef COMPARE_SHEET_H
#define COMPARE_SHEET_H

#include "protocol/datasets.h"
#include "protocol/experiment.h"
#include "protocol/outcome.h"
#include "protocol/paper_values.h"
#include "protocol/results.h"

enum { SHEET_ROWS_MOST = 16, SHEET_SETS_MOST = 16, SHEET_PATH = 4096, REPEATS_FULL = 50, REPEATS_SLOW = 10 };

typedef struct sheet_row {
    const char *name;  /* what users type */
    const char *title; /* what tables print */
    const char *method;
    const char *settings; /* "key=value key=value", after the paper's */
    const char *choices;  /* "key=a,b key=c,d": chosen in every repeat by a fifth of the training rows; or NULL */
    bool full;            /* REPEATS_FULL even where a repeat takes more than a minute */
    double seconds[SHEET_SETS_MOST]; /* of one repeat on one core, about; by position in sheet_sets; 0: not known */
} sheet_row;

typedef struct sheet {
    const char *name; /* of its command and its files */
    const char *title;
    const sheet_row *const *rows; /* NULL ends */
    size_t first_set, n_sets;     /* of sheet_sets */
    bool r2, size;                /* what it shows */
} sheet;

/* sheets.c has them; the tests link others in its place. */
extern const char *const sheet_sets[];
extern const sheet sheets[];
extern const size_t n_sheets;
/* NULL if there is none. */
const sheet *sheets_find(const char *name);

/* Where the numbers come from. */
typedef struct provenance {
    uint64_t seed;
    size_t repeats;     /* 0: the cells' own */
    bool tune;          /* rows that leave nothing open choose by the grids of their methods, too */
    const char *commit; /* of the program, or NULL */
} provenance;

/* ---- a cell */

typedef struct cell {
    const sheet_row *row;
    const dataset *set;
    const paper_row *paper; /* what the paper has there, or NULL */
    double seconds;         /* of a repeat, see sheet_row */
    char path[SHEET_PATH];  /* of its file */
    method method;          /* as in method.h, but what is tuned is what the row says */
    contenders contenders;
    data data; /* until it is read: what the list of data sets knows of it */
    experiment experiment;
    tally tally; /* of what its file has */
} cell;

/* A table with its cells, row by row: cell (r, s) is cells[r * n_sets + s]. */
typedef struct board {
    const sheet *sheet;
    cell *cells;
    size_t n_rows, n_sets;
} board;

/* False with the reason: a row asks for something that its method does not have. */
bool board_make(board *b, const sheet *s, const char *folder, const provenance *from, failure *why);
void board_free(board *b);
static inline cell *board_cell(const board *b, size_t row, size_t set) { return &b->cells[row * b->n_sets + set]; }

/* Reads what the cells' files have. The data are not needed. */
bool board_read(board *b, io_error *error);

/* ---- how a cell stands to the paper */

typedef enum cell_verdict { CELL_UNKNOWN, CELL_BELOW, CELL_REACHED, CELL_ABOVE } cell_verdict;

/* Ours minus the paper's R², NaN if one of them is missing. */
double cell_difference(const cell *c);
/* Within one standard deviation of the paper (where it has none: 0.003), above that, or below. */
cell_verdict cell_judge(const cell *c);

#endif
