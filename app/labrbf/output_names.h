/* The names of the columns that predict writes: those of kept columns as they are, and others that differ from them. */
#ifndef LAB_CLI_OUTPUT_NAMES_H
#define LAB_CLI_OUTPUT_NAMES_H

#include "io/dictionary.h"

typedef struct cli_names {
    io_dictionary all; /* in the order of the columns */
    size_t renamed;    /* the first column that could not be called as it should be; 0: none */
} cli_names;

/* Appends a name that is joined from these texts, the last of which is followed by NULL. If it is taken, it gets the
 * ending _2, or _3 and so on. False if out of memory. */
bool cli_names_add(cli_names *names, const char *const *texts);
void cli_names_free(cli_names *names);

#endif
