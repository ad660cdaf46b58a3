/* The result of one job, and the line of text in which a child process reports it and a file keeps it. */
#ifndef COMPARE_OUTCOME_H
#define COMPARE_OUTCOME_H

#include "contender.h"
#include "trial.h"

typedef enum outcome_state { OUTCOME_OPEN, OUTCOME_DONE, OUTCOME_FAILED } outcome_state;

typedef struct outcome {
    outcome_state state;
    trial trial; /* if done */
    double tune_seconds;
    double peak_mb;                /* largest resident memory of the process */
    char settings[CONTENDER_TEXT]; /* "key=value key=value", as fitted */
    failure why;                   /* if failed */
} outcome;

/* Fields separated by tabs, no line end. Texts that have tabs or line ends in them get blanks instead. */
enum { OUTCOME_LINE = 8192 };
void outcome_write(const outcome *o, char line[OUTCOME_LINE]);
bool outcome_read(const char *line, outcome *o);

#endif
