/* Numbers that users type. */
#ifndef COMPARE_NUMBERS_H
#define COMPARE_NUMBERS_H

#include <stdint.h>

#include "command.h"

/* The option's value, if it is given; otherwise *out stays as it is. Says what is wrong and returns the exit code. */
int number_whole(const cli_args *args, const char *name, uint64_t least, uint64_t most, uint64_t *out);

#endif
