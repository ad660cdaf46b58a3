#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char last_error[1024];

void lab_keep_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
}

const char *labrbf_last_error(void) { return last_error; }

const char *labrbf_status_text(labrbf_status status) {
    switch (status) {
#define STATUS_CASE(name, value, text)                                                                                 \
    case name:                                                                                                         \
        return text;
        LABRBF_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}

const char *labrbf_version(void) { return LABRBF_VERSION; }
