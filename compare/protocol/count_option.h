/* Whole numbers on the command line. */
#ifndef COMPARE_COUNT_OPTION_H
#define COMPARE_COUNT_OPTION_H

#include <stdint.h>

#include "term/args.h"

/* The value of --name, which must be in [least, most]; *out stays as it is if the option is not given. Returns the exit
 * code, after it has said what is wrong. */
int count_option_read(const term_args *args, const char *name, uint64_t least, uint64_t most, uint64_t *out);

#endif
