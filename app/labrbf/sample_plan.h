/*
 * How many rows a budget has time for. The work of a fit to n rows of M features with S supports that has to be done
 * whatever the steps is, in multiplications and the like,
 *
 *     n S (S + 4 M + 20) + 10 S^3      least squares over rows: products of kernel values, the values, and systems
 *     n S (4 M + 20) + 10 S^3          where supports are added round by round: no such products
 *
 * A pilot, a fit of one step to a few rows, tells how long that takes.
 */
#ifndef LAB_CLI_SAMPLE_PLAN_H
#define LAB_CLI_SAMPLE_PLAN_H

typedef struct cli_pilot {
    double rows, features;
    double supports, most; /* in its model; that there may be */
    double asked;          /* most supports by the settings; 0: auto */
    double fit, predict;   /* seconds */
} cli_pilot;

/* Rows of the first pilot, for which every budget has to have time: fewer of a table with many features, and if many
 * supports are asked for (0: auto). */
double cli_plan_fewest(double features, double asked);

/* Seconds of a fit to so many rows, but for its steps; and to predict so many rows with a model of so many. */
double cli_plan_fit(const cli_pilot *pilot, double rows);
double cli_plan_predict(const cli_pilot *pilot, double predicted, double rows);

/* The largest number of rows, in steps of a tenth, that takes no more than these seconds; not below the fewest. */
double cli_plan_rows(const cli_pilot *pilot, double rows, double seconds);

#endif
