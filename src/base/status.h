/* Failures: a status code, and a message kept per thread. */
#ifndef LAB_STATUS_H
#define LAB_STATUS_H

#include "labrbf/labrbf.h"

/* Keeps a sentence as the thread's last error. */
__attribute__((format(printf, 1, 2))) void lab_keep_error(const char *format, ...);

/* Keeps the sentence and returns the status: `return lab_fail(status, "…", …)`. A macro, so that compilers see that the
 * status is a failure. */
#define lab_fail(status, ...) (lab_keep_error(__VA_ARGS__), (status))

/* Leaves the function through its `fail:` label when a call failed; the function declares `labrbf_status status`. */
#define LAB_TRY(call)                                                                                                  \
    do {                                                                                                               \
        status = (call);                                                                                               \
        if (status < 0)                                                                                                \
            goto fail;                                                                                                 \
    } while (0)

/* Returns the status of a call that failed, where there is nothing to clean up. */
#define LAB_OR_RETURN(call)                                                                                            \
    do {                                                                                                               \
        const labrbf_status failed_ = (call);                                                                          \
        if (failed_ < 0)                                                                                               \
            return failed_;                                                                                            \
    } while (0)

#endif
