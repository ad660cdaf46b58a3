/* Failures: a status code for the program, a sentence for the person, kept per thread. */
#ifndef LAB_STATUS_H
#define LAB_STATUS_H

#include "labrbf/labrbf.h"

/* Keeps the sentence as the thread's last error and returns the status, so that `return lab_fail(...)` says it all. */
__attribute__((format(printf, 2, 3))) labrbf_status lab_fail(labrbf_status status, const char *format, ...);

/* Leaves the function through its `fail:` label when a call failed; the function declares `labrbf_status status`. */
#define LAB_TRY(call)                                                                                                  \
    do {                                                                                                               \
        status = (call);                                                                                               \
        if (status < 0)                                                                                                \
            goto fail;                                                                                                 \
    } while (0)

#endif
