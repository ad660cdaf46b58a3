/*
 * A figure: a picture by gnuplot and the numbers behind it. Programs run in a temporary folder in the user's folder.
 * Files have fixed names there, so no path needs quoting. Finished files are renamed into the user's folder, so a file
 * is either complete or absent.
 */
#ifndef COMPARE_FIGURE_H
#define COMPARE_FIGURE_H

#include "io/source.h"

enum { FIGURE_PATH = 4096 };

typedef struct figure {
    const char *out; /* the user's folder */
    char folder[FIGURE_PATH];
} figure;

/* Before any work: makes the user's folder if it is not there, and checks that it can be written to and that gnuplot
 * is installed. */
bool figure_possible(const char *out, io_error *error);

/* figure_end is due after a success. */
bool figure_begin(figure *f, const char *out, io_error *error);

/* The path of a file in the user's folder. */
bool figure_path(const figure *f, const char *file, char path[FIGURE_PATH], io_error *error);

/* Calls a main() in a process of its own, in the figure's folder, with that folder as its argument. */
bool figure_call(const figure *f, int (*program)(int, char **), const char *name, io_error *error);

/* The scripts of gnuplot, as text: the panels of fig-ratio and fig-sigma, and the demo's. */
extern const char figure_panels_script[], figure_toy_script[];

/* Runs a script there, after the commands `before`. */
bool figure_draw(const figure *f, const char *before, const char *script, io_error *error);

/* Moves a file from there to the user's folder. */
bool figure_keep(const figure *f, const char *file, const char *as, io_error *error);

/* Removes the figure's folder with all that is left in it. */
void figure_end(figure *f);

#endif
