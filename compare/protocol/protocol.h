/* Runs the jobs of an experiment that are open, so many at a time, in processes of their own. */
#ifndef COMPARE_PROTOCOL_H
#define COMPARE_PROTOCOL_H

#include "journal.h"
#include "watch.h"

typedef enum protocol_end { PROTOCOL_FINISHED, PROTOCOL_INTERRUPTED, PROTOCOL_FAILED } protocol_end;

enum { PROTOCOL_JOBS_MOST = 256 };

/* outcomes: one per job; those that are not OUTCOME_OPEN are left alone. They do not depend on `at_once`, but for the
 * times. `kept` may be NULL. FAILED, with the reason, only if the results could not be kept. */
protocol_end protocol_run(const experiment *e, size_t at_once, outcome *outcomes, journal *kept, watch *w,
                          io_error *error);

#endif
