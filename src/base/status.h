/* Failures: a status code for the program, a sentence for the person, kept per thread. */
#ifndef LAB_STATUS_H
#define LAB_STATUS_H

#include "labrbf/labrbf.h"

/* Keeps a sentence as the thread's last error. */
__attribute__((format(printf, 1, 2))) void lab_keep_error(const char *format, ...);

/* Keeps the sentence and gives the status, so that `return lab_fail(status, "…", …)` says it all. A macro, because
 * compilers then see that the status is a failure. */
#define lab_fail(status, ...) (lab_keep_error(__VA_ARGS__), (status))

/* Leaves the function through its `fail:` label when a call failed; the function declares `labrbf_status status`. */
#define LAB_TRY(call)                                                                                                  \
    do {                                                                                                               \
        status = (call);                                                                                               \
        if (status < 0)                                                                                                \
            goto fail;                                                                                                 \
    } while (0)

#endif
