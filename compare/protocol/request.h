/* What a command line asks for: the arguments of `labrbf-compare run`, checked, and the data read. */
#ifndef COMPARE_REQUEST_H
#define COMPARE_REQUEST_H

#include "experiment.h"
#include "term/command.h"

typedef struct request {
    data data;
    contenders contenders;
    experiment experiment; /* of the two above */
    size_t jobs;
    const char *paper; /* --paper-settings, or NULL */
    const char *csv;   /* files, or NULL */
    const char *resume;
    bool json, quiet;
} request;

/* On failure says why and returns the exit code; request_free is due in every case. */
int request_read(const term_args *args, request *r);
void request_free(request *r);

#endif
