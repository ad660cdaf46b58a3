/* How far a comparison is: a bar with the time left on a terminal, one line per finished job otherwise. */
#ifndef COMPARE_WATCH_H
#define COMPARE_WATCH_H

#include "experiment.h"
#include "outcome.h"
#include "term/progress.h"

typedef struct watch {
    const experiment *experiment;
    term_progress progress;
    size_t at_once;       /* jobs that run at a time */
    size_t done, resumed; /* jobs; those done before the start are among them */
    const char *label;    /* what is said instead of the method's name; NULL: nothing */
    double later;         /* seconds of other work that follows, for the time left */
    struct {
        double seconds; /* of its finished jobs */
        size_t jobs;
    } of[CONTENDERS_MOST];
} watch;

/* Takes note of the outcomes that are there already. */
void watch_start(watch *w, const experiment *e, size_t at_once, const outcome *outcomes, bool quiet);

/* A job has taken so long and come to this. */
void watch_finished(watch *w, size_t job, const outcome *o, double seconds);

/* Time passes; `job` is one that is running. */
void watch_tick(watch *w, size_t job);

void watch_end(watch *w);

#endif
