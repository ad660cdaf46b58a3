/*
 * A job in a process of its own: one method on one split. BLAS is not safe to call from two threads, a method may run
 * out of memory or crash, and the peak memory of a process is its own: so each job is forked, and reports through a
 * pipe. What it says on standard error goes through the same pipe and becomes the reason if it dies.
 */
#ifndef COMPARE_WORKER_H
#define COMPARE_WORKER_H

#include <sys/types.h>

#include "experiment.h"
#include "outcome.h"

typedef struct worker {
    size_t job;
    pid_t pid;
    int pipe;       /* to read from */
    double started; /* see trial_clock */
    char *text;     /* what it has said so far */
    size_t length, room;
} worker;

/* False if there can be no process now, with the reason. */
bool worker_start(const experiment *e, size_t job, worker *w, failure *why);

/* Reads what there is; waits only if there is nothing. False at the end: then worker_finish is due. */
bool worker_read(worker *w);

/* Waits for the end of the process; its outcome is the one it reported, or a failure with the reason. */
void worker_finish(worker *w, const experiment *e, outcome *o);

/* Kills it. */
void worker_stop(worker *w);

#endif
