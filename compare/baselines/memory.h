/* Memory of the comparison program. If there is not enough, the program says so and exits. */
#ifndef COMPARE_MEMORY_H
#define COMPARE_MEMORY_H

#include <stddef.h>

/* count x each objects of some size, set to zero; free() them. */
void *memory_get(size_t count, size_t each, size_t size);
double *memory_doubles(size_t rows, size_t columns);
float *memory_floats(size_t rows, size_t columns);
size_t *memory_sizes(size_t count);
/* The first `length` characters, ended. */
char *memory_text(const char *text, size_t length);

#endif
