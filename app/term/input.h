/* What the commands that read tables have in common. */
#ifndef LAB_TERM_INPUT_H
#define LAB_TERM_INPUT_H

#include "command.h"
#include "io/source.h"

/* The option --header. Says what is wrong with it, if anything, and returns the exit code. */
int cli_read_header(const cli_args *args, io_header *header);

/* A path as it stands in messages: in quotes, or "standard input". */
enum { CLI_PATH_TEXT = 256 };
void cli_show_path(const char *path, char text[CLI_PATH_TEXT]);

/* Are both the same existing regular file? */
bool cli_same_file(const char *a, const char *b);

#endif
