/* What the commands that read tables have in common. */
#ifndef LAB_TERM_INPUT_H
#define LAB_TERM_INPUT_H

#include "command.h"
#include "io/source.h"

/* The option --header. Says what is wrong with it, if anything, and returns the exit code. */
int term_read_header(const term_args *args, io_header *header);

/* Says that a line of years was taken for the header, if it was. */
void term_note_header(const io_source *source, const char *shown, bool quiet);

/* A path as it stands in messages: in quotes, or "standard input". */
enum { TERM_PATH_TEXT = 256 };
void term_show_path(const char *path, char text[TERM_PATH_TEXT]);

/* Are both the same existing regular file? */
bool term_same_file(const char *a, const char *b);

#endif
