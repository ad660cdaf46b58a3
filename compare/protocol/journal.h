/*
 * The file of --resume: what is finished, one line per job, written as it comes. The first line tells the comparison
 * apart from others: version, data, split, seed, methods and their settings. The number of repeats is not in it, since
 * a split does not depend on it: a finished file can be continued with more. A last line without a line
 * end was cut off when the program was stopped, and is ignored.
 */
#ifndef COMPARE_JOURNAL_H
#define COMPARE_JOURNAL_H

#include "experiment.h"
#include "io/source.h"
#include "outcome.h"

typedef struct journal journal;

/* Opens the file, or makes it, and fills in the outcomes that it has; jobs that failed are left open, to be tried
 * again. The file is locked against a second program. */
bool journal_open(const char *path, const experiment *e, outcome *outcomes, journal **j, io_error *error);
bool journal_add(journal *j, const experiment *e, size_t job, const outcome *o, io_error *error);
void journal_close(journal *j);

/* Reads without changing or locking anything, failed jobs included; a file that is not there has no outcomes. If the
 * data is not at hand (its hash is empty), the file's word is taken for it. */
bool journal_read(const char *path, const experiment *e, outcome *outcomes, io_error *error);

#endif
