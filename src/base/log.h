/* Formats messages and passes them to the log hook. */
#ifndef LAB_LOG_H
#define LAB_LOG_H

#include "labrbf/labrbf.h"

typedef struct lab_log {
    void (*write)(void *user, labrbf_log_level level, const char *message);
    void *user;
} lab_log;

lab_log lab_log_of(const labrbf_hooks *hooks);

__attribute__((format(printf, 3, 4))) void lab_say(const lab_log *log, labrbf_log_level level, const char *format, ...);

#endif
