/*
 * A study of the paper's appendix: RSSE = 1 - R² on the four test functions against one thing that is varied, mean and
 * standard deviation over repeats, as a figure. A repeat draws 200 rows for training and 800 for test, with the same
 * noise. Within a repeat all curves and levels use the same rows.
 */
#ifndef COMPARE_STUDY_H
#define COMPARE_STUDY_H

#include "baselines/method.h"
#include "term/command.h"

enum { STUDY_TRAIN = 200, STUDY_TEST = 800, STUDY_SETTINGS = 256 };

/* One fit of a curve. */
typedef struct study_point {
    double level;
    size_t features;
    size_t steps; /* gradient steps in each growth round */
} study_point;

typedef struct study_curve {
    const char *name; /* in the CSV file */
    const method *method;
    void (*settings)(const study_point *p, char text[STUDY_SETTINGS]); /* "key=value key=value" */
    const char *kernel;                                                /* the setting of that name, or NULL */
} study_curve;

typedef struct study {
    const char *varied; /* "share" or "sigma0": the column of the CSV file, and known to panels.gp */
    const double *levels;
    size_t n_levels;
    const study_curve *curves;
    size_t n_curves;
} study;

/* The options of the commands that run a study. */
extern const term_option study_options[];

/* Runs it; the figure is called like the command. Returns the exit code. */
int study_run(const study *s, const term_args *args);

#endif
