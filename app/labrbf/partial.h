/* A model whose training was interrupted does not replace a file that stands there: it goes beside it. */
#ifndef LAB_CLI_PARTIAL_H
#define LAB_CLI_PARTIAL_H

#include <stdbool.h>

/* Is there a regular file that a model would replace? */
bool cli_partial_replaces(const char *path);

/* A free name beside it: model.partial.lab for model.lab, or model.partial-2.lab and so on, because the one that is
 * there may have been trained for longer. The caller's to free; NULL without memory. */
char *cli_partial_name(const char *path);

#endif
