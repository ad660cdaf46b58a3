#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

lab_log lab_log_of(const labrbf_hooks *hooks) {
    return hooks ? (lab_log){hooks->log, hooks->user} : (lab_log){NULL, NULL};
}

void lab_say(const lab_log *log, labrbf_log_level level, const char *format, ...) {
    if (!log->write)
        return;
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    log->write(log->user, level, message);
}
